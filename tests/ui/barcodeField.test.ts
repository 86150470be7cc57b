/** What a form says of a barcode, and what it sends. */
import { beforeAll, expect, it } from 'vitest';
import { barcode } from '../../contract/directory/fields.ts';
import { faultIn } from '../../src/directory/controls.tsx';
import { bodyOf } from '../../src/directory/values.ts';
import { loadTexts, say } from '../../src/i18n/index.ts';

beforeAll(() => loadTexts('directory'));

const faultOf = (written: string) => faultIn(barcode(), written as never, say);

it.each(['4 006381 333931', '123601057072', '96385074', '14006381333938'])('%s is one', (written) => {
  expect(faultOf(written)).toBeNull();
  const body = bodyOf({ spec: { fields: { barcode: barcode() } } }, { barcode: written });
  expect(body).toEqual({ barcode: written.replaceAll(' ', '') });
});

it.each(['4006381333932', '400638133393', 'AB-12'])('%s is none', (written) => {
  expect(faultOf(written)).toEqual({ words: expect.stringMatching(/^Shtrix-kod 8, 12, 13 yoki 14 ta raqam/) });
});

/** Icons are components: the list of names is left out of the bundle, so one that is named is not drawn (`build/lighter.ts`). */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const SRC = join(import.meta.dirname, '../../src');
/** `icon="tick"`, `endIcon={'tick'}`, `icon={is ? 'tick' : <CrossIcon />}` */
const NAMED = /\b(?:icon|\w+Icon)=(?:["']|\{[^<{}]*["'`])/g;

const namedIn = (text: string) => [...text.matchAll(NAMED)].map(([found]) => found);

it.each(['<Button icon="tick" />', "<Button endIcon={'tick'} />", "<Button icon={is ? 'tick' : <CrossIcon />} />"])(
  'finds %s',
  (text) => {
    expect(namedIn(text)).toHaveLength(1);
  },
);

it('no icon is named', () => {
  const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.tsx'));
  expect(files.length).toBeGreaterThan(100);
  expect(files.flatMap((file) => namedIn(readFileSync(join(SRC, file), 'utf8')).map((found) => [file, found]))).toEqual(
    [],
  );
});

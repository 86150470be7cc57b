/** Codes that are scanned while nothing is counted: refused by sound and sentence, and no button is pressed by them. */
import { fireEvent, render, screen } from '@testing-library/react';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import texts from '../../locales/uz/counter.json' with { type: 'json' };
import { loadTexts } from '../../src/i18n/index.ts';
import type { EntryQueue } from '../../src/pages/counting/counter/actors.ts';
import { type CounterActor, ScanController } from '../../src/pages/counting/counter/scanController.ts';
import { sayStray, useStrayScans } from '../../src/pages/counting/counter/strayScans.ts';
import { toastHistory } from '../../src/ui/toasts.ts';

beforeAll(() => loadTexts('counter'));
beforeEach(() => toastHistory.clear());

function atPlace(place: string) {
  const actor = { getSnapshot: () => ({ value: place, hasTag: () => false }) } as unknown as CounterActor;
  const signal = vi.fn();
  const press = vi.fn();
  const scans = new ScanController(actor, { signal } as unknown as EntryQueue, (code) => sayStray(place, code));
  function Place() {
    useStrayScans(scans, place);
    return (
      <>
        <button type="button" onClick={press}>
          press
        </button>
        <input aria-label="field" />
      </>
    );
  }
  render(<Place />);
  /** @returns whether the Enter at its end went on to what has the focus */
  const scan = (code: string, at: Element = screen.getByRole('button')) => {
    for (const key of code) fireEvent.keyDown(at, { key });
    return fireEvent.keyDown(at, { key: 'Enter' });
  };
  const said = () => toastHistory.get().map(({ title, text }) => [title, text]);
  return { scan, said, signal };
}

it.each([
  ['assigned', texts.stray.assigned],
  ['submitting', texts.stray.handingIn],
  ['queued', texts.stray.handingIn],
  ['notSubmitted', texts.stray.handingIn],
  ['submitted', texts.stray.over],
  ['stranded', texts.stray.over],
  ['gone', texts.stray.notOpen],
  ['failed', texts.stray.notOpen],
])('on the screen "%s" a scan is refused aloud: %s', (place, why) => {
  const { scan, said, signal } = atPlace(place);
  expect(scan('4780001')).toBe(false);
  expect(scan('4780002')).toBe(false);
  expect(said()).toEqual([
    [texts.stray.title.replace('{{code}}', '4780002'), why],
    [texts.stray.title.replace('{{code}}', '4780001'), why],
  ]);
  expect(signal.mock.calls).toEqual([['refused'], ['refused']]);
});

it('keys of the person, and what is typed into a field, are no scan', () => {
  const { scan, said } = atPlace('queued');
  expect(scan('')).toBe(true);
  expect(scan('4')).toBe(true);
  expect(scan('4780001', screen.getByLabelText('field'))).toBe(true);
  expect(said()).toEqual([]);
});

it('while codes are kept or counted nothing is refused here', () => {
  for (const place of ['opening', 'starting', 'counting']) {
    const { scan, said } = atPlace(place);
    expect(scan('4780001', document.body), place).toBe(true);
    expect(said()).toEqual([]);
  }
});

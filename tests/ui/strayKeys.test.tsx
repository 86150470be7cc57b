/** Keys at the payment window that nobody means: typed while the page was frozen, held, or the end of a scan. */
import { render, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useStrayKeys } from '../../src/pages/cashbox/strayKeys.ts';

const NOW = 10_000;
beforeEach(() => void vi.spyOn(performance, 'now').mockReturnValue(NOW));
afterEach(() => void vi.restoreAllMocks());

function Desk() {
  useStrayKeys();
  return (
    <>
      <button type="button">Olish</button>
      <input aria-label="Berildi" />
    </>
  );
}

/** @param ago milliseconds since the hand pressed it. @returns whether the page may act on it */
function press(at: Element, key: string, { ago = 0, ...more }: KeyboardEventInit & { ago?: number } = {}): boolean {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more });
  Object.defineProperty(event, 'timeStamp', { value: NOW - ago });
  return at.dispatchEvent(event);
}

function desk() {
  const shown = within(render(<Desk />).container);
  return { button: shown.getByRole('button'), field: shown.getByRole('textbox') };
}

it.each(['Enter', ' '])('%j presses a button when it comes at once, not when it comes late or is held', (key) => {
  const { button } = desk();
  expect(press(button, key)).toBe(true);
  expect(press(button, key, { ago: 400 })).toBe(true);
  expect(press(button, key, { ago: 401 })).toBe(false);
  expect(press(button, key, { repeat: true })).toBe(false);
});

it('the space bar that comes up after a late one presses nothing either, the next one does', () => {
  const { button } = desk();
  const up = () => button.dispatchEvent(new KeyboardEvent('keyup', { key: ' ', bubbles: true, cancelable: true }));
  press(button, ' ', { ago: 500 });
  expect(up()).toBe(false);
  press(button, ' ');
  expect(up()).toBe(true);
});

it('what ends a scan presses no button; after digits of a hand it does', () => {
  const { button } = desk();
  const end = (gap: number) => {
    const digits = [...'4780000000012'];
    for (const [n, digit] of digits.entries()) press(button, digit, { ago: (digits.length - n) * gap });
    return press(button, 'Enter');
  };
  expect(end(10)).toBe(false);
  expect(end(60)).toBe(true);
});

it('in a field late letters, digits and Enter are those of the field', () => {
  const { field } = desk();
  for (const key of ['1', ' ', 'Backspace', 'Enter']) expect(press(field, key, { ago: 900 })).toBe(true);
});

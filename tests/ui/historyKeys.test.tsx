/** Where Ctrl+Z and Ctrl+Y are of the lines of an invoice, and where of what is typed. */
import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { leavesHistory } from '../../src/pages/invoices/window/historyKeys.ts';

it.each([
  ['the page', () => document.body, true],
  ['the button of undo, which has just been pressed', () => screen.getByText('undo'), true],
  ['the empty field of adding', () => screen.getByLabelText('add'), true],
  ['the field of adding in which words are', () => screen.getByLabelText('written'), false],
  ['a field of the head', () => screen.getByLabelText('head'), false],
  ['a button of a dialog', () => screen.getByText('other'), false],
])('%s', (_, place, is) => {
  render(
    <>
      <input aria-label="head" />
      <div className="lines-bar">
        <input aria-label="add" />
        <input aria-label="written" defaultValue="Artel" />
        <button type="button">undo</button>
      </div>
      <button type="button">other</button>
    </>,
  );
  const at = place();
  const field = at instanceof HTMLInputElement && at.getAttribute('aria-label') !== 'head' ? at : null;
  expect(leavesHistory(at, field)).toBe(is);
});

/** Where the focus goes in the window of lines when what had it goes. */
import { render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useGridFocus } from '../../src/pages/invoices/window/gridFocus.ts';

// a mouse: the window of lines begins at the search
beforeEach(() => void vi.stubGlobal('matchMedia', () => ({ matches: true })));
afterEach(() => void vi.unstubAllGlobals());

const lines = () => screen.getByText('lines');

function Window({ none }: { none: boolean }) {
  const place = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  useGridFocus({ place, field, none, editable: true, pasting: false, over: false });
  return (
    <div ref={place}>
      <input ref={field} aria-label="search" />
      <button type="button">other</button>
      {!none && (
        <button type="button" className="lines">
          lines
        </button>
      )}
    </div>
  );
}

it('gives the focus that went with the last line to the lines that come back', () => {
  const { rerender } = render(<Window none={false} />);
  lines().focus();
  rerender(<Window none={true} />);
  expect(document.activeElement).toBe(document.body);
  rerender(<Window none={false} />);
  expect(document.activeElement).toBe(lines());
});

it('leaves the focus where somebody has put it meanwhile', () => {
  const { rerender } = render(<Window none={true} />);
  for (const place of [screen.getByText('other'), screen.getByLabelText('search')]) {
    place.focus();
    rerender(<Window none={false} />);
    expect(document.activeElement).toBe(place);
    rerender(<Window none={true} />);
  }
});

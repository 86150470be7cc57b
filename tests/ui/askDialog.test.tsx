/** A dialog of a question while something inside it is still fetched. */
import { Button } from '@blueprintjs/core';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { Suspense, use } from 'react';
import { beforeAll, expect, it, vi } from 'vitest';
import { loadTexts } from '../../src/i18n/index.ts';
import { AskDialog } from '../../src/ui/AskDialog.tsx';

beforeAll(() => loadTexts('common'));

const never = new Promise<never>(() => {});

function Late({ waits }: { waits: boolean }) {
  if (waits) use(never);
  return <p>2 ta hujjat</p>;
}

const shown = (waits: boolean) => (
  <Suspense fallback="hidden">
    <AskDialog title="Toʻxtatilsinmi?" onClose={() => {}} foot={<button type="button">Orqaga</button>}>
      <Late waits={waits} />
    </AskDialog>
  </Suspense>
);

it('a dialog stays, and keeps the focus, while something inside it is fetched', async () => {
  const { rerender } = await act(async () => render(shown(false)));
  const back = await screen.findByText('Orqaga');
  back.focus();
  await act(async () => rerender(shown(true)));
  expect(screen.queryByText('hidden')).toBeNull();
  expect(screen.getByRole('heading', { name: 'Toʻxtatilsinmi?' })).toBeTruthy();
  expect(document.activeElement).toBe(back);
});

it('Enter in a box sends, also where the main button alone does so', async () => {
  const pressed = vi.fn();
  await act(async () =>
    render(
      <AskDialog title="Yopilsinmi?" onClose={() => {}} foot={<Button intent="primary" text="Ha" onClick={pressed} />}>
        <input type="checkbox" aria-label="filial" />
      </AskDialog>,
    ),
  );
  fireEvent.keyDown(await screen.findByLabelText('filial'), { key: 'Enter' });
  expect(pressed).toHaveBeenCalledOnce();
});

it('Ctrl+Enter presses the main button from wherever the focus is, and none that is red or shut', async () => {
  const pressed = vi.fn();
  const outside = vi.fn();
  const dialog = (intent: 'primary' | 'danger', disabled = false) => (
    // biome-ignore lint/a11y/noStaticElementInteractions: stands for the form that the dialog was opened from
    <div onKeyDown={outside}>
      <AskDialog
        title="Toʻxtatilsinmi?"
        onClose={() => {}}
        onSubmit={pressed}
        foot={<Button type="submit" intent={intent} disabled={disabled} text="Ha" />}
      >
        <input aria-label="sabab" />
      </AskDialog>
    </div>
  );
  const { rerender } = await act(async () => render(dialog('primary')));
  const head = await screen.findByRole('heading', { name: 'Toʻxtatilsinmi?' });
  const field = screen.getByLabelText('sabab');
  for (const place of [head, head.closest('.bp6-dialog-container'), field] as Element[]) {
    fireEvent.keyDown(place, { key: 'Enter', ctrlKey: true });
    expect(pressed).toHaveBeenCalledOnce();
    pressed.mockClear();
  }
  fireEvent.keyDown(head, { key: 'Enter' });
  fireEvent.keyDown(head, { key: 'Enter', ctrlKey: true, repeat: true });
  await act(async () => rerender(dialog('danger')));
  fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true });
  await act(async () => rerender(dialog('primary', true)));
  fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true });
  expect(pressed).not.toHaveBeenCalled();
  expect(outside.mock.calls.filter(([{ ctrlKey, repeat }]) => ctrlKey && !repeat)).toEqual([]);
});

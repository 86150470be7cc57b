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

it('Ctrl+Enter presses the main button from wherever the focus is, of the dialog on top, and none that is red or shut', async () => {
  const pressed = vi.fn();
  const dialog = (title: string, intent: string, disabled = false) => (
    <AskDialog
      title={title}
      onClose={() => {}}
      onSubmit={() => pressed(title)}
      foot={
        <Button type="submit" intent={intent as 'primary'} disabled={disabled}>
          {title}
        </Button>
      }
    >
      {null}
    </AskDialog>
  );
  const { rerender } = await act(async () => render(dialog('one', 'primary')));
  await screen.findByRole('heading', { name: 'one' });
  fireEvent.keyDown(document.body, { key: 'Enter', ctrlKey: true });
  expect(pressed.mock.calls).toEqual([['one']]);
  fireEvent.keyDown(document.body, { key: 'Enter' });
  fireEvent.keyDown(document.body, { key: 'Enter', ctrlKey: true, repeat: true });
  await act(async () => rerender(dialog('one', 'danger')));
  fireEvent.keyDown(document.body, { key: 'Enter', ctrlKey: true });
  await act(async () => rerender(dialog('one', 'primary', true)));
  fireEvent.keyDown(document.body, { key: 'Enter', ctrlKey: true });
  expect(pressed).toHaveBeenCalledTimes(1);
  await act(async () =>
    rerender(
      <>
        {dialog('one', 'primary')}
        {dialog('two', 'primary')}
      </>,
    ),
  );
  await screen.findByRole('heading', { name: 'two' });
  fireEvent.keyDown(document.body, { key: 'Enter', ctrlKey: true });
  expect(pressed.mock.calls).toEqual([['one'], ['two']]);
});

/** A dialog whose focused button is gone keeps the focus, and with it Esc: that of Excel in, while its steps follow. */
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { beforeAll, expect, it, vi } from 'vitest';
import { loadTexts } from '../../src/i18n/index.ts';
import { AskDialog } from '../../src/ui/AskDialog.tsx';
import { Dialog } from '../../src/ui/Dialog.tsx';
import { keepFocus } from '../../src/ui/keepFocus.ts';

beforeAll(() => loadTexts('common'));

it('Esc closes it after the button that wrote has gone', async () => {
  const onClose = vi.fn();
  const shown = (isDone: boolean) => (
    <Dialog isOpen title="Exceldan: Banklar" onClose={onClose}>
      <span hidden ref={keepFocus} />
      {isDone ? 'Yozildi' : <button type="button">Yozish</button>}
    </Dialog>
  );
  const { rerender } = await act(async () => render(shown(false)));
  // the dialog has taken the focus by itself
  await waitFor(() => expect(document.activeElement).not.toBe(document.body));
  (await screen.findByText('Yozish')).focus();
  await act(async () => rerender(shown(true)));
  await waitFor(() => expect(document.activeElement).not.toBe(document.body));
  expect(document.activeElement?.contains(screen.getByRole('heading'))).toBe(true);
  fireEvent.keyDown(document.activeElement as Element, { key: 'Escape' });
  expect(onClose).toHaveBeenCalledOnce();
});

it('a button that was shut while it was sent has the focus again', async () => {
  const shown = (isBusy: boolean) => (
    <AskDialog
      title="Tuzatilsinmi?"
      onClose={() => {}}
      foot={
        <button type="button" disabled={isBusy}>
          Ha
        </button>
      }
    >
      Bir dona
    </AskDialog>
  );
  const { rerender } = await act(async () => render(shown(false)));
  const yes = await screen.findByText('Ha');
  yes.focus();
  await act(async () => rerender(shown(true)));
  // jsdom leaves the focus on what is shut, browsers do not
  yes.blur();
  await act(async () => rerender(shown(true)));
  yes.setAttribute('title', 'yuborilmoqda');
  await waitFor(() => expect(document.activeElement).not.toBe(document.body));
  await act(async () => rerender(shown(false)));
  await waitFor(() => expect(document.activeElement).toBe(yes));
});

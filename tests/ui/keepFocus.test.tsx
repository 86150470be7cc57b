/** A dialog whose focused button is gone keeps the focus, and with it Esc: that of Excel in, while its steps follow. */
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { beforeAll, expect, it, vi } from 'vitest';
import { keepFocus } from '../../src/directory/import/keepFocus.ts';
import { loadTexts } from '../../src/i18n/index.ts';
import { Dialog } from '../../src/ui/Dialog.tsx';

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

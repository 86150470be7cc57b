/** Toasts: the list of the bell, whose it is and how long, the focus that comes back, the words without the toaster. */

import { readFileSync } from 'node:fs';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';

beforeEach(() => {
  vi.resetModules();
  document.body.replaceChildren();
});

/** The module as a page that has just been loaded has it. */
const loaded = () => import('../../src/ui/toasts.ts');

const titles = ({ toastHistory }: Awaited<ReturnType<typeof loaded>>) => toastHistory.get().map((one) => one.title);

describe('the list of the bell', () => {
  it('holds the last fifty, newest first', async () => {
    const page = await loaded();
    for (let number = 1; number <= 53; number += 1) page.toastSuccess(`№ ${number}`);
    expect(titles(page)).toEqual(Array.from({ length: 50 }, (_, index) => `№ ${53 - index}`));
  });

  it('is there again when the app is reloaded, with its words and request id', async () => {
    const before = await loaded();
    before.toastHistory.open(7);
    before.toastSuccess('Saqlandi');
    before.toastError('Saqlanmadi', {
      text: 'Server band',
      requestId: '7f3a',
      link: { text: 'Hujjat', href: '/a', onFollow: () => {} },
    });
    vi.resetModules();
    const after = await loaded();
    expect(titles(after)).toEqual([]);
    after.toastHistory.open(7);
    expect(titles(after)).toEqual(['Saqlanmadi', 'Saqlandi']);
    expect(after.toastHistory.get()[0]).toMatchObject({ tone: 'error', text: 'Server band', requestId: '7f3a' });
    after.toastWarning('Diqqat');
    expect(new Set(after.toastHistory.get().map((one) => one.id)).size).toBe(3);
  });

  it('holds no more than fifty of what is kept either', async () => {
    const entry = (id: number) => ({ id, at: id, tone: 'error', title: `№ ${id}` });
    const entries = Array.from({ length: 60 }, (_, index) => entry(60 - index));
    sessionStorage.setItem('toasts', JSON.stringify({ userId: 7, entries }));
    const page = await loaded();
    page.toastHistory.open(7);
    expect(titles(page)).toHaveLength(50);
    expect(titles(page)[49]).toBe('№ 11');
  });

  it('is never of another person', async () => {
    const before = await loaded();
    before.toastHistory.open(7);
    before.toastError('Saqlanmadi');
    before.toastHistory.open(8);
    expect(titles(before)).toEqual([]);
    before.toastHistory.open(7);
    expect(titles(before)).toEqual([]);
  });

  it('is removed on log-out, and nothing is stored while nobody is signed in', async () => {
    const page = await loaded();
    page.toastHistory.open(7);
    page.toastError('Saqlanmadi');
    page.toastHistory.forget();
    expect(titles(page)).toEqual([]);
    page.toastError('Aloqa yoʻq');
    expect(sessionStorage.getItem('toasts')).toBeNull();
  });

  it.each(['none', '{}', '{"userId":7,"entries":[{"title":3}, null, {"id":1,"at":1,"tone":"loud","title":"a"}]}'])(
    'is empty when what is kept is none of ours: %s',
    async (kept) => {
      sessionStorage.setItem('toasts', kept);
      const page = await loaded();
      page.toastHistory.open(7);
      expect(titles(page)).toEqual([]);
    },
  );
});

describe('a toast', () => {
  it('lasts 2500 ms', () => {
    expect(readFileSync('src/styles/tokens.css', 'utf8')).toContain('--toast-time: 2500ms;');
  });

  it('gives the focus back to where it was when it is closed', async () => {
    const user = userEvent.setup();
    const { ToastBody } = await import('../../src/ui/ToastHost.tsx');
    const entry = { id: 1, at: 1, tone: 'error', title: 'Saqlanmadi' } as const;
    render(
      <>
        <button type="button">Saqlash</button>
        <div className="bp6-toast-container">
          <ToastBody entry={entry} labels={{ close: '×', request: '', copy: '' }} onGone={() => {}} />
        </div>
      </>,
    );
    const button = screen.getByRole('button', { name: 'Saqlash' });
    button.focus();
    await user.click(screen.getByLabelText('×'));
    expect(document.activeElement).toBe(button);
  });

  it('is shown without the toaster when that does not come, until its bar has run down', async () => {
    const user = userEvent.setup();
    vi.doMock('../views/noToaster.ts', () => {
      throw new Error('not fetched');
    });
    const { toastError } = await loaded();
    render(<button type="button">Ру</button>);
    screen.getByRole('button', { name: 'Ру' }).focus();
    toastError('Aloqa yoʻq');
    const shown = await screen.findByRole('alert');
    expect(shown.textContent).toContain('Aloqa yoʻq');
    shown.querySelector('.toast-bar')?.dispatchEvent(new Event('animationend'));
    expect(screen.queryByRole('alert')).toBeNull();
    toastError('Aloqa yoʻq');
    await user.click(await screen.findByRole('button', { name: '×' }));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Ру' }));
  });
});

/** A number that stands in no address: Enter or the button sends it beside the address, the only record is opened. */
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { loadTexts } from '../../src/i18n/index.ts';
import type { Found } from '../../src/ui/list/ByNumber.tsx';
import { filterOf } from '../../src/ui/list/filters.tsx';

const set = vi.fn();
const open = vi.fn();
const find = vi.fn<(words: string) => Promise<readonly Found[]>>();
const filter = filterOf({
  kind: 'search',
  key: 'search',
  label: 'Ism',
  refuse: (words) => (/\d/.test(words) ? 'Alohida qidiriladi' : undefined),
  byNumber: { takes: (words) => /^\d{9}$/.test(words), find, open },
});
const ALI = { id: 7, title: 'Aliyev Ali' };
const VALI = { id: 8, title: 'Valiyev Vali' };

beforeAll(() => loadTexts('kit'));
beforeEach(() => vi.resetAllMocks());

function typing() {
  const { control: Control } = filter as unknown as { control: (props: { set: typeof set }) => ReactNode };
  render(<Control set={set} />);
  return { user: userEvent.setup(), field: screen.getByRole('searchbox', { name: 'Ism' }) };
}

it('is found by Enter, and the only record is opened', async () => {
  find.mockResolvedValue([ALI]);
  const { user, field } = typing();
  await user.type(field, '901234567{Enter}');
  // also where what finds is fetched yet
  await vi.waitFor(() => expect(open.mock.calls).toEqual([[7]]));
  expect(find.mock.calls).toEqual([['901234567']]);
  expect(field.getAttribute('aria-invalid')).toBeNull();
  expect(set).not.toHaveBeenCalled();
  const kept = [...Object.values(localStorage), ...Object.values(sessionStorage), location.href].join(' ');
  expect(kept).not.toContain('901234567');
});

it('of several the person chooses, by the button too', async () => {
  find.mockResolvedValue([ALI, VALI]);
  const { user, field } = typing();
  await user.type(field, '901234567');
  await user.click(await screen.findByRole('button', { name: 'Raqam boʻyicha topish' }));
  expect(open).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Valiyev Vali' }));
  expect(open.mock.calls).toEqual([[8]]);
  await user.type(field, '{Backspace}');
  expect(screen.queryByRole('button', { name: 'Valiyev Vali' })).toBeNull();
});

it('says that nothing is found, and why nothing could be', async () => {
  find.mockResolvedValueOnce([]).mockRejectedValueOnce(new Error('offline'));
  const { user, field } = typing();
  await user.type(field, '901234567{Enter}');
  expect(await screen.findByText('Bu raqam bilan hech narsa topilmadi')).toBeTruthy();
  await user.type(field, '{Enter}');
  expect(screen.queryByText('Bu raqam bilan hech narsa topilmadi')).toBeNull();
  expect(find).toHaveBeenCalledTimes(2);
});

it('a part of one is not sent, nor is an answer taken for other words', async () => {
  const { user, field } = typing();
  await user.type(field, '9012{Enter}');
  expect(find).not.toHaveBeenCalled();
  expect(screen.queryByRole('button')).toBeNull();
  expect(field.getAttribute('aria-invalid')).toBe('true');
  let answer: (found: readonly Found[]) => void = () => {};
  find.mockReturnValueOnce(
    new Promise((resolve) => {
      answer = resolve;
    }),
  );
  await user.clear(field);
  await user.type(field, '901234567{Enter}');
  await vi.waitFor(() => expect(find).toHaveBeenCalledTimes(1));
  await user.clear(field);
  await user.type(field, '901234568');
  answer([ALI]);
  await user.type(field, ' ');
  expect(open).not.toHaveBeenCalled();
  expect(screen.queryByRole('button', { name: 'Aliyev Ali' })).toBeNull();
});

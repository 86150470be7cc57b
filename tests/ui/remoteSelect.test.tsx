/** A choice of the server's list: Enter that comes before the list has followed the words takes what they find. */
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { loadTexts } from '../../src/i18n/index.ts';
import { RemoteSelect } from '../../src/ui/form/RemoteSelect.tsx';
import type { Option, RemoteSource } from '../../src/ui/form/remote.ts';

const ALL: Option[] = [
  { id: 1, title: 'Afrosiyob Import Eksport' },
  { id: 2, title: 'Zar Savdo' },
  { id: 3, title: 'Zarafshon' },
];
const asked = vi.fn();
const source: RemoteSource = {
  useTitle: (id) => ALL.find((one) => one.id === id)?.title,
  useFound(search, _page, enabled) {
    if (enabled) asked(search);
    const options = enabled ? ALL.filter(({ title }) => title.toLowerCase().includes(search.toLowerCase())) : [];
    return { options, more: false, loading: false, error: null };
  },
};

beforeAll(() => loadTexts('kit', 'common'));
beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  asked.mockClear();
});
afterEach(() => vi.useRealTimers());

async function opened() {
  const onChange = vi.fn();
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
  render(<RemoteSelect of={source} value={null} onChange={onChange} empty="Tanlang" label="Hamkor" />);
  await user.click(screen.getByRole('button', { name: 'Hamkor' }));
  const field = await screen.findByRole('combobox');
  return { onChange, user, field };
}

it('takes the first of what the words find, not of what was shown before', async () => {
  const { onChange, user, field } = await opened();
  await user.type(field, 'Zarafshon{Enter}');
  await act(() => vi.advanceTimersByTimeAsync(50));
  expect(onChange.mock.calls).toEqual([[ALL[2]]]);
});

it('takes the first of what was typed on its button, before there was a list', async () => {
  const onChange = vi.fn();
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
  render(<RemoteSelect of={source} value={null} onChange={onChange} empty="Tanlang" label="Hamkor" />);
  screen.getByRole('button', { name: 'Hamkor' }).focus();
  await user.keyboard('Zarafshon{Enter}');
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  expect(onChange.mock.calls).toEqual([[ALL[2]]]);
});

it('takes nothing where nothing is found, and says so', async () => {
  const { onChange, user, field } = await opened();
  await user.type(field, 'Xoʻjand{Enter}');
  await act(() => vi.advanceTimersByTimeAsync(50));
  expect(onChange).not.toHaveBeenCalled();
  expect(asked).toHaveBeenLastCalledWith('Xoʻjand');
  expect(screen.getAllByRole('option')).toHaveLength(1);
});

it('is given up by further words', async () => {
  const { onChange, user, field } = await opened();
  await user.type(field, 'Zar{Enter}a');
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  expect(onChange).not.toHaveBeenCalled();
});

it('takes the one that the arrows have gone to', async () => {
  const { onChange, user, field } = await opened();
  await user.type(field, 'Zar{ArrowDown}{Enter}');
  expect(onChange.mock.calls).toEqual([[ALL[1]]]);
});

it('Tab takes what Enter would, in words that the list has followed or not', async () => {
  const { onChange, user, field } = await opened();
  await user.type(field, 'Zarafshon');
  await user.tab();
  await act(() => vi.advanceTimersByTimeAsync(50));
  expect(onChange.mock.calls).toEqual([[ALL[2]]]);
  await user.click(screen.getByRole('button', { name: 'Hamkor' }));
  await user.type(await screen.findByRole('combobox'), 'Zar');
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  await user.tab();
  expect(onChange.mock.calls.at(-1)).toEqual([ALL[1]]);
});

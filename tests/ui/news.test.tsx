import { QueryClientProvider } from '@tanstack/react-query';
import { renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { noticeUnread } from '../../contract/noticeCount.ts';
import { useNews } from '../../src/api/news.ts';
import { keyOf, queryClient } from '../../src/api/queries.ts';

const key = keyOf(noticeUnread);
const counted = (unread: number) => queryClient.setQueryData(key, { unread });
/** As the stream does; that it is counted anew is `counted`, the server answers nothing. */
const nudge = () => queryClient.invalidateQueries({ queryKey: key });

function heard() {
  const read = vi.fn();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
  );
  renderHook(() => useNews(read), { wrapper });
  return read;
}

beforeEach(() => {
  queryClient.setDefaultOptions({ queries: { retry: false, networkMode: 'always' } });
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no server')));
});
afterEach(() => queryClient.clear());

test('what is open is read again when the bell has another figure; not for the first one', () => {
  const read = heard();
  counted(4);
  expect(read).not.toHaveBeenCalled();
  counted(5);
  expect(read).toHaveBeenCalledTimes(1);
});

test('what is open is read again after a nudge of the stream, even when the figure stays', async () => {
  counted(4);
  const read = heard();
  await nudge();
  expect(read).not.toHaveBeenCalled();
  await nudge();
  counted(4);
  expect(read).toHaveBeenCalledTimes(1);
});

test('a window that gets the focus counts the bell: the same figure is no news', () => {
  counted(4);
  const read = heard();
  counted(4);
  expect(read).not.toHaveBeenCalled();
});

import { QueryClientProvider } from '@tanstack/react-query';
import { renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { noticeUnread } from '../../contract/noticeCount.ts';
import { useNews } from '../../src/api/news.ts';
import { keyOf, queryClient } from '../../src/api/queries.ts';

const key = keyOf(noticeUnread);
const counted = (unread: number) => queryClient.setQueryData(key, { unread });
/** As the stream does; the bell, which would count anew, is not on this page. */
const nudge = () => queryClient.invalidateQueries({ queryKey: key });

function heard() {
  const read = vi.fn();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
  );
  renderHook(() => useNews(read), { wrapper });
  return read;
}

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

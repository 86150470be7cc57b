import { QueryClientProvider } from '@tanstack/react-query';
import { renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import { noticeUnread } from '../../contract/noticeCount.ts';
import { useNews } from '../../src/api/news.ts';
import { keyOf, queryClient } from '../../src/api/queries.ts';

const hear = (unread: number, updatedAt: number) =>
  queryClient.setQueryData(keyOf(noticeUnread), { unread }, { updatedAt });

test('an open document is read again whenever the bell is, even when its figure stays; not for the first figure', async () => {
  const read = vi.fn();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
  );
  const drawn = vi.fn();
  renderHook(
    () => {
      useNews(read);
      drawn();
    },
    { wrapper },
  );
  hear(4, 1_000);
  await waitFor(() => expect(drawn).toHaveBeenCalledTimes(2));
  expect(read).not.toHaveBeenCalled();
  hear(5, 2_000);
  await waitFor(() => expect(read).toHaveBeenCalledTimes(1));
  hear(5, 3_000);
  await waitFor(() => expect(read).toHaveBeenCalledTimes(2));
});

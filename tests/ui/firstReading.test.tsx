import { QueryClientProvider } from '@tanstack/react-query';
import { renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { noticeUnread } from '../../contract/noticeCount.ts';
import { prepareClient } from '../../src/api/client.ts';
import { invalidateAll, queryClient, useCall } from '../../src/api/queries.ts';

const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
);

/** Answers of the server, each given when the test says so. */
function server() {
  const answers: ((unread: number) => void)[] = [];
  vi.stubGlobal(
    'fetch',
    () =>
      new Promise<Response>((resolve) => {
        answers.push((unread) => resolve(Response.json({ unread })));
      }),
  );
  return answers;
}

beforeAll(async () => void (await prepareClient()), 60_000);

afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
});

test('a first reading that began before a change is read once more: its old answer does not stay', async () => {
  const answers = server();
  const { result } = renderHook(() => useCall(noticeUnread, {}), { wrapper });
  await waitFor(() => expect(answers).toHaveLength(1));
  invalidateAll([noticeUnread.id]);
  answers[0]?.(1);
  await waitFor(() => expect(answers).toHaveLength(2));
  answers[1]?.(2);
  await waitFor(() => expect(result.current.data?.unread).toBe(2));
});

test('changes that come faster than the first answer do not keep it from being shown', async () => {
  const answers = server();
  const { result } = renderHook(() => useCall(noticeUnread, {}), { wrapper });
  await waitFor(() => expect(answers).toHaveLength(1));
  for (let n = 0; n < 3; n += 1) invalidateAll([noticeUnread.id]);
  answers[0]?.(1);
  await waitFor(() => expect(result.current.data?.unread).toBe(1));
  await waitFor(() => expect(answers).toHaveLength(2));
  answers[1]?.(2);
  await waitFor(() => expect(result.current.data?.unread).toBe(2));
  expect(answers).toHaveLength(2);
});

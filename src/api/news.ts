import { hashKey } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import type { ResponseOf } from '../../contract/call.ts';
import { noticeUnread } from '../../contract/noticeCount.ts';
import { COUNTED_EVERY } from './countedEvery.ts';
import { keyOf, queryClient, useCall } from './queries.ts';

/** Counted by the bell; by who listens where a page has none. */
const COUNTED = { staleTime: Number.POSITIVE_INFINITY, refetchInterval: COUNTED_EVERY } as const;

/**
 * Others did something that concerns the person: the document that is open, or one in the list that is, may be what it was
 * done to, so it is read again. Heard by the count of notices: it was read anew because the stream said so, or is another
 * one. A window that gets the focus counts it as well; what is open is read then by itself, and once is enough.
 */
export function useNews(read: () => unknown): void {
  useCall(noticeUnread, {}, COUNTED);
  const readAgain = useEffectEvent(() => void read());
  useEffect(() => {
    const key = keyOf(noticeUnread);
    const hash = hashKey(key);
    let figure = queryClient.getQueryData<ResponseOf<typeof noticeUnread>>(key)?.unread;
    let nudged = false;
    return queryClient.getQueryCache().subscribe((event) => {
      if (event.type !== 'updated' || event.query.queryHash !== hash) return;
      if (event.action.type === 'invalidate') nudged = true;
      if (event.action.type !== 'success') return;
      const before = figure;
      figure = queryClient.getQueryData<ResponseOf<typeof noticeUnread>>(key)?.unread;
      const isNews = nudged || (before !== undefined && before !== figure);
      nudged = false;
      if (isNews) readAgain();
    });
  }, []);
}

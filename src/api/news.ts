import { useEffect, useRef } from 'react';
import { noticeUnread } from '../../contract/noticeCount.ts';
import { useCall } from './queries.ts';

/**
 * Others did something that concerns the person: the document that is open, or one in the list that is, may be what it was
 * done to, so it is read again. Heard by the figure of the bell, which the stream keeps.
 */
export function useNews(read: () => unknown): void {
  const { dataUpdatedAt } = useCall(noticeUnread, {}, { enabled: false });
  const seen = useRef(dataUpdatedAt);
  useEffect(() => {
    const isFirst = seen.current === 0;
    if (seen.current === dataUpdatedAt) return;
    seen.current = dataUpdatedAt;
    if (!isFirst) read();
  }, [dataUpdatedAt, read]);
}

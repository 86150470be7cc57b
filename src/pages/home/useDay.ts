/** The person's own day, read again in the language that is spoken now: its words are the server's. */
import { useEffect, useRef } from 'react';
import { type MyDay, myDay } from '../../../contract/day.ts';
import { type CallOptions, useCall } from '../../api/queries.ts';
import { useLanguage } from '../../i18n/index.ts';

export function useDay(options: Omit<CallOptions<typeof myDay, MyDay>, 'select'> = {}) {
  const language = useLanguage();
  const query = useCall(myDay, {}, { ...options, select: (answer) => answer.data });
  const { refetch } = query;
  const readIn = useRef(language);
  useEffect(() => {
    if (readIn.current === language) return;
    readIn.current = language;
    void refetch();
  }, [language, refetch]);
  return query;
}

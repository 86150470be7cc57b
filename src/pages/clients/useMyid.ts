/** Asks MyID: a session is written and started; its answer comes by itself. */
import { useState } from 'react';
import { type MyidSession, myidSessionCreate, myidSessionStart } from '../../../contract/myid.ts';
import { messageOf, newKey, request } from '../../api/client.ts';

/** MyID answers within seconds. */
export const SOON_MS = 1_000;

interface Subject {
  readonly client_id: number | null;
  readonly pinfl: string | null;
}

export const mayStart = ({ allowed_events }: MyidSession): boolean => allowed_events.includes('myid.start');

export function useMyid() {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);

  /** @param begun one that is written and waits to be started */
  async function ask(subject: Subject, begun: MyidSession | null = null): Promise<MyidSession | null> {
    setBusy(true);
    setError(null);
    try {
      const session =
        begun ?? (await request(myidSessionCreate, { body: { ...subject, consent: true }, key: newKey() })).data;
      // what keeps it from beginning is said with it
      if (!mayStart(session)) return session;
      const { id, version } = session;
      return (await request(myidSessionStart, { params: { id }, ifMatch: version, key: newKey() })).data;
    } catch (cause) {
      setError(messageOf(cause));
      return null;
    } finally {
      setBusy(false);
    }
  }
  return { ask, busy, error };
}

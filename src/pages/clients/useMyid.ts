/** Asks MyID: a session is written and started; its answer comes by itself. */
import { useEffect, useState } from 'react';
import { type MyidSession, myidClient, myidSessionCreate, myidSessionStart } from '../../../contract/myid.ts';
import { messageOf, newKey, request } from '../../api/client.ts';
import { invalidateAll, useCall } from '../../api/queries.ts';
import { useAllows } from '../../app/session.ts';
import { FRESH } from '../../ui/record/useRecordPane.ts';

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

/** What MyID said of a card, and how it is asked. @param stale readings that change once somebody is identified */
export function useClientMyid(id: number, stale: readonly string[]) {
  const mayAsk = useAllows('client.add|client.edit|incomes.check');
  const read = useCall(
    myidClient,
    { params: { id } },
    {
      ...FRESH,
      refetchInterval: ({ state }) => (state.data?.data.session?.status === 'in_progress' ? SOON_MS : false),
    },
  );
  const { ask, busy, error } = useMyid();
  const { verified = null, session = null, copies = false, copy_refused: copyRefused = null } = read.data?.data ?? {};
  const passed = session?.status === 'passed' ? session.id : null;
  // what the card lacked is filled by then
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same readings as long as the view stands
  useEffect(() => {
    if (passed !== null) invalidateAll(stale);
  }, [passed]);
  const begun = session !== null && mayStart(session) ? session : null;
  return {
    ...{ read, verified, session, copies, copyRefused, begun, mayAsk, busy, error },
    isWaiting: session?.status === 'in_progress',
    begin: () => void ask({ client_id: id, pinfl: null }, begun).then(() => read.refetch()),
  };
}

/** How far a session of MyID is, why it failed, and that a stand-in answered. */
import type { MyidSession } from '../../../contract/myid.ts';
import { myIdSessionMachine } from '../../../machines/myIdSession/myIdSession.machine.ts';
import { useText } from '../../i18n/index.ts';
import { lookOf } from '../../ui/look.ts';
import { Reason } from '../../ui/Notice.tsx';
import { StateChip } from '../../ui/StateChip.tsx';

export function SessionState({ session }: { session: MyidSession }) {
  const t = useText('directories/client');
  const tm = useText('machines/myIdSession');
  const { status, failure, stand_in } = session;
  return (
    <>
      <p data-testid="myid-state">
        <StateChip look={lookOf(myIdSessionMachine.states[status]?.meta)}>{tm(`states.${status}.name`)}</StateChip>
      </p>
      {failure !== null && <Reason>{t(`myid.failure.${failure}`)}</Reason>}
      {session.refused['myid.start'] !== undefined && <Reason>{session.refused['myid.start']}</Reason>}
      {stand_in && <Reason>{t('myid.standIn')}</Reason>}
    </>
  );
}

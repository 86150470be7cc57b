import type { RevisionStatus } from '../../contract/setting/status.ts';
import { settingRevisionMachine } from '../../machines/settingRevision/settingRevision.machine.ts';
import { useText } from '../i18n/index.ts';
import { type Look, lookOf } from '../ui/look.ts';
import { StateChip } from '../ui/StateChip.tsx';

const revisionLook = (status: RevisionStatus): Look => lookOf(settingRevisionMachine.states[status]?.meta);

export function RevisionChip({ status }: { status: RevisionStatus }) {
  const t = useText('machines/settingRevision');
  return (
    <StateChip look={revisionLook(status)} quiet={status !== 'valid' && status !== 'planned'}>
      {t(`states.${status}.name`)}
    </StateChip>
  );
}

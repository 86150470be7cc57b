import type { RevisionStatus } from '../../contract/setting/status.ts';
import { settingRevisionMachine } from '../../machines/settingRevision/settingRevision.machine.ts';
import { useText } from '../i18n/index.ts';
import { isLook, type Look } from '../ui/look.ts';
import { StateChip } from '../ui/StateChip.tsx';

function lookOf(status: RevisionStatus): Look {
  const look = (settingRevisionMachine.states[status]?.meta as { look?: string } | undefined)?.look;
  return isLook(look) ? look : 'new';
}

export function RevisionChip({ status }: { status: RevisionStatus }) {
  const t = useText('machines/settingRevision');
  return (
    <StateChip look={lookOf(status)} quiet={status !== 'valid' && status !== 'planned'}>
      {t(`states.${status}.name`)}
    </StateChip>
  );
}

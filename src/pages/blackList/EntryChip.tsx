import type { ApprovalStatus } from '../../../contract/blackList.ts';
import { approvalMachine } from '../../../machines/approval/approval.machine.ts';
import { useText } from '../../i18n/index.ts';
import { isLook, type Look } from '../../ui/look.ts';
import { StateChip } from '../../ui/StateChip.tsx';

export function entryLook(status: ApprovalStatus): Look {
  const look = (approvalMachine.states[status]?.meta as { look?: string } | undefined)?.look;
  return isLook(look) ? look : 'new';
}

export function EntryChip({ status }: { status: ApprovalStatus }) {
  const t = useText('machines/approval');
  return (
    <StateChip look={entryLook(status)} quiet={status === 'refused' || status === 'cancelled'}>
      {t(`states.${status}.name`)}
    </StateChip>
  );
}

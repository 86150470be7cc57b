import type { ApprovalStatus } from '../../../contract/blackList.ts';
import { approvalMachine } from '../../../machines/approval/approval.machine.ts';
import { useText } from '../../i18n/index.ts';
import { type Look, lookOf } from '../../ui/look.ts';
import { StateChip } from '../../ui/StateChip.tsx';

export const entryLook = (status: ApprovalStatus): Look => lookOf(approvalMachine.states[status]?.meta);

export function EntryChip({ status }: { status: ApprovalStatus }) {
  const t = useText('machines/approval');
  return (
    <StateChip look={entryLook(status)} quiet={status === 'refused' || status === 'cancelled'}>
      {t(`states.${status}.name`)}
    </StateChip>
  );
}

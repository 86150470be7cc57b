import type { TestStatus } from '../../../contract/testAuthors.ts';
import { staffTestMachine } from '../../../machines/staffTest/staffTest.machine.ts';
import { useText } from '../../i18n/index.ts';
import { isLook, type Look } from '../../ui/look.ts';
import { StateChip } from '../../ui/StateChip.tsx';

export function testLook(status: TestStatus): Look {
  const look = (staffTestMachine.states[status]?.meta as { look?: string } | undefined)?.look;
  return isLook(look) ? look : 'new';
}

export function TestChip({ status }: { status: TestStatus }) {
  const t = useText('machines/staffTest');
  return (
    <StateChip look={testLook(status)} quiet={status === 'ended' || status === 'withdrawn'}>
      {t(`states.${status}.name`)}
    </StateChip>
  );
}

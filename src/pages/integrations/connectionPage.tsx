/** The page of a setting whose revisions are connections: what the last test call came to, and the calls themselves. */
import type { ComponentProps, ComponentType } from 'react';
import type { CheckResult } from '../../../contract/integrations.ts';
import { settingPage } from '../../setting/page.tsx';
import { ConnectionChecks, ResultChip } from './ConnectionChecks.tsx';

type Setting = Parameters<typeof settingPage>[0];
type Calls = Pick<ComponentProps<typeof ConnectionChecks>, 'check' | 'checks' | 'rule'>;

export const connectionPage = (setting: Setting, calls: Calls): ComponentType =>
  settingPage(setting, {
    cells: {
      last_answer: ({ last_answer }, own) =>
        last_answer ? <ResultChip result={last_answer as CheckResult} own={own} quiet /> : '—',
    },
    beside: (row, own) => <ConnectionChecks row={row} own={own} {...calls} />,
  });

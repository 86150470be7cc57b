/** The page of `aloqabankConnection`: its test calls. */
import type { CheckResult } from '../../contract/integrations.ts';
import { aloqabankConnectionCheck, aloqabankConnectionChecks } from '../../contract/integrations.ts';
import { aloqabankConnection } from '../../contract/settings/aloqabankConnection.ts';
import { ConnectionChecks, ResultChip } from '../pages/integrations/ConnectionChecks.tsx';
import { settingPage } from '../setting/page.tsx';

export default settingPage(aloqabankConnection, {
  cells: {
    last_answer: ({ last_answer }, own) =>
      last_answer ? <ResultChip result={last_answer as CheckResult} own={own} quiet /> : '—',
  },
  beside: (row, own) => (
    <ConnectionChecks
      row={row}
      own={own}
      check={aloqabankConnectionCheck}
      checks={aloqabankConnectionChecks}
      rule="aloqabank.check"
    />
  ),
});

/** The page of `integrationSetting`: its test calls. */
import type { CheckResult } from '../../contract/integrations.ts';
import { integrationSettingCheck, integrationSettingChecks } from '../../contract/integrations.ts';
import { integrationSetting } from '../../contract/settings/integrationSetting.ts';
import { ConnectionChecks, ResultChip } from '../pages/integrations/ConnectionChecks.tsx';
import { settingPage } from '../setting/page.tsx';

export default settingPage(integrationSetting, {
  cells: {
    last_answer: ({ last_answer }, own) =>
      last_answer ? <ResultChip result={last_answer as CheckResult} own={own} quiet /> : '—',
  },
  beside: (row, own) => (
    <ConnectionChecks
      row={row}
      own={own}
      check={integrationSettingCheck}
      checks={integrationSettingChecks}
      rule="integration_settings.check"
    />
  ),
});

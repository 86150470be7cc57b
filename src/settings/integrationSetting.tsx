/** The page of `integrationSetting`: its test calls. */
import { integrationSettingCheck, integrationSettingChecks } from '../../contract/integrations.ts';
import { integrationSetting } from '../../contract/settings/integrationSetting.ts';
import { connectionPage } from '../pages/integrations/connectionPage.tsx';

export default connectionPage(integrationSetting, {
  check: integrationSettingCheck,
  checks: integrationSettingChecks,
  rule: 'integration_settings.check',
});

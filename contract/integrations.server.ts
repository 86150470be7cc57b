/** What only the server needs of the calls of `integrations.ts`. */
import { serverSide } from './serverSide.ts';

const origin = 'extension' as const;
const ASKS =
  'Asks the address of a revision once, within its time limit, and writes what came into the log of test calls. Addresses of own networks are not asked.';
const LAST = 'The last test calls of what a revision is for, the newest first.';

export const integrationsServer = serverSide({
  integrationSettingChecks: { origin, rule: 'integration_settings.show', summary: LAST },
  integrationSettingCheck: { origin, rule: 'integration_settings.check', summary: ASKS },
  aloqabankConnectionChecks: { origin, rule: 'aloqabank.show', summary: LAST },
  aloqabankConnectionCheck: { origin, rule: 'aloqabank.check', summary: ASKS },
});

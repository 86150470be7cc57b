/** The page of `aloqabankConnection`: its test calls. */
import { aloqabankConnectionCheck, aloqabankConnectionChecks } from '../../contract/integrations.ts';
import { aloqabankConnection } from '../../contract/settings/aloqabankConnection.ts';
import { connectionPage } from '../pages/integrations/connectionPage.tsx';

export default connectionPage(aloqabankConnection, {
  check: aloqabankConnectionCheck,
  checks: aloqabankConnectionChecks,
  rule: 'aloqabank.check',
});

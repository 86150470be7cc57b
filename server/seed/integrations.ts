/** Connections to outside services of the demo chain, without keys: what is packed with a release opens nothing. */
import { sql } from 'kysely';
import type { AnySetting } from '../../contract/setting/setting.ts';
import { aloqabankAccount } from '../../contract/settings/aloqabankAccount.ts';
import { integrationSetting } from '../../contract/settings/integrationSetting.ts';
import { smsCampaignSetting } from '../../contract/settings/smsCampaignSetting.ts';
import { ORGANIZATIONS } from './people.ts';
import { type DemoRevision, since } from './revisions.ts';

/** Each has a terminal. */
const SHOPS = ORGANIZATIONS.filter(({ kind }) => kind === 'branch');

const connection = (service: string, host: string, time_limit: number, enabled = false) => ({
  ...{ service, address: `https://${host}.example/api`, time_limit, enabled },
});
/** The terminal of a branch, by its place among them, with the account of the office that its money comes to. */
const terminal = (at: number, column: string) =>
  sql`(SELECT ${sql.ref(column)} FROM cash_account WHERE kind = 'terminal' ORDER BY id OFFSET ${at} LIMIT 1)`;
const accountOf = (at: number, daysAgo: number): DemoRevision =>
  since(daysAgo, {
    organization_id: terminal(at, 'organization_id'),
    account_id: sql`(SELECT id FROM cash_account WHERE kind = 'bank' ORDER BY id LIMIT 1)`,
    terminal_id: terminal(at, 'id'),
    enabled: true,
  });

export const INTEGRATIONS: readonly (readonly [AnySetting, readonly DemoRevision[]])[] = [
  [
    integrationSetting as unknown as AnySetting,
    [
      since(160, connection('myid', 'myid', 5000, true)),
      { daysAgo: 160, status: 'superseded', values: connection('credit_bureau', 'byuro', 15_000) },
      since(20, connection('credit_bureau', 'byuro', 10_000, true)),
      since(160, connection('sms_gateway', 'sms', 3000, true)),
      since(90, connection('card_processing', 'protsessing', 8000)),
      since(-10, connection('prizma', 'prizma', 10_000, true)),
    ],
  ],
  [smsCampaignSetting as unknown as AnySetting, [since(200, { hour_from: 9, hour_to: 20, approval_from: 500 })]],
  [aloqabankAccount as unknown as AnySetting, SHOPS.map((_, at) => accountOf(at, 120 - at * 5))],
];

/** The seasonal bonus, which has a last day, represents every dated setting: they share lifecycle and server module. */
import { beforeEach } from 'vitest';
import { summerBonus } from '../../../contract/settings/summerBonus.ts';
import { settingRevisionMachine } from '../../../machines/settingRevision/settingRevision.machine.ts';
import { servedSettings } from '../../../server/settings/serve.ts';
import { settingRevisionOracle } from '../../oracle/settingRevision.ts';
import { type Answer, type Server, withServer } from '../world.ts';
import { runApiLayer } from './apiLayer.ts';

const server = withServer();
const { calls } = summerBonus;

const DAY = '2031-06-10';
const LATER = '2031-07-01';
const LAST = '2031-08-31';
const IN_CLOSED_MONTH = '2026-01-15';
const figures = (valid_from: string) => ({
  ...{ title: 'Yozgi bonus', amount: 500_000, categories: [], positions: [], until: LAST },
  valid_from,
});
const at = (day: string) => new Date(`${day}T09:00:00+05:00`);
const startDue = servedSettings().find(({ setting }) => setting.spec.name === 'summerBonus')?.startDue;

interface Opened {
  id: number;
  /** A subject of its own, so that revisions of other paths do not supersede this one. */
  threshold: number;
}
let thresholds = 0;
async function open(on: Server): Promise<Opened> {
  thresholds += 1;
  const { data } = await on.do('director', calls.create, {
    body: { measure: 'units', threshold: thresholds, ...figures(DAY) },
  });
  return { id: data.id, threshold: thresholds };
}

async function send(on: Server, { id, threshold }: Opened, name: string) {
  const params = { id };
  const start = async (day: string) => {
    await on.db.tx(async (trx) => startDue?.({ db: trx, now: at(day) }));
    return { status: 200 } as Answer<unknown>;
  };
  switch (name) {
    case 'changes its figures':
      return on.call('director', calls.update, { params, body: { ...figures(DAY), amount: 600_000 } });
    case 'moves it into a closed month':
      return on.call('director', calls.update, { params, body: figures(IN_CLOSED_MONTH) });
    case 'plans it':
      return on.call('director', calls.plan, { params });
    case 'drops it':
      return on.call('director', calls.drop, { params });
    case 'its day comes':
      return start(DAY);
    case 'its last day is over':
      return start('2031-09-01');
    case 'a later one comes': {
      const later = await on.do('director', calls.create, { body: { measure: 'units', threshold, ...figures(LATER) } });
      await on.do('director', calls.plan, { params: { id: later.data.id } });
      return start(LATER);
    }
    default:
      throw new Error(`no verb for "${name}"`);
  }
}

beforeEach(async () => {
  await server.current.db.kysely
    .insertInto('practice_month')
    .values({ year: 2026, month: 1, status: 'closed' })
    .onConflict((row) => row.columns(['year', 'month']).doNothing())
    .execute();
});

runApiLayer({
  machine: settingRevisionMachine,
  oracle: settingRevisionOracle,
  server,
  kind: 'summerBonus',
  async open(watched) {
    const on = watched.server;
    const revision = await open(on);
    return {
      id: revision.id,
      send: (verb) => send(on, revision, verb),
      async look() {
        const { data } = await on.do('director', calls.revisions, { params: { id: revision.id } });
        const own = data.find((one) => one.id === revision.id);
        return { state: own?.status ?? 'gone', whole: data, ...(own && { version: own.version }) };
      },
    };
  },
});

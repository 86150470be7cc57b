/** A markup of a category represents every dated setting: they share lifecycle and server module. */
import { beforeEach } from 'vitest';
import { markupCreate, markupDrop, markupPlan, markupRevisions, markupUpdate } from '../../../contract/markups.ts';
import { settingRevisionMachine } from '../../../machines/settingRevision/settingRevision.machine.ts';
import { MARKUPS } from '../../../server/supply/markups.ts';
import { settingRevisionOracle } from '../../oracle/settingRevision.ts';
import { type Answer, type Server, withServer } from '../world.ts';
import { runApiLayer } from './apiLayer.ts';

const server = withServer();

const DAY = '2031-06-10';
const IN_CLOSED_MONTH = '2026-01-15';
const figures = (valid_from: string) => ({ no_cash: 90, additional: 12, other_additional: 1000, valid_from });
const at = (day: string) => new Date(`${day}T09:00:00+05:00`);
let categories = 0;
/** A category of its own, so that revisions of other paths do not supersede this one. */
async function open(on: Server): Promise<{ id: number; category: number }> {
  categories += 1;
  const { id: category } = await on.db.kysely
    .insertInto('product_category')
    .values({ name_uz: `Boʻlim ${categories}`, name_ru: 'Раздел', parent_id: null })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { data } = await on.do('director', markupCreate, {
    body: { category_id: category, organization_id: null, ...figures(DAY) },
  });
  return { id: data.id, category };
}

async function send(on: Server, { id, category }: { id: number; category: number }, name: string) {
  const params = { id };
  const start = async (day: string) => {
    await on.db.tx((trx) => MARKUPS.startDue({ db: trx, now: at(day) }));
    return { status: 200 } as Answer<unknown>;
  };
  switch (name) {
    case 'changes its figures':
      return on.call('director', markupUpdate, { params, body: { ...figures(DAY), additional: 15 } });
    case 'moves it into a closed month':
      return on.call('director', markupUpdate, { params, body: figures(IN_CLOSED_MONTH) });
    case 'plans it':
      return on.call('director', markupPlan, { params });
    case 'drops it':
      return on.call('director', markupDrop, { params });
    case 'its day comes':
      return start(DAY);
    case 'a later one comes': {
      const later = await on.do('director', markupCreate, {
        body: { category_id: category, organization_id: null, ...figures('2031-07-01') },
      });
      await on.do('director', markupPlan, { params: { id: later.data.id } });
      return start('2031-07-01');
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
  kind: 'markup_category',
  async open(watched) {
    const on = watched.server;
    const revision = await open(on);
    return {
      id: revision.id,
      send: (verb) => send(on, revision, verb),
      async look() {
        const { data } = await on.do('director', markupRevisions, { params: { id: revision.category } });
        const own = data.find((one) => one.id === revision.id);
        return { state: own?.status ?? 'gone', whole: data, ...(own && { version: own.version }) };
      },
    };
  },
});

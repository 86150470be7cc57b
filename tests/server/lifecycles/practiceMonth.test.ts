import { practiceMonthClose, practiceMonthIndex, practiceMonthReopen } from '../../../contract/practiceDay.ts';
import { practiceMonthMachine } from '../../../machines/practiceMonth/practiceMonth.machine.ts';
import type { Facts } from '../../oracle/oracle.ts';
import { practiceMonthOracle } from '../../oracle/practiceMonth.ts';
import { type Answer, type Server, withServer } from '../world.ts';
import { runApiLayer } from './apiLayer.ts';

let months = 0;

/** A month of long ago, or far ahead, with one closed day; the other organization has one more that may be open. */
async function open(on: Server, { openDays, lastDayCame }: Facts): Promise<number> {
  months += 1;
  const year = (lastDayCame ? 2000 : 2100) + months;
  return on.db.tx(async (trx) => {
    const { id } = await trx
      .insertInto('practice_month')
      .values({ year, month: 5 })
      .returning('id')
      .executeTakeFirstOrThrow();
    // the one day of an organization that may be open is lent to this month
    await trx.updateTable('practice_day').set({ status: 'closed' }).where('organization_id', '=', 2).execute();
    await trx
      .insertInto('practice_day')
      .values([
        { organization_id: 1, practice_month_id: id, date: `${year}-05-10`, status: 'closed', closed_at: null },
        {
          organization_id: 2,
          practice_month_id: id,
          date: `${year}-05-10`,
          status: Number(openDays) > 0 ? 'closing' : 'closed',
          closed_at: null,
        },
      ])
      .execute();
    return id;
  });
}

function send(on: Server, id: number, name: string): Promise<Answer<unknown>> {
  const params = { id };
  if (name === 'closes the month') return on.call('director', practiceMonthClose, { params });
  if (name === 'reopens the month')
    return on.call('director', practiceMonthReopen, { params, body: { reason: 'Kurs xato kiritilgan' } });
  throw new Error(`no verb for "${name}"`);
}

runApiLayer({
  machine: practiceMonthMachine,
  oracle: practiceMonthOracle,
  server: withServer(),
  kind: 'practice_month',
  async open(watched, facts) {
    const on = watched.server;
    const id = await open(on, facts);
    return {
      id,
      send: (verb) => send(on, id, verb),
      async look() {
        const { data } = await on.do('director', practiceMonthIndex, { query: { per_page: 100 } });
        const own = data.find((month) => month.id === id);
        return { state: own?.status ?? 'gone', whole: own, ...(own && { version: own.version }) };
      },
    };
  },
});

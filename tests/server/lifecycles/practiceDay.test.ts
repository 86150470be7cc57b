import { expect } from 'vitest';
import {
  practiceDayClose,
  practiceDayIndex,
  practiceDayReopen,
  practiceDayResume,
  practiceDayStartClosing,
} from '../../../contract/practiceDay.ts';
import { practiceDayMachine } from '../../../machines/practiceDay/practiceDay.machine.ts';
import { createDocument } from '../../../server/documents/documents.ts';
import type { Facts } from '../../oracle/oracle.ts';
import { practiceDayOracle } from '../../oracle/practiceDay.ts';
import { type Answer, type Server, withServer } from '../world.ts';
import { runApiLayer } from './apiLayer.ts';

const YEAR = 2019;
let branches = 0;

interface Own {
  organization: number;
  month: number;
  id: number;
}

/** A branch and a month of its own with one open day. */
async function open(on: Server): Promise<Own> {
  branches += 1;
  const tag = `K${branches}`;
  return on.db.tx(async (trx) => {
    const { id: organization } = await trx
      .insertInto('organization')
      .values({
        name: tag,
        short_name: tag,
        code: tag,
        kind: 'branch',
        territory_id: 1,
        parent_id: null,
        address: null,
        phone: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const { id: month } = await trx
      .insertInto('practice_month')
      .values({ year: YEAR - branches, month: 3 })
      .returning('id')
      .executeTakeFirstOrThrow();
    const { id } = await trx
      .insertInto('practice_day')
      .values({ organization_id: organization, practice_month_id: month, date: '2019-03-10', closed_at: null })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { organization, month, id };
  });
}

const document = (on: Server, { organization }: Own, status: string, practiceDayId?: number) =>
  on.db.tx((trx) =>
    createDocument(trx, {
      kind: 'product_invoice',
      organizationId: organization,
      status,
      userId: 1,
      now: new Date(),
      ...(practiceDayId !== undefined && { practiceDayId }),
    }),
  );

const laterDay = async (on: Server, { organization, month }: Own, status: 'open' | 'closed') =>
  (
    await on.db.kysely
      .insertInto('practice_day')
      .values({ organization_id: organization, practice_month_id: month, date: '2019-03-11', status, closed_at: null })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;

/** Makes true what the guards read. */
async function make(on: Server, own: Own, facts: Facts): Promise<void> {
  if (Number(facts.blockers) > 0) await document(on, own, 'sent');
  if (facts.anotherOpen) await laterDay(on, own, 'open');
  if (facts.laterDocuments) await document(on, own, 'confirmed', await laterDay(on, own, 'closed'));
  if (facts.monthClosed)
    await on.db.kysely.updateTable('practice_month').set({ status: 'closed' }).where('id', '=', own.month).execute();
}

function send(on: Server, { id }: Own, name: string): Promise<Answer<unknown>> {
  const params = { id };
  switch (name) {
    case 'begins to close it':
      return on.call('director', practiceDayStartClosing, { params });
    case 'goes on working':
      return on.call('director', practiceDayResume, { params });
    case 'closes it':
      return on.call('director', practiceDayClose, { params });
    case 'reopens it':
      return on.call('director', practiceDayReopen, { params, body: { reason: 'Kirim qolib ketgan' } });
    default:
      throw new Error(`no verb for "${name}"`);
  }
}

const look = async (on: Server, { organization, id }: Own) =>
  (await on.do('director', practiceDayIndex, { query: { organization_id: organization } })).data.find(
    (day) => day.id === id,
  );

runApiLayer({
  machine: practiceDayMachine,
  oracle: practiceDayOracle,
  server: withServer(),
  kind: 'practice_day',
  async open(watched) {
    const on = watched.server;
    const own = await open(on);
    return {
      id: own.id,
      send: (verb) => send(on, own, verb),
      make: (facts) => make(on, own, facts),
      async look() {
        const day = await look(on, own);
        // the closing stamp is removed with the state
        expect(day?.closed_by !== null).toBe(day?.status === 'closed');
        return { state: day?.status ?? 'gone', whole: day, ...(day && { version: day.version }) };
      },
    };
  },
});

/** Invoices with a log of known times. */
import { beforeAll } from 'vitest';
import { type Replayed, workflowTimes } from '../../contract/workflows.ts';
import { createDocument } from '../../server/documents/documents.ts';
import { appendLog } from '../../server/lifecycle/stages.ts';
import { ORGANIZATION, OTHER_ORGANIZATION, PEOPLE, type PersonName, type Server } from './world.ts';

/** The day of the invoices whose times are worked by hand. */
export const DAY = '2026-10-05';

export const at = (time: string, day = DAY) => new Date(`${day}T${time}:00+05:00`);

export type Step = readonly [time: string, event: string, state: string];

export const known: Record<'plain' | 'calledOff' | 'twice' | 'open' | 'dropped', { id: number; number: string }> =
  {} as never;

/** These may see workflows too; what they may see of documents stays what it is. */
export const ANALYSTS = ['viewer', 'purchaser', 'keeper', 'deputy'] as const satisfies readonly PersonName[];

/** Writes the invoices before the tests of a file; helpers bound to its server. */
export function workflowKit(server: { readonly current: Server }) {
  /** An invoice with the log that its steps would have left. */
  async function invoice(
    steps: readonly Step[],
    { organizationId = ORGANIZATION, userId = PEOPLE.keeper.id, day = DAY } = {},
  ) {
    return server.current.db.tx(async (trx) => {
      const [first] = steps;
      const last = steps.at(-1);
      if (first === undefined || last === undefined) throw new Error('an invoice has a step');
      const { id, number } = await createDocument(trx, {
        kind: 'product_invoice',
        organizationId,
        status: last[2],
        userId,
        now: at(first[0], day),
      });
      let before: string | null = null;
      for (const [time, event, after] of steps) {
        await appendLog(trx, {
          ...{ log: 'event_log', kind: 'document', machine: 'invoice', id, payload: {} },
          ...{ event, before, after, userId, now: at(time, day) },
        });
        before = after;
      }
      return { id, number };
    });
  }

  const timesOf = async (who: PersonName, date: string | null = DAY, machine: Replayed = 'invoice') =>
    (await server.current.do(who, workflowTimes, { query: { machine, ...(date !== null && { date }) } })).data;

  beforeAll(async () => {
    const { db } = server.current;
    await db.kysely
      .insertInto('user_rule')
      .values(
        ANALYSTS.map((name) => ({
          user_id: PEOPLE[name].id,
          resource: 'workflows',
          action: 'show',
          granted: true,
          until: null,
        })),
      )
      .execute();
    known.plain = await invoice([
      ['08:00', 'invoice.create', 'draft'],
      ['09:00', 'line.add', 'draft'],
      ['10:00', 'invoice.send', 'sent'],
      ['11:00', 'invoice.confirm', 'confirmed'],
      ['18:00', 'line.correct', 'confirmed'],
    ]);
    known.calledOff = await invoice([
      ['08:00', 'invoice.create', 'draft'],
      ['12:00', 'invoice.send', 'sent'],
      ['12:30', 'invoice.cancel', 'cancelled'],
    ]);
    known.twice = await invoice(
      [
        ['08:00', 'invoice.create', 'draft'],
        ['14:00', 'invoice.send', 'sent'],
        ['15:00', 'invoice.takeBack', 'draft'],
        ['17:00', 'invoice.send', 'sent'],
        ['20:00', 'invoice.confirm', 'confirmed'],
      ],
      { organizationId: OTHER_ORGANIZATION },
    );
    known.dropped = await invoice([
      ['08:00', 'invoice.create', 'draft'],
      ['08:01', 'invoice.delete', 'deleted'],
    ]);
    known.open = await invoice([['08:00', 'invoice.create', 'draft']], { day: '2026-10-06' });
  }, 60_000);

  return { invoice, timesOf };
}

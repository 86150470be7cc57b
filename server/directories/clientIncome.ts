/** Incomes of clients and of who is none yet: one of a source and a month, of a month that is over. */
import { sql } from 'kysely';
import { clientIncome } from '../../contract/directories/clientIncome.ts';
import { seesNumbers } from '../clients/masking.ts';
import { approvals } from '../directory/approval.ts';
import { type Faults, serveDirectory } from '../directory/serve.ts';
import { tashkentDay, writtenDay } from '../http/days.ts';

serveDirectory(clientIncome, {
  async extra({ db, user }, ids) {
    const earned = seesNumbers(user) ? sql`r.amount` : sql`NULL::numeric`;
    const { rows } = await sql<{ id: number; earned: number | null; client: number | null; decision: string | null }>`
      SELECT r.id, ${earned} AS earned, c.id AS client, r.decision FROM client_income r LEFT JOIN client c ON lower(c.pinfl) = r.pinfl
      WHERE r.id = ANY (${[...ids]}::integer[])`.execute(db);
    return new Map(rows.map(({ id, ...facts }) => [id, facts]));
  },
  async refuse({ db, now }, { id, body, before }) {
    const faults: Faults = {};
    const month = body.month ?? before?.month ?? '';
    const [pinfl, source] = [body.pinfl ?? before?.pinfl ?? '', body.source ?? before?.source ?? ''];
    if (month.slice(0, 7) >= tashkentDay(now).slice(0, 7)) return { month: [{ key: 'month_not_over' }] };
    const { rows } = await sql<{ id: number }>`
      SELECT id FROM client_income
      WHERE pinfl = ${pinfl} AND source = ${source} AND date_trunc('month', month) = date_trunc('month', ${month}::date)
        AND status IN ('draft', 'sent', 'approved') AND id IS DISTINCT FROM ${id}::integer LIMIT 1`.execute(db);
    if (rows[0])
      faults.month = [{ key: 'income_twice', values: { id: String(rows[0].id), date: writtenDay(month).slice(3) } }];
    return faults;
  },
  actions: approvals(clientIncome, { approve: async () => ({}) }),
});

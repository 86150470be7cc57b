/** Incomes of clients and of who is none yet: one of a source and a month, of a month that is over. */
import { sql } from 'kysely';
import { clientIncome } from '../../contract/directories/clientIncome.ts';
import { seesNumbers } from '../clients/masking.ts';
import { approvals } from '../directory/approval.ts';
import { type Faults, serveDirectory } from '../directory/serve.ts';
import { tashkentDay, writtenDay } from '../http/days.ts';
import { earnedOn } from '../scoring/sources.ts';

interface Facts {
  earned: number | null;
  average: number | null;
  months: number;
  checked_by: string | null;
  client: number | null;
  decision: string | null;
}

serveDirectory(clientIncome, {
  async extra({ db, user, now }, ids) {
    const seen = (sum: string) => (seesNumbers(user) ? sql.raw(sum) : sql`NULL::numeric`);
    const { rows } = await sql<Facts & { id: number }>`
      SELECT r.id, ${seen('r.amount')} AS earned, ${seen('e.average')} AS average, e.months, c.id AS client, r.decision,
             (SELECT u.fullname FROM record_log l JOIN app_user u ON u.id = l.user_id
              WHERE l.kind = 'clientIncome' AND l.record_id = r.id AND l.event = 'request.approve'
              ORDER BY l.id DESC LIMIT 1) AS checked_by
      FROM client_income r LEFT JOIN client c ON lower(c.pinfl) = r.pinfl
      CROSS JOIN LATERAL (${earnedOn(sql`r.pinfl`, tashkentDay(now))}) e
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

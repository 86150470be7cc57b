/** New clients: how they pay their first contract, by the ledger. */
import { sql } from 'kysely';
import { newClient, WATCHED_MONTHS } from '../../contract/directories/newClient.ts';
import { serveDirectory } from '../directory/serve.ts';
import { tashkentDay } from '../http/days.ts';
import { standingsOf } from '../sale/standing.ts';
import { moneyOver } from '../sale/totals.ts';

interface Facts {
  id: number;
  contract: { id: number; number: string | null };
  month: number;
  due: number;
  paid: number;
}

serveDirectory(newClient, {
  visible: () =>
    sql`r.began_on > (now() AT TIME ZONE 'Asia/Tashkent')::date - make_interval(months => ${WATCHED_MONTHS}::integer)`,
  async totals({ db }, ids, among) {
    const { overdue } = await moneyOver(
      db,
      sql`c.id IN (SELECT n.contract_id FROM new_client n WHERE n.id IN (${ids}) AND ${among(sql`n.id`)})`,
    );
    return { overdue };
  },
  async extra({ db, now }, ids) {
    const today = tashkentDay(now);
    const { rows } = await sql<Facts>`
      SELECT r.id, jsonb_build_object('id', d.id, 'number', d.number) AS contract,
             (extract(year FROM age(${today}::date, r.began_on)) * 12
               + extract(month FROM age(${today}::date, r.began_on)) + 1)::integer AS month,
             i.due, i.paid
      FROM new_client r JOIN document d ON d.id = r.contract_id
      CROSS JOIN LATERAL (SELECT count(*)::integer AS due, (count(*) FILTER (WHERE paid >= amount))::integer AS paid
        FROM instalment WHERE contract_id = d.id AND number > 0 AND due <= ${today}::date) i
      WHERE r.id = ANY (${[...ids]}::integer[])`.execute(db);
    const standings = await standingsOf(
      db,
      rows.map(({ contract }) => contract.id),
    );
    return new Map(
      rows.map(({ id, month, ...facts }) => {
        const standing = standings.get(facts.contract.id);
        const late = { overdue_days: standing?.overdueDays ?? 0, overdue: standing?.overdueSum ?? 0 };
        return [id, { ...facts, ...late, month: Math.max(1, month) }];
      }),
    );
  },
});

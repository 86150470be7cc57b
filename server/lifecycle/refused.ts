/**
 * Counts refused steps: no log has a row of a refusal. Written once the
 * refused transaction is over and the answer is being sent; a count that cannot be written is lost, never the answer.
 */
import { sql } from 'kysely';
import type { Database } from '../db/open.ts';
import { tashkentDay } from '../http/days.ts';
import type { Refusal } from '../http/refusal.ts';

export type CountRefusal = (refusal: Refusal, userId: number, now: Date) => void;

type Log = (level: 'warn', message: string, extra?: object) => void;

interface Waiting {
  day: string;
  chart: string;
  state: string;
  event: string;
  reason: string;
  user: number;
  branch: number | null;
  n: number;
}

/** The error's code, or the key of its message: never its figures. */
const reasonOf = ({ code, extra }: Refusal): string => extra.messageKey?.replace(/^errors\./, '') ?? code;

export function refusalCounter({ kysely }: Pick<Database, 'kysely'>, log: Log): CountRefusal {
  // refusals that come while others are written are written together: one statement at a time
  const waiting = new Map<string, Waiting>();
  let writing = false;

  async function write(): Promise<void> {
    while (waiting.size > 0) {
      const rows = JSON.stringify([...waiting.values()]);
      waiting.clear();
      await sql`
        INSERT INTO refused_step (day, chart, state, event, reason, position_id, organization_id, count)
        SELECT r.day, r.chart, r.state, r.event, r.reason, u.position_id,
               coalesce(r.branch, u.organization_id), sum(r.n)
        FROM jsonb_to_recordset(${rows}::jsonb) AS r
          (day date, chart text, state text, event text, reason text, "user" integer, branch integer, n integer)
        JOIN app_user u ON u.id = r."user" GROUP BY 1, 2, 3, 4, 5, 6, 7
        ON CONFLICT (day, chart, state, event, reason, position_id, organization_id)
          DO UPDATE SET count = refused_step.count + excluded.count`.execute(kysely);
    }
  }

  function start(): void {
    if (writing) return;
    writing = true;
    write()
      .catch((error: unknown) => log('warn', 'refused steps not counted', { error: String(error) }))
      .finally(() => {
        writing = false;
      });
  }

  return (refusal, userId, now) => {
    if (refusal.step === undefined) return;
    const { chart, state, event, branch = null } = refusal.step;
    const row = { day: tashkentDay(now), chart, state, event, reason: reasonOf(refusal), user: userId, branch };
    const key = JSON.stringify(row);
    waiting.set(key, { ...row, n: (waiting.get(key)?.n ?? 0) + 1 });
    setImmediate(start);
  };
}

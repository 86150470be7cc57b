/**
 * Incomes of the demo, entered by the scoring specialist and checked by another person: one of everybody who was a client
 * before the year and works, three months of some others.
 */
import { sql } from 'kysely';
import { clientIncome } from '../../contract/directories/clientIncome.ts';
import type { DirectoryBody } from '../../contract/directory/directory.ts';
import { monthsAfter } from '../../contract/sale/schedule.ts';
import { tashkentDay } from '../http/days.ts';
import { checkIncome, type Worker } from './checkedIncome.ts';
import { COUNT } from './clients.ts';
import { call, DAY, type Desk, HOUR, later, type Replay } from './desk.ts';
import { demoPeople } from './people.ts';

/** Beside the official one (`checkedIncome.ts`). */
const SOURCES = ['declared', 'card_turnover', 'pension', 'self_employed', 'card_turnover', 'declared'] as const;
const MONTHS = 3;
const [send, approve, refuse] = ['send', 'approve', 'refuse'].map((verb) => clientIncome.steps[`request.${verb}`]);

export async function incomeReplays(desk: Desk): Promise<Replay[]> {
  const specialist = demoPeople().find(({ position }) => position === 'Skoring mutaxassisi')?.username ?? 'director';
  const { rows } = await sql<Worker>`
    SELECT fullname, pinfl, salary FROM client WHERE pinfl IS NOT NULL AND salary IS NOT NULL ORDER BY id DESC LIMIT 9`.execute(
    desk.db.kysely,
  );
  const { rows: workers } = await sql<Worker>`
    SELECT fullname, pinfl, salary FROM client WHERE id <= ${COUNT} AND pinfl IS NOT NULL AND workplace_id IS NOT NULL
    ORDER BY id`.execute(desk.db.kysely);
  const before: Replay = {
    at: new Date(Date.now() - 60 * DAY),
    async run() {
      for (const worker of workers) {
        await checkIncome(desk, specialist, worker);
        later(desk, 2);
      }
    },
  };
  const monthly = rows.map(
    ({ fullname, pinfl, salary }, index): Replay => ({
      at: new Date(Date.now() - (2 + index) * DAY - HOUR),
      async run() {
        const first = `${tashkentDay(desk.clock.now).slice(0, 7)}-01`;
        for (let back = 1; back <= MONTHS; back += 1) {
          const body: DirectoryBody<typeof clientIncome> = {
            ...{ pinfl, fullname, source: SOURCES[index % SOURCES.length] ?? 'official' },
            ...{ month: monthsAfter(first, -back), amount: salary + (back - 2) * 150_000, note: null },
          };
          const { data } = await call(desk, specialist, clientIncome.calls.create, { body });
          const params = { id: data.id };
          later(desk, 3);
          // the latest ones are still being written, or wait
          if (index === 0 && back === 1) continue;
          await call(desk, specialist, send as never, { params } as never);
          if (index < 2) continue;
          later(desk, 20);
          if (index === 5 && back === 3)
            await call(
              desk,
              'director',
              refuse as never,
              {
                ...{ params, body: { reason: 'Koʻchirmada boshqa odamning ismi.' } },
              } as never,
            );
          else await call(desk, 'director', approve as never, { params } as never);
        }
      },
    }),
  );
  return [before, ...monthly];
}

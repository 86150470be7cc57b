/** Incomes of the demo: three months of some clients, entered by the scoring specialist and checked by another person. */
import { sql } from 'kysely';
import { clientIncome } from '../../contract/directories/clientIncome.ts';
import type { DirectoryBody } from '../../contract/directory/directory.ts';
import { monthsAfter } from '../../contract/sale/schedule.ts';
import { tashkentDay } from '../http/days.ts';
import { call, DAY, type Desk, HOUR, later, type Replay } from './desk.ts';
import { demoPeople } from './people.ts';

interface Earner {
  readonly fullname: string;
  readonly pinfl: string;
  readonly salary: number;
}

const SOURCES = ['official', 'card_turnover', 'official', 'self_employed', 'pension', 'declared'] as const;
const MONTHS = 3;
const [send, approve, refuse] = ['send', 'approve', 'refuse'].map((verb) => clientIncome.steps[`request.${verb}`]);

export async function incomeReplays(desk: Desk): Promise<Replay[]> {
  const specialist = demoPeople().find(({ position }) => position === 'Skoring mutaxassisi')?.username ?? 'director';
  const { rows } = await sql<Earner>`
    SELECT fullname, pinfl, salary FROM client WHERE pinfl IS NOT NULL AND salary IS NOT NULL ORDER BY id DESC LIMIT 9`.execute(
    desk.db.kysely,
  );
  return rows.map(
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
}

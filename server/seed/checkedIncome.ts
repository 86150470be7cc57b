/** Checked incomes of clients who work somewhere: without one a client buys on the terms of informal ones (decision 76). */
import { sql } from 'kysely';
import { clientIncome } from '../../contract/directories/clientIncome.ts';
import type { DirectoryBody } from '../../contract/directory/directory.ts';
import { monthsAfter } from '../../contract/sale/schedule.ts';
import { tashkentDay } from '../http/days.ts';
import { isChecked, taxSays } from '../scoring/sources.ts';
import { call, type Desk, later } from './desk.ts';

export interface Worker {
  readonly fullname: string;
  readonly pinfl: string;
  readonly salary: number;
}

const [send, approve] = ['send', 'approve'].map((verb) => clientIncome.steps[`request.${verb}`]);

/**
 * The specialist enters what the client earned last month and another person checks it, unless one counts already. The paper
 * says what the tax service says, so that both weigh the same in a score.
 */
export async function checkIncome(desk: Desk, specialist: string, { fullname, pinfl, salary }: Worker): Promise<void> {
  const day = tashkentDay(desk.clock.now);
  const { rows } =
    await sql`SELECT FROM client_income i WHERE i.pinfl = ${pinfl} AND ${isChecked(day)} LIMIT 1`.execute(
      desk.db.kysely,
    );
  if (rows.length > 0) return;
  const body: DirectoryBody<typeof clientIncome> = {
    ...{ pinfl, fullname, source: 'official', month: monthsAfter(`${day.slice(0, 7)}-01`, -1), note: null },
    amount: taxSays(Number(pinfl.slice(10, 13)))?.income ?? salary,
  };
  const { data } = await call(desk, specialist, clientIncome.calls.create, { body });
  const params = { id: data.id };
  later(desk, 1);
  await call(desk, specialist, send as never, { params } as never);
  later(desk, 1);
  await call(desk, 'director', approve as never, { params } as never);
}

/** The black list of the demo and requests to take somebody off it, with the log lines that their calls would have left. */
import { sql } from 'kysely';
import { pinflDigit } from '../../contract/checkDigits.ts';
import { searchKey } from '../../contract/search.ts';
import type { Trx } from '../db/open.ts';
import { daysAfter, tashkentDay } from '../http/days.ts';
import { demoPeople } from './people.ts';
import { at, logSteps, type State, stepsTo } from './requests.ts';

/** Name, reason, comment, days ago it was opened, its last day from today, state, words of the decision. */
const ENTRIES: readonly (readonly [string, string, string, number, number | null, State, string?])[] = [
  ['Xolmatov Sardor Anvarovich', 'fraud', 'Pasport nusxasi soxta chiqdi, ichki ishlar xabardor.', 41, null, 'approved'],
  [
    'Yoʻldosheva Nargiza Rustamovna',
    'long_debt',
    'Ikki shartnoma boʻyicha bir yildan beri toʻlamaydi.',
    33,
    330,
    'approved',
  ],
  ['Ergashev Doniyor Baxtiyorovich', 'long_debt', 'Telefoni oʻchiq, manzilida yashamaydi.', 30, -2, 'approved'],
  ['Rahmonov Shuhrat Olimovich', 'fraud', 'Boshqa odam nomidan kelgan.', 6, null, 'sent'],
  ['Karimova Zulfiya Hamidovna', 'long_debt', 'Kafil ham javob bermayapti.', 4, 180, 'sent'],
  ['Toshpoʻlatov Jahongir Akmalovich', 'fraud', 'Ish joyi haqidagi maʼlumotnoma tekshirilmoqda.', 1, null, 'draft'],
  ['Nazarova Feruza Shavkatovna', 'long_debt', '', 19, null, 'refused', 'Qarzi toʻlangan, asos yoʻq.'],
  ['Abdurahmonov Ulugʻbek Sobirovich', 'fraud', '', 15, null, 'cancelled', 'Ikki marta kiritilgan ekan.'],
];

/** Numbers of district 000, which nobody has (decision 88). */
export function pinflOf(place: number, fullname: string): string {
  const begun = `${fullname.endsWith('a') ? 4 : 3}${String(10 + place).padStart(2, '0')}0685000${String(place).padStart(3, '0')}`;
  return `${begun}${pinflDigit(begun)}`;
}

const DAY = 24 * 3_600_000;

/** The entry by its place, first day off from today, reason, days ago it was opened, state, words of the decision. */
const REQUESTS: readonly (readonly [number, number, string, number, State, string?])[] = [
  [1, 0, 'Mijoz pasport yoʻqolgani haqida maʼlumotnoma keltirdi.', 20, 'refused', 'Tergov tugamagan.'],
  [1, 7, 'Tergov tugadi, ish yopilgani haqida qaror bor.', 1, 'draft'],
  [2, 3, 'Qarzning hammasini toʻladi, kvitansiya ilova qilingan.', 2, 'sent'],
];

export async function seedBlackList(trx: Trx, now: Date): Promise<void> {
  const idOf = (position: string) => demoPeople().findIndex((one) => one.position === position) + 1;
  const hands = { author: idOf('Skoring mutaxassisi'), decider: idOf('Undiruv boshligʻi') };
  const { rows: reasons } = await sql<{ id: number; code: string }>`SELECT id, code FROM classifier_value`.execute(trx);
  const listed: { id: number; fullname: string }[] = [];
  for (const [index, [fullname, code, comment, ago, last, status, decision]] of ENTRIES.entries()) {
    const opened = new Date(now.getTime() - ago * DAY);
    const steps = stepsTo(status, hands);
    const { id } = await trx
      .insertInto('black_list_entry')
      .values({
        ...{ fullname, status, search_key: searchKey(fullname), comment: comment || null },
        ...{ pinfl: pinflOf(index + 1, fullname), documents: [`A${'ABC'[index % 3]}${4_120_357 + index * 61_043}`] },
        reason_id: reasons.find((one) => one.code === code)?.id ?? null,
        listed_from: tashkentDay(opened),
        listed_to: last === null ? null : daysAfter(tashkentDay(now), last),
        decision: decision ?? null,
        version: steps.length,
        created_by: hands.author,
        created_at: opened,
        since: at(opened, steps.length - 1),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    listed.push({ id, fullname });
    await logSteps(trx, { kind: 'black_list_entry', id, opened, steps, decision });
  }
  for (const [place, off, reason, ago, status, decision] of REQUESTS) {
    const opened = new Date(now.getTime() - ago * DAY);
    const steps = stepsTo(status, hands);
    const entry = listed[place - 1] as (typeof listed)[number];
    const { rows } = await sql<{ id: number }>`
      INSERT INTO unblock_request (entry_id, off_from, reason, status, decision, version, search_key, created_by, owner_id,
                                   created_at, since)
      VALUES (${entry.id}, ${daysAfter(tashkentDay(now), off)}, ${reason}, ${status}, ${decision ?? null}, ${steps.length},
              ${searchKey(reason)}, ${hands.author}, ${hands.author}, ${opened}, ${at(opened, steps.length - 1)})
      RETURNING id`.execute(trx);
    const { id } = rows[0] as { id: number };
    await logSteps(trx, { kind: 'unblockRequest', id, opened, steps, decision });
  }
}

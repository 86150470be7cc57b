/** The black list of the demo: entries in every state, with the log lines that their calls would have left. */
import { sql } from 'kysely';
import { isPinfl } from '../../contract/checkDigits.ts';
import { searchKey } from '../../contract/search.ts';
import type { Trx } from '../db/open.ts';
import { daysAfter, tashkentDay } from '../http/days.ts';
import { demoPeople } from './people.ts';

type State = 'draft' | 'sent' | 'approved' | 'refused' | 'cancelled';

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
function pinflOf(place: number): string {
  const begun = `3${String(10 + place).padStart(2, '0')}0685000${String(place).padStart(3, '0')}`;
  return [...'0123456789'].map((last) => begun + last).find(isPinfl) as string;
}

const DAY = 24 * 3_600_000;
const MINUTE = 60_000;

export async function seedBlackList(trx: Trx, now: Date): Promise<void> {
  const idOf = (position: string) => demoPeople().findIndex((one) => one.position === position) + 1;
  const author = idOf('Skoring mutaxassisi');
  const decider = idOf('Undiruv boshligʻi');
  const { rows: reasons } = await sql<{ id: number; code: string }>`SELECT id, code FROM classifier_value`.execute(trx);
  for (const [index, [fullname, code, comment, ago, last, status, decision]] of ENTRIES.entries()) {
    const opened = new Date(now.getTime() - ago * DAY);
    const day = tashkentDay(opened);
    const steps: [event: string, before: State | null, after: State, by: number][] = [
      ['request.create', null, 'draft', author],
    ];
    if (status !== 'draft') steps.push(['request.send', 'draft', 'sent', author]);
    if (status === 'approved') steps.push(['request.approve', 'sent', 'approved', decider]);
    if (status === 'refused') steps.push(['request.refuse', 'sent', 'refused', decider]);
    if (status === 'cancelled') steps.push(['request.cancel', 'sent', 'cancelled', author]);
    const at = (step: number) => new Date(opened.getTime() + step * 47 * MINUTE);
    const { id } = await trx
      .insertInto('black_list_entry')
      .values({
        ...{ fullname, status, search_key: searchKey(fullname), comment: comment || null },
        ...{ pinfl: pinflOf(index + 1), documents: [`A${'ABC'[index % 3]}${4_120_357 + index * 61_043}`] },
        reason_id: reasons.find((one) => one.code === code)?.id ?? null,
        listed_from: day,
        listed_to: last === null ? null : daysAfter(tashkentDay(now), last),
        decision: decision ?? null,
        version: steps.length,
        created_by: author,
        created_at: opened,
        since: at(steps.length - 1),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await trx
      .insertInto('record_log')
      .values(
        steps.map(([event, state_before, state_after, user_id], place) => ({
          ...{ kind: 'black_list_entry', record_id: id, machine: 'approval', event, state_before, state_after },
          payload: JSON.stringify(decision !== undefined && place === 2 ? { after: { reason: decision } } : {}),
          ...{ user_id, at: at(place) },
        })),
      )
      .execute();
  }
}

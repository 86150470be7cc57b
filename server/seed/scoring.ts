/** Runs of the scoring in the demo, of clients and of who is none yet, by their own calls; sources are the stand-ins. */
import { sql } from 'kysely';
import { pinflDigit } from '../../contract/checkDigits.ts';
import { saidByPinfl } from '../../contract/persons.ts';
import { scoringRunCreate, scoringRunReview, scoringRunStart } from '../../contract/scoringRuns.ts';
import { collect, expireDue } from '../scoring/collect.ts';
import { call, DAY, type Desk, HOUR, later, type Replay } from './desk.ts';
import { demoPeople } from './people.ts';

interface Scored {
  readonly fullname: string;
  readonly pinfl: string;
  readonly document: string;
}

const STRANGERS = [
  ...['Boymurodov Alisher Komilovich', 'Hakimova Sabina Ravshanovna', 'Ortiqov Jasur Nodirovich'],
  ...['Sodiqova Mohira Azizovna', 'Yunusov Temur Ilhomovich', 'Qosimova Laylo Shavkatovna'],
  ...['Davronov Sherali Gʻayratovich', 'Nurmatova Dilfuza Akramovna'],
];
/** Digits 11 to 13 of theirs: the last three are what a stand-in does not answer (decision 86). */
const STRANGE_DIGITS = [203, 217, 228, 231, 246, 997, 998, 999];

/** District 000, which nobody has (decision 88). */
function strangers(): Scored[] {
  return STRANGERS.map((fullname, index) => {
    const woman = fullname.endsWith('a');
    const begun = `${woman ? 4 : 3}${String(11 + index * 2).padStart(2, '0')}0${1 + index}${74 + index * 3}000${STRANGE_DIGITS[index]}`;
    return { fullname, pinfl: `${begun}${pinflDigit(begun)}`, document: `AD${5_310_417 + index * 73_211}` };
  });
}

/** What is asked for, in turn. */
const ASKED = [
  { goods: 4_200_000, first_payment: 840_000, term: 12, guarantor: false },
  { goods: 7_900_000, first_payment: 1_580_000, term: 12, guarantor: false },
  { goods: 2_600_000, first_payment: 1_300_000, term: 6, guarantor: true },
  { goods: 12_400_000, first_payment: 2_480_000, term: 12, guarantor: true },
  { goods: 1_500_000, first_payment: 300_000, term: 6, guarantor: false },
  { goods: 5_700_000, first_payment: 1_710_000, term: 9, guarantor: false },
];

export async function scoringReplays(desk: Desk): Promise<Replay[]> {
  const specialist = demoPeople().find(({ position }) => position === 'Skoring mutaxassisi')?.username ?? 'director';
  const { rows: clients } = await sql<Scored>`
    SELECT c.fullname, c.pinfl, (SELECT d.number FROM client_document d WHERE d.client_id = c.id ORDER BY d.id LIMIT 1) AS document
    FROM client c WHERE c.pinfl IS NOT NULL ORDER BY c.id LIMIT 30`.execute(desk.db.kysely);
  const people = clients.flatMap((one, index) => {
    const stranger = strangers()[index / 3];
    return stranger === undefined ? [one] : [one, stranger];
  });
  const night: Replay = {
    at: new Date(Date.now() - 6 * HOUR),
    async run() {
      await desk.db.tx((db) => expireDue({ db, now: desk.clock.now }));
    },
  };
  const runs = people.map(({ fullname, pinfl, document }, index): Replay => {
    const author = index % 5 === 4 ? 'director' : specialist;
    return {
      // some are over by now
      at: new Date(Date.now() - Math.ceil((people.length - index) * 1.2) * DAY - (index % 4) * HOUR),
      async run() {
        const { birth_date } = saidByPinfl(pinfl);
        const asked = ASKED[index % ASKED.length] as (typeof ASKED)[number];
        const body = { pinfl, document, fullname, birth_date, consent: true, ...asked };
        const { data } = await call(desk, author, scoringRunCreate, { body });
        // one on the black list is not begun
        if (data.refused['run.start'] !== undefined) return;
        const params = { id: data.id };
        later(desk, 2);
        await call(desk, author, scoringRunStart, { params });
        await collect(desk.db, data.id, desk.clock.now);
        const { rows } = await sql<{ decision: string | null; credit_limit: number }>`
          SELECT decision, credit_limit FROM scoring_run WHERE id = ${data.id}`.execute(desk.db.kysely);
        const [result] = rows;
        // the latest ones wait
        if (result?.decision !== 'manual' || people.length - index < 8) return;
        later(desk, 40);
        const approve = index % 3 !== 0;
        await call(desk, author === 'director' ? specialist : 'director', scoringRunReview, {
          params,
          body: {
            approve,
            limit: approve ? Math.round(result.credit_limit * 0.7) : null,
            comment: approve ? 'Ish joyiga qoʻngʻiroq qilindi, daromadi tasdiqlandi.' : 'Ish joyi tasdiqlanmadi.',
          },
        });
      },
    };
  });
  return [...runs, night];
}

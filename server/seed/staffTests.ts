/** Tests of staff in the demo chain: questions that a shop would ask, results in every group (decision 15). */
import { type Insertable, sql } from 'kysely';
import { searchKey } from '../../contract/search.ts';
import type { QuestionType } from '../../contract/staffTests.ts';
import type { Trx } from '../db/open.ts';
import type { Schema } from '../db/schema.ts';
import type { DemoUser } from './people.ts';
import type { Random } from './random.ts';

/** Options begin with `+` where they are right; a question of words has none and lists what is accepted. */
interface DemoQuestion {
  title: string;
  options?: readonly string[];
  accepted?: readonly string[];
  /** Share of people who know it. */
  known: number;
}

interface DemoTest {
  title: string;
  description: string;
  /** Minutes. */
  duration: number;
  percent: number;
  tries: number;
  positions: readonly string[];
  status: 'draft' | 'published' | 'ended';
  beganDaysAgo: number;
  endsInDays: number | null;
  questions: readonly DemoQuestion[];
}

const ALL: readonly string[] = [];

export const DEMO_TESTS: readonly DemoTest[] = [
  {
    title: 'Nasiya shartnomasi',
    description: 'Shartnoma tuzishdan oldin har bir sotuvchi bilishi kerak boʻlgan qoidalar.',
    duration: 15,
    percent: 70,
    tries: 3,
    positions: ['Sotuvchi', 'Kassir', 'Filial rahbari'],
    status: 'published',
    beganDaysAgo: 20,
    endsInDays: 40,
    questions: [
      {
        title: 'Tovar mijozga qachon beriladi?',
        options: ['Shartnoma imzolangach', '+Birinchi toʻlov olingach', 'Ertasi kuni', 'Skoring tugagach'],
        known: 0.85,
      },
      {
        title: 'Toʻlov qaysi boʻlakka birinchi yoziladi?',
        options: ['+Eng eski toʻlanmagan boʻlakka', 'Eng katta boʻlakka', 'Shu oyning boʻlagiga', 'Mijoz tanlaganiga'],
        known: 0.6,
      },
      {
        title: 'Shartnoma uchun nimalar kerak? Hammasini belgilang.',
        options: ['+Pasport yoki ID karta', '+Tugagan skoring', 'Mehnat daftarchasi', '+Telefon raqami'],
        known: 0.35,
      },
      {
        title: 'Skoring natijasi necha kun amal qiladi? Sonini yozing.',
        accepted: ['30', '30 kun', 'oʻttiz'],
        known: 0.55,
      },
      {
        title: 'Qora roʻyxatdagi mijozdan toʻlov olinadimi?',
        options: ['+Ha, har doim', 'Yoʻq', 'Faqat rahbar ruxsati bilan'],
        known: 0.7,
      },
      {
        title: 'Boʻlib toʻlash muddati qayerda koʻrsatiladi?',
        options: ['Chekda', '+Shartnoma jadvalida', 'Narx yorligʻida'],
        known: 0.9,
      },
    ],
  },
  {
    title: 'Ombor: qabul va sanoq',
    description: 'Yuk qabul qilish, seriya raqamlari va sanoq dalolatnomasi.',
    duration: 20,
    percent: 80,
    tries: 3,
    positions: ['Omborchi', 'Sanovchi'],
    status: 'published',
    beganDaysAgo: 12,
    endsInDays: null,
    questions: [
      {
        title: 'Ombordan birinchi boʻlib qaysi partiya chiqadi?',
        options: ['+Eng eskisi', 'Eng yangisi', 'Eng arzoni', 'Qoʻlga birinchi tushgani'],
        known: 0.9,
      },
      {
        title: 'IMEI necha raqamdan iborat? Sonini yozing.',
        accepted: ['15', 'oʻn besh'],
        known: 0.75,
      },
      {
        title: 'Sanovchi nimani koʻrmaydi? Hammasini belgilang.',
        options: ['+Kutilgan sonni', '+Boshqa sanovchining sonini', 'Tovar nomini', '+Tannarxni'],
        known: 0.45,
      },
      {
        title: 'Sanalmagan tovarning soni nolmi?',
        options: ['Ha', '+Yoʻq, u sanalmagan hisoblanadi'],
        known: 0.5,
      },
      {
        title: 'Qutisi ochilgan telefon qayerga qoʻyiladi?',
        options: ['Savdo zaliga', '+Nuqsonli tovarlar omboriga', 'Asosiy omborga'],
        known: 0.8,
      },
    ],
  },
  {
    title: 'Mijoz bilan muomala',
    description: 'Salomlashishdan xayrlashishgacha.',
    duration: 10,
    percent: 60,
    tries: 3,
    positions: ['Sotuvchi', 'Kassir', 'Filial rahbari', 'Chaqiruv markazi operatori'],
    status: 'published',
    beganDaysAgo: 30,
    endsInDays: 20,
    questions: [
      {
        title: 'Mijoz xarid haqida shikoyat qilsa, birinchi navbatda nima qilasiz?',
        options: ['+Oxirigacha tinglayman', 'Rahbarni chaqiraman', 'Qoidani oʻqib beraman'],
        known: 0.85,
      },
      {
        title: 'Mijozga qanday murojaat qilinadi? Bir soʻz bilan yozing.',
        accepted: ['siz', 'sizlab'],
        known: 0.8,
      },
      {
        title: 'Qaysi maʼlumotni telefonda aytib boʻlmaydi? Hammasini belgilang.',
        options: ['+Karta raqamini', '+Boshqa mijozning qarzini', 'Doʻkon manzilini', 'Ish vaqtini'],
        known: 0.6,
      },
      {
        title: 'Tovar yoʻq boʻlsa, nima taklif qilinadi?',
        options: ['Hech narsa', '+Oʻxshash tovar yoki maxsus buyurtma', 'Boshqa doʻkon'],
        known: 0.75,
      },
    ],
  },
  {
    title: 'Yongʻin xavfsizligi',
    description: 'Hamma xodimlar uchun, yilda bir marta.',
    duration: 10,
    percent: 80,
    tries: 3,
    positions: ALL,
    status: 'published',
    beganDaysAgo: 14,
    endsInDays: 60,
    questions: [
      { title: 'Yongʻin xizmatining raqami qaysi?', accepted: ['101', '01'], known: 0.85 },
      {
        title: 'Elektr simi yonsa, nima bilan oʻchiriladi?',
        options: ['Suv bilan', '+Kukunli oʻt oʻchirgich bilan', 'Qum va suv bilan'],
        known: 0.65,
      },
      {
        title: 'Tutun ichida qanday chiqiladi?',
        options: ['Yugurib', '+Engashib, nam mato bilan', 'Liftda'],
        known: 0.8,
      },
      {
        title: 'Chiqish yoʻlida nima turishi mumkin emas? Hammasini belgilang.',
        options: ['+Qutilar', '+Aravachalar', 'Yoʻl koʻrsatkichi'],
        known: 0.55,
      },
    ],
  },
  {
    title: 'Galaxy S25: yangi modellar',
    description: 'Samsungning yangi modellarini sotishdan oldin.',
    duration: 8,
    percent: 75,
    tries: 2,
    positions: ['Sotuvchi'],
    status: 'published',
    beganDaysAgo: 0,
    endsInDays: 14,
    questions: [
      {
        title: 'S25 Ultra nechta asosiy kameraga ega?',
        options: ['Ikkita', 'Uchta', '+Toʻrtta'],
        known: 0.5,
      },
      {
        title: 'Qaysilari suvdan himoyalangan? Hammasini belgilang.',
        options: ['+S25', '+S25 Ultra', 'A06'],
        known: 0.5,
      },
      { title: 'Bitta qutida nechta IMEI boʻladi? Sonini yozing.', accepted: ['2', 'ikki', 'ikkita'], known: 0.7 },
    ],
  },
  {
    title: 'Kassa intizomi',
    description: 'Qoralama: savollar hali toʻliq emas.',
    duration: 15,
    percent: 90,
    tries: 2,
    positions: ['Kassir'],
    status: 'draft',
    beganDaysAgo: -7,
    endsInDays: 30,
    questions: [
      {
        title: 'Kun yopilganda sanalgan pul hisobdagiga teng boʻlmasa, nima qilinadi?',
        options: ['Farq keyingi kunga oʻtadi', '+Farq hujjat bilan rasmiylashtiriladi', 'Hech narsa'],
        known: 0.5,
      },
    ],
  },
  {
    title: 'Undiruv: qoʻngʻiroq tartibi',
    description: 'Yozgi test, tugagan.',
    duration: 12,
    percent: 70,
    tries: 2,
    positions: ['Undiruvchi', 'Undiruv boshligʻi'],
    status: 'ended',
    beganDaysAgo: 60,
    endsInDays: -20,
    questions: [
      {
        title: 'Qarzdorga soat nechagacha qoʻngʻiroq qilish mumkin? Soatini yozing.',
        accepted: ['20', '20:00', '20.00'],
        known: 0.6,
      },
      {
        title: 'Vaʼda qanday yoziladi?',
        options: ['Faqat sana', '+Sana va summa', 'Faqat summa'],
        known: 0.8,
      },
      {
        title: 'Kimga qarz haqida aytish mumkin? Hammasini belgilang.',
        options: ['+Mijozning oʻziga', '+Kafilga', 'Qoʻshniga', 'Ishxonadagi hamkasbiga'],
        known: 0.5,
      },
    ],
  },
];

/** People to sign in as, so that each group is there to see: minutes ago and how many right answers, by test. */
const PLANNED: Readonly<Record<string, Readonly<Record<number, readonly (readonly [ago: number, right: number])[]>>>> =
  {
    // hourly, old and passed, other; the fifth is new
    seller: { 0: [[40, 3]], 2: [[9_000, 4]], 3: [[8_640, 2]], 4: [] },
    storekeeper: { 1: [[5_760, 5]], 3: [] },
    // hourly at its second try: skipping keeps the session
    counter1: {
      1: [
        [70, 2],
        [25, 3],
      ],
      3: [[4_300, 4]],
    },
    counter2: { 1: [[2_900, 3]], 3: [] },
    counter3: { 1: [], 3: [] },
    counter4: { 1: [], 3: [] },
    manager: { 0: [[10_100, 6]], 2: [], 3: [] },
  };
/** Who looks round first meets a test that is new, and nothing that asks. */
const NOTHING_YET = new Set(['director', 'analyst', 'qa', 'newcomer']);

const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;
const ROWS = 1_000;

const typeOf = ({ options }: DemoQuestion): QuestionType => {
  if (!options) return 'text';
  return options.filter((option) => option.startsWith('+')).length === 1 ? 'single' : 'multi';
};

interface Asked {
  id: number;
  known: number;
  accepted: readonly string[];
  right: readonly number[];
  wrong: readonly number[];
}

export async function seedStaffTests(
  trx: Trx,
  {
    people,
    positions,
    random,
    now,
  }: { people: readonly DemoUser[]; positions: readonly string[]; random: Random; now: Date },
): Promise<void> {
  const at = (ago: number) => new Date(now.getTime() - ago);
  let questionId = 0;
  let optionId = 0;
  let attemptId = 0;
  for (const [index, test] of DEMO_TESTS.entries()) {
    const testId = index + 1;
    await trx
      .insertInto('test')
      .values({
        id: testId,
        title: test.title,
        description: test.description,
        duration: test.duration,
        pass_percent: test.percent,
        tries: test.tries,
        starts_at: at(test.beganDaysAgo * DAY),
        ends_at: test.endsInDays === null ? null : at(-test.endsInDays * DAY),
        everyone: test.positions.length === 0,
        status: test.status,
        search_key: searchKey(test.title),
        created_by: 1,
        created_at: at(Math.max(test.beganDaysAgo, 0) * DAY),
        published_at: test.status === 'draft' ? null : at(test.beganDaysAgo * DAY),
      })
      .execute();
    if (test.positions.length > 0) {
      await trx
        .insertInto('test_position')
        .values(test.positions.map((name) => ({ test_id: testId, position_id: positions.indexOf(name) + 1 })))
        .execute();
    }
    const asked: Asked[] = [];
    for (const [place, question] of test.questions.entries()) {
      questionId += 1;
      await trx
        .insertInto('test_question')
        .values({
          id: questionId,
          test_id: testId,
          place,
          type: typeOf(question),
          title: question.title,
          accepted: [...(question.accepted ?? [])],
        })
        .execute();
      const options = (question.options ?? []).map((words, spot) => ({
        id: optionId + spot + 1,
        question_id: questionId,
        place: spot,
        title: words.replace(/^\+/, ''),
        is_correct: words.startsWith('+'),
      }));
      optionId += options.length;
      if (options.length > 0) await trx.insertInto('test_option').values(options).execute();
      asked.push({
        id: questionId,
        known: question.known,
        accepted: question.accepted ?? [],
        right: options.filter((option) => option.is_correct).map((option) => option.id),
        wrong: options.filter((option) => !option.is_correct).map((option) => option.id),
      });
    }
    if (test.status === 'draft') continue;

    const attempts: Insertable<Schema['test_attempt']>[] = [];
    const results: Insertable<Schema['test_result']>[] = [];
    const answers: Insertable<Schema['test_answer']>[] = [];
    for (const [place, one] of people.entries()) {
      if (test.positions.length > 0 && !test.positions.includes(one.position)) continue;
      if (NOTHING_YET.has(one.username)) continue;
      const sittings = PLANNED[one.username]?.[index] ?? chance(test, random, asked);
      if (sittings.length === 0) continue;
      attemptId += 1;
      let left = test.tries;
      let passed = false;
      for (const [number, [ago, count]] of sittings.entries()) {
        passed = count * 100 >= test.percent * asked.length;
        left = passed ? 0 : left - 1;
        results.push({
          attempt_id: attemptId,
          sitting: number + 1,
          tries_left: left,
          right_count: count,
          question_count: asked.length,
          passed,
          created_at: at(ago * MINUTE),
          updated_at: at(ago * MINUTE),
        });
        // the questions that more people know are the ones that are right
        const known = [...asked].sort((one, other) => other.known - one.known).slice(0, count);
        for (const question of asked) {
          const isRight = known.includes(question);
          answers.push({
            attempt_id: attemptId,
            sitting: number + 1,
            question_id: question.id,
            option_ids: isRight ? [...question.right] : question.wrong.slice(0, 1),
            text: question.right.length > 0 ? '' : isRight ? (question.accepted[0] ?? '') : 'bilmayman',
            is_right: isRight,
            saved_at: at(ago * MINUTE),
          });
        }
      }
      const last = sittings.at(-1)?.[0] ?? 0;
      attempts.push({
        id: attemptId,
        test_id: testId,
        user_id: place + 1,
        status: passed ? 'passed' : left === 0 ? 'spent' : 'ready',
        tries_left: left,
        sitting: sittings.length,
        started_at: at((last + test.duration - 2) * MINUTE),
        deadline: at((last - 2) * MINUTE),
        created_at: at((last + DAY / MINUTE) * MINUTE),
      });
    }
    await inParts(attempts, (part) => trx.insertInto('test_attempt').values(part).execute());
    await inParts(results, (part) => trx.insertInto('test_result').values(part).execute());
    await inParts(answers, (part) => trx.insertInto('test_answer').values(part).execute());
  }
  // as their author and the server's clock took them there
  await sql`INSERT INTO record_log (kind, record_id, machine, event, state_before, state_after, user_id, at)
    SELECT 'test', t.id, 'staffTest', s.event, s.before, s.after, CASE s.place WHEN 3 THEN NULL ELSE t.created_by END,
           CASE s.place WHEN 1 THEN t.created_at WHEN 2 THEN t.published_at ELSE t.ends_at END
    FROM test t
    JOIN (VALUES
      (1, 'test.create', NULL, 'draft'),
      (2, 'test.publish', 'draft', 'published'),
      (3, 'test.end', 'published', 'ended')
    ) AS s (place, event, before, after)
      ON s.place = 1 OR (s.place = 2 AND t.status <> 'draft') OR (s.place = 3 AND t.status = 'ended')
    ORDER BY t.id, s.place`.execute(trx);
  // each sitting took some of its minutes
  await sql`INSERT INTO record_log (kind, record_id, machine, event, state_before, state_after, payload, user_id, at)
    SELECT 'test_attempt', a.id, 'testSitting', s.event, s.before, s.after, s.payload, a.user_id, s.at
    FROM test_result r JOIN test_attempt a ON a.id = r.attempt_id JOIN test t ON t.id = a.test_id
    CROSS JOIN LATERAL (VALUES
      (1, 'test.start', 'ready', 'answering', jsonb_build_object('sitting', r.sitting),
        r.created_at - (2 + (a.id * 7 + r.sitting * 3) % (t.duration - 2)) * interval '1 minute'),
      (2, 'test.submit', 'answering',
        CASE WHEN r.passed THEN 'passed' WHEN r.tries_left = 0 THEN 'spent' ELSE 'ready' END,
        jsonb_build_object('sitting', r.sitting, 'passed', r.passed, 'right', r.right_count),
        r.created_at)
    ) AS s (place, event, before, after, payload, at)
    ORDER BY a.id, r.sitting, s.place`.execute(trx);
}

/** Three of four have taken it, in the mornings of the days since it began; who failed tried again within the hour. */
function chance(test: DemoTest, random: Random, asked: readonly Asked[]): [ago: number, right: number][] {
  if (!random.chance(0.75) || test.beganDaysAgo === 0) return [];
  const first = random.whole(1, Math.max(1, test.beganDaysAgo - 1)) * 1_440 + random.whole(0, 300);
  const right = () => asked.filter((question) => random.chance(question.known)).length;
  const one = right();
  if (one * 100 >= test.percent * asked.length || random.chance(0.4)) return [[first, one]];
  return [
    [first, one],
    [first - random.whole(30, 90), Math.max(one, right())],
  ];
}

async function inParts<T>(rows: readonly T[], insert: (part: readonly T[]) => Promise<unknown>): Promise<void> {
  for (let from = 0; from < rows.length; from += ROWS) await insert(rows.slice(from, from + ROWS));
}

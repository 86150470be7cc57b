/** Remarks of analysts on charts: written by who reads the gallery, answered in a thread, settled and opened again. */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import {
  MOST_REMARKS,
  REMARK_STATUSES,
  type Remark,
  type RemarkAnswer,
  remarkAnswer,
  remarkCreate,
  remarkIndex,
  remarkReopen,
  remarkSettle,
  remarkShow,
  remarksOfChart,
  SETTLED_SHOWN,
} from '../../contract/remarks.ts';
import { type RemarkEvent, type RemarkState, remarkMachine } from '../../machines/remark/remark.machine.ts';
import { RELEASE } from '../cash/versions.ts';
import type { Schema } from '../db/schema.ts';
import { person } from '../documents/documents.ts';
import type { SignedIn } from '../http/auth.ts';
import { holdsRule } from '../http/heldRules.ts';
import { type Implementation, implement } from '../http/implement.ts';
import { say, says } from '../http/messages.ts';
import { invalidField, notFound } from '../http/refusal.ts';
import { type Asked, defineLifecycle } from '../lifecycle/lifecycle.ts';
import type { Concern, LoggedFields } from '../lifecycle/stages.ts';
import { declareList } from '../lists/declared.ts';
import { inOrder } from '../lists/ids.ts';
import { answerList } from '../lists/list.ts';

type Db = Kysely<Schema>;

interface Row {
  id: number;
  machine: string;
  kind: Remark['kind'];
  place: string;
  text: string;
  status: RemarkState;
  release: string;
  print: string;
  user_id: number;
  author: string;
  at: Date;
  settled_by: number | null;
  settler: string | null;
  settled_at: Date | null;
  answers: (Pick<RemarkAnswer, 'id' | 'text' | 'author'> & { at: string })[];
}

async function rowsOf(db: Db, chosen: RawBuilder<unknown>): Promise<Row[]> {
  const { rows } = await sql<Row>`
    SELECT r.*, w.fullname AS author, s.fullname AS settler,
           coalesce((SELECT jsonb_agg(jsonb_build_object('id', a.id, 'text', a.text, 'at', a.at,
             'author', jsonb_build_object('id', u.id, 'fullname', u.fullname)) ORDER BY a.id)
             FROM chart_remark_answer a JOIN app_user u ON u.id = a.user_id WHERE a.remark_id = r.id), '[]') AS answers
    FROM chart_remark r JOIN app_user w ON w.id = r.user_id LEFT JOIN app_user s ON s.id = r.settled_by
    ${chosen}`.execute(db);
  return rows;
}

async function find({ db }: Pick<Asked, 'db'>, id: number, lock = false): Promise<Row> {
  if (lock) await db.selectFrom('chart_remark').select('id').where('id', '=', id).forUpdate().execute();
  const [row] = await rowsOf(db, sql`WHERE r.id = ${id}`);
  if (row === undefined) throw notFound();
  return row;
}

/** Who wrote the remark and who answered, as far as they still read the gallery. */
const inThread = ({ id, user_id }: Row): RawBuilder<unknown> => sql`
  SELECT id FROM app_user WHERE ${holdsRule('workflows.show')}
    AND (id = ${user_id} OR id IN (SELECT user_id FROM chart_remark_answer WHERE remark_id = ${id}))`;

function concerns(row: Row, event: RemarkEvent['type'], { comment }: LoggedFields): Concern {
  const people = inThread(row);
  return event === 'remark.answer' && typeof comment === 'string' ? { people, words: comment } : { people };
}

export const REMARKS = defineLifecycle(remarkMachine, {
  table: 'chart_remark',
  log: 'record_log',
  find,
  state: ({ status }: Row) => status,
  facts: () => ({}),
  answer: ({ user }, row) => answerOf(user, row),
  stamps({ event, userId, now }) {
    if (event === 'remark.settle') return { settled_by: userId, settled_at: now };
    return event === 'remark.reopen' ? { settled_by: null, settled_at: null } : {};
  },
  why: (_, { status }, event) =>
    event === 'remark.answer' && status === 'settled' ? { messageKey: 'errors.remark_settled' } : undefined,
  concerns,
  events: {
    'remark.answer': { event: (_, { own }) => ({ type: 'remark.answer', own: own === true }) },
    // who asked knows best whether it is settled; a word of nobody else is lost by it
    'remark.settle': {
      right: ({ user_id, status }, { id }) => user_id === id || status !== 'open',
      forbidden: 'errors.remark_unanswered',
    },
    'remark.reopen': {},
  },
});

const answerOf = (user: SignedIn, row: Row): Remark => ({
  id: row.id,
  machine: row.machine,
  kind: row.kind,
  place: row.place,
  text: row.text,
  status: row.status,
  release: row.release,
  print: row.print,
  author: person(row.user_id, row.author),
  at: new Date(row.at).toISOString(),
  answers: row.answers.map((answer) => ({ ...answer, at: new Date(answer.at).toISOString() })),
  settled_by: row.settled_by === null ? null : person(row.settled_by, row.settler ?? ''),
  settled_at: row.settled_at === null ? null : new Date(row.settled_at).toISOString(),
  allowed_events: REMARKS.allowed(row, {}, user),
});

const remarkList = declareList({
  call: 'remarkIndex',
  from: sql`chart_remark r`,
  id: sql`r.id`,
  sorts: {
    at: {
      columns: [
        { by: sql`r.at`, type: 'timestamptz' },
        { by: sql`r.id`, type: 'integer' },
      ],
      index: 'chart_remark_at',
      withState: 'chart_remark_status',
    },
  },
  sort: '-at',
  filters: { machine: 'chart_remark_machine', status: 'chart_remark_status' },
  state: { by: sql`r.status`, states: REMARK_STATUSES },
});

/** @throws Refusal 422 at `text`: the chart has as many unsettled remarks as it may */
async function requireRoom(db: Db, machine: string): Promise<void> {
  const { unsettled } = await db
    .selectFrom('chart_remark')
    .select((eb) => eb.fn.countAll<number>().as('unsettled'))
    .where('machine', '=', machine)
    .where('status', '!=', 'settled')
    .executeTakeFirstOrThrow();
  if (Number(unsettled) >= MOST_REMARKS) throw invalidField('text', 'remark_most', { most: MOST_REMARKS });
}

export const remarkImplementations: Implementation[] = [
  implement(remarkIndex, {
    handle: ({ db, user, query }) =>
      answerList(db, remarkList, query, {
        where: query.machine === undefined ? [] : [sql`r.machine = ${query.machine}`],
        narrowed: query.machine !== undefined,
        state: query.status && sql`r.status = ${query.status}`,
        async rows(ids) {
          const rows = await rowsOf(db, sql`WHERE r.id = ANY (${[...ids]}::integer[])`);
          return inOrder(ids, rows).map((row) => answerOf(user, row));
        },
      }),
  }),

  implement(remarksOfChart, {
    async handle({ db, user, query: { machine } }) {
      const settled = sql`SELECT id FROM chart_remark WHERE machine = ${machine} AND status = 'settled'
        ORDER BY id DESC LIMIT ${SETTLED_SHOWN}`;
      const rows = await rowsOf(
        db,
        sql`WHERE r.machine = ${machine} AND (r.status <> 'settled' OR r.id IN (${settled})) ORDER BY r.id DESC`,
      );
      return { data: rows.map((row) => answerOf(user, row)) };
    },
  }),

  implement(remarkShow, {
    record: (context) => find(context, context.params.id),
    handle: async ({ user, record }) => ({ data: answerOf(user, record) }),
  }),

  implement(remarkCreate, {
    async handle(context) {
      const { db, user, now, body, language } = context;
      await requireRoom(db, body.machine);
      const { id } = await REMARKS.create(context, 'remark.create', async (status) => {
        const made = await db
          .insertInto('chart_remark')
          .values({ ...body, status, release: RELEASE, user_id: user.id, at: now })
          .returning('id')
          .executeTakeFirstOrThrow();
        const { machine, kind, place } = body;
        return { ...made, details: { machine, kind, place } };
      });
      return { message: say(language, 'actions.remark_written'), data: answerOf(user, await find({ db }, id)) };
    },
  }),

  implement(
    remarkAnswer,
    REMARKS.step(
      'remark.answer',
      async ({ db, user, now, body: { text }, record }) => {
        await db
          .insertInto('chart_remark_answer')
          .values({ remark_id: record.id, text, user_id: user.id, at: now })
          .execute();
        return { own: record.user_id === user.id, comment: text };
      },
      { brings: ({ user, record }) => ({ own: record.user_id === user.id }), says: says('remark_answered') },
    ),
  ),
  implement(remarkSettle, REMARKS.step('remark.settle', undefined, { says: says('remark_settled') })),
  implement(remarkReopen, REMARKS.step('remark.reopen', undefined, { says: says('remark_reopened') })),
];

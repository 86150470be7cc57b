/** Cash service: the notices of the person signed in. They are written by the steps that concern them (`sendNotices`). */
import { sql } from 'kysely';
import type { AnyStateMachine } from 'xstate';
import { MOST_UNREAD, noticeUnread } from '../../contract/noticeCount.ts';
import { type Notice, noticeIndex, noticeRead, noticeReadAll } from '../../contract/notices.ts';
import { approvalMachine } from '../../machines/approval/approval.machine.ts';
import { remarkMachine } from '../../machines/remark/remark.machine.ts';
import { settingRevisionMachine } from '../../machines/settingRevision/settingRevision.machine.ts';
import { userMachine } from '../../machines/user/user.machine.ts';
import { CONTRACTS } from '../contracts/lifecycle.ts';
import { ACTS } from '../counting/answers.ts';
import { nudge } from '../db/pool.ts';
import { person } from '../documents/documents.ts';
import { type Implementation, implement } from '../http/implement.ts';
import { say } from '../http/messages.ts';
import { notFound } from '../http/refusal.ts';
import { INVOICES } from '../invoices/answers.ts';
import { declareList } from '../lists/declared.ts';
import { inOrder } from '../lists/ids.ts';
import { answerList } from '../lists/list.ts';
import { ORDERS } from '../orders/lifecycle.ts';
import { OUTPUTS } from '../outputs/answers.ts';
import { declaredDocuments } from '../queue/sources.ts';
import { isPerson } from '../sale/entries.ts';
import { RUNS } from '../scoring/runs.ts';
import { type About, aboutRecords } from './about.ts';

interface Row {
  id: number;
  machine: Notice['machine'];
  event: string;
  kind: string | null;
  document_id: number | null;
  record_id: number | null;
  number: string | null;
  status: string | null;
  counter_id: number | null;
  by_id: number | null;
  fullname: string | null;
  words: string | null;
  reason: Notice['reason'];
  at: Date;
  read_at: Date | null;
}

const noticeList = declareList({
  call: 'noticeIndex',
  from: sql`notice n`,
  id: sql`n.id`,
  sorts: {
    // One person's: found by `notice_user` and sorted.
    at: {
      columns: [
        { by: sql`n.at`, type: 'timestamptz' },
        { by: sql`n.id`, type: 'integer' },
      ],
      index: 'computed',
    },
  },
  sort: '-at',
  filters: {},
});

const MACHINES: Readonly<Partial<Record<Notice['machine'], AnyStateMachine>>> = {
  invoice: INVOICES.machine,
  countingAct: ACTS.machine,
  output: OUTPUTS.machine,
  approval: approvalMachine,
  settingRevision: settingRevisionMachine,
  user: userMachine,
  saleOrder: ORDERS.machine,
  contract: CONTRACTS.machine,
  scoringRun: RUNS.machine,
  remark: remarkMachine,
};

/** How the state is drawn: a family of `src/ui/look.ts`. */
const lookOf = (machine: Notice['machine'], state: string): string => {
  const chart =
    MACHINES[machine] ??
    declaredDocuments().find(({ lifecycle }) => lifecycle.machine.id === (machine as string))?.lifecycle.machine;
  const states = (chart?.states ?? {}) as Readonly<Record<string, { meta?: { look?: string } }>>;
  return states[state]?.meta?.look ?? 'new';
};

const answerOf = (
  { document_id, record_id, number, status, by_id, fullname, at, read_at, ...row }: Row,
  record: About | undefined,
): Notice => {
  const state = record?.status ?? status ?? '';
  return {
    ...row,
    about: {
      id: document_id ?? record_id ?? 0,
      name: record?.name ?? number ?? `#${document_id ?? record_id}`,
      ...{ state, look: lookOf(row.machine, state) },
    },
    by: by_id === null || fullname === null ? null : person(by_id, fullname),
    at: at.toISOString(),
    read_at: read_at?.toISOString() ?? null,
  };
};

export const noticeImplementations: Implementation[] = [
  implement(noticeUnread, {
    async handle({ db, user }) {
      const { rows } = await sql<{ unread: number }>`
        SELECT count(*)::integer AS unread FROM (
          SELECT 1 FROM notice WHERE user_id = ${user.id} AND read_at IS NULL LIMIT ${MOST_UNREAD}) n`.execute(db);
      return { unread: rows[0]?.unread ?? 0 };
    },
  }),

  implement(noticeIndex, {
    handle: ({ db, user, query, language }) =>
      answerList(db, noticeList, query, {
        where: [sql`n.user_id = ${user.id}`],
        narrowed: true,
        async rows(ids) {
          const { rows } = await sql<Row>`
            SELECT n.id, n.machine, n.kind, n.event, n.document_id, n.record_id, d.number, d.status, c.id AS counter_id, n.by_id, u.fullname,
                   n.words, n.at, n.read_at,
                   i.canceled_commentary_type AS reason
            FROM notice n LEFT JOIN document d ON d.id = n.document_id LEFT JOIN app_user u ON u.id = n.by_id AND ${isPerson('u')}
            LEFT JOIN product_invoice i ON i.id = n.document_id AND n.event = 'invoice.cancel'
            LEFT JOIN computing_act_user c ON c.id = n.subject_id AND n.machine = 'countingAct'
            WHERE n.id = ANY (${[...ids]}::integer[])`.execute(db);
          const recordOf = await aboutRecords(db, language, rows);
          return inOrder(ids, rows).map((row) => answerOf(row, recordOf(row)));
        },
      }),
  }),

  implement(noticeRead, {
    async handle({ db, user, params, now, language }) {
      const { numUpdatedRows } = await db
        .updateTable('notice')
        .set(({ fn, val }) => ({ read_at: fn.coalesce('read_at', val(now)) }))
        .where('id', '=', params.id)
        .where('user_id', '=', user.id)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) throw notFound();
      nudge({ topic: 'notices', people: [user.id] });
      return { message: say(language, 'actions.notice_read') };
    },
  }),

  implement(noticeReadAll, {
    async handle({ db, user, body, now, language }) {
      await db
        .updateTable('notice')
        .set({ read_at: now })
        .where('user_id', '=', user.id)
        .where('read_at', 'is', null)
        .where('id', '<=', body.last)
        .execute();
      nudge({ topic: 'notices', people: [user.id] });
      return { message: say(language, 'actions.notices_read') };
    },
  }),
];

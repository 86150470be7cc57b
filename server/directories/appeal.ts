/** Appeals of clients: until when one is answered, who answers it, and that the client knows the answer. */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { appealAnswererGetAll, appealKindGetAll } from '../../contract/appeals.ts';
import { appeal } from '../../contract/directories/appeal.ts';
import { APPEAL_KINDS } from '../../contract/directories/classifier.ts';
import type { Chosen } from '../../contract/directory/fields.ts';
import { allows } from '../../contract/rules.ts';
import { appealMachine } from '../../machines/appeal/appeal.machine.ts';
import type { Schema } from '../db/schema.ts';
import { keysAre } from '../db/search.ts';
import { type Faults, serveDirectory } from '../directory/serve.ts';
import { daysAfter, tashkentDay } from '../http/days.ts';
import { holdsRule } from '../http/heldRules.ts';
import { type Implementation, implement } from '../http/implement.ts';
import { invalidField } from '../http/refusal.ts';
import { chosenFrom } from '../lists/chosen.ts';
import { answerComputed } from '../lists/computed.ts';
import type { ListQuery } from '../lists/list.ts';

type Db = Kysely<Schema>;

const COMPLAINT = 'complaint';
/** States in which the client waits for an answer. */
const isWaiting = sql`r.status IN ('new', 'assigned')`;

interface KindOfAppeal {
  id: number;
  code: string;
  days: number;
}

async function kindOf(db: Db, id: number): Promise<KindOfAppeal | undefined> {
  const { rows } = await sql<KindOfAppeal>`SELECT v.id, v.code, coalesce(v.days, 1) AS days
    FROM classifier_value v JOIN classifier c ON c.id = v.classifier_id
    WHERE v.id = ${id} AND c.code = ${APPEAL_KINDS}`.execute(db);
  return rows[0];
}

/** The last day on which an appeal of a kind is answered that came on a day. */
const dueOf = (kind: KindOfAppeal | undefined, came: Date): string => daysAfter(tashkentDay(came), kind?.days ?? 1);

/** Works here and may answer. */
const mayAnswer = sql`active AND ${holdsRule('client_appeal.edit')} AND ${holdsRule('client_appeal.show')}`;

/** Who is to answer: somebody who may, in the branch of the appeal. */
async function requireAnswerer(db: Db, id: number, branch: number): Promise<Chosen> {
  const { rows } = await sql<Chosen>`SELECT id, fullname AS title FROM app_user
    WHERE id = ${id} AND (office OR organization_id = ${branch}) AND ${mayAnswer}`.execute(db);
  if (!rows[0]) throw invalidField('responsible_id', 'appeal_not_answerer');
  return rows[0];
}

serveDirectory(appeal, {
  groups: { late: (today) => sql`r.due < ${today} AND ${isWaiting}` },
  async extra({ db, now }, ids) {
    const { rows } = await sql<{ id: number; late: boolean }>`
      SELECT r.id, r.due < ${tashkentDay(now)} AND d.status IN ('new', 'assigned') AS late
      FROM appeal r JOIN document d ON d.id = r.id WHERE r.id = ANY (${ids}::integer[])`.execute(db);
    return new Map(rows.map(({ id, late }) => [id, { late }]));
  },
  async refuse({ db }, { body, before }): Promise<Faults> {
    const kind = body.kind_id ?? before?.kind.id ?? 0;
    return (await kindOf(db, kind)) ? {} : { kind_id: [{ key: 'reference' }] };
  },
  async begin({ db, now }, body) {
    const kind = await kindOf(db, body.kind_id);
    return { columns: { due: dueOf(kind, now), complaint: kind?.code === COMPLAINT } };
  },
  // another kind has other days, counted from when it came
  async write({ db }, id, { body, before }) {
    if (before === null || body.kind_id === undefined || body.kind_id === before.kind.id) return;
    const kind = await kindOf(db, body.kind_id);
    const due = dueOf(kind, new Date(before.created_at ?? 0));
    await sql`UPDATE appeal SET due = ${due}, complaint = ${kind?.code === COMPLAINT} WHERE id = ${id}`.execute(db);
  },
  actions: {
    machine: appealMachine,
    concerns(record, event, details) {
      if (event === 'appeal.assign') return { people: sql`SELECT ${Number(details.responsible_id)}::integer` };
      if (event === 'appeal.answer')
        return {
          people: sql`SELECT ${record.author?.id ?? 0}::integer`,
          words: (details.after as { answer: string }).answer,
        };
      return undefined;
    },
    steps: {
      'appeal.update': {
        // who only takes appeals down corrects the own ones, and those of who left
        right: ({ author, owner }, { id, rules }) =>
          allows(rules, 'client_appeal.edit') || author?.id === id || owner?.id === id,
        forbidden: 'errors.record_of_author',
      },
      'appeal.assign': {
        async take({ db, now }, record, body) {
          const responsible = await requireAnswerer(db, body.responsible_id as number, record.organization.id);
          // what was answered wrongly is answered again, in as many days
          const kind = await kindOf(db, record.kind.id);
          const due = dueOf(kind, record.status === 'new' ? new Date(record.created_at ?? 0) : now);
          await db.updateTable('document').set({ owner_id: responsible.id }).where('id', '=', record.id).execute();
          await sql`UPDATE appeal SET due = ${due}, answer = NULL, answered_by = NULL, answer_author_id = NULL
            WHERE id = ${record.id}`.execute(db);
          return {
            log: {
              ...{ before: { due: record.due, answer: record.answer }, after: { due, answer: null } },
              ...{ responsible: responsible.title, responsible_id: responsible.id },
            },
          };
        },
      },
      'appeal.answer': {
        forbidden: 'errors.appeal_of_responsible',
        async take({ db, user }, record, { answer, answered_by }) {
          await sql`UPDATE appeal SET answer = ${answer}, answered_by = ${answered_by}, answer_author_id = ${user.id}
            WHERE id = ${record.id}`.execute(db);
          return { log: { after: { answer, answered_by } } };
        },
      },
      'appeal.close': {
        right: ({ complaint, answer_author }, { id }) => !complaint || answer_author?.id !== id,
        forbidden: 'errors.appeal_own_answer',
        async take(_, __, { told }) {
          if (told !== true) throw invalidField('told', 'appeal_not_told');
          return { log: { after: { told } } };
        },
      },
    },
  },
});

interface Choices {
  columns: RawBuilder<unknown>;
  from: RawBuilder<unknown>;
  order: RawBuilder<unknown>;
}

const answerChoices = <Row extends Chosen>(db: Db, query: ListQuery, { columns, from, order }: Choices) =>
  answerComputed(query, {
    async rows(limit, offset) {
      const { rows } = await sql<Row>`SELECT ${columns} FROM ${from} ORDER BY ${order}
        LIMIT ${limit} OFFSET ${offset}`.execute(db);
      return rows;
    },
    async figures() {
      const { rows } = await sql<{ total: number }>`SELECT count(*)::integer AS total FROM ${from}`.execute(db);
      return { total: rows[0]?.total ?? 0 };
    },
  });

const isNamed = (column: string, words: string | undefined): RawBuilder<unknown> =>
  words?.trim() ? keysAre(column, words.trim()) : sql`true`;

export const appealImplementations: Implementation[] = [
  implement(appealKindGetAll, {
    handle: ({ db, query, language }) =>
      answerChoices<Chosen & { days: number }>(db, query, {
        columns: sql`v.id, ${sql.ref(language === 'ru' ? 'v.name_ru' : 'v.name_uz')} AS title, coalesce(v.days, 1) AS days`,
        from: sql`classifier_value v JOIN classifier c ON c.id = v.classifier_id AND c.code = ${APPEAL_KINDS}
          WHERE ${chosenFrom(query, sql`v.id`, sql`v.active`)} AND ${isNamed('v.search_key', query.search)}`,
        order: sql`v.place, v.id`,
      }),
  }),
  implement(appealAnswererGetAll, {
    handle: ({ db, query, user }) =>
      answerChoices<Chosen>(db, query, {
        columns: sql`id, fullname AS title`,
        from: sql`app_user WHERE (office OR ${user.office} OR organization_id = ${user.organizationId})
          AND ${chosenFrom(query, sql`id`, mayAnswer)} AND ${isNamed('search_key', query.search)}`,
        order: sql`fullname, id`,
      }),
  }),
];

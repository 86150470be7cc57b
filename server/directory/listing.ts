/** The lists of a directory: its own, and the one that other pages choose from. */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Call } from '../../contract/call.ts';
import { PAGE_SIZE } from '../../contract/common.ts';
import { EVERY, statesOf } from '../../contract/directory/chart.ts';
import type { AnyDirectory } from '../../contract/directory/directory.ts';
import { type Chosen, type Field, optionsOf, sentName, totalledIn } from '../../contract/directory/fields.ts';
import { findsByNumber } from '../../contract/directory/numbers.ts';
import type { Schema } from '../db/schema.ts';
import type { SignedIn } from '../http/auth.ts';
import { tashkentDay } from '../http/days.ts';
import { type Implementation, implement } from '../http/implement.ts';
import { chosenFrom } from '../lists/chosen.ts';
import type { Among, ListDeclaration } from '../lists/declared.ts';
import { answerAll } from '../lists/filtered.ts';
import { inOrder } from '../lists/ids.ts';
import { answerList } from '../lists/list.ts';
import { sumsOver } from '../lists/sums.ts';
import { columnsOf } from './columns.ts';
import { declareChoices, declareDirectoryList, sortsOf } from './list.ts';
import { publicRecord } from './persons.ts';
import type { Reader } from './reader.ts';
import { readRecords, shownOf } from './records.ts';
import { numbered, searched } from './search.ts';
import { type DirectoryTable, isOfDocument } from './table.ts';
import { titleIn } from './targets.ts';

/** What is special of a directory and its list shows too. */
export interface ListHooks<Extra> {
  /** Whose records are seen, on the alias `r`, where the branch alone does not say. */
  readonly visible?: (user: SignedIn) => RawBuilder<unknown>;
  /** The computed facts of many records at once. */
  readonly extra?: (reader: Reader, ids: readonly number[]) => Promise<Map<number, Extra>>;
  /** Which records belong to each of the declared `groups`, on the alias `r`. */
  readonly groups?: Readonly<Record<string, (today: string) => RawBuilder<unknown>>>;
  /** Totals beside those of the fields that declare one, over the records of a filter, whose ids the statement selects. */
  readonly totals?: (reader: Reader, ids: RawBuilder<unknown>, among: Among) => Promise<Record<string, number>>;
}

type Asked = Readonly<Record<string, unknown>> & {
  readonly search?: string;
  readonly status?: string;
  readonly all?: number;
  readonly moment?: string;
};

interface Parts {
  readonly directory: AnyDirectory;
  readonly table: DirectoryTable;
  /** The condition on `r` of what the person may see. */
  readonly visible: (user: SignedIn) => RawBuilder<unknown>;
  readonly seesAll: (user: SignedIn) => boolean;
  readonly hooks: ListHooks<object>;
}

export function serveList(parts: Parts): { list: ListDeclaration; implementations: Implementation[] } {
  const { directory, table, visible, seesAll, hooks } = parts;
  const { spec, calls } = directory;
  const list = declareDirectoryList(directory, table);
  const fields: [string, Field][] = Object.entries(spec.fields);
  const filters = fields.filter(([name, field]) => optionsOf(field).filter && !isOfDocument(spec, name));
  const isTotalled = totalledIn(spec.fields).length > 0 || hooks.totals !== undefined;
  const call = (one: Call) => one;

  const index = implement(call(calls.index), {
    async handle({ db, user, query, language, now }) {
      const asked = query as unknown as Asked;
      const today = tashkentDay(now);
      const where: RawBuilder<unknown>[] = [];
      for (const [name, field] of filters) {
        const value = asked[sentName(name, field)];
        const [column] = columnsOf(name, field);
        if (value !== undefined && column) where.push(sql`${sql.ref(`r.${column.name}`)} = ${value}`);
      }
      if (spec.document)
        for (const column of ['organization_id', 'owner_id'] as const)
          if (asked[column] !== undefined) where.push(sql`${sql.ref(`r.${column}`)} = ${asked[column]}`);
      const words = asked.search?.trim();
      if (words) where.push(await searched(db, directory, table, words));
      const groups = groupsOf(parts, today);
      const group = asked.status ?? 'all';
      const sees = seesAll(user) && hooks.visible === undefined ? [] : [visible(user)];
      const reader: Reader = { db, user, language, now };
      const state = groups[group] ?? groups.all;
      const rows = async (ids: readonly number[]) => {
        // on a server the two take as long as the longer one
        const [found, extra] = await Promise.all([
          readRecords(db, directory, table, ids, language),
          hooks.extra?.(reader, ids),
        ]);
        const records = found.map((record) => publicRecord(directory, shownOf(record)));
        return extra ? records.map((record) => ({ ...record, ...extra.get(record.id) })) : records;
      };
      if (asked.all !== undefined) {
        const narrowed = where.length > 0 || (asked.status !== undefined && asked.status !== EVERY);
        const { all, moment } = asked;
        return answerAll(
          db,
          list,
          { all, moment },
          { kind: spec.name, where: [...sees, ...where], narrowed, state, rows },
        );
      }
      const answer = await answerList(
        db,
        { ...list, sorts: sortsOf(directory, table, language, today) },
        query as never,
        {
          where: [...sees, ...where],
          narrowed: sees.length + where.length > 0,
          state,
          groups: { of: groups, group },
          ...(isTotalled && {
            totals: async (ids: RawBuilder<unknown>, among: Among) => ({
              ...(await totalsOf(db, parts, ids, among, asked.status)),
              ...(await hooks.totals?.(reader, ids, among)),
            }),
          }),
          rows,
        },
      );
      return { ...answer, meta: { ...answer.meta, moment: now.toISOString() } };
    },
  });
  const implementations = [
    index,
    ...(spec.ownChoices ? [] : [choices(parts)]),
    ...(findsByNumber(directory) ? [find(parts)] : []),
  ];
  return { list, implementations };
}

/** Totals of the fields that declare one. */
async function totalsOf(
  db: Kysely<Schema>,
  { directory: { spec }, table }: Parts,
  ids: RawBuilder<unknown>,
  among: Among,
  status: string | undefined,
): Promise<Record<string, number>> {
  const sums = totalledIn(spec.fields).flatMap(([name, field]) =>
    columnsOf(name, field).map((column) => [name, sql.ref(`r.${column.name}`)] as const),
  );
  if (sums.length === 0) return {};
  const uncounted = spec.chart?.uncounted ?? [];
  const counts =
    uncounted.length === 0 || (status !== undefined && uncounted.includes(status))
      ? sql`true`
      : sql`r.status <> ALL (${uncounted}::text[])`;
  return sumsOver(
    db,
    Object.fromEntries(sums),
    sql`${table.from} WHERE r.id IN (${ids}) AND ${among(sql`r.id`)} AND ${counts}`,
  );
}

/** Records by a number of a person: within the same part of the list as words are looked for. */
function find(parts: Parts): Implementation {
  const { directory, table, visible } = parts;
  return implement(directory.calls.find, {
    async handle({ db, user, body, language, now }) {
      const { number, status = 'all' } = body as unknown as { number: string; status?: string };
      const groups = groupsOf(parts, tashkentDay(now));
      const title = titleIn(directory.spec.name, 'r', language);
      // a document that has no number yet is called by its id, as in its list
      const { rows } = await sql<Chosen>`SELECT r.id, coalesce(${title}, '#' || r.id) AS title FROM ${table.from}
        WHERE ${visible(user)} AND ${groups[status]} AND ${numbered(directory, table, number)}
        ORDER BY 2, r.id LIMIT ${PAGE_SIZE}`.execute(db);
      return { data: rows };
    },
  });
}

/** What a field of another page chooses from. */
function choices({ directory, table, visible }: Parts): Implementation {
  const declared = declareChoices(directory, table);
  return implement(directory.calls.choices, {
    async handle({ db, user, query, language }) {
      const asked = query as unknown as Asked & { readonly id?: number };
      const words = asked.search?.trim();
      const open = chosenFrom(asked, sql`r.id`, sql`r.active`);
      return answerList(db, declared(language), query as never, {
        where: [open, visible(user), ...(words ? [await searched(db, directory, table, words)] : [])],
        narrowed: asked.id !== undefined || Boolean(words),
        rows: (ids) => titlesOf(db, directory, table, ids, language),
      });
    },
  });
}

async function titlesOf(
  db: Kysely<Schema>,
  { spec }: AnyDirectory,
  { from }: DirectoryTable,
  ids: readonly number[],
  language: Parameters<typeof titleIn>[2],
): Promise<Chosen[]> {
  const { rows } = await sql<Chosen>`SELECT r.id, ${titleIn(spec.name, 'r', language)} AS title
    FROM ${from} WHERE r.id = ANY (${ids}::integer[])`.execute(db);
  return inOrder(ids, rows);
}

/** The list by state: what is not archived, or not over, each of its groups, and each state by itself. */
function groupsOf({ directory: { spec }, hooks }: Parts, today: string): Record<string, RawBuilder<unknown>> {
  if (spec.chart === undefined) {
    const parts = Object.entries(hooks.groups ?? {}).map(([name, of]) => [name, sql`r.active AND ${of(today)}`]);
    return { all: sql`r.active`, ...Object.fromEntries(parts), archived: sql`NOT r.active` };
  }
  const { over = [] } = spec.chart;
  const states = statesOf(spec.chart);
  const current = states.filter((state) => !over.includes(state));
  return {
    all: over.length === 0 ? sql`true` : sql`r.status = ANY (${current}::text[])`,
    ...(over.length > 0 && { [EVERY]: sql`true` }),
    ...Object.fromEntries(Object.entries(hooks.groups ?? {}).map(([name, of]) => [name, of(today)])),
    ...Object.fromEntries(states.map((state) => [state, sql`r.status = ${state}`])),
  };
}

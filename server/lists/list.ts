/**
 * The one engine of lists (issue 16, decision 93). Rows never wait for counts, sums or the choices of filters: those
 * are parts of the same call that are asked apart. What no index serves is not run unasked.
 */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { COUNTED, type LIST_PARTS, MOST_FILTERED, PAGE_SIZE } from '../../contract/common.ts';
import type { Schema } from '../db/schema.ts';
import { conflict, invalidField } from '../http/refusal.ts';
import { type Key, keyIn, writtenKey } from './cursor.ts';
import type { Among, Counts, Lead, ListDeclaration } from './declared.ts';
import { expected, wayTo } from './expected.ts';
import { kept } from './kept.ts';
import { beyond, type OrderPart, orderBy, orderOf } from './order.ts';
import { added, type Figures, Slices } from './slices.ts';

type Db = Kysely<Schema>;

/** More matching rows than this are not sorted for a page. */
const FEW = 2_000;
/** Planner's cost above which a count or a sum is not run unasked: about a tenth of a second. */
const AFFORDABLE = 15_000;
/** Rows that the first statement of a walk reads: twice those among which the page is expected; the planner may be wrong. */
const firstSlice = (within: number) => Math.ceil(Math.min(Math.max(2_000, 2 * within), 20_000));
/** Milliseconds after which an exact count, or a search without an index, is stopped and reported. */
const EXACT_MS = 15_000;
const WALK_MS = 5_000;

export interface ListQuery {
  page?: number | undefined;
  per_page?: number | undefined;
  sort?: string | undefined;
  part?: (typeof LIST_PARTS)[number] | undefined;
  after?: string | undefined;
  before?: string | undefined;
}

export interface Narrowed<Row, Totals> {
  /** Other tables than the declaration's, where the filters of this question need fewer or more. */
  from?: RawBuilder<unknown>;
  /** The tables that these filters need, where counts and sums need no others. */
  counted?: RawBuilder<unknown>;
  /** What the person may see, and the filters, all but that by state. */
  where: readonly RawBuilder<unknown>[];
  /** Something of `where` may leave few rows of many. */
  narrowed: boolean;
  /** The filter by state. */
  state?: RawBuilder<unknown> | undefined;
  /** Filters, not among `where`, that an order may be read within; of several the first that it has an index for. */
  leads?: readonly Lead[];
  /** Counts by name instead of by `state` of the declaration; `group` is the one that the answer's rows are of. */
  groups?: { readonly of: Readonly<Record<string, RawBuilder<unknown>>>; readonly group: string };
  /** Rows of the ids, in their order. */
  rows: (ids: readonly number[]) => Promise<Row[]>;
  /**
   * Sums over the documents of a statement that selects ids. `among` narrows a column of those ids to their range: the
   * lines of a slice are found by it, where the statement alone would make the planner read all lines of the list.
   * `stated` selects the same ids, each with its `state`.
   */
  totals?: (ids: RawBuilder<unknown>, among: Among, stated: RawBuilder<unknown>) => Promise<Totals>;
}

const ANYWHERE: Among = () => sql`true`;

export interface ListAnswer<Row, Totals> {
  data: Row[];
  meta: {
    current_page: number;
    total: number | null;
    per_page: number;
    more?: boolean;
    next?: string | null;
    previous?: string | null;
    statuses?: Counts;
    totals?: Totals;
  };
}

interface Found {
  ids: number[];
  /** All that match, where finding the page has found that too. */
  total?: number;
  next: string | null;
  previous: string | null;
}

const all = (conditions: readonly RawBuilder<unknown>[]): RawBuilder<boolean> =>
  conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join(conditions, sql` AND `)}`;

interface Asked<Row, Totals> extends Narrowed<Row, Totals> {
  declaration: ListDeclaration;
  tables: RawBuilder<unknown>;
  page: number;
  perPage: number;
}

/** The sort that is asked for; a name that the list does not declare never comes through the contract. */
function sortIn({ sorts, sort: own }: ListDeclaration, asked: string | undefined) {
  const written = asked ?? own;
  const name = written.replace(/^-/, '');
  const sort = sorts[name];
  if (sort === undefined) throw invalidField('sort', 'sort');
  return { sort, descending: written.startsWith('-') };
}

type Listed = Pick<Asked<never, never>, 'declaration' | 'tables'>;
type KeyedRow = { id: number; key: Key };

const keyed = ({ declaration, tables }: Listed, order: OrderPart[]) =>
  sql`SELECT ${declaration.id} AS id, ARRAY[${sql.join(order.map(({ column }) => sql`(${column.by})::text`))}] AS key
    FROM ${tables}`;

/** The rows of one page: ids out of the index, and whether others come before and after. */
async function find<Row, Totals>(db: Db, asked: Asked<Row, Totals>, query: ListQuery): Promise<Found> {
  const { perPage, page, where, state, tables } = asked;
  const { sort, descending } = sortIn(asked.declaration, query.sort);
  const backwards = query.before !== undefined;
  const from = query.before ?? query.after;
  const order = orderOf(sort.columns, descending, backwards);
  const key = from === undefined ? undefined : keyIn(from, order.length, backwards ? 'before' : 'after');
  const offset = key === undefined ? (page - 1) * perPage : 0;
  if (offset >= COUNTED) throw invalidField('page', 'page_far', { rows: COUNTED });
  const leads: Lead[] = [...(asked.leads ?? []), ...(state ? [{ filter: 'state', is: state }] : [])];
  const leading = leads.find(({ filter }) =>
    filter === 'state' ? sort.withState !== undefined : sort.within?.[filter],
  );
  const conditions = [...where, ...leads.map(({ is }) => is)];
  const led = leading?.near ?? leading?.is;
  // One extra row shows whether others follow.
  const reading = {
    ...{ order, key, led, wanted: perPage + 1, skip: offset },
    conditions: leading?.near ? [...conditions, leading.near] : conditions,
  };
  const isNarrowed = asked.narrowed || leads.some((lead) => lead !== leading || lead.near !== undefined);

  let rows: KeyedRow[] | undefined;
  let total: number | undefined;
  if (sort.index === 'computed') {
    ({ rows, total } = await computed(db, asked, reading));
  } else if (isNarrowed) {
    const few = sql`SELECT 1 FROM ${tables} WHERE ${all(conditions)}`;
    const whole = sql`SELECT 1 FROM ${tables}`;
    const { sorted, within = 0 } = await wayTo(db, { few, whole, most: FEW, wanted: perPage + 1 });
    if (sorted) ({ rows, total } = await fenced(db, asked, { ...reading, most: FEW * 5 }));
    rows ??= await walked(db, asked, { ...reading, within: within * (1 + offset / perPage) });
  } else {
    rows = await straight(db, asked, reading);
  }
  const overflow = rows.length > perPage;
  const shown = rows.slice(0, perPage);
  if (backwards) shown.reverse();
  const [first, last] = [shown[0], shown.at(-1)];
  const begins = key === undefined ? offset === 0 : backwards && !overflow;
  const ends = backwards ? false : !overflow;
  if (total === undefined && key === undefined && ends && (rows.length > 0 || offset === 0))
    total = offset + rows.length;
  return {
    ids: shown.map((row) => row.id),
    ...(total !== undefined && { total }),
    next: last === undefined || ends ? null : writtenKey(last.key),
    previous: first === undefined || begins ? null : writtenKey(first.key),
  };
}

interface Reading {
  order: OrderPart[];
  key: Key | undefined;
  conditions: readonly RawBuilder<unknown>[];
  /** The condition that the index of the order begins with: without it the index gives no order. */
  led?: RawBuilder<unknown> | undefined;
  wanted: number;
  /** Rows of the order before the first wanted one. */
  skip: number;
}

/** In the order of the index. */
async function straight(db: Db, asked: Listed, reading: Reading) {
  const { rows } = await sql<KeyedRow>`${straightStatement(asked, reading)}`.execute(db);
  return rows;
}

function straightStatement(asked: Listed, reading: Reading) {
  const { order, key, conditions, wanted, skip } = reading;
  return sql`${keyed(asked, order)} WHERE ${all(key === undefined ? conditions : [...conditions, beyond(order, key)])}
    ORDER BY ${orderBy(order)} LIMIT ${wanted} OFFSET ${skip}`;
}

/** The statement of a first page, or of the page after `key`, for who asks which index serves it. */
export function pageStatement(declaration: ListDeclaration, written: string, key?: Key): RawBuilder<unknown> {
  const { sort, descending } = sortIn(declaration, written);
  const { always, from: tables } = declaration;
  const order = orderOf(sort.columns, descending, false);
  return straightStatement(
    { declaration, tables },
    { order, key, conditions: always ? [always] : [], wanted: 16, skip: 0 },
  );
}

/**
 * All that match, then sorted: an order with a limit makes the planner walk the whole order for a handful of rows. No
 * rows when there are more than `most`.
 */
async function fenced(
  db: Db,
  { declaration, tables }: Listed,
  { order, key, conditions, wanted, skip, most }: Reading & { most: number },
): Promise<{ rows?: KeyedRow[]; total?: number }> {
  const names = order.map((_, at) => sql.ref(`k${at}`));
  const columns = order.map(({ column }, at) => sql`${column.by} AS ${names[at]}`);
  const outer = order.map((part, at) => ({
    ...part,
    column: { ...part.column, by: names[at] as RawBuilder<unknown> },
  }));
  const { rows } = await sql<KeyedRow & { n: number }>`
    WITH few AS MATERIALIZED (
      SELECT ${declaration.id} AS id, ${sql.join(columns)} FROM ${tables} WHERE ${all(conditions)} LIMIT ${most + 1}
    )
    SELECT id, ARRAY[${sql.join(names.map((name) => sql`${name}::text`))}] AS key, (SELECT count(*) FROM few)::integer AS n
    FROM few WHERE ${key === undefined ? sql`true` : beyond(outer, key)}
    ORDER BY ${orderBy(outer)} LIMIT ${wanted} OFFSET ${skip}`.execute(db);
  // Nothing on this page: so it does not give the total.
  const n = rows[0]?.n ?? (key === undefined && skip === 0 ? 0 : undefined);
  if (n !== undefined && n > most) return {};
  return { rows, ...(n !== undefined && { total: n }) };
}

/** An order that no index has: sorted whole, and refused where that is too many. */
async function computed(db: Db, asked: Listed, reading: Reading) {
  const { rows, total } = await fenced(db, asked, { ...reading, most: COUNTED });
  if (rows === undefined) throw invalidField('sort', 'narrow_to_sort', { rows: COUNTED });
  return { rows, ...(total !== undefined && { total }) };
}

/** In the order of the index, past rows that do not match, a slice of the order at a time. */
async function walked(db: Db, asked: Listed, reading: Reading & { within: number }) {
  const { order, conditions, led, wanted, within } = reading;
  const { always, slice = firstSlice(within) } = asked.declaration;
  const slices = new Slices(slice);
  const until = performance.now() + WALK_MS;
  const found: KeyedRow[] = [];
  for (let { skip, key } = reading; ; ) {
    const rest = key === undefined ? [] : [beyond(order, key)];
    const { rows, passed, end } = await slices.timed(async () => {
      const whole = [...(always ? [always] : []), ...(led ? [led] : []), ...rest];
      const after = sql<KeyedRow>`${keyed(asked, order)} WHERE ${all(whole)}
        ORDER BY ${orderBy(order)} OFFSET ${slices.rows} LIMIT 1`;
      // one that rows have come or gone around since still divides the order: each row is on one side of it
      const last = await kept(db, after, async () => (await after.execute(db)).rows[0]);
      const matching = [...conditions, ...rest, ...(last === undefined ? [] : [beyond(order, last.key, true)])];
      // rows of earlier pages are counted, not read
      const before = skip === 0 ? 0 : await skipped(db, asked, matching, skip);
      if (before < skip) return { rows: [], passed: before, end: last };
      const reached = { ...reading, skip, key: undefined, conditions: matching, wanted: wanted - found.length };
      return { rows: await straight(db, asked, reached), passed: before, end: last };
    });
    found.push(...rows);
    skip -= passed;
    if (end === undefined || found.length >= wanted) return found;
    if (performance.now() > until) throw invalidField('search', 'narrow_search');
    key = end.key;
  }
}

/** Rows that match, no more than are to be skipped. */
async function skipped(
  db: Db,
  { tables }: Pick<Asked<never, never>, 'tables'>,
  matching: readonly RawBuilder<unknown>[],
  most: number,
): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    SELECT count(*)::integer AS n FROM (SELECT 1 FROM ${tables} WHERE ${all(matching)} LIMIT ${most}) s`.execute(db);
  return rows[0]?.n ?? 0;
}

/** How many rows a statement has, up to the limit: `null` beyond it. */
async function cappedCount(db: Db, statement: RawBuilder<unknown>): Promise<number | null> {
  const { rows } = await sql<{ n: number }>`
    SELECT count(*)::integer AS n FROM (${statement} LIMIT ${COUNTED + 1}) c`.execute(db);
  const n = rows[0]?.n ?? 0;
  return n > COUNTED ? null : n;
}

/** The planner expects that a statement over the filter may run unasked; without a filter it stops at its limit. */
const isAffordable = async (db: Db, { narrowed }: { narrowed: boolean }, capped: RawBuilder<unknown>) =>
  !narrowed || (await expected(db, capped)).cost <= AFFORDABLE;

interface Counted {
  total: number | null;
  statuses?: Counts;
}

/** What the counts are of, and the statement of all rows of the filter before that by state. */
function counting<Row, Totals>({ declaration, tables, where, groups }: Asked<Row, Totals>) {
  const by = groups ? flags(groups.of) : declaration.state ? sql`${declaration.state.by} AS s` : sql`1`;
  const matching = sql`SELECT ${by} FROM ${tables} WHERE ${all(where)}`;
  return { matching, capped: sql`${matching} LIMIT ${COUNTED + 1}` };
}

/** All rows of the filter before that by state, by state; nothing where there are more than are counted. */
async function countFew<Row, Totals>(db: Db, asked: Asked<Row, Totals>): Promise<Counted | undefined> {
  const { declaration, groups, state } = asked;
  const { matching, capped } = counting(asked);
  if (groups) {
    const { rows, of } = await grouped(db, groups.of, capped);
    return rows > COUNTED ? undefined : { total: of[groups.group] ?? 0, statuses: of };
  }
  if (!declaration.state) {
    const total = await cappedCount(db, matching);
    return total === null ? undefined : { total };
  }
  const { rows } = await sql<{ s: string; n: number }>`
    SELECT s, count(*)::integer AS n FROM (${capped}) c GROUP BY 1`.execute(db);
  const statuses: Counts = Object.fromEntries(rows.map(({ s, n }) => [s, n]));
  const sum = rows.reduce((whole, { n }) => whole + n, 0);
  if (sum > COUNTED) return undefined;
  return { total: state === undefined ? sum : await cappedCount(db, idsOf(asked)), statuses };
}

/** The same with what is counted one by one, up to the limit, where there are more. */
async function count<Row, Totals>(db: Db, asked: Asked<Row, Totals>): Promise<Counted> {
  const { declaration, groups, state, narrowed } = asked;
  if (!(await isAffordable(db, asked, counting(asked).capped))) return { total: null };
  const few = await countFew(db, asked);
  if (few !== undefined) return few;
  if (groups) {
    const singly = await one(db, asked, groups.of);
    return { total: singly[groups.group] ?? null, statuses: singly };
  }
  if (narrowed || !declaration.state) return { total: null };
  const { by: column, states } = declaration.state;
  const singly = await one(db, asked, Object.fromEntries(states.map((name) => [name, sql`${column} = ${name}`])));
  const statusesOfSome = Object.fromEntries(Object.entries(singly).filter(([, n]) => n !== 0));
  return { total: state === undefined ? null : await cappedCount(db, idsOf(asked)), statuses: statusesOfSome };
}

const flags = (groups: Readonly<Record<string, RawBuilder<unknown>>>) =>
  sql.join(Object.entries(groups).map(([name, condition]) => sql`(${condition}) AS ${sql.ref(name)}`));

async function grouped(db: Db, groups: Readonly<Record<string, unknown>>, capped: RawBuilder<unknown>) {
  const names = Object.keys(groups);
  const { rows } = await sql<Record<string, number>>`
    SELECT count(*)::integer AS "rows of all", ${sql.join(
      names.map((name) => sql`(count(*) FILTER (WHERE ${sql.ref(name)}))::integer AS ${sql.ref(name)}`),
    )} FROM (${capped}) c`.execute(db);
  const { 'rows of all': n = 0, ...of } = rows[0] ?? {};
  return { rows: n, of: of as Counts };
}

/** Each group alone, up to the limit: `null` beyond it. */
async function one<Row, Totals>(
  db: Db,
  { tables, where }: Asked<Row, Totals>,
  groups: Readonly<Record<string, RawBuilder<unknown>>>,
): Promise<Counts> {
  const counts: Counts = {};
  for (const [name, condition] of Object.entries(groups)) {
    counts[name] = await cappedCount(db, sql`SELECT 1 FROM ${tables} WHERE ${all([...where, condition])}`);
  }
  return counts;
}

const chosen = <Row, Totals>(
  columns: RawBuilder<unknown>,
  { tables, where, state }: Asked<Row, Totals>,
  within: readonly RawBuilder<unknown>[],
) => sql`SELECT ${columns} FROM ${tables} WHERE ${all([...where, ...(state ? [state] : []), ...within])}`;

const idsOf = <Row, Totals>(asked: Asked<Row, Totals>, within: readonly RawBuilder<unknown>[] = []) =>
  chosen(sql`${asked.declaration.id} AS id`, asked, within);

/** The sums of the list, or those of a range of its ids. */
async function totalsOf<Row, Totals>(asked: Asked<Row, Totals>, among: Among = ANYWHERE): Promise<Totals | undefined> {
  const { id, state } = asked.declaration;
  const within = among === ANYWHERE ? [] : [among(id)];
  const stated = chosen(sql`${id} AS id${state ? sql`, ${state.by} AS state` : sql``}`, asked, within);
  return asked.totals?.(idsOf(asked, within), among, stated);
}

/** Sums over the filter, where it has no more documents than are counted. */
async function sum<Row, Totals>(db: Db, asked: Asked<Row, Totals>): Promise<Totals | undefined> {
  if (!asked.totals) return undefined;
  const ids = idsOf(asked);
  if (!(await isAffordable(db, asked, sql`${ids} LIMIT ${COUNTED + 1}`))) return undefined;
  return (await cappedCount(db, ids)) === null ? undefined : totalsOf(asked);
}

/** Every row counted and summed, by ranges of ids; what takes too long is not answered by half. */
async function exact<Row, Totals>(db: Db, asked: Asked<Row, Totals>): Promise<Counted & { totals?: Totals }> {
  const few = (await isAffordable(db, asked, counting(asked).capped)) ? await countFew(db, asked) : undefined;
  if (few !== undefined) {
    const totals = await totalsOf(asked);
    return { ...few, ...(totals !== undefined && { totals }) };
  }
  const { declaration, tables, where, groups, state } = asked;
  const { rows: ends } = await sql<{ least: number | null; most: number | null }>`
    SELECT (SELECT ${declaration.id} FROM ${tables} ORDER BY 1 LIMIT 1) AS least,
           (SELECT ${declaration.id} FROM ${tables} ORDER BY 1 DESC LIMIT 1) AS most`.execute(db);
  const { least, most } = ends[0] ?? { least: null, most: null };
  const by = groups ? flags(groups.of) : declaration.state ? sql`${declaration.state.by} AS s` : sql`'all' AS s`;
  const until = performance.now() + EXACT_MS;
  const slices = new Slices(10_000);
  let statuses: Record<string, number> = {};
  let chosenRows = 0;
  let totals: Figures | undefined;
  for (let low = (least ?? 1) - 1; most !== null && low < most; ) {
    if (performance.now() > until) return { total: null };
    const high = low + slices.rows;
    const among: Among = (column) => sql`${column} > ${low} AND ${column} <= ${high}`;
    const range = among(declaration.id);
    await slices.timed(async () => {
      const rows = sql`SELECT ${by}, ${state ?? sql`true`} AS chosen FROM ${tables} WHERE ${all([...where, range])}`;
      if (groups) {
        statuses = added(statuses, (await grouped(db, groups.of, rows)).of as Record<string, number>);
      } else {
        const { rows: found } = await sql<{ s: string; n: number; chosen: number }>`
          SELECT s, count(*)::integer AS n, (count(*) FILTER (WHERE chosen))::integer AS chosen
          FROM (${rows}) c GROUP BY 1`.execute(db);
        statuses = added(statuses, Object.fromEntries(found.map(({ s, n }) => [s, n])));
        chosenRows += found.reduce((whole, row) => whole + row.chosen, 0);
      }
    });
    const part = asked.totals && (await slices.timed(() => totalsOf(asked, among)));
    if (part !== undefined) totals = added(totals, part as Figures);
    low = high;
  }
  return {
    total: groups ? (statuses[groups.group] ?? 0) : chosenRows,
    ...((groups || declaration.state) && { statuses }),
    ...(totals && { totals: totals as Totals }),
  };
}

/** What a call of a list answers: the part that is asked for, or rows with their total as the specification prints it. */
export async function answerList<Row, Totals = never>(
  db: Db,
  declaration: ListDeclaration,
  query: ListQuery,
  narrowed: Narrowed<Row, Totals>,
): Promise<ListAnswer<Row, Totals>> {
  const { page = 1, per_page: perPage = PAGE_SIZE, part } = query;
  const { always } = declaration;
  const where = always ? [always, ...narrowed.where] : narrowed.where;
  const asked: Asked<Row, Totals> = {
    ...narrowed,
    where,
    declaration,
    tables: narrowed.from ?? declaration.from,
    page,
    perPage,
  };
  const { leads = [] } = narrowed;
  const counted: Asked<Row, Totals> = {
    ...asked,
    tables: narrowed.counted ?? asked.tables,
    where: [...where, ...leads.map(({ is }) => is)],
    narrowed: narrowed.narrowed || leads.length > 0,
  };
  const place = { current_page: page, per_page: perPage };
  if (part === 'counts' || part === 'exact') {
    const counts = part === 'counts' ? await count(db, counted) : await exact(db, counted);
    return { data: [], meta: { ...place, ...counts, ...(counts.total === null && { more: true }) } };
  }
  if (part === 'totals') {
    const totals = await sum(db, counted);
    const unsummed = asked.totals === undefined ? {} : { more: true };
    return { data: [], meta: { ...place, total: null, ...(totals === undefined ? unsummed : { totals }) } };
  }
  const { ids, total: known, next, previous } = await find(db, asked, query);
  const data = await narrowed.rows(ids);
  const total = known ?? (part === 'rows' ? null : (await count(db, counted)).total);
  return { data, meta: { ...place, total, ...(total === null && { more: true }), next, previous } };
}

/**
 * Ids of all rows of a filter, for one command on them: as many as the person saw of it.
 * @param narrows the person has set a filter: what the person may see is none
 */
export async function allIds(
  db: Db,
  declaration: ListDeclaration,
  { where, state }: Pick<Narrowed<never, never>, 'where' | 'state'>,
  seen: number,
  narrows: boolean,
): Promise<number[]> {
  if (!narrows) throw invalidField('all', 'all_unnarrowed');
  if (seen > MOST_FILTERED) throw invalidField('all', 'all_many', { most: MOST_FILTERED });
  const { always, from, id } = declaration;
  const { rows } = await sql<{ id: number }>`SELECT ${id} AS id FROM ${from}
    WHERE ${all([...(always ? [always] : []), ...where, ...(state ? [state] : [])])} LIMIT ${MOST_FILTERED + 1}`.execute(
    db,
  );
  if (rows.length !== seen)
    throw conflict('not_allowed_now', {
      messageKey: 'errors.filtered_count',
      values: { seen, now: rows.length > MOST_FILTERED ? `${MOST_FILTERED}+` : rows.length },
    });
  return rows.map(({ id: found }) => found).sort((one, other) => one - other);
}

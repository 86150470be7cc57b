/**
 * What a person can move on now. The charts name the step of each state; a query for each chart and state finds the rows
 * that are the person's by right and branch, late ones first, then by age; the lifecycle is asked about those alone.
 */
import { type RawBuilder, sql } from 'kysely';
import { HELD_NAMED, type MyDay, QUEUE_NAMED, type QueueItem } from '../../contract/day.ts';
import { messageOf } from '../http/router.ts';
import type { Asked } from '../lifecycle/lifecycle.ts';
import { BLOCKS_DAY } from '../practiceDay/days.ts';
import type { Found, QueueSource, Reach } from './source.ts';
import { waitingSources } from './sources.ts';
import { readTimes, type Times } from './times.ts';
import { wordsOf } from './words.ts';

/** Rows of a state that are looked at, at most, for those that no fact holds. */
const LOOKED_AT = [QUEUE_NAMED * 2, QUEUE_NAMED * 20] as const;

interface Candidate {
  id: number;
  since: Date;
  branch: number | null;
  late: boolean;
}

/** Late rows of each branch first, then its others, the oldest first, by the index of branch and age. */
async function candidatesIn(
  { db }: Asked,
  { from, branch }: QueueSource,
  { branches, where }: Reach,
  state: string,
  edges: readonly { branch: number | null; edge: string }[],
  limit: number,
): Promise<Candidate[]> {
  const within = branches === 'none' ? sql`true` : sql`${branch} = e.branch`;
  const rows = (late: RawBuilder<unknown>, aged: RawBuilder<unknown>) => sql`(
    SELECT d.id, d.since, ${late} AS late FROM ${from}
    WHERE d.status = ${sql.lit(state)} AND ${where} AND ${within} AND ${aged}
    ORDER BY d.since, d.id LIMIT ${limit})`;
  const found = await sql<Candidate>`
    SELECT c.id, c.since, c.late, e.branch
    FROM jsonb_to_recordset(${JSON.stringify(edges)}::jsonb) AS e (branch integer, edge timestamptz)
    CROSS JOIN LATERAL (
      ${rows(sql`true`, sql`d.since < e.edge`)} UNION ALL ${rows(sql`false`, sql`d.since >= e.edge`)}
    ) c
    ORDER BY c.late DESC, c.since, c.id LIMIT ${limit}`.execute(db);
  return found.rows;
}

const byLateAndAge = (one: Candidate, other: Candidate): number =>
  Number(other.late) - Number(one.late) || Number(one.since) - Number(other.since) || one.id - other.id;

/** Every row that the person reaches, once, in its order. */
async function candidates(asked: Asked, source: QueueSource, state: string, times: Times, limit: number) {
  const { chart } = source;
  const blocks = BLOCKS_DAY[chart] === state;
  const stays = source.steps.get(state)?.stays === true;
  const edgeOf = (branch: number | null, overdue: string | null) => ({
    branch,
    edge:
      blocks && overdue !== null
        ? 'infinity'
        : ((stays ? null : times.lateBefore(chart, state, branch))?.toISOString() ?? '-infinity'),
  });
  const found = new Map<number, Candidate>();
  for (const reach of source.reach(asked.user, state)) {
    const { branches } = reach;
    const edges =
      branches === 'none'
        ? [edgeOf(null, null)]
        : times.branches
            .filter(({ id }) => branches === 'all' || branches.includes(id))
            .map(({ id, overdue }) => edgeOf(id, overdue));
    for (const row of await candidatesIn(asked, source, reach, state, edges, limit))
      found.set(row.id, { ...row, since: new Date(row.since) });
  }
  return [...found.values()].sort(byLateAndAge).slice(0, limit);
}

interface OfState {
  items: QueueItem[];
  held: (Found & Pick<QueueSource, 'chart' | 'kind'> & { state: string; event: string; words: string })[];
  more: boolean;
  /** Kind and state. */
  words: string;
}

type OfHeld = MyDay['held']['rest'][number];

/** How many there are of each chart and state, in the order in which they come. */
function countedByState(held: OfState['held']): OfHeld[] {
  const counted = new Map<string, OfHeld>();
  for (const { chart, kind, state, words } of held) {
    const key = `${chart} ${kind} ${state}`;
    counted.set(key, { chart, kind, state, words, count: (counted.get(key)?.count ?? 0) + 1 });
  }
  return [...counted.values()];
}

async function readState(asked: Asked, source: QueueSource, state: string, times: Times): Promise<OfState> {
  const { chart, kind } = source;
  const step = source.steps.get(state);
  const looked = new Map<number, Found>();
  if (step === undefined) throw new Error(`no step leads on from ${chart} ${state}`);
  const usual = step.stays ? null : times.usual(chart, state);
  const words = wordsOf(asked.language, source, state, step.event);
  const result: OfState = { items: [], held: [], more: false, words: `${words.kind}, ${words.state}` };
  for (const limit of LOOKED_AT) {
    const rows = await candidates(asked, source, state, times, limit);
    const fresh = rows.map(({ id }) => id).filter((id) => !looked.has(id));
    if (fresh.length > 0) for (const found of await source.read(asked, fresh)) looked.set(found.id, found);
    result.items = [];
    result.held = [];
    for (const { id, since, late, branch } of rows) {
      const found = looked.get(id);
      if (found === undefined) continue;
      if (!found.allowed.includes(step.event)) {
        result.held.push({ ...found, chart, kind, state, event: step.event, words: result.words });
        continue;
      }
      const { allowed: _, reason: __, ...item } = found;
      const overdue = times.branches.find((one) => one.id === branch)?.overdue ?? null;
      const blocks = BLOCKS_DAY[chart] === state ? overdue : null;
      const lateFor = blocks === null ? ('usual' as const) : ('day' as const);
      result.items.push({
        ...item,
        ...{ chart, kind, state, words, look: step.look, event: step.event, since: since.toISOString(), usual, blocks },
        late: late ? lateFor : null,
      });
    }
    result.more = result.items.length > QUEUE_NAMED || rows.length === limit;
    if (result.items.length > QUEUE_NAMED || rows.length < limit) break;
  }
  result.items = result.items.slice(0, QUEUE_NAMED);
  return result;
}

export const inOrderOfUrgency = (one: QueueItem, other: QueueItem): number =>
  Number(other.late === 'minutes') - Number(one.late === 'minutes') ||
  Number(other.late !== null) - Number(one.late !== null) ||
  Date.parse(one.since) - Date.parse(other.since) ||
  one.id - other.id;

/** @param tests the person's own tests, which are found as they are offered. */
export async function queueOf(
  asked: Asked,
  tests: readonly QueueItem[],
): Promise<Pick<MyDay, 'queue' | 'more' | 'held'>> {
  const times = await readTimes(asked.db, asked.now);
  const queue: QueueItem[] = [...tests];
  const more: MyDay['more'] = [];
  const held: OfState['held'] = [];
  for (const source of await waitingSources(asked.db)) {
    const { chart, kind } = source;
    for (const state of source.steps.keys()) {
      const of = await readState(asked, source, state, times);
      queue.push(...of.items);
      held.push(...of.held);
      if (of.more) more.push({ chart, kind, state, words: of.words });
    }
  }
  const first = await Promise.all(
    held.slice(0, HELD_NAMED).map(async ({ chart, kind, state, id, of, name, event, reason }) => {
      const refusal = await reason(event);
      return { chart, kind, state, id, of, name, reason: refusal ? messageOf(refusal, asked.language) : '' };
    }),
  );
  return {
    queue: queue.sort(inOrderOfUrgency),
    more,
    held: { count: held.length, first, rest: countedByState(held.slice(HELD_NAMED)) },
  };
}

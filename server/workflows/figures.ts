/**
 * Where work gets stuck (issue 20): from figures that are kept as steps are taken (`stay_figure`, `step_figure`,
 * `refused_step`), never from the log. What waits now is read in slices, so that nobody waits for one reader.
 */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Person } from '../../contract/common.ts';
import {
  type RefusalFigure,
  type Replayed,
  type StateFigure,
  type Stays,
  type WaitingDocument,
  workflowFigures,
} from '../../contract/workflows.ts';
import type { Schema } from '../db/schema.ts';
import { person } from '../documents/documents.ts';
import type { SignedIn } from '../http/auth.ts';
import { tashkentDay } from '../http/days.ts';
import { type Implementation, implement } from '../http/implement.ts';
import { type Language, say } from '../http/messages.ts';
import type { Asked } from '../lifecycle/lifecycle.ts';
import { everybody } from '../people/everybody.ts';
import type { QueueSource } from '../queue/source.ts';
import { everySource, waitingSources } from '../queue/sources.ts';
import { readTimes, type Times } from '../queue/times.ts';
import { SOURCES } from './sources.ts';
import { endedElsewhere } from './way/waits.ts';
import { isOf, seen } from './workflows.ts';

type Db = Kysely<Schema>;

/** Days of steps and refusals. */
const DAYS = 90;
/** Documents of a slice: each asks for the working minutes of its branch. */
const SLICE = 1_000;
const LISTED = 50;
/** People named beside a document that waits. */
const NAMED = 8;
/** People whose reach is asked in one statement. */
const ASKED_AT_ONCE = 40;
/** A span is a twentieth longer than the one before it (`stay_span`). */
const GROWTH = 1.05;

const spanOf = (minutes: number): number => Math.floor(Math.log(1 + Math.max(0, minutes)) / Math.log(GROWTH));
const endOf = (span: number): number => GROWTH ** (span + 1) - 1;
const middleOf = (span: number): number => (endOf(span - 1) + endOf(span)) / 2;

/** How many stays were of each length. */
class Lengths {
  readonly #spans = new Map<number, number>();

  add(span: number, count: number): void {
    this.#spans.set(span, (this.#spans.get(span) ?? 0) + count);
  }

  stays(): Stays {
    const spans = [...this.#spans].sort(([one], [other]) => one - other);
    const count = spans.reduce((sum, [, n]) => sum + n, 0);
    const at = (share: number): number | null => {
      let passed = 0;
      for (const [span, n] of spans) {
        passed += n;
        if (passed >= share * count) return middleOf(span);
      }
      return null;
    };
    const longest = spans.at(-1);
    return { count, median: at(0.5), p90: at(0.9), longest: longest ? middleOf(longest[0]) : null };
  }
}

interface Narrowed {
  machine: Replayed;
  kind?: string | undefined;
  branch: number | undefined;
  person?: number | undefined;
  month?: string | undefined;
}

type WaitingSource = Pick<QueueSource, 'chart' | 'kind' | 'from' | 'branch' | 'steps' | 'reach'>;

const CLOCKS = ['working', 'calendar'] as const;
type Clock = (typeof CLOCKS)[number];

interface Waiting extends Omit<WaitingDocument, 'since' | 'usual' | 'event' | 'people' | 'through'> {
  since: Date;
  branch: number | null;
  calendar: number;
}

/** Every document that waits, slice by slice: others are answered between two of them. */
async function* waitingIn(
  db: Db,
  { kind, from, branch }: WaitingSource,
  rests: readonly string[],
  visible: RawBuilder<unknown>,
  only: number | undefined,
  now: Date,
): AsyncGenerator<Waiting> {
  let last = 0;
  for (;;) {
    const { rows } = await sql<Waiting>`
      SELECT d.id, ${kind}::text AS kind, v.title, v.organization, d.status AS state, d.since, ${branch} AS branch,
             working_minutes(${branch}, d.since, ${now}::timestamptz) AS minutes,
             greatest(0, date_part('epoch', ${now}::timestamptz - d.since) / 60) AS calendar
      FROM ${from} JOIN (${visible}) v ON v.id = d.id AND v.kind IS NOT DISTINCT FROM ${kind}::text
      WHERE d.status <> ALL (${[...rests]}::text[]) AND d.id > ${last}
        AND ${only === undefined ? sql`true` : sql`${branch} = ${only}`}
      ORDER BY d.id LIMIT ${SLICE}`.execute(db);
    yield* rows;
    last = rows.at(-1)?.id ?? last;
    if (rows.length < SLICE) return;
  }
}

/** Who may take the step of each document, by the same reach as the queues of the home pages. */
async function reachedBy(
  db: Db,
  source: WaitingSource,
  people: readonly SignedIn[],
  documents: readonly Waiting[],
): Promise<Map<number, Person[]>> {
  const found = new Map<number, Person[]>();
  for (const state of new Set(documents.map((one) => one.state))) {
    // what waits for the system, or for another document, is ended by nobody here
    if (!source.steps.has(state)) continue;
    const ids = documents.filter((one) => one.state === state).map(({ id }) => id);
    const reaches = people.flatMap((user) => source.reach(user, state).map((reach) => ({ user, reach })));
    for (let at = 0; at < reaches.length; at += ASKED_AT_ONCE) {
      const parts = reaches.slice(at, at + ASKED_AT_ONCE).map(({ user, reach: { branches, where } }) => {
        const within =
          typeof branches === 'string' ? sql`true` : sql`${source.branch} = ANY (${[...branches]}::integer[])`;
        return sql`SELECT ${user.id}::integer AS user_id, d.id FROM ${source.from}
          WHERE d.id = ANY (${ids}::integer[]) AND d.status = ${state} AND ${where} AND ${within}`;
      });
      const { rows } = await sql<{ user_id: number; id: number }>`${sql.join(parts, sql` UNION ALL `)}`.execute(db);
      for (const { user_id, id } of rows) {
        const of = found.get(id) ?? [];
        const one = people.find((each) => each.id === user_id);
        if (one && !of.some((each) => each.id === one.id)) found.set(id, [...of, person(one.id, one.fullname)]);
      }
    }
  }
  return found;
}

/** Those who wait longer than nine of ten did, the longest over that time first. */
async function late(asked: Asked, waiting: readonly Waiting[], sources: readonly WaitingSource[], times: Times) {
  const { db } = asked;
  const over = waiting
    .flatMap((one) => {
      const chart = sources[0]?.chart;
      const usual = chart === undefined ? null : times.usual(chart, one.state);
      return usual !== null && one.minutes > usual ? [{ ...one, usual }] : [];
    })
    .sort((one, other) => other.minutes / (other.usual + 1) - one.minutes / (one.usual + 1) || one.id - other.id);
  const listed = over.slice(0, LISTED);
  const people = listed.length > 0 ? await everybody(db) : [];
  const rows: WaitingDocument[] = [];
  for (const source of sources) {
    const own = listed.filter(({ kind }) => kind === source.kind);
    if (own.length === 0) continue;
    const reached = await reachedBy(db, source, people, own);
    for (const { branch, calendar: _, since, ...one } of own) {
      const event = source.steps.get(one.state)?.event ?? null;
      const here = reached.get(one.id) ?? [];
      // what is not asked of anybody here, or no longer, may be the step of another document
      const elsewhere = here.length > 0 ? null : await endedElsewhere(asked, source.chart, { ...one, branch }, people);
      const ended = elsewhere?.event ? elsewhere : { event, people: here, through: null };
      const named = ended.people.slice(0, NAMED).map(({ id, fullname }) => person(id, fullname));
      rows.push({ ...one, since: since.toISOString(), ...ended, people: named });
    }
  }
  const place = new Map(listed.map((one, at) => [`${one.kind} ${one.id}`, at]));
  const placeOf = ({ kind, id }: WaitingDocument) => place.get(`${kind} ${id}`) ?? 0;
  return { waiting: rows.sort((one, other) => placeOf(one) - placeOf(other)), waiting_total: over.length };
}

/** Figures stand in a refusal's words only at its moment. */
const ANY_FIGURE = new Proxy<Record<string, string>>({}, { get: () => '…' });
function wordsOf(language: Language, reason: string): string | null {
  try {
    // what signing waits for has texts of its own
    return say(language, reason.includes('.') ? reason : `errors.${reason}`, ANY_FIGURE).replaceAll('….', '…');
  } catch {
    // a reason that is a fault of fields, or of a former release
    return null;
  }
}

const kindOnly = (kind: string | undefined) => (kind === undefined ? sql`true` : sql`kind = ${kind}`);
const branchOnly = (branch: number | undefined) =>
  branch === undefined ? sql`true` : sql`organization_id = ${branch}`;
/** Documents name their branch, whose name no other one has. */
const ofBranch = (branch: number | undefined) =>
  branch === undefined ? sql`true` : sql`d.organization = (SELECT o.name FROM organization o WHERE o.id = ${branch})`;
const personOnly = (id: number | undefined) => (id === undefined ? sql`true` : sql`user_id = ${id}`);

async function staysIn(db: Db, { machine, kind, branch, person: one, month }: Narrowed) {
  const { rows } = await sql<{ state: string; clock: Clock; span: number; count: number }>`
    SELECT state, clock, span, sum(count)::integer AS count FROM stay_figure
    WHERE chart = ${machine} AND ${kindOnly(kind)} AND ${branchOnly(branch)} AND ${personOnly(one)}
      AND ${month === undefined ? sql`true` : sql`month = ${`${month}-01`}::date`}
    GROUP BY state, clock, span`.execute(db);
  return rows;
}

async function stepsIn(db: Db, { machine, kind, branch, person: one }: Narrowed, from: string) {
  const { rows } = await sql<{ state: string; event: string; after: string; count: number }>`
    SELECT state, event, after, sum(count)::integer AS count FROM step_figure
    WHERE chart = ${machine} AND day >= ${from}::date AND ${kindOnly(kind)} AND ${branchOnly(branch)} AND ${personOnly(one)}
    GROUP BY state, event, after ORDER BY count DESC, state, event, after`.execute(db);
  return rows;
}

/** Of a month, else of the last days; whose they were is not kept. */
async function refusalsIn(db: Db, { machine, branch, month }: Narrowed, from: string, language: Language) {
  const then =
    month === undefined
      ? sql`day >= ${from}::date`
      : sql`day >= ${`${month}-01`}::date AND day < ${`${month}-01`}::date + interval '1 month'`;
  const { rows } = await sql<Omit<RefusalFigure, 'words'>>`
    WITH refused AS (
      SELECT state, event, reason, organization_id, sum(count)::integer AS count FROM refused_step
      WHERE chart = ${machine} AND ${then} AND ${branchOnly(branch)} GROUP BY 1, 2, 3, 4
    ), taken AS (
      SELECT state, event, organization_id, sum(count)::integer AS count FROM step_figure
      WHERE chart = ${machine} AND ${then} AND ${branchOnly(branch)} GROUP BY 1, 2, 3
    )
    SELECT r.state, r.event, r.reason, o.name AS organization, r.count,
           (coalesce(t.count, 0) + sum(r.count) OVER (PARTITION BY r.state, r.event, r.organization_id))::integer AS tried
    FROM refused r JOIN organization o ON o.id = r.organization_id
    LEFT JOIN taken t USING (state, event, organization_id)
    ORDER BY r.count DESC, o.name, r.state, r.event, r.reason LIMIT 200`.execute(db);
  return rows.map((row): RefusalFigure => ({ ...row, words: wordsOf(language, row.reason) }));
}

/** What the figures of a chart can be narrowed to. */
async function choicesOf(db: Db, machine: Replayed, own: number | undefined) {
  const { rows } = await sql<{ months: string[]; branches: { id: number; name: string }[]; people: Person[] }>`
    WITH f AS (SELECT DISTINCT month, organization_id, user_id FROM stay_figure
      WHERE chart = ${machine} AND ${branchOnly(own)})
    SELECT (SELECT coalesce(jsonb_agg(m.month ORDER BY m.month DESC), '[]')
              FROM (SELECT DISTINCT to_char(month, 'YYYY-MM') AS month FROM f) m) AS months,
           (SELECT coalesce(jsonb_agg(jsonb_build_object('id', o.id, 'name', o.name) ORDER BY o.name), '[]')
              FROM organization o WHERE o.id IN (SELECT organization_id FROM f)) AS branches,
           (SELECT coalesce(jsonb_agg(jsonb_build_object('id', u.id, 'fullname', u.fullname) ORDER BY u.fullname), '[]')
              FROM app_user u WHERE u.id IN (SELECT user_id FROM f)) AS people`.execute(db);
  return rows[0] ?? { months: [], branches: [], people: [] };
}

const monthOf = (now: Date): string => tashkentDay(now).slice(0, 7);

export const figureImplementations: Implementation[] = [
  implement(workflowFigures, {
    async handle(context) {
      const { db, user, query, language, now } = context;
      const { machine, kind } = query;
      const source = SOURCES[machine];
      // who is no office person has the figures of the own branch, as in the lists
      const own = user.office ? undefined : user.organizationId;
      const narrowed: Narrowed = { ...query, branch: own ?? query.branch };
      const from = tashkentDay(new Date(now.getTime() - DAYS * 86_400_000));
      const visible = sql`SELECT * FROM (${seen(source, { user, language })}) d WHERE ${isOf(kind)}`;
      // who ended a stay, and in which month, is known of ended stays alone: what goes on is nobody's, and of no past month
      const goesOn = query.person === undefined && (query.month === undefined || query.month === monthOf(now));
      const { rows: counts } = goesOn
        ? await sql<{ state: string; now: number }>`
            SELECT d.state, count(*)::integer AS now FROM (${visible}) d
            WHERE d.stopped_at IS NULL AND ${
              // what is read is of the own branch anyway, and what is of no branch is everybody's
              own === undefined ? ofBranch(query.branch) : sql`true`
            } GROUP BY d.state`.execute(db)
        : { rows: [] };

      const lengths = new Map<string, Record<Clock, Lengths>>();
      const lengthsOf = (state: string): Record<Clock, Lengths> => {
        const known = lengths.get(state) ?? { working: new Lengths(), calendar: new Lengths() };
        lengths.set(state, known);
        return known;
      };
      for (const { state, clock, span, count } of await staysIn(db, narrowed)) lengthsOf(state)[clock].add(span, count);

      // of the many settings those that have a draft
      const places = machine === 'settingRevision' ? await waitingSources(db) : everySource();
      const sources = places.filter((one) => one.chart === machine && (kind === undefined || one.kind === kind));
      const waiting: Waiting[] = [];
      for (const one of sources)
        for await (const row of waitingIn(db, one, source.rests, visible, narrowed.branch, now)) waiting.push(row);
      // whose stay goes on counts with its time so far
      if (goesOn)
        for (const { state, minutes, calendar } of waiting) {
          lengthsOf(state).working.add(spanOf(minutes), 1);
          lengthsOf(state).calendar.add(spanOf(calendar), 1);
        }

      const names = new Set([...lengths.keys(), ...counts.map(({ state }) => state)]);
      const states = [...names].map((state): StateFigure => {
        const { working, calendar } = lengthsOf(state);
        return {
          state,
          now: goesOn ? (counts.find((one) => one.state === state)?.now ?? 0) : null,
          rests: (source.rests as readonly string[]).includes(state),
          working: working.stays(),
          calendar: calendar.stays(),
        };
      });
      return {
        data: {
          states,
          arrows: await stepsIn(db, narrowed, from),
          refusals: await refusalsIn(db, narrowed, from, language),
          from,
          ...(await late(context, waiting, sources, await readTimes(db, now))),
          ...(await choicesOf(db, machine, own)),
        },
      };
    },
  }),
];

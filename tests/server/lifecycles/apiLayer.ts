/**
 * The API layer of a lifecycle against its oracle (`tests/oracle`): every row is walked to over HTTP; what the row
 * accepts is done, what it refuses is refused. After each step the answer's state, facts and version, exactly one row of
 * the log with its person and facts, and the entries in the ledgers are those that are written in the oracle.
 */
import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import type { AnyStateMachine } from 'xstate';
import type { Call } from '../../../contract/call.ts';
import { rowName } from '../../../machines/kit/release.ts';
import { stepOf } from '../../../machines/kit/step.ts';
import { transitionKeysOf } from '../../../machines/kit/transitions.ts';
import { answersFile, WITHOUT_DAY, writtenAnswers } from '../../../scripts/answered.ts';
import { say } from '../../../server/http/messages.ts';
import type { Refusal } from '../../../server/http/refusal.ts';
import { checkLedgers } from '../../../server/stock/ledgerCheck.ts';
import { recordCoverage } from '../../models/kit.ts';
import {
  beginningOf,
  behindOf,
  type Entry,
  eventOf,
  type Facts,
  factsOf,
  type Outcome,
  outcomesOf,
  type Row,
  rowAt,
  textsOf,
  typeOf,
  type WrittenOracle,
  walksOf,
  wayOf,
  wordsOf,
} from '../../oracle/oracle.ts';
import { keysOf } from '../listedRefusals.ts';
import { type Answer, ORGANIZATION, PEOPLE, type PersonName, type Sent, type Server } from '../world.ts';

/** The server as a driver has it: it is seen who sends, and another person may be put in that one's place. */
export interface Watched {
  readonly server: Server;
  /** Who sent the last call; nobody where the server's own job took the step. */
  last: PersonName | null;
  /** Sends in place of whoever the driver names. */
  as: PersonName | undefined;
}

export function watch(server: Server): Watched {
  const watched: { -readonly [K in keyof Watched]: Watched[K] } = { server, last: null, as: undefined };
  watched.server = new Proxy(server, {
    get(target, key) {
      if (key === 'call')
        return <C extends Call>(who: PersonName, call: C, sent?: Sent<C>) => {
          watched.last = watched.as ?? who;
          return target.call(watched.as ?? who, call, sent);
        };
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return watched;
}

/** What a person is shown of a row. */
export interface Seen {
  readonly state: string;
  /** Where they are shown. */
  readonly facts?: Facts | null;
  /** Where the row has one. */
  readonly version?: number;
  /** All of it: what a refused event must leave as it was. */
  readonly whole: unknown;
}

export interface Driver {
  readonly id: number;
  /** Runs a verb of the oracle; undefined where no request can express it. */
  send(verb: string): Promise<Answer<unknown> | undefined>;
  look(): Promise<Seen>;
  /** Why the lifecycle would refuse an event, of cases that no request can express. */
  why?(type: string): Promise<Refusal | undefined>;
  /** Makes facts that no event of the lifecycle makes. */
  make?(facts: Facts): Promise<void>;
}

export interface ApiLayer {
  readonly machine: AnyStateMachine;
  readonly oracle: WrittenOracle;
  /** A row at its beginning; `facts` are those of a row that other documents make. */
  open(watched: Watched, facts: Facts): Promise<Driver>;
  readonly server: { readonly current: Server };
  /** Of its rows in the log of records, where ids of several kinds meet. */
  readonly kind?: string;
  /** It is a document: what it posts is in the ledgers under its id. */
  readonly document?: true;
  /** Words in the names of the tests where a lifecycle has several tables. */
  readonly name?: string;
}

/** What is written as a draft and published once nothing is missing: an announcement, a test. */
export const openDraft =
  (kit: {
    open(on: Server): Promise<number>;
    send(on: Server, id: number, verb: string): Promise<Answer<unknown> | undefined>;
    look(on: Server, id: number): Promise<{ status: string; version: number; gaps: readonly unknown[] }>;
  }): ApiLayer['open'] =>
  async ({ server: on }) => {
    const id = await kit.open(on);
    return {
      id,
      send: (verb) => kit.send(on, id, verb),
      async look() {
        const shown = await kit.look(on, id);
        const facts = shown.status === 'draft' ? { complete: shown.gaps.length === 0 } : null;
        return { state: shown.status, version: shown.version, facts, whole: shown };
      },
    };
  };

interface Line {
  event: string;
  before: string | null;
  after: string | null;
  user_id: number | null;
  payload: { facts?: unknown };
}

async function linesOf({ oracle, server, kind }: ApiLayer, id: number): Promise<Line[]> {
  const { rows } = await sql<Line>`
    SELECT event, before, after, user_id, payload FROM step_log AS l
    WHERE machine = ${oracle.machine} AND id = ${id} AND (${kind ?? null}::text IS NULL OR kind = ${kind ?? null})
    ORDER BY l.seq`.execute(server.current.db.kysely);
  return rows;
}

/** What of a ledger an entry changes, and by how much. */
function partOf(entry: Entry): [part: string, by: number] {
  switch (entry.ledger) {
    case 'stock':
      return [`stock ${entry.variant}`, entry.qty];
    case 'partner':
      return [`partner ${entry.partner}`, entry.amount];
    case 'client':
      return [`client ${entry.of}`, entry.amount];
    default:
      return ['cash', entry.amount];
  }
}

/** Sums by what they change; a pair that cancels itself out is no entry. */
function summed(posts: readonly Entry[]): string[] {
  const sums = new Map<string, number>();
  for (const [part, by] of posts.map(partOf)) sums.set(part, (sums.get(part) ?? 0) + Number(by));
  return [...sums].flatMap(([part, by]) => (by === 0 ? [] : [`${part}: ${by}`])).sort();
}

/**
 * Entries of a document, summed; of a payment what became of its money, and the cash that its reversal took back; of a
 * contract what it posts of itself.
 */
async function entriesOf({ document, server }: ApiLayer, id: number): Promise<string[]> {
  if (!document) return [];
  const db = server.current.db.kysely;
  const { rows: stock } = await sql<{ variant: number; qty: number }>`
    SELECT product_variant_id AS variant, qty FROM stock_move WHERE document_id = ${id}`.execute(db);
  const { rows: partner } = await sql<{ partner: number; amount: number }>`
    SELECT partner_id AS partner, amount FROM partner_entry WHERE document_id = ${id}`.execute(db);
  const { rows: client } = await sql<{ of: 'payment' | 'prepaid' | 'write_off'; amount: number }>`
    SELECT CASE WHEN kind IN ('payment', 'write_off') THEN kind ELSE 'prepaid' END AS "of",
           CASE kind WHEN 'prepaid_out' THEN -amount ELSE amount END AS amount
    FROM client_entry WHERE source_id = ${id} OR (document_id = ${id} AND contract_id = ${id})`.execute(db);
  const { rows: cash } = await sql<{ amount: number }>`
    SELECT amount FROM cash_entry WHERE document_id = ${id}
      OR document_id IN (SELECT id FROM cash_document WHERE reverses_id = ${id})`.execute(db);
  return summed([
    ...stock.map((row): Entry => ({ ledger: 'stock', ...row })),
    ...partner.map((row): Entry => ({ ledger: 'partner', ...row })),
    ...client.map((row): Entry => ({ ledger: 'client', ...row })),
    ...cash.map((row): Entry => ({ ledger: 'cash', ...row })),
  ]);
}

/** Entries of money of a document since others: of whom, on an open day of their branch; what the server itself offsets is nobody's. */
async function postedSince({ server }: ApiLayer, id: number, { client, cash }: LastEntries) {
  const { rows } = await sql<{ user_id: number | null; open: boolean }>`
    SELECT CASE WHEN u.username = '#system' THEN NULL ELSE e.created_by END AS user_id, y.status = 'open' AS open
    FROM (SELECT created_by, practice_day_id FROM client_entry
        WHERE id > ${client} AND ${id} IN (source_id, document_id, contract_id)
      UNION ALL SELECT created_by, practice_day_id FROM cash_entry WHERE id > ${cash} AND (document_id = ${id}
        OR document_id IN (SELECT r.id FROM cash_document r WHERE r.reverses_id = ${id}))) e
    JOIN app_user u ON u.id = e.created_by JOIN practice_day y ON y.id = e.practice_day_id`.execute(
    server.current.db.kysely,
  );
  return rows;
}

interface LastEntries {
  readonly client: number;
  readonly cash: number;
}

async function lastEntries({ server }: ApiLayer): Promise<LastEntries> {
  const { rows } = await sql<LastEntries>`
    SELECT (SELECT coalesce(max(id), 0) FROM client_entry)::integer AS client,
           (SELECT coalesce(max(id), 0) FROM cash_entry)::integer AS cash`.execute(server.current.db.kysely);
  return rows[0] ?? { client: 0, cash: 0 };
}

type Accepted = NonNullable<Outcome['accepted']>;

const lastOf = (watched: Watched): PersonName | null => watched.last;

/** One accepted step, and all that is written of it. */
async function step(
  layer: ApiLayer,
  { driver, watched, posted }: { driver: Driver; watched: Watched; posted: Entry[] },
  row: Row,
  name: string,
  accepted: Accepted,
): Promise<void> {
  const { oracle } = layer;
  const verb = oracle.cases[name]?.verb ?? name;
  const before = await driver.look();
  const logged = (await linesOf(layer, driver.id)).length;
  const entries = await lastEntries(layer);
  watched.last = null;
  const answer = await driver.send(verb);
  expect(answer?.status, `${verb}: ${JSON.stringify(answer?.error)}`).toBe(200);
  const sender = lastOf(watched);
  const by = oracle.server?.includes(name) || sender === null ? null : PEOPLE[sender].id;

  const behind = behindOf(oracle, accepted);
  const rests = behind?.accepted ?? accepted;
  const after = await driver.look();
  expect(after.state, verb).toBe(rests.to);
  if (after.facts) expect(after.facts, verb).toEqual(rests.facts);
  const stays = [...(oracle.unlogged ?? []), ...(oracle.unversioned ?? [])].includes(name);
  const unlogged = oracle.unlogged?.includes(name) === true;
  if (before.version !== undefined && after.version !== undefined)
    expect(after.version, `version after ${verb}`).toBe(before.version + (stays ? 0 : 1) + (behind ? 1 : 0));

  const lines = (await linesOf(layer, driver.id)).slice(logged);
  const type = typeOf(name);
  // what the lifecycle raises behind the event has a line of its own, and no person
  const raised = oracle.raised?.find((one) => row.state !== accepted.to && isRaisedBehind(oracle, row, name, one));
  const expected = [
    { event: type, user_id: by, before: row.state, after: raised === undefined ? accepted.to : row.state },
    ...(raised === undefined ? [] : [{ event: raised, user_id: null, before: row.state, after: accepted.to }]),
    // a step of its own, in the same transaction
    ...(behind === undefined
      ? []
      : [{ event: typeOf(behind.name), user_id: null, before: accepted.to, after: rests.to }]),
  ];
  expect(
    lines.map(({ event, user_id, before: from, after: to }) => ({ event, user_id, before: from, after: to })),
    `log of ${verb}`,
  ).toEqual(unlogged ? [] : expected);
  const carried = oracle.cases[name]?.carries?.facts;
  if (carried !== undefined && !unlogged) expect(lines[0]?.payload.facts, `facts of ${verb}`).toEqual(carried);

  // V4: on the open day, by who took the step
  const poster = sender === null ? null : PEOPLE[sender].id;
  for (const { user_id, open } of await postedSince(layer, driver.id, entries)) {
    expect(open, `day of what ${verb} posted`).toBe(true);
    expect([null, poster], `who posted by ${verb}`).toContain(user_id);
  }

  posted.push(...accepted.posts);
  expect(await entriesOf(layer, driver.id), `ledgers after ${verb}`).toEqual(summed(posted));
}

/** Whether an accepted event of another type leads where only a raised one does: the last list that is submitted. */
const isRaisedBehind = (oracle: WrittenOracle, row: Row, name: string, raised: string): boolean =>
  typeOf(name) !== raised &&
  oracle.rows.some((one) => {
    const to = one.passing && one.state === row.state ? one.accepts[raised] : undefined;
    const accepted = row.accepts[name];
    const target = typeof accepted === 'object' ? accepted.to : accepted;
    return to !== undefined && to === target;
  });

/** Walks to a row; one that other documents make is made from the row of the same state. */
async function arrive(layer: ApiLayer, row: Row): Promise<{ driver: Driver; watched: Watched }> {
  const { oracle } = layer;
  const base = row.made ? (rowAt(oracle, row.state, oracle.begins.facts) ?? beginningOf(oracle)) : row;
  const way = wayOf(oracle, base);
  if (way === undefined) throw new Error(`no way to ${wordsOf(oracle, row)}`);
  const watched = watch(layer.server.current);
  const driver = await layer.open(watched, factsOf(oracle, row.made ? row : beginningOf(oracle)));
  for (const { outcome } of way) {
    const verb = oracle.cases[outcome.name]?.verb ?? outcome.name;
    const answer = await driver.send(verb);
    expect(answer?.status, `${verb}: ${JSON.stringify(answer?.error)}`).toBe(200);
  }
  if (row.made) await driver.make?.(factsOf(oracle, row));
  return { driver, watched };
}

/** In place of every value of a text. */
const ANYTHING = '\0';
const anyValues: Record<string, string> = new Proxy({}, { get: () => ANYTHING });

/** Whether a message is a text of the server with its values filled in. */
function isText(key: string, message: string): boolean {
  const parts = say('uz', key, anyValues).split(ANYTHING);
  return new RegExp(`^${parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('.+')}$`, 's').test(
    message,
  );
}

const isPersons = (oracle: WrittenOracle, name: string): boolean =>
  !oracle.server?.includes(name) && !oracle.raised?.includes(name);

/** Nothing of a refused event is left: not in the row, not in its log, not in the ledgers. */
async function unchanged(layer: ApiLayer, driver: Driver, refused: () => Promise<void>): Promise<void> {
  const picture = async () => [await driver.look(), await linesOf(layer, driver.id), await entriesOf(layer, driver.id)];
  const before = await picture();
  await refused();
  expect(await picture()).toEqual(before);
}

export function runApiLayer(layer: ApiLayer): void {
  const { machine, oracle, server } = layer;
  const transitions = new Set<string>();
  const states = new Set<string>();
  /** What the server answered where the rows refuse, and while no day is open. */
  const answered: Record<string, Record<string, string[]>> = {};
  const note = (row: string, name: string, code: string, keys: readonly string[]) => {
    answered[row] ??= {};
    answered[row][name] = [code, ...(code === 'not_found' ? [] : keys)];
  };

  describe(`${oracle.machine}, API layer${layer.name === undefined ? '' : `: ${layer.name}`}`, () => {
    it.each(walksOf(oracle).map((walk) => ({ name: walk.name, walk })))('$name', async ({ walk }) => {
      const { driver, watched } = await arrive(layer, walk.from);
      const posted: Entry[] = [];
      states.add(walk.from.state);
      for (const { row, outcome } of walk.steps) {
        await step(layer, { driver, watched, posted }, row, outcome.name, outcome.accepted);
        const take = (value: string, context: Facts, { name, accepted }: typeof outcome) => {
          states.add(accepted.to);
          const snapshot = machine.resolveState({ value, context });
          for (const key of stepOf(machine, snapshot, eventOf(oracle, name)).transitions) transitions.add(key);
        };
        take(row.state, factsOf(oracle, row), outcome);
        const behind = behindOf(oracle, outcome.accepted);
        if (behind) take(outcome.accepted.to, outcome.accepted.facts, behind);
      }
    });

    // each entry lies under the document that brought it (decisions 57, 59)
    it.runIf(layer.document)('leaves ledgers of clients and of cash that agree with each other', async () => {
      const reports = await checkLedgers(server.current.db);
      const money = reports.filter(({ ledger }) => /^(clients|cash)/.test(ledger));
      expect(money.flatMap(({ differences }) => differences)).toEqual([]);
    });

    it('takes every transition', () => {
      expect(transitionKeysOf(machine).filter((key) => !transitions.has(key))).toEqual([]);
    });

    const refusing = oracle.rows.flatMap((row) => {
      const refused = outcomesOf(oracle, row).filter(
        ({ name, accepted }) => accepted === undefined && isPersons(oracle, name),
      );
      return row.passing || refused.length === 0 ? [] : [{ name: wordsOf(oracle, row), row, refused }];
    });

    it.each(refusing)('refuses in $name, and changes nothing', async ({ row, refused }) => {
      const { driver } = await arrive(layer, row);
      let asked = 0;
      await unchanged(layer, driver, async () => {
        for (const { name, reason } of refused) {
          const verb = oracle.cases[name]?.verb ?? name;
          const answer = await driver.send(verb);
          const at = rowName({ state: row.state, facts: factsOf(oracle, row) });
          // what does not exist cannot be named: there is no such call to make, and the lifecycle itself is asked
          if (answer === undefined) {
            const why = await driver.why?.(typeOf(name));
            if (why) note(at, name, why.code, [why.extra.messageKey ?? `errors.${why.code}`]);
            continue;
          }
          asked += 1;
          const words = `${row.state}: ${verb} ${JSON.stringify(answer.error)}`;
          note(at, name, answer.error.code, keysOf(answer.error.message));
          expect(answer.status, words).toBe(reason === 'not_found' ? 404 : 409);
          if (reason === 'not_found') continue;
          expect(answer.error.code, words).toBe(reason);
          const texts = textsOf(oracle, row, { name, ...(reason && { reason }) });
          expect(
            texts.some((key) => isText(key, answer.error.message)),
            `${words}: says ${texts.join(' or ')}`,
          ).toBe(true);
          expect(answer.error.state, words).toBeDefined();
          expect(answer.error.allowed, words).toBeDefined();
          const otherwise = Object.keys(row.accepts).some((one) => typeOf(one) === typeOf(name));
          if (!otherwise) expect(answer.error.allowed, words).not.toContain(typeOf(name));
        }
      });
      expect(asked).toBeGreaterThan(0);
    });

    const accepting = (name: string): Row | undefined =>
      oracle.rows.find(
        (row) => !row.passing && row.accepts[name] !== undefined && (row.made || wayOf(oracle, row) !== undefined),
      );

    const denials = (oracle.denied ?? []).flatMap(({ cases, person, status, source }) =>
      cases.map((name) => ({ name, person: person as PersonName, status, source })),
    );
    it.each(denials)('$name of $person is $status ($source)', async ({ name, person, status }) => {
      const row = accepting(name);
      if (row === undefined) throw new Error(`no row accepts ${name}`);
      const { driver, watched } = await arrive(layer, row);
      await unchanged(layer, driver, async () => {
        watched.as = person;
        const answer = await driver.send(oracle.cases[name]?.verb ?? name);
        watched.as = undefined;
        expect(answer?.status).toBe(status);
      });
    });

    it.each((oracle.needsDay ?? []).map((name) => ({ name })))('$name waits for an open day (V4)', async ({ name }) => {
      const row = accepting(name);
      if (row === undefined) throw new Error(`no row accepts ${name}`);
      const { driver } = await arrive(layer, row);
      const turn = (from: 'open' | 'closing', to: 'open' | 'closing') =>
        server.current.db.kysely
          .updateTable('practice_day')
          .set({ status: to })
          .where('organization_id', '=', ORGANIZATION)
          .where('status', '=', from)
          .execute();
      await turn('open', 'closing');
      try {
        await unchanged(layer, driver, async () => {
          const answer = await driver.send(oracle.cases[name]?.verb ?? name);
          expect([answer?.status, answer?.error.code]).toEqual([409, 'no_open_day']);
          note(WITHOUT_DAY, name, 'no_open_day', []);
        });
      } finally {
        await turn('closing', 'open');
      }
    });

    // the gallery shows them beside the table, which may say another reason since
    it('answers what is kept of it', async () => {
      expect(Object.keys(answered).filter((row) => row !== WITHOUT_DAY)).toHaveLength(refusing.length);
      const name = layer.name === undefined ? oracle.machine : `${oracle.machine}.${layer.name}`;
      await expect(writtenAnswers(answered)).toMatchFileSnapshot(answersFile(name));
    });

    afterAll(() => recordCoverage(oracle.machine, 'server', { transitions: [...transitions], states: [...states] }));
  });
}

/**
 * A file of 20,000 rows read into a directory, on both engines: sent, checked, written, changed by a second file and taken
 * back, while another person asks for a list and `/healthz` each 50 ms. Server and the one who asks are processes of their own.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { serve } from '@hono/node-server';
import { CompiledQuery } from 'kysely';
import { addressOf, type Call, type ParamsOf, type ResponseOf } from '../contract/call.ts';
import { bank } from '../contract/directories/bank.ts';
import {
  type Import,
  importAdd,
  importCheck,
  importConfirm,
  importCreate,
  importNext,
  importTakeBack,
  MAX_ROWS,
  type SheetCell,
  SLICE,
} from '../contract/imports.ts';
import { createApp } from '../server/app.ts';
import { engines, openBenchServer, report, timed } from './kit.ts';

/** Milliseconds until the faults of a file are shown, that another person waits at most, and of one turn (issue 18). */
const SHOWN = 4000;
const WAIT = 250;
const TURN = 50;
const PROBE_EVERY = 50;
/** Each so many rows has a fault. */
const BAD_EACH = 50;

type Engine = 'embedded' | 'server';
type Message =
  | { ready: { url: string; own: string; other: string } }
  | { waits: number[] }
  | { usage: { turn: number; cpu: number; memory: number } };

async function runServer(engine: Engine): Promise<void> {
  const { database, tokens, close } = await openBenchServer(engine);
  for (const action of ['show', 'add', 'edit'])
    for (const text of ['INSERT INTO rule VALUES ($1, $2)', 'INSERT INTO position_rule VALUES (1, $1, $2)'])
      await database.kysely.executeQuery(CompiledQuery.raw(text, ['bank', action]));
  const app = createApp({ database, production: true, log: () => undefined });
  const turns = monitorEventLoopDelay({ resolution: 5 });
  turns.enable();
  const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => {
    const [own = '', other = ''] = tokens;
    process.send?.({ ready: { url: `http://127.0.0.1:${port}`, own, other } } satisfies Message);
  });
  process.on('message', async (asked) => {
    if (asked === 'usage') {
      // the timer's own 5 ms are no turn
      const turn = Math.max(0, turns.max / 1e6 - 5);
      const { user, system } = process.cpuUsage();
      const memory = process.resourceUsage().maxRSS / 1024;
      process.send?.({ usage: { turn, cpu: (user + system) / 1e6, memory } } satisfies Message);
      turns.reset();
    }
    if (asked !== 'end') return;
    server.close();
    await close();
    process.exit(0);
  });
}

/** Asks by turns, also while earlier answers are awaited; on `waits` reports how long each took. */
function runProbe(url: string, token: string): void {
  let waits: Promise<number>[] = [];
  let turn = 0;
  const paths = ['/healthz', addressOf(bank.calls.index)];
  const headers = { authorization: `Bearer ${token}` };
  const ask = async (path: string | undefined) => {
    const begun = performance.now();
    await fetch(`${url}${path}`, { headers }).then((one) => one.text());
    return performance.now() - begun;
  };
  setInterval(() => {
    turn += 1;
    waits.push(ask(paths[turn % 2]));
  }, PROBE_EVERY);
  process.on('message', async () => {
    const asked = waits;
    waits = [];
    process.send?.({ waits: await Promise.all(asked) } satisfies Message);
  });
}

const answerOf = (child: ChildProcess, asked: string): Promise<Message> =>
  new Promise((done) => {
    child.once('message', (message) => done(message as Message));
    child.send(asked);
  });

type Lines = readonly { key: string | null; cells: SheetCell[] }[];

async function run(engine: Engine): Promise<void> {
  const here = fileURLToPath(import.meta.url);
  const server = fork(here, ['serve', engine]);
  const started = await new Promise<Message>((done) => server.once('message', (one) => done(one as Message)));
  if (!('ready' in started)) throw new Error('the server did not start');
  const { url, own, other } = started.ready;
  const probe = fork(here, ['probe', url, other]);
  const pause = () => new Promise((done) => setTimeout(done, 1000));

  async function ask<C extends Call>(call: C, params: object, body?: unknown): Promise<ResponseOf<C>> {
    const answer = await fetch(`${url}${addressOf(call, params as ParamsOf<C> as Record<string, number>)}`, {
      method: call.method,
      headers: { authorization: `Bearer ${own}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (answer.status !== 200) throw new Error(`${call.id} answered ${answer.status}: ${await answer.text()}`);
    return answer.json() as Promise<ResponseOf<C>>;
  }

  /** Runs a part of the work and says what it cost: milliseconds, the longest wait of the other person, the longest turn. */
  async function part(name: string, work: () => Promise<void>) {
    await pause();
    await answerOf(probe, 'waits');
    const usage = async () => {
      const answer = await answerOf(server, 'usage');
      return 'usage' in answer ? answer.usage : { turn: 0, cpu: 0, memory: 0 };
    };
    const before = await usage();
    const took = await timed(work);
    await pause();
    const answer = await answerOf(probe, 'waits');
    const wait = 'waits' in answer ? Math.max(0, ...answer.waits) : 0;
    const { turn, cpu, memory } = await usage();
    process.stdout.write(
      `  ${engine}, ${name}: ${(took / 1000).toFixed(1)} s (processor ${(cpu - before.cpu).toFixed(1)} s), others wait ${wait.toFixed(0)} ms, longest turn ${turn.toFixed(0)} ms, peak ${memory.toFixed(0)} MB\n`,
    );
    return { took, wait, turn };
  }

  async function goOn(begun: Import): Promise<Import> {
    let now = begun;
    while (now.status === 'checking' || now.status === 'writing') now = (await ask(importNext, { id: now.id })).data;
    return now;
  }

  const columns = ['name', 'mfo'].map((part) => ({ title: part, part }));
  const file_hash = createHash('sha256').update(engine).digest('hex');
  const begin = async (rows: Lines): Promise<Import> => {
    const body = {
      directory: 'bank',
      file_name: 'banklar.xlsx',
      file_hash,
      exported_at: null,
      columns,
      rows: rows.length,
    };
    const { data } = await ask(importCreate, {}, body);
    const sent = rows.map((row, at) => ({ ...row, row: at + 2 }));
    for (let at = 0; at < sent.length; at += SLICE)
      await ask(importAdd, { id: data.id }, { rows: sent.slice(at, at + SLICE) });
    return goOn((await ask(importCheck, { id: data.id })).data);
  };
  const write = async (found: Import): Promise<Import> => {
    const done = await goOn((await ask(importConfirm, { id: found.id }, { file_hash, without_bad: true })).data);
    if (done.status !== 'done') throw new Error(`the import is ${done.status}: ${done.reason}`);
    return done;
  };

  const all = Array.from({ length: MAX_ROWS }, (_, n) => n);
  const mfo = (n: number) => String(10_000 + n);
  const fresh = all.map((n) => ({ key: null, cells: [`Bank ${n}`, n % BAD_EACH ? mfo(n) : 'xato'] }));
  const changed = all.filter((n) => n % BAD_EACH).map((n) => ({ key: null, cells: [`Yangi nom ${n}`, mfo(n)] }));
  try {
    let found: Import | undefined;
    await part('nothing sent', pause as () => Promise<void>);
    const shown = await part(`${MAX_ROWS} rows sent and checked`, async () => {
      found = await begin(fresh);
    });
    const written = await part('new records written', async () => {
      found = await write(found as Import);
    });
    await part('sent and checked again, all changed', async () => {
      found = await begin(changed);
    });
    await part('changes written', async () => {
      found = await write(found as Import);
    });
    await part('taken back', async () => {
      await ask(importTakeBack, { id: (found as Import).id });
    });
    report(`${engine}: faults shown`, shown.took, SHOWN, 1, 'the limit');
    report(`${engine}: others wait while it is checked`, shown.wait, WAIT, 1, 'the limit');
    report(`${engine}: longest turn of the check`, shown.turn, TURN, 1, 'the limit');
    // on its one session the embedded database answers nobody else while a transaction writes: only its figure is shown
    if (engine === 'server') report(`${engine}: others wait while it is written`, written.wait, WAIT, 1, 'the limit');
  } finally {
    probe.kill();
    server.send('end');
  }
  await new Promise((done) => server.once('exit', done));
}

const [role, ...given] = process.argv.slice(2);
if (role === 'serve') await runServer(given[0] as Engine);
else if (role === 'probe') runProbe(given[0] as string, given[1] as string);
else for (const engine of engines()) await run(engine);

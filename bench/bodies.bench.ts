/**
 * The worst bodies, sent to every call of the contract, four at once, with and without a token, while `/healthz` is
 * asked each 50 ms: the longest that anybody else waits, and the memory of the server. Server, sender and the one who
 * asks are processes of their own.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { type ClientRequest, request } from 'node:http';
import { fileURLToPath } from 'node:url';
import { serve } from '@hono/node-server';
import { CompiledQuery } from 'kysely';
import { addressOf, paramNames } from '../contract/call.ts';
import { calls } from '../contract/index.ts';
import type { ServedCall } from '../contract/server.ts';
import { bytesOf } from '../contract/serverSide.ts';
import { createApp } from '../server/app.ts';
import { longestList, schemasIn } from '../server/http/validate.ts';
import { openBenchServer, report } from './kit.ts';

/** Milliseconds that another person waits at most (issue "Ready for two hundred pages", point 6). */
const BUDGET = 250;
const AT_ONCE = 4;
const PROBE_EVERY = 50;
const ANSWER_WITHIN = 30_000;
const BOUNDARY = 'a-boundary-of-the-benchmark';

type Message = { ready: { url: string; token: string } } | { memory: number } | { waits: number[] };

/** The server: an embedded database on a disk, and a person who may call everything. */
async function runServer(): Promise<void> {
  const { database, tokens, close } = await openBenchServer('embedded');
  const run = (text: string, values: unknown[]) => database.kysely.executeQuery(CompiledQuery.raw(text, values));
  const rules = new Set(calls.flatMap(({ rule }) => (rule.includes('.') ? rule.split('|') : [])));
  for (const rule of rules) {
    await run('INSERT INTO rule VALUES ($1, $2) ON CONFLICT DO NOTHING', rule.split('.'));
    await run('INSERT INTO position_rule VALUES (1, $1, $2) ON CONFLICT DO NOTHING', rule.split('.'));
  }
  const app = createApp({
    database,
    production: true,
    log: (level, message, extra) => {
      if (level === 'error') process.stderr.write(`${message} ${JSON.stringify(extra)}\n`);
    },
    signInLimits: { perName: 1_000_000, perAddress: 1_000_000 },
  });
  const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => {
    process.send?.({ ready: { url: `http://127.0.0.1:${port}`, token: tokens[0] ?? '' } } satisfies Message);
  });
  process.on('message', async (asked) => {
    if (asked === 'memory') process.send?.({ memory: process.resourceUsage().maxRSS / 1024 } satisfies Message);
    if (asked !== 'end') return;
    server.close();
    await close();
    process.exit(0);
  });
}

/** Asks for `/healthz` each 50 ms, also while earlier answers are awaited; on `waits` reports how long each took. */
function runProbe(url: string): void {
  let waits: number[] = [];
  setInterval(async () => {
    const asked = performance.now();
    await fetch(`${url}/healthz`).then((answer) => answer.text());
    waits.push(performance.now() - asked);
  }, PROBE_EVERY);
  process.on('message', () => {
    process.send?.({ waits } satisfies Message);
    waits = [];
  });
}

const fill = (bytes: number, unit: string, before = '', after = ''): Buffer =>
  Buffer.from(
    before + unit.repeat(Math.max(1, Math.floor((bytes - before.length - after.length) / unit.length))) + after,
  );

/** A list that the call takes, filled with lines that are none. */
function wrongLines(call: ServedCall, count: number): Buffer {
  const paths = call.body ? [...schemasIn(call.body)].map(([path]) => path) : [];
  const [list = 'lines'] = (paths.find((path) => path.includes('*')) ?? '').split('.').filter((part) => part !== '');
  return Buffer.from(`{"${list}":[${Array(count).fill('{"count":-1,"value":"x"}').join()}]}`);
}

const part = (name: string, content: string) =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${content}\r\n`;

const BODIES: Record<string, (call: ServedCall) => Buffer> = {
  '9.8 MB of brackets': () => fill(9_800_000, '[],', '[', '[]]'),
  'brackets up to the limit': (call) => fill(bytesOf(call), '[],', '[', '[]]'),
  '60 kB of depth': () => fill(60_000, '['),
  'depth up to the limit': (call) => fill(bytesOf(call), '{"a":'),
  '90,000 wrong lines': (call) => wrongLines(call, 90_000),
  'wrong lines up to the limit': (call) =>
    wrongLines(call, Math.min(Math.max(longestList(call.body), 100), Math.floor(bytesOf(call) / 25))),
  'a text up to the limit': (call) => fill(bytesOf(call), 'x', '{"comment":"', '"}'),
  'escapes up to the limit': (call) => fill(bytesOf(call), '\\"', '{"comment":"', '"}'),
  'digits up to the limit': (call) => fill(bytesOf(call), '9', '{"count":', '}'),
  'names up to the limit': (call) =>
    Buffer.from(`{${Array.from({ length: Math.floor(bytesOf(call) / 12) }, (_, n) => `"f${n}":1`).join()}}`),
  'thousands of parts': (call) => fill(bytesOf(call), part('f', 'x'), '', `--${BOUNDARY}--\r\n`),
  'a field of 15 MB': (call) =>
    Buffer.from(`${part('comment', 'x'.repeat(Math.max(0, bytesOf(call) - 300)))}--${BOUNDARY}--\r\n`),
  'a head without an end': (call) => fill(bytesOf(call), 'x', `--${BOUNDARY}\r\nContent-Disposition: `),
};

const ONLY_FORMS = new Set(['thousands of parts', 'a field of 15 MB', 'a head without an end']);
const ALSO_FORMS = '9.8 MB of brackets';

function begin(
  url: string,
  call: ServedCall,
  token: string | undefined,
  headers: Record<string, string>,
): ClientRequest {
  const params = Object.fromEntries(paramNames(call.path).map((name) => [name, 2_000_000_000]));
  return request(`${url}${addressOf(call, params)}`, {
    method: call.method,
    agent: false,
    headers: {
      'content-type': call.multipart ? `multipart/form-data; boundary=${BOUNDARY}` : 'application/json',
      'idempotency-key': 'the-same-of-all',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...headers,
    },
  });
}

/** Sends one body; done when the answer came or the connection ended. */
function send(url: string, call: ServedCall, token: string | undefined, body: Buffer): Promise<number> {
  return new Promise((done) => {
    const sending = begin(url, call, token, { 'content-length': String(body.byteLength) });
    sending.setTimeout(ANSWER_WITHIN, () => sending.destroy());
    sending.on('response', (answer) => {
      answer.resume();
      answer.on('end', () => {
        sending.destroy();
        done(answer.statusCode ?? 0);
      });
    });
    sending.on('error', () => done(0));
    sending.end(body);
  });
}

/** Bodies that come a byte at a time while everything else goes on. */
function sendSlowly(url: string, call: ServedCall, token: string | undefined): () => void {
  const sending = begin(url, call, token, { 'transfer-encoding': 'chunked' });
  sending.on('error', () => undefined);
  const timer = setInterval(() => sending.write('['), PROBE_EVERY);
  return () => {
    clearInterval(timer);
    sending.destroy();
  };
}

const answerOf = (child: ChildProcess, asked?: string): Promise<Message> =>
  new Promise((done) => {
    child.once('message', (message) => done(message as Message));
    if (asked) child.send(asked);
  });

async function runSender(): Promise<void> {
  const here = fileURLToPath(import.meta.url);
  const server = fork(here, ['serve']);
  const started = await answerOf(server);
  if (!('ready' in started)) throw new Error('the server did not start');
  const { url, token } = started.ready;
  const probe = fork(here, ['probe', url]);
  const longest = async (): Promise<number> => {
    const answer = await answerOf(probe, 'waits');
    return 'waits' in answer ? Math.max(0, ...answer.waits) : 0;
  };
  const memory = async (): Promise<number> => {
    const answer = await answerOf(server, 'memory');
    return 'memory' in answer ? Math.round(answer.memory) : 0;
  };

  await new Promise((resolve) => setTimeout(resolve, 2000));
  await longest();
  await new Promise((resolve) => setTimeout(resolve, 2000));
  process.stdout.write(`  nothing sent: ${(await longest()).toFixed(0)} ms, ${await memory()} MB\n`);

  const sent = calls.filter((call) => call.method !== 'GET');
  const withBody = sent.filter((call) => call.body);
  const stop = withBody.slice(0, AT_ONCE).map((call) => sendSlowly(url, call, token));
  const publicCall = sent.find((call) => call.rule === 'public');
  if (publicCall) stop.push(sendSlowly(url, publicCall, undefined));
  let worst = 0;
  for (const [name, bodyOf] of Object.entries(BODIES)) {
    const taken = sent.filter((call) => name === ALSO_FORMS || ONLY_FORMS.has(name) === Boolean(call.multipart));
    let longestOfBody = { wait: 0, call: '' };
    const statuses = new Map<number, number>();
    for (const call of taken) {
      const body = bodyOf(call);
      // a call without a body would be carried out: signing out, say, would end the token
      for (const who of call.body ? [undefined, token] : [undefined]) {
        for (const status of await Promise.all(Array.from({ length: AT_ONCE }, () => send(url, call, who, body)))) {
          statuses.set(status, (statuses.get(status) ?? 0) + 1);
        }
      }
      const wait = await longest();
      if (wait > longestOfBody.wait) longestOfBody = { wait, call: call.id };
    }
    worst = Math.max(worst, longestOfBody.wait);
    const counted = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${status} × ${count}`);
    process.stdout.write(
      `  ${name}: ${longestOfBody.wait.toFixed(0)} ms (${longestOfBody.call}); ${counted.join(', ')}; peak ${await memory()} MB\n`,
    );
  }
  for (const end of stop) end();
  report('longest wait for /healthz', worst, BUDGET, 1, 'the limit');
  probe.kill();
  server.send('end');
}

const [role, url = ''] = process.argv.slice(2);
if (role === 'serve') await runServer();
else if (role === 'probe') runProbe(url);
else await runSender();

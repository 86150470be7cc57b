/** A server that is killed in the middle of counting and started again: nothing is lost, nothing counts twice. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect } from '@playwright/test';
import pg from 'pg';
import { signIn, test } from './harness/control.ts';
import type { Listed } from './harness/journey.ts';
import { OwnList } from './pages/ownList.ts';

/** The built server as it is installed, on a folder or a database of its own. */
class RealServer {
  readonly port = Number(process.env.E2E_PORT ?? 4273) + 2;
  readonly url = `http://127.0.0.1:${this.port}`;
  readonly #folder = mkdtempSync(join(tmpdir(), 'idora-journey-'));
  #database: { url: string; drop(): Promise<void> } | undefined;
  #process: ChildProcess | undefined;

  async prepare(): Promise<void> {
    if (!existsSync(resolve('dist/server/main.js'))) throw new Error('build the server first: npm run build');
    const given = process.env.DATABASE_URL;
    if (given === undefined) return;
    const name = `idora_journey_${randomUUID().replaceAll('-', '').slice(0, 16)}`;
    const admin = new pg.Client({ connectionString: given });
    await admin.connect();
    await admin.query(`CREATE DATABASE ${name}`);
    const url = new URL(given);
    url.pathname = `/${name}`;
    this.#database = {
      url: url.href,
      async drop() {
        await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
        await admin.end();
      },
    };
  }

  /** Resolves when it listens. */
  async start(): Promise<void> {
    const child = spawn(process.execPath, [resolve('dist/server/main.js')], {
      env: {
        ...process.env,
        PORT: String(this.port),
        DATA_DIR: join(this.#folder, 'data'),
        LOG_LEVEL: 'error',
        ...(this.#database && { DATABASE_URL: this.#database.url }),
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.#process = child;
    let said = '';
    await new Promise<void>((listens, failed) => {
      child.stdout.on('data', (part: Buffer) => {
        said += part.toString();
        if (said.includes('Idora: http')) listens();
      });
      child.once('exit', (code) => failed(new Error(`the server ended with ${code}: ${said}`)));
    });
  }

  /** As a power cut: no notice, nothing finishes. */
  async kill(): Promise<void> {
    const child = this.#process;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  }

  async clear(): Promise<void> {
    await this.kill();
    await this.#database?.drop();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async ask<T>(path: string, { token, body }: { token?: string; body?: object } = {}): Promise<T> {
    const answer = await fetch(this.url + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    expect(answer.status, path).toBe(200);
    return (await answer.json()) as T;
  }
}

test('a server killed and started again in the middle of counting loses and doubles nothing', async ({ browser }) => {
  // it runs beside another journey: two cores for three servers and two browsers
  test.setTimeout(300_000);
  const server = new RealServer();
  try {
    await server.prepare();
    await server.start();
    const { token } = await server.ask<{ token: string }>('/cash/api/sign-in', {
      body: { username: 'counter1', password: 'Demo-2026!' },
    });
    interface Acts {
      data: { id: number; counters: { id: number; mine: boolean }[] }[];
    }
    const acts = await server.ask<Acts>('/warehouse/api/act_of_count/index?status=residues_loaded', { token });
    const act = acts.data.find(({ counters }) => counters.some(({ mine }) => mine));
    const counterId = act?.counters.find(({ mine }) => mine)?.id;
    if (act === undefined || counterId === undefined) throw new Error('counter1 counts nothing in the demo data');

    const context = await browser.newContext({ baseURL: server.url });
    await signIn(context, { id: 0, username: 'counter1', fullname: '', token });
    const list = new OwnList(await context.newPage());
    await list.open(act.id, counterId);
    await list.start();
    interface Products {
      data: { id: number; barcode: string | null; is_serial_number: boolean }[];
    }
    const path = `/warehouse/api/computing_act_user/products/${counterId}`;
    const { data: products } = await server.ask<Products>(path, { token });
    const known = new Map<string, number[]>();
    for (const { id, barcode } of products) if (barcode) known.set(barcode, [...(known.get(barcode) ?? []), id]);
    const chosen = products
      .filter((one) => !one.is_serial_number && one.barcode !== null && known.get(one.barcode)?.length === 1)
      .slice(0, 20);
    expect(chosen).toHaveLength(20);

    const counted = new Map<number, number>();
    let entries = 0;
    const scan = async (times: number) => {
      const codes = Array.from({ length: times }, (_, at) => chosen[at % chosen.length]);
      for (const one of codes) if (one !== undefined) counted.set(one.id, (counted.get(one.id) ?? 0) + 1);
      entries += times;
      await list.scanAll(codes.map((one) => one?.barcode ?? ''));
      await expect.poll(async () => (await list.saved()).here).toBe(entries);
    };
    const arrived = () =>
      expect.poll(() => list.saved(), { timeout: 60_000 }).toEqual({ here: entries, server: entries, queued: 0 });

    await scan(20);
    await arrived();
    for (const round of [1, 2]) {
      await test.step(`killed for the ${round}. time`, async () => {
        // Killed while a batch is being sent: whether it was saved is unknown.
        const onItsWay = list.page.waitForRequest(/save_entries/);
        await scan(25);
        await onItsWay;
        await server.kill();
        await scan(25);
        await expect(list.noNetwork).toBeVisible();
        await server.start();
        await scan(10);
        await arrived();
      });
    }

    const { data } = await server.ask<Listed>(`/warehouse/api/computing_act_user/get_all_listed_product/${counterId}`, {
      token,
    });
    const ids = data.flatMap((line) => line.entries.map((entry) => entry.entry_id));
    expect(ids).toHaveLength(entries);
    expect(new Set(ids).size).toBe(entries);
    expect(new Map(data.map((line) => [line.product_variant_id, line.count]))).toEqual(counted);
    await context.close();
  } finally {
    await server.clear();
  }
});

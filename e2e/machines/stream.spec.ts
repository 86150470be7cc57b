/**
 * The browser layer of the stream. Another tab holds the turn until it gives it away, the stream's call waits at a gate and
 * is then the server's own, the network is lost by its signal, and the clock stands still.
 */
import { type BrowserContext, expect, type Page } from '@playwright/test';
import type { Call } from '../../contract/call.ts';
import shell from '../../locales/uz/shell.json' with { type: 'json' };
import { streamModel } from '../../machines/stream/stream.model.ts';
import { api, type Branch, type BranchPerson, control, SERVER, signIn } from '../harness/control.ts';
import { intercept } from '../harness/intercept.ts';
import { SessionPage } from '../pages/sessionPage.ts';
import { Gate, type Moment, type Opening, runBrowserLayer } from './kit.ts';

/** No call of the contract: its answer does not end. */
const STREAM = { service: 'cash', method: 'GET', path: '/notice/stream' } as Call;
const LOCK = 'idora-stream';
/** The longest pause of the model's two failures. */
const PAUSE = 3_000;
/** So many streams of a token end the one that was there before. */
const TOO_MANY = 4;
const READINGS = { notices: '/notice/unread', announcements: '/announcement/mine' } as const;

class World {
  /** Readings that the page has asked for. */
  readonly asked: string[] = [];
  /** How many there were before the step. */
  before = 0;
  cut = false;

  constructor(
    readonly page: Page,
    readonly context: BrowserContext,
    readonly other: Page,
    readonly gate: Gate,
    readonly branch: Branch,
    readonly reader: BranchPerson,
    readonly session: SessionPage,
  ) {
    page.on('request', (request) => this.asked.push(new URL(request.url()).pathname));
  }

  /** Whether the page's turn is held, or waited for; asked in the other tab. */
  turns(): Promise<{ held: number; pending: number }> {
    return this.other.evaluate(async (name) => {
      const { held, pending } = await navigator.locks.query();
      const own = (locks: LockInfo[] | undefined) => locks?.filter((one) => one.name === name).length ?? 0;
      return { held: own(held), pending: own(pending) };
    }, LOCK);
  }

  mark(): void {
    this.before = this.asked.length;
  }

  /** What the step made old was asked for again. */
  async expectReadAgain(...topics: (keyof typeof READINGS)[]): Promise<void> {
    for (const topic of topics)
      await expect
        .poll(() => this.asked.slice(this.before).some((path) => path.endsWith(READINGS[topic])), { message: topic })
        .toBe(true);
  }

  signal(type: 'online' | 'offline'): Promise<unknown> {
    return this.page.evaluate((name) => window.dispatchEvent(new Event(name)), type);
  }

  /** Other streams of the same session: the server ends the oldest, which is the page's. */
  async crowdOut(): Promise<void> {
    const abort = new AbortController();
    for (let n = 0; n < TOO_MANY; n += 1) {
      const { status } = await fetch(`${SERVER}/cash/api${STREAM.path}`, {
        headers: { authorization: `Bearer ${this.reader.token}` },
        signal: abort.signal,
      });
      expect(status).toBe(200);
    }
    abort.abort();
  }

  async announce(): Promise<void> {
    const { director } = this.branch.people;
    const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
    const { body } = await api(
      director,
      'POST',
      '/announcement/create',
      {
        ...{ title_uz: 'Kassa tartibi', title_ru: 'Порядок кассы', body_uz: 'Ertadan.', body_ru: 'С завтрашнего дня.' },
        ...{ everyone: false, position_ids: [], organization_ids: [this.branch.organizationId] },
        ...{ from: at(-1), to: at(1), must_confirm: false },
      },
      'cash',
    );
    const { status } = await api(director, 'PUT', `/announcement/publish/${body.data.id}`, {}, 'cash');
    expect(status).toBe(200);
  }
}

async function open({ page, context }: Opening): Promise<World> {
  const branch = await control.branch();
  const { keeper } = branch.people;
  const session = new SessionPage(page, context);
  const gate = await Gate.at(page, STREAM);
  await context.clock.install();
  const other = await context.newPage();
  await other.goto('/config.json');
  const world = new World(page, context, other, gate, branch, keeper, session);
  await intercept(page, '*/config.json*', { hold: (call) => (world.cut ? call.lose() : call.pass()) });
  await other.evaluate((name) => {
    const kept = globalThis as unknown as { release?: () => void };
    void navigator.locks.request(name, () => new Promise<void>((done) => Object.assign(kept, { release: done })));
  }, LOCK);
  await signIn(context, keeper);
  await page.goto('/profile');
  await session.expectSignedIn(keeper.fullname, '/profile');
  await session.stopClock();
  await expect.poll(() => world.turns()).toEqual({ held: 1, pending: 1 });
  return world;
}

const isOpen = ({ step }: Moment) => step?.from.includes('open') === true;

runBrowserLayer<World>('stream', streamModel, {
  open,
  close: async ({ other }) => other.close(),
  verbs: {
    'has the turn': ({ other }) => other.evaluate(() => (globalThis as unknown as { release(): void }).release()),
    async 'sees the stream open'(world) {
      world.mark();
      await world.gate.pass();
    },
    async 'learns of a notice'(world) {
      world.mark();
      // what is read in another browser is read here
      await api(world.reader, 'PUT', '/notice/read_all', { last: 1 }, 'cash');
    },
    async 'learns of an announcement'(world) {
      world.mark();
      await world.announce();
    },
    'loses the stream': (world, moment) => (isOpen(moment) ? world.crowdOut() : world.gate.lose()),
    // the session was ended elsewhere
    async 'is refused'({ gate, reader }) {
      expect((await api(reader, 'POST', '/sign-out', undefined, 'cash')).status).toBe(200);
      await gate.pass();
    },
    async 'learns of a notice from another tab'(world) {
      world.mark();
      await world.other.evaluate((name) => new BroadcastChannel(name).postMessage('notices'), LOCK);
    },
    async 'loses the network'(world) {
      world.cut = true;
      await world.signal('offline');
    },
    async 'has the network again'(world) {
      world.cut = false;
      await world.signal('online');
    },
    waits: ({ context }) => context.clock.fastForward(PAUSE),
  },
  states: {
    async following(world, { step }) {
      expect(await world.turns()).toEqual({ held: 1, pending: 1 });
      expect(world.asked.some((path) => path.endsWith(STREAM.path))).toBe(false);
      if (step !== undefined) await world.expectReadAgain('notices');
    },
    async 'reading.connecting'(world) {
      expect(await world.turns()).toEqual({ held: 1, pending: 0 });
      await world.gate.asked();
    },
    async 'reading.open'(world, { step }) {
      const name = step?.case.name ?? '';
      if (name === 'sees the stream open') await world.expectReadAgain('notices', 'announcements');
      else await world.expectReadAgain(name === 'learns of an announcement' ? 'announcements' : 'notices');
    },
    async waiting(world) {
      expect(await world.turns()).toEqual({ held: 1, pending: 0 });
      await expect(world.page.getByRole('button', { name: shell.offline.tryNow })).toHaveCount(0);
    },
    async offline(world) {
      await expect(world.page.getByRole('button', { name: shell.offline.tryNow })).toBeVisible();
    },
    async refused(world) {
      // though the person has asked for nothing
      await world.context.clock.resume();
      await world.session.expectSignInForm();
      await expect.poll(() => world.turns()).toEqual({ held: 0, pending: 0 });
    },
  },
});

/**
 * The browser layer: a workflow's tour in a real page, every step caused as a person, a server, a clock or another tab
 * causes it. After each step the page's machine must have taken exactly the transitions of the path, and the screen must
 * show what a person sees in that state. A lifecycle, whose transitions the API layer takes, is walked through its states
 * alone; `npm run qa` walks every path of it too.
 */
import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test';
import type { AnyMachineSnapshot } from 'xstate';
import type { Call } from '../../contract/call.ts';
import {
  cheapestTour,
  inBrowser,
  leavesOfPath,
  type Path,
  type PathStep,
  randomWalks,
  stateTour,
  transitionTour,
  uncovered,
  type WorkflowModel,
} from '../../machines/kit/model.ts';
import { leavesIn } from '../../machines/kit/step.ts';
import { recordedPaths } from '../../scripts/recorded.ts';
import { recordCoverage } from '../../tests/coverage.ts';
import { type TakenInPage, test, watchMachines } from '../harness/control.ts';
import { type HeldCall, intercept } from '../harness/intercept.ts';

/** How far a path has come. */
export interface Moment {
  readonly path: Path;
  /** The step that is caused or has been caused; undefined at the beginning. */
  readonly step: PathStep | undefined;
  /** What the path does afterwards: a wrong password is typed before the server can refuse it. */
  readonly next: PathStep | undefined;
  /**
   * For a verb that reloads the page and goes on in it: called after the reload. What the machine takes in the new
   * life, from its beginning, is the step's; without it a life that a reload begins is another story and not counted.
   */
  follow(): Promise<void>;
}

export type Verb<W> = (world: W, moment: Moment) => Promise<void>;

export interface Opening {
  readonly page: Page;
  readonly context: BrowserContext;
  /** For the computers of other people. */
  readonly browser: Browser;
  readonly path: Path;
  /** The name that the layer was given. */
  readonly suite: string;
}

export interface BrowserLayerOptions<W> {
  /** Makes what the path needs, opens the page at the path's beginning and returns what the verbs work with. */
  open(opening: Opening): Promise<W>;
  /** Ends what `open` and the verbs began beside the page. */
  close?(world: W): Promise<void>;
  /** How each case of the tour is caused, by its name. */
  readonly verbs: Readonly<Record<string, Verb<W>>>;
  /** What a person sees, by the dotted leaf state. */
  readonly states: Readonly<Record<string, Verb<W>>>;
  /**
   * Transitions that the page takes also by itself, between steps (timers, polling): they are not counted, and where a
   * step expects one it must come at least once.
   */
  readonly ambient?: readonly string[];
  /**
   * A lifecycle: the server runs it and no page reports it. A step's transitions count once the state it leads to has
   * been seen on the screen, so each look must distinguish its state from every other.
   */
  readonly onServer?: boolean;
  /** `npm test` comes through every state, not every transition: so does each width of a window but the first. */
  readonly statesOnly?: boolean;
  /** Options of the browser context, e.g. a phone's user agent. */
  use?(path: Path): Parameters<typeof test.use>[0];
}

const INTERVALS = [20, 50, 100, 200];

/** What a path's steps are compared with. */
interface Witness {
  /** What the path's steps have taken, as far as it went well. */
  readonly transitions: readonly string[];
  follow(): Promise<void>;
  /** A step begins. */
  mark(): void;
  /** Waits until the step's transitions are taken. */
  took(expected: readonly string[], after: string): Promise<void>;
  /** Nothing else was taken while the screen was looked at. */
  rests(expected: readonly string[], snapshot: AnyMachineSnapshot, after: string): void;
}

/** A machine that no page runs: what the screen has shown counts. */
class ScreenWitness implements Witness {
  readonly transitions: string[] = [];
  async follow(): Promise<void> {}
  mark(): void {}
  async took(): Promise<void> {}
  rests(expected: readonly string[]): void {
    this.transitions.push(...expected);
  }
}

/** The page's machine itself. */
class PageWitness implements Witness {
  readonly transitions: string[] = [];
  readonly #page: Page;
  readonly #machine: string;
  readonly #ambient: ReadonlySet<string>;
  readonly #taken: readonly TakenInPage[];
  #life: string | undefined;
  #mark = 0;

  constructor(page: Page, machine: string, ambient: readonly string[], taken: readonly TakenInPage[]) {
    this.#page = page;
    this.#machine = machine;
    this.#ambient = new Set(ambient);
    this.#taken = taken;
  }

  /** The page's present life is the one that counts. */
  async follow(): Promise<void> {
    this.#life = await this.#page.evaluate(() => globalThis.__life);
    this.#mark = 0;
  }

  get #own(): TakenInPage[] {
    return this.#taken.filter((one) => one.machine === this.#machine && one.life === this.#life);
  }

  mark(): void {
    this.#mark = this.#own.length;
  }

  /** The step's transitions since the mark: those that count in their order, and each expected ambient one once. */
  #step(expected: readonly string[]): string[] {
    const since = this.#own.slice(this.#mark).flatMap((one) => one.transitions);
    const ambient = new Set<string>();
    return since.filter((key) => {
      if (!this.#ambient.has(key)) return true;
      if (!expected.includes(key) || ambient.has(key)) return false;
      ambient.add(key);
      return true;
    });
  }

  async took(expected: readonly string[], after: string): Promise<void> {
    await expect
      .poll(() => this.#step(expected), { message: `transitions of the page after "${after}"`, intervals: INTERVALS })
      .toEqual(expected);
  }

  /** …and the page is in the state of the model. */
  rests(expected: readonly string[], snapshot: AnyMachineSnapshot, after: string): void {
    expect(this.#step(expected), `transitions of the page after "${after}", once it was looked at`).toEqual(expected);
    const last = this.#own.at(-1);
    if (last !== undefined) expect(last.value, `state of the page after "${after}"`).toEqual(snapshot.value);
    this.transitions.push(...expected);
  }
}

/** `npm run qa`: every path, random walks or recorded ones instead of the tour, and a picture of each step. */
const { QA_WALKS, QA_SEED, QA_PICTURES, QA_RECORDED } = process.env;

/** For the report, what the screen shows after a step, also after one that did not go. The beginning is step 0. */
async function pictured({ page, path, suite }: Opening, step: number, take: () => Promise<void>): Promise<void> {
  if (QA_PICTURES === undefined) return take();
  const [number] = path.name.split(' ');
  const file = `${suite.replaceAll(' ', '-')}-${number}-${step}.png`;
  const shoot = () => page.screenshot({ path: `${QA_PICTURES}/${file}`, animations: 'disabled' });
  try {
    await take();
  } catch (error) {
    // a page that is gone has no picture; the error is reported all the same
    await shoot().catch(() => undefined);
    throw error;
  }
  await shoot();
}

async function walk<W>(
  options: BrowserLayerOptions<W>,
  opening: Opening,
  witness: Witness,
  seen: Set<string>,
): Promise<void> {
  const world = await options.open(opening);
  try {
    await witness.follow();
    await walkIn(world, options, opening, witness, seen);
  } finally {
    await options.close?.(world);
  }
}

async function walkIn<W>(
  world: W,
  options: BrowserLayerOptions<W>,
  opening: Opening,
  witness: Witness,
  seen: Set<string>,
): Promise<void> {
  const { path } = opening;
  const momentOf = (index: number): Moment => ({
    path,
    step: path.steps[index],
    next: path.steps[index + 1],
    follow: () => witness.follow(),
  });

  const look = async (moment: Moment, snapshot: AnyMachineSnapshot, expected: readonly string[], after: string) => {
    await witness.took(expected, after);
    for (const leaf of leavesIn(snapshot.value)) {
      await options.states[leaf]?.(world, moment);
      seen.add(leaf);
    }
    witness.rests(expected, snapshot, after);
  };

  await pictured(opening, 0, () => look(momentOf(-1), path.begins, path.first, path.beginning.name));
  for (const [index, step] of path.steps.entries()) {
    await test.step(step.case.name, () =>
      pictured(opening, index + 1, async () => {
        witness.mark();
        await options.verbs[step.case.name]?.(world, momentOf(index));
        await look(momentOf(index), step.after, step.transitions, step.case.name);
      }),
    );
  }
}

/** Defines the suite of one machine: one test a path, and one that nothing of the machine stays out. */
export function runBrowserLayer<W>(name: string, workflow: WorkflowModel, options: BrowserLayerOptions<W>): void {
  const model = inBrowser(workflow);
  const walks = QA_WALKS === undefined ? undefined : { count: Number(QA_WALKS), seed: Number(QA_SEED ?? 1) };
  // people ask for paths by their number: `npm run qa` walks those that the gallery shows
  const numbered = walks === undefined ? transitionTour(model) : randomWalks(model, walks);
  const tour = QA_RECORDED ? recordedPaths(model) : numbered;
  const isTest = walks === undefined && QA_PICTURES === undefined && !QA_RECORDED;
  const statesAlone = options.onServer === true || options.statesOnly === true;
  /** What takes everything: of a walk through the states it is those that stay out as well. */
  const whole = isTest && !statesAlone ? cheapestTour(model) : tour;
  const paths = isTest && statesAlone ? stateTour(tour) : whole;
  const machine = model.machine.id;
  const sorted = (keys: Iterable<string>) => [...new Set(keys)].sort();

  test.describe(name, () => {
    // walks at random and recorded ones take what they take
    if (walks === undefined && !QA_RECORDED)
      test('every transition has a path, every case a verb, every state a look', () => {
        expect(uncovered(model, whole)).toEqual([]);
        const cases = whole.flatMap((path) => path.steps.map((step) => step.case.name));
        expect(sorted(Object.keys(options.verbs))).toEqual(sorted(cases));
        expect(sorted(Object.keys(options.states))).toEqual(sorted(whole.flatMap(leavesOfPath)));
      });

    for (const path of paths) {
      test.describe(() => {
        test.use(options.use?.(path) ?? {});
        test(path.name || name, async ({ page, context, browser }) => {
          const errors: Error[] = [];
          page.on('pageerror', (error) => errors.push(error));
          const witness =
            options.onServer === true
              ? new ScreenWitness()
              : new PageWitness(page, machine, options.ambient ?? [], await watchMachines(page));
          const seen = new Set<string>();
          try {
            await walk(options, { page, context, browser, path, suite: name }, witness, seen);
          } finally {
            recordCoverage(machine, 'browser', { transitions: witness.transitions, states: [...seen] });
          }
          expect(errors, 'uncaught errors of the page').toEqual([]);
        });
      });
    }
  });
}

/** A call of the page that waits at the gate until the path decides how it ends. */
export class Gate {
  readonly #waiting: HeldCall[] = [];
  #closed = true;

  private constructor() {}

  /** Holds every such call of the page, till `open()`. */
  static async at(page: Page, call: Call): Promise<Gate> {
    const gate = new Gate();
    const path = decodeURI(new URL(`/${call.service}/api/${call.path}`.replace(/\/+/g, '/'), 'http://any').pathname);
    const pattern = new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`);
    await intercept(page, `*${path.replace(/\{\w+\}/g, '*')}*`, {
      hold(held) {
        if (gate.#closed && held.method === call.method && pattern.test(held.url.pathname)) gate.#waiting.push(held);
        else void held.pass();
      },
      drop(held) {
        const at = gate.#waiting.indexOf(held);
        if (at >= 0) gate.#waiting.splice(at, 1);
      },
    });
    return gate;
  }

  async #comes(): Promise<void> {
    await expect.poll(() => this.#waiting.length, { message: 'calls at the gate', intervals: INTERVALS }).not.toBe(0);
  }

  /** The call that has waited longest; waits for one to come. */
  async #next(): Promise<HeldCall> {
    await this.#comes();
    return this.#waiting.shift() as HeldCall;
  }

  /** What the call asks for that has waited longest; it goes on waiting. */
  async asked<T>(): Promise<T> {
    await this.#comes();
    return (this.#waiting[0] as HeldCall).body<T>();
  }

  /** Lets one call through to the server, with another body where one is given. */
  async pass(body?: object): Promise<void> {
    await (await this.#next()).pass(body);
  }

  /** Answers one call instead of the server. */
  async answer(status: number, body: object): Promise<void> {
    await (await this.#next()).answer(status, body);
  }

  /** One call gets no answer at all. */
  async lose(): Promise<void> {
    await (await this.#next()).lose();
  }

  async #endAll(how: (call: HeldCall) => Promise<void>): Promise<void> {
    await this.#comes();
    for (const call of this.#waiting.splice(0)) await how(call);
  }

  /** Lets all calls through that wait; what comes after them is held. */
  passAll = () => this.#endAll((call) => call.pass());

  /** None of the calls that wait gets an answer. */
  loseAll = () => this.#endAll((call) => call.lose());

  /** Lets all calls through that wait, at least one, and what comes after them till `close()`. */
  async release(): Promise<void> {
    await this.#comes();
    this.open();
    await this.passAll();
  }

  /** Whether a call waits. */
  get holds(): boolean {
    return this.#waiting.length > 0;
  }

  /** Waits until the page has given up all that waits. */
  async isGivenUp(): Promise<void> {
    await expect.poll(() => this.#waiting.length, { message: 'calls given up', intervals: INTERVALS }).toBe(0);
  }

  /** What comes from now on is not held; what waits goes on waiting. */
  open(): void {
    this.#closed = false;
  }

  /** Holds again what comes. */
  close(): void {
    this.#closed = true;
  }
}

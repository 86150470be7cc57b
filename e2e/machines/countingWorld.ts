/** The counting screen in a browser: what the paths of its workflow start from, hold back and look at. */
import { expect, type Request } from '@playwright/test';
import { counterShow, counterStart } from '../../contract/counting/counters.ts';
import { counterProducts, saveEntries, submitList } from '../../contract/counting/entries.ts';
import { BATCH } from '../../machines/countingWorkspace/countingWorkspace.machine.ts';
import { type Branch, barcodeOf, control, signIn } from '../harness/control.ts';
import { holdFiles } from '../harness/heldFile.ts';
import { CountedList, CounterPage, DiskHold } from '../pages/counterPage.ts';
import { SessionPage } from '../pages/sessionPage.ts';
import { Gate, type Moment, type Opening } from './kit.ts';

export const PLAIN = 1;

export const PLAIN_TITLE = /Tovar 1(?!\d)/;

/** What is stored on the server when a list is found begun. */
export const COUNTED_BEFORE = 3;

export const FOUND_LEFT = 'finds the list finished with entries left here';

export const FOUND_WAITING = 'finds the list begun and handing in waiting';

export const FOUND_REFUSED = 'finds the list begun and handing in refused';

export const ANOTHER_PERSON = 'learns that the list is another person’s';

/** How the list is found when it is read for the first time. */
export const firstFound = ({ path }: Opening) =>
  path.steps.find((step) => /^(?:finds|learns that)/.test(step.case.name))?.case.name;

export const passes = ({ path }: Moment | Opening, name: string) => path.steps.some((step) => step.case.name === name);

export interface Gates {
  show: Gate;
  products: Gate;
  start: Gate;
  save: Gate;
  submit: Gate;
}

export class World extends SessionPage {
  readonly counter: CounterPage;
  readonly disk: DiskHold;
  readonly branch: Branch;
  readonly list: CountedList;
  readonly gates: Gates;
  /** The total of the plain product, on the server and here. */
  total: number | null = null;
  typed = 0;
  typings = 0;
  /** The server failed on the last attempt to send. */
  busy = false;
  /** Entries that the sign named before the disk was held. */
  hereBefore = 0;
  #tab: CounterPage | undefined;
  #saving = 0;

  constructor({ page, context }: Opening, branch: Branch, list: CountedList, gates: Gates) {
    super(page, context);
    this.counter = new CounterPage(page);
    this.disk = new DiskHold(page);
    this.branch = branch;
    this.list = list;
    this.gates = gates;
    const isSave = (url: string) => url.includes('/save_entries/');
    page.on('request', (request) => {
      if (isSave(request.url())) this.#saving += 1;
    });
    const ends = (request: Request) => {
      if (isSave(request.url())) this.#saving -= 1;
    };
    page.on('requestfinished', ends);
    page.on('requestfailed', ends);
  }

  /** Calls of sending that have no answer yet. */
  async expectSaving(calls: 0 | 1): Promise<void> {
    await expect.poll(() => this.#saving, { message: 'calls of sending on their way' }).toBe(calls);
  }

  /** The list is read again: the path decides when the server answers. */
  holdReading(): void {
    this.gates.show.close();
    this.gates.products.close();
    this.gates.save.open();
  }

  async answerReading(): Promise<void> {
    this.gates.show.open();
    await this.gates.products.pass();
    await this.gates.show.pass();
  }

  /** From now on what is sent waits. */
  holdSending(): void {
    this.gates.save.close();
  }

  async pass(milliseconds: number): Promise<void> {
    this.holdSending();
    await this.context.clock.fastForward(milliseconds);
  }

  async holdDisk(): Promise<void> {
    if (this.disk.held) return;
    this.hereBefore = (await this.counter.saved()).here;
    await this.disk.hold();
  }

  async begun(): Promise<void> {
    await this.list.begin();
    await this.list.enter(PLAIN, COUNTED_BEFORE);
    this.total = COUNTED_BEFORE;
  }

  /** The list in another tab, as it is after a reload. */
  async otherList(): Promise<CounterPage> {
    if (this.#tab === undefined) {
      this.#tab = new CounterPage(await this.context.newPage());
      await this.#tab.open(this.list.actId, this.list.counterId);
    } else {
      await this.#tab.page.reload();
    }
    const { field } = this.#tab;
    // a page begins with a few timers of some milliseconds
    await expect(async () => {
      await this.context.clock.runFor(5);
      expect(await field.isVisible()).toBe(true);
    }).toPass({ intervals: [50], timeout: 20_000 });
    return this.#tab;
  }

  /** The line of the plain product, among those of others. */
  plainLine = (counter = this.counter) => counter.lines.filter({ hasText: PLAIN_TITLE });

  async closeOtherList(): Promise<void> {
    await this.#tab?.page.close();
    this.#tab = undefined;
  }

  /** Another device counts more of the plain product; another tab of this browser sees it first. */
  async countElsewhere(more: number): Promise<void> {
    await this.list.enter(PLAIN, more);
    this.total = (this.total ?? 0) + more;
    await this.otherList();
    await expect(this.plainLine().locator('.count')).toHaveText(`${this.total}`);
    // it would send what this tab writes, as soon as this one does
    await this.closeOtherList();
  }

  async expectNoQuestion(): Promise<void> {
    await expect(this.page.getByRole('dialog')).toHaveCount(0);
    await expect(this.counter.total).toHaveCount(0);
  }

  async expectOutcome(place: string, left: boolean): Promise<void> {
    await expect(this.page.getByTestId(place)).toBeVisible();
    await expect(this.counter.field).toHaveCount(0);
    await expect(this.page.getByTestId('left-here')).toHaveCount(left ? 1 : 0);
  }
}

/** A first life of the page leaves an entry on the disk that the server never got. */
export async function leaveEntry({ context }: Opening, list: CountedList): Promise<void> {
  const earlier = new CounterPage(await context.newPage());
  await list.begin();
  await earlier.open(list.actId, list.counterId);
  await expect(earlier.field).toBeVisible();
  await earlier.failing('save', 'abort');
  await earlier.scan(barcodeOf(PLAIN));
  await expect.poll(() => earlier.saved()).toEqual({ here: 1, server: 0, queued: 1 });
  await earlier.page.close();
  await list.release();
}

/** A first life of the page handed in without a network; another person may have signed in since. */
async function leaveHandIn({ context }: Opening, list: CountedList, refused: boolean): Promise<void> {
  const earlier = new CounterPage(await context.newPage());
  await list.begin();
  await earlier.open(list.actId, list.counterId);
  await expect(earlier.field).toBeVisible();
  await earlier.failing('submit', 'abort');
  await earlier.submit();
  await expect(earlier.page.getByTestId('queued')).toBeVisible();
  if (refused)
    await earlier.page.evaluate(
      () =>
        new Promise<void>((done) => {
          indexedDB.open('idora-counting').onsuccess = ({ target }) => {
            const transaction = (target as IDBOpenDBRequest).result.transaction('counters', 'readwrite');
            const store = transaction.objectStore('counters');
            store.getAll().onsuccess = (found) => {
              for (const one of (found.target as IDBRequest).result)
                store.put({ ...one, handIn: { ...one.handIn, refused: 'person' } });
            };
            transaction.oncomplete = () => done();
          };
        }),
    );
  await earlier.page.close();
}

export async function open(opening: Opening): Promise<World> {
  const { page, context } = opening;
  const branch = await control.branch({ products: passes(opening, 'takes the good lines') ? BATCH : 0 });
  const list = await CountedList.create(branch);
  const found = firstFound(opening);
  await signIn(context, found === ANOTHER_PERSON ? branch.people.keeper : branch.people.counter1);
  if (found === FOUND_LEFT) await leaveEntry(opening, list);
  if (found === FOUND_WAITING || found === FOUND_REFUSED) await leaveHandIn(opening, list, found === FOUND_REFUSED);
  const gates = {
    show: await Gate.at(page, counterShow),
    products: await Gate.at(page, counterProducts),
    start: await Gate.at(page, counterStart),
    save: await Gate.at(page, saveEntries),
    submit: await Gate.at(page, submitList),
  };
  gates.save.open();
  const world = new World(opening, branch, list, gates);
  await holdFiles(page);
  await context.clock.install();
  await world.counter.open(list.actId, list.counterId);
  await expect(page.getByTestId('opening')).toBeVisible();
  await world.stopClock();
  return world;
}

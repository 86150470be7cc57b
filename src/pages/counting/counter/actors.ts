/**
 * The actors of the counting screen: the disk first, then the server. Everything may be repeated: an entry that is
 * written, sent or received twice counts once.
 */
import { fromCallback, fromPromise } from 'xstate';
import { type CounterShow, counterShow, counterStart } from '../../../../contract/counting/counters.ts';
import {
  counterProducts,
  type Entry,
  listedProducts,
  saveEntries,
  submitList,
} from '../../../../contract/counting/entries.ts';
import {
  BATCH,
  type CommandInput,
  type CountingWorkspaceEvent,
  countingWorkspaceMachine,
  type ListInput,
  type SubmitInput,
} from '../../../../machines/countingWorkspace/countingWorkspace.machine.ts';
import {
  type Facts,
  type HandIn,
  type Opened,
  phaseOf,
  type Trouble,
  TroubleError,
} from '../../../../machines/countingWorkspace/list.ts';
import type { SheetPreview } from '../../../../machines/countingWorkspace/sheet.ts';
import { isCounted, type Stamp, serialsOf, type TakenEntry } from '../../../../machines/countingWorkspace/tally.ts';
import { ApiError, messageOf, newKey, request } from '../../../api/client.ts';
import { noteHandIn } from '../../../app/handInNote.ts';
import { isLookedAt, onSight } from '../../../app/looked.ts';
import { networkNow, onNetwork, onReachable } from '../../../app/network.ts';
import { say } from '../../../i18n/index.ts';
import { play, type Tone } from '../../../ui/sound.ts';
import { Desk } from './desk.ts';
import { dropLeft, leftBehind } from './left.ts';
import { type CounterStore, openStore, type Scope, type StoredEntry } from './store.ts';

const CHANNEL = 'idora-counting';
const MAX_SHEET_BYTES = 15_000_000;

type TabMessage = Scope & { entries: StoredEntry[]; finished: boolean };

const noAnswer = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status >= 500 || error.status === 429);

/** One list of one person in this tab: the disk, what is known by heart, and the other tabs. */
export class EntryQueue {
  readonly scope: Scope;
  readonly desk = new Desk();
  /** Serial numbers in the stock of another branch, and where; the server sends them. */
  readonly elsewhere = new Map<string, string>();
  readonly #files = new Map<string, File>();
  readonly #signals = new Set<(tone: Tone) => void>();
  #store: Promise<CounterStore> | undefined;
  #channel: BroadcastChannel | undefined;
  #lastAt = 0;

  constructor(scope: Scope) {
    this.scope = scope;
  }

  store(): Promise<CounterStore> {
    if (this.#store === undefined) {
      this.#store = openStore();
      // a disk that was not there may be there at the next try
      this.#store.catch(() => this.forgetStore());
    }
    return this.#store;
  }

  forgetStore(): void {
    this.#store = undefined;
  }

  /** Identity and time of a new entry; times only go forward here, whatever the clock does. */
  stamp(): Stamp {
    this.#lastAt = Math.max(Date.now(), this.#lastAt + 1);
    return { id: newKey, at: new Date(this.#lastAt).toISOString() };
  }

  holdFile(id: string, file: File): void {
    this.#files.set(id, file);
  }

  takeFile(id: string): File | undefined {
    const file = this.#files.get(id);
    this.#files.delete(id);
    return file;
  }

  readonly onSignal = (listener: (tone: Tone) => void): (() => void) => {
    this.#signals.add(listener);
    return () => void this.#signals.delete(listener);
  };

  signal(tone: Tone): void {
    play(tone);
    for (const listener of this.#signals) listener(tone);
  }

  /** To the other tabs of this list. */
  broadcast(entries: StoredEntry[], finished = false): void {
    if (entries.length === 0 && !finished) return;
    const channel = this.#channel ?? new BroadcastChannel(CHANNEL);
    channel.postMessage({ ...this.scope, entries, finished } satisfies TabMessage);
    if (this.#channel === undefined) channel.close();
  }

  listen(onMessage: (message: TabMessage) => void): () => void {
    const channel = new BroadcastChannel(CHANNEL);
    this.#channel = channel;
    channel.onmessage = ({ data }: MessageEvent<TabMessage>) => {
      if (data.userId === this.scope.userId && data.counterId === this.scope.counterId) onMessage(data);
    };
    return () => {
      channel.close();
      if (this.#channel === channel) this.#channel = undefined;
    };
  }

  /** What is on the disk, cached. */
  took(entries: readonly StoredEntry[]): Facts {
    const last = entries.at(-1);
    if (last !== undefined) this.#lastAt = Math.max(this.#lastAt, Date.parse(last.entered_at));
    return this.desk.apply(entries);
  }

  /** The disk changed: heart and other tabs follow. */
  changed(entries: StoredEntry[]): Facts {
    this.broadcast(entries);
    return this.took(entries);
  }

  async write(entries: readonly TakenEntry[]): Promise<Facts> {
    try {
      const store = await this.store();
      return this.changed(await store.write(this.scope, entries));
    } catch (error) {
      this.forgetStore();
      throw error;
    }
  }

  /** One tab sends at a time where the browser can keep order; elsewhere both may, and entries count once. */
  inTurn<T>(command: () => Promise<T>): Promise<T> {
    const { locks } = navigator;
    if (locks === undefined) return command();
    return locks.request(`${CHANNEL}-${this.scope.userId}-${this.scope.counterId}`, command) as Promise<T>;
  }
}

function troubleOf(error: unknown, facts: Facts | null): TroubleError {
  if (error instanceof TroubleError) return error;
  const base = { message: messageOf(error), lines: [], facts };
  if (!(error instanceof ApiError)) {
    return new TroubleError({ ...base, kind: 'failed', status: -1, requestId: '' });
  }
  const { status, code, requestId = '', body } = error;
  const kinds: Partial<Record<string, Trouble['kind']>> = {
    not_allowed_now: 'over',
    stale: 'over',
    entries_differ: 'differ',
    not_found: 'gone',
    forbidden: 'gone',
  };
  return new TroubleError({ ...base, kind: kinds[code] ?? 'failed', status, requestId, lines: body?.lines ?? [] });
}

/** Sends a batch; one entry that the server cannot even read must not hold back the others. */
async function sendEntries(entryQueue: EntryQueue, entries: Entry[], after: number): Promise<void> {
  const { scope } = entryQueue;
  const store = await entryQueue.store();
  try {
    const { data } = await request(saveEntries, { params: { id: scope.counterId }, body: { entries, after } });
    for (const { serial_number, where } of data.elsewhere) entryQueue.elsewhere.set(serial_number, where);
    entryQueue.changed(await store.answered(scope, data));
  } catch (error) {
    const unreadable = error instanceof ApiError && (error.status === 422 || error.status === 413);
    const [first] = entries;
    if (!unreadable || first === undefined) throw error;
    if (entries.length === 1) {
      const refused = [{ entry_id: first.entry_id, reason: 'unreadable' }];
      entryQueue.changed(await store.answered(scope, { saved: [], refused, others: [], last: after }));
      return;
    }
    const half = Math.ceil(entries.length / 2);
    await sendEntries(entryQueue, entries.slice(0, half), after);
    await sendEntries(entryQueue, entries.slice(half), after);
  }
}

async function sendOnce(entryQueue: EntryQueue): Promise<Facts> {
  const store = await entryQueue.store();
  const { entries, last } = await store.unsent(entryQueue.scope, BATCH);
  await sendEntries(entryQueue, entries, last);
  // the disk is newer than what other tabs sent
  if (entries.length === 0 && entryQueue.desk.facts.unsent > 0)
    entryQueue.took((await store.read(entryQueue.scope)).entries);
  return entryQueue.desk.facts;
}

/** The whole list as the server has it comes to this disk. */
async function readWhole(entryQueue: EntryQueue): Promise<void> {
  const store = await entryQueue.store();
  const { data } = await request(listedProducts, { params: { id: entryQueue.scope.counterId } });
  const others = data.flatMap((line) => line.entries);
  entryQueue.changed(await store.answered(entryQueue.scope, { saved: [], refused: [], others, last: 0 }));
}

async function showNow(entryQueue: EntryQueue): Promise<CounterShow> {
  const { scope, desk } = entryQueue;
  const { data } = await request(counterShow, { params: { id: scope.counterId } });
  if (data.counter.user_id === scope.userId) return data;
  const trouble = { kind: 'gone', status: 403, message: say('counter:gone.other'), requestId: '', lines: [] } as const;
  throw new TroubleError({ ...trouble, lines: [], facts: desk.facts });
}

/** What other devices entered meanwhile; the final list when it was finished in between. */
async function catchUp(entryQueue: EntryQueue, show: CounterShow): Promise<CounterShow> {
  if (phaseOf(show) === 'assigned') return show;
  if (phaseOf(show) === 'counting') {
    try {
      const { last } = await (await entryQueue.store()).unsent(entryQueue.scope, 0);
      await sendEntries(entryQueue, [], last);
      return show;
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 409) throw error;
    }
  }
  await readWhole(entryQueue);
  return showNow(entryQueue);
}

/** What is left to say of handing in, once the list is over: nothing where it was handed in. */
const tooLate = (handIn: HandIn | null, { counter }: CounterShow): HandIn | null =>
  handIn === null || (counter.status === 'submitted' && !counter.released) ? null : { ...handIn, refused: 'over' };

async function open(entryQueue: EntryQueue): Promise<Opened> {
  const { scope, desk } = entryQueue;
  const store = await entryQueue.store();
  await store.write(scope, leftBehind(scope)[0]);
  dropLeft(scope);
  const kept = await store.read(scope);
  const products = kept.show === null ? null : await store.products(kept.show);
  entryQueue.took(kept.entries);
  try {
    const [show, fresh] = await Promise.all([
      showNow(entryQueue),
      request(counterProducts, { params: { id: scope.counterId } }),
    ]);
    desk.setProducts(fresh);
    await store.saveCounter(scope, show);
    await store.saveProducts(show, fresh);
    const now = await catchUp(entryQueue, show);
    if (now !== show) await store.saveCounter(scope, now);
    const handIn = phaseOf(now) === 'over' ? tooLate(kept.handIn, now) : kept.handIn;
    if (handIn !== kept.handIn) await store.saveHandIn(scope, handIn);
    return { show: now, facts: desk.facts, handIn };
  } catch (error) {
    // counting goes on with what the disk has
    if (!noAnswer(error) || kept.show === null || products === null) throw error;
    desk.setProducts(products);
    return { show: kept.show, facts: desk.facts, handIn: kept.handIn };
  }
}

type CounterAnswer = { data: CounterShow['act']; computing_act_user: CounterShow['counter'] };

async function finished(entryQueue: EntryQueue, { data, computing_act_user: counter }: CounterAnswer): Promise<Opened> {
  const { id, number, organization, status, categories } = data;
  const show = { counter, act: { id, number, organization, status, categories } };
  await (await entryQueue.store()).saveCounter(entryQueue.scope, show);
  return { show, facts: entryQueue.desk.facts };
}

async function handIn(entryQueue: EntryQueue, { key, version }: SubmitInput): Promise<Opened> {
  const params = { id: entryQueue.scope.counterId };
  for (let left = Number.POSITIVE_INFINITY; left > 0; ) {
    const { unsent } = await sendOnce(entryQueue);
    if (unsent >= left) throw new Error('the server neither took nor refused what was sent');
    left = unsent;
  }
  const counted = [...entryQueue.desk.tally.lines.values()].filter(isCounted);
  const body = {
    listed_products: counted.map((line) => ({
      product_variant_id: line.productId,
      count: line.total,
      ...(line.serials.size > 0 && { serial_numbers: serialsOf(line) }),
    })),
  };
  const opened = await finished(entryQueue, await request(submitList, { params, body, key, ifMatch: version }));
  entryQueue.broadcast([], true);
  return opened;
}

/** Not an answer to handing in itself: it waits on, until the server is there, the person, or the list as it is now. */
const waitsOn = (error: unknown): boolean =>
  !(error instanceof ApiError) ||
  noAnswer(error) ||
  error.status < 400 ||
  error.status === 401 ||
  error.code === 'password_expired' ||
  error.code === 'stale';

/** What stays on the disk of handing in that was refused: why, where the person can hand in again. */
const leftOf = (key: string, error: ApiError): HandIn | null =>
  error.code === 'entries_differ' || error.status === 403 || error.status === 404
    ? null
    : { key, refused: 'server', message: error.message };

/** On the disk before the server is asked: whatever happens meanwhile, it goes by the same key. */
async function submit(entryQueue: EntryQueue, input: SubmitInput): Promise<Opened> {
  const { scope, desk } = entryQueue;
  const store = await entryQueue.store();
  if (!input.kept) {
    await store.saveHandIn(scope, { key: input.key, refused: null, message: '' });
    noteHandIn();
  } else if ((await store.handIn(scope))?.key !== input.key) {
    const trouble = { kind: 'over', status: 0, message: '', requestId: '', lines: [], facts: desk.facts } as const;
    throw new TroubleError({ ...trouble, lines: [] });
  }
  try {
    const opened = await handIn(entryQueue, input);
    await store.saveHandIn(scope, null);
    return opened;
  } catch (error) {
    if (waitsOn(error) || !(error instanceof ApiError)) throw error;
    // totals differ: what the server has comes here before the person is asked
    if (error.code === 'entries_differ') await readWhole(entryQueue);
    await store.saveHandIn(scope, leftOf(input.key, error));
    throw error;
  }
}

async function withdraw(entryQueue: EntryQueue): Promise<void> {
  await (await entryQueue.store()).saveHandIn(entryQueue.scope, null);
}

async function read(entryQueue: EntryQueue, fileId: string): Promise<SheetPreview> {
  const file = entryQueue.takeFile(fileId);
  if (file === undefined || file.size > MAX_SHEET_BYTES) throw new Error('no sheet, or too large a one');
  const { previewOf } = await import('./excel.ts');
  return previewOf(file, entryQueue.desk.catalogue);
}

/** Errors of an actor in the machine's words. */
const withRefusal = <T>(entryQueue: EntryQueue, command: () => Promise<T>): Promise<T> =>
  command().catch((error: unknown) => {
    throw troubleOf(error, entryQueue.desk.facts);
  });

export const countingWorkspace = (entryQueue: EntryQueue) =>
  countingWorkspaceMachine.provide({
    actors: {
      open: fromPromise<Opened, ListInput>(() => withRefusal(entryQueue, () => open(entryQueue))),
      start: fromPromise<Opened, CommandInput>(({ input }) =>
        withRefusal(entryQueue, async () => {
          const params = { id: entryQueue.scope.counterId };
          return finished(entryQueue, await request(counterStart, { params, key: input.key, ifMatch: input.version }));
        }),
      ),
      write: fromPromise<Facts, ListInput & { entries: TakenEntry[] }>(({ input }) => entryQueue.write(input.entries)),
      send: fromPromise<Facts, ListInput>(() =>
        withRefusal(entryQueue, () => entryQueue.inTurn(() => sendOnce(entryQueue))),
      ),
      submit: fromPromise<Opened, SubmitInput>(({ input }) =>
        withRefusal(entryQueue, () => entryQueue.inTurn(() => submit(entryQueue, input))),
      ),
      withdraw: fromPromise<void, ListInput>(() =>
        withRefusal(entryQueue, () => entryQueue.inTurn(() => withdraw(entryQueue))),
      ),
      watchNetwork: fromCallback<CountingWorkspaceEvent>(({ sendBack }) =>
        onReachable(() => sendBack({ type: 'network.back' })),
      ),
      readSheet: fromPromise<SheetPreview, { fileId: string }>(({ input }) => read(entryQueue, input.fileId)),
      watch: fromCallback<CountingWorkspaceEvent, ListInput>(({ sendBack }) => {
        const stopListening = entryQueue.listen(({ entries, finished: over }) => {
          if (entries.length > 0) sendBack({ type: 'store.changed', facts: entryQueue.took(entries) });
          if (over) sendBack({ type: 'list.finishedElsewhere' });
        });
        // a tab that slept may have missed messages of others
        const onVisible = async () => {
          if (!isLookedAt()) return;
          const { entries } = await (await entryQueue.store()).read(entryQueue.scope);
          sendBack({ type: 'store.changed', facts: entryQueue.took(entries) });
        };
        const look = () => void onVisible().catch(() => entryQueue.forgetStore());
        const stopLooking = onSight(look);
        const stopNetwork = onNetwork(() => {
          if (networkNow().reachable) sendBack({ type: 'network.back' });
        });
        // asks the browser not to clear this disk when space is short
        void navigator.storage?.persist?.().catch(() => false);
        return () => {
          stopListening();
          stopLooking();
          stopNetwork();
        };
      }),
    },
    actions: {
      signal: (_, { tone }) => entryQueue.signal(tone),
      exportEntries: () => void import('./excel.ts').then(({ saveEntriesLeft }) => saveEntriesLeft(entryQueue.desk)),
    },
  });

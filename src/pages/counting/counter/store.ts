/**
 * Entries on the disk of this browser (IndexedDB): written before they are shown as taken, kept until the server has
 * them and after. They belong to a person and a counter and are never read under another person (decision 34).
 */
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { CounterShow } from '../../../../contract/counting/counters.ts';
import type { Entry, Products } from '../../../../contract/counting/entries.ts';
import { type Facts, type HandIn, phaseOf } from '../../../../machines/countingWorkspace/list.ts';
import type { TakenEntry } from '../../../../machines/countingWorkspace/tally.ts';

export interface Scope {
  readonly userId: number;
  readonly counterId: number;
}

/** How far an entry got. Numbers, because an index of IndexedDB takes no booleans. */
export const UNSENT = 0;
export const SENT = 1;
export const REFUSED = 2;
export type Progress = typeof UNSENT | typeof SENT | typeof REFUSED;

export interface StoredEntry extends TakenEntry {
  user: number;
  counter: number;
  progress: Progress;
  /** Why the server refused it. */
  reason?: string;
}

interface StoredCounter {
  user: number;
  counter: number;
  show: CounterShow;
  /** The last entry of this counter that is known from the server. */
  last: number;
  /** Handing in that the server has not answered. */
  handIn?: HandIn;
}

interface CountingDb extends DBSchema {
  entries: {
    key: [number, number, string];
    value: StoredEntry;
    indexes: { order: [number, number, number, string] };
  };
  counters: { key: [number, number]; value: StoredCounter };
  /** By what their act is limited to. */
  products: { key: string; value: { id: string; list: Products['data']; outside?: Products['outside'] } };
}

export const DB_NAME = 'idora-counting';
/** The products of acts without a limit. */
const EVERYTHING = 'all';
const VERSION = 2;
/** From so many entries on, what is there is read at once. */
const MANY = 50;
/** So many are handed to the disk at a time: the next key that the person presses waits for no more. */
const PART = 200;

const keyOf = ({ userId, counterId }: Scope, id: string): [number, number, string] => [userId, counterId, id];

export interface Kept {
  entries: StoredEntry[];
  show: CounterShow | null;
  last: number;
  handIn: HandIn | null;
}

/** Handing in of any person that waits in this browser. */
export type Waiting = Scope & Pick<StoredCounter, 'show'>;

/** A list kept by a release that knew no limit has none. */
const current = (show: CounterShow): CounterShow => ({
  ...show,
  act: { ...show.act, categories: show.act.categories ?? [] },
});

/** Which products a list is counted from: those of its act's categories. */
const limitOf = (show: CounterShow): string =>
  current(show)
    .act.categories.map(({ id }) => id)
    .join() || EVERYTHING;

const isOpen = (show: CounterShow): boolean => phaseOf(show) !== 'over';

/** The server's answer to a batch. */
export interface Answer {
  saved: readonly string[];
  refused: readonly { entry_id: string; reason: string }[];
  others: readonly Entry[];
  last: number;
}

export type CounterStore = Awaited<ReturnType<typeof openStore>>;

const wireOf = (entry: StoredEntry): Entry => ({
  entry_id: entry.entry_id,
  product_variant_id: entry.product_variant_id,
  count: entry.count,
  source: entry.source,
  entered_at: entry.entered_at,
  ...(entry.serial_number ? { serial_number: entry.serial_number } : {}),
});

interface Transaction {
  readonly done: Promise<void>;
  abort(): void;
}

/** All of it or nothing: a request that fails before it reaches the disk would else leave the others there. */
async function whole<T>(transaction: Transaction, command: () => Promise<T>): Promise<T> {
  // awaited below; an abort must not be an unhandled rejection besides
  transaction.done.catch(() => {});
  try {
    const result = await command();
    await transaction.done;
    return result;
  } catch (error) {
    try {
      transaction.abort();
    } catch {
      // it is over already
    }
    throw error;
  }
}

/** The same for each, part by part, in one transaction: it lives on as long as something of it is awaited. */
async function inParts<T, R>(all: readonly T[], command: (one: T) => Promise<R>): Promise<R[]> {
  const done: R[] = [];
  for (let at = 0; at < all.length; at += PART)
    done.push(...(await Promise.all(all.slice(at, at + PART).map(command))));
  return done;
}

export async function openStore(name = DB_NAME) {
  const db: IDBPDatabase<CountingDb> = await openDB<CountingDb>(name, VERSION, {
    upgrade(made, from, _to, transaction) {
      if (from < 1) {
        made.createObjectStore('entries', { keyPath: ['user', 'counter', 'entry_id'] });
        made.createObjectStore('counters', { keyPath: ['user', 'counter'] });
        made.createObjectStore('products', { keyPath: 'id' });
      }
      // the oldest entries of a kind without reading the others
      transaction.objectStore('entries').createIndex('order', ['user', 'counter', 'progress', 'entered_at']);
    },
    // a newer version of the page waits for nobody
    blocking: (_current, _blocked, event) => (event.target as IDBDatabase).close(),
  });

  /** On the disk, not in the operating system's memory, when this resolves: a power cut loses nothing. */
  const writing = <Name extends 'entries' | 'counters' | 'products'>(...names: Name[]) =>
    db.transaction(names, 'readwrite', { durability: 'strict' });
  /** What the server can send again need not wait for the disk. */
  const noting = <Name extends 'entries' | 'counters' | 'products'>(...names: Name[]) =>
    db.transaction(names, 'readwrite', { durability: 'relaxed' });

  const unsentOf = ({ userId, counterId }: Scope) =>
    IDBKeyRange.bound([userId, counterId, UNSENT], [userId, counterId, UNSENT, []]);
  const everything = ({ userId, counterId }: Scope) => IDBKeyRange.bound([userId, counterId], [userId, counterId, []]);

  return {
    close: () => db.close(),

    async read({ userId, counterId }: Scope): Promise<Kept> {
      const transaction = db.transaction(['entries', 'counters']);
      const [entries, counter] = await Promise.all([
        transaction.objectStore('entries').getAll(everything({ userId, counterId })),
        transaction.objectStore('counters').get([userId, counterId]),
      ]);
      await transaction.done;
      entries.sort((one, other) =>
        one.entered_at < other.entered_at ? -1 : one.entered_at > other.entered_at ? 1 : 0,
      );
      return {
        entries,
        show: counter === undefined ? null : current(counter.show),
        last: counter?.last ?? 0,
        handIn: counter?.handIn ?? null,
      };
    },

    /** New entries, all or none. Writing one again changes nothing. */
    async write(scope: Scope, entries: readonly TakenEntry[]): Promise<StoredEntry[]> {
      const transaction = writing('entries');
      const store = transaction.objectStore('entries');
      return whole(transaction, async () => {
        // one look at the keys instead of one a line when a sheet of ten thousand comes in
        const known =
          entries.length > MANY ? new Set((await store.getAllKeys(everything(scope))).map(([, , id]) => id)) : null;
        const put = async (entry: TakenEntry) => {
          const there =
            known?.has(entry.entry_id) === false ? undefined : await store.get(keyOf(scope, entry.entry_id));
          if (there !== undefined) return there;
          const stored: StoredEntry = { ...entry, user: scope.userId, counter: scope.counterId, progress: UNSENT };
          await store.put(stored);
          return stored;
        };
        return inParts(entries, put);
      });
    },

    async saveCounter({ userId, counterId }: Scope, show: CounterShow): Promise<void> {
      const transaction = writing('counters');
      const store = transaction.objectStore('counters');
      await whole(transaction, async () => {
        const there = await store.get([userId, counterId]);
        await store.put({ last: 0, ...there, user: userId, counter: counterId, show });
      });
    },

    async handIn({ userId, counterId }: Scope): Promise<HandIn | null> {
      return (await db.get('counters', [userId, counterId]))?.handIn ?? null;
    },

    /** Keeps handing in, or drops it (null). A list that was never opened here has none. */
    async saveHandIn({ userId, counterId }: Scope, handIn: HandIn | null): Promise<void> {
      const transaction = writing('counters');
      const store = transaction.objectStore('counters');
      await whole(transaction, async () => {
        const there = await store.get([userId, counterId]);
        if (there === undefined) return;
        const { handIn: _, ...rest } = there;
        await store.put({ ...rest, ...(handIn !== null && { handIn }) });
      });
    },

    /** What still waits to be sent, of every person; and what another one's sign-in stopped, until its person is notified. */
    async waiting(): Promise<{ waiting: Waiting[]; stopped: Waiting[] }> {
      const all = await db.getAll('counters');
      const those = (which: (handIn: HandIn) => boolean): Waiting[] =>
        all
          .filter(({ handIn }) => handIn !== undefined && which(handIn))
          .map(({ user, counter, show }) => ({ userId: user, counterId: counter, show }));
      return {
        waiting: those(({ refused }) => refused === null),
        stopped: those(({ refused, notified }) => refused === 'person' && notified !== true),
      };
    },

    /** The oldest entries that the server does not have, as they travel, and what is known from it. */
    async unsent(scope: Scope, limit: number): Promise<{ entries: Entry[]; last: number }> {
      const transaction = db.transaction(['entries', 'counters']);
      const [entries, counter] = await Promise.all([
        // to IndexedDB 0 is no limit
        limit === 0 ? [] : transaction.objectStore('entries').index('order').getAll(unsentOf(scope), limit),
        transaction.objectStore('counters').get([scope.userId, scope.counterId]),
      ]);
      await transaction.done;
      return { entries: entries.map(wireOf), last: counter?.last ?? 0 };
    },

    /** Notes the server's answer; entries of other devices come in. Answers the entries that changed. */
    async answered(scope: Scope, { saved, refused, others, last }: Answer): Promise<StoredEntry[]> {
      const { userId, counterId } = scope;
      const transaction = noting('entries', 'counters');
      const store = transaction.objectStore('entries');
      const waiting = new Map<string, StoredEntry>();
      const change = async (id: string, progress: Progress, other?: Entry, reason?: string) => {
        const there = waiting.get(id) ?? (await store.get(keyOf(scope, id)));
        if (there === undefined && other === undefined) return [];
        // an entry accepted by the server stays accepted, even if a later answer omits it
        if (there !== undefined && (there.progress === SENT || there.progress === progress)) return [];
        const stored: StoredEntry = {
          ...((there ?? other) as TakenEntry),
          user: userId,
          counter: counterId,
          progress,
          ...(reason !== undefined && { reason }),
        };
        await store.put(stored);
        return [stored];
      };
      const counters = transaction.objectStore('counters');
      const known = async () => {
        const there = await counters.get([userId, counterId]);
        if (there !== undefined && there.last < last) await counters.put({ ...there, last });
      };
      const changed = await whole(transaction, async () => {
        if (saved.length > MANY) {
          // what was sent were the oldest; one that is not among them is read by itself
          const oldest = await store.index('order').getAll(unsentOf(scope), saved.length + refused.length);
          for (const entry of oldest) waiting.set(entry.entry_id, entry);
        }
        await known();
        return [
          await inParts(saved, (id) => change(id, SENT)),
          await inParts(refused, ({ entry_id, reason }) => change(entry_id, REFUSED, undefined, reason)),
          await inParts(others, (entry) => change(entry.entry_id, SENT, entry)),
        ];
      });
      return changed.flat(2);
    },

    /** Those that no list needs any more are dropped: each is as large as the catalogue. */
    async saveProducts(show: CounterShow, { data, outside }: Products): Promise<void> {
      const transaction = noting('products', 'counters');
      const store = transaction.objectStore('products');
      await whole(transaction, async () => {
        const counters = await transaction.objectStore('counters').getAll();
        const needed = new Set([show, ...counters.map((counter) => counter.show)].filter(isOpen).map(limitOf));
        for (const id of await store.getAllKeys()) if (!needed.has(id)) await store.delete(id);
        await store.put({ id: limitOf(show), list: data, outside });
      });
    },

    async products(show: CounterShow): Promise<Products | null> {
      const kept = await db.get('products', limitOf(show));
      return kept === undefined ? null : { data: kept.list, outside: kept.outside ?? [] };
    },
  };
}

/** The same counted from entries in memory. */
export function factsOf(entries: Iterable<StoredEntry>): Facts {
  const facts: Facts = { here: 0, server: 0, unsent: 0, refused: 0 };
  for (const { progress } of entries) {
    facts.here += 1;
    if (progress === SENT) facts.server += 1;
    else if (progress === UNSENT) facts.unsent += 1;
    else facts.refused += 1;
  }
  return facts;
}

/**
 * What the screen knows by heart of one list: products, entries and their totals, as they are on the disk. Kept outside
 * the machine because it is large; it is read by every scan at once and changed only after the disk has changed.
 */
import type { Products } from '../../../../contract/counting/entries.ts';
import type { Facts } from '../../../../machines/countingWorkspace/list.ts';
import { Catalogue, type Counted } from '../../../../machines/countingWorkspace/scan.ts';
import { type TakenEntry, Tally } from '../../../../machines/countingWorkspace/tally.ts';
import { REFUSED, SENT, type StoredEntry, UNSENT } from './store.ts';

export class Desk {
  catalogue = new Catalogue([]);
  tally = new Tally();
  readonly entries = new Map<string, StoredEntry>();
  /** Ids in the order in which entries came. */
  readonly order: string[] = [];
  /** Entries that were taken back, and how many of a product are refused. */
  readonly undone = new Set<string>();
  #facts: Facts = { here: 0, server: 0, unsent: 0, refused: 0 };
  #version = 0;
  readonly #listeners = new Set<() => void>();

  get version(): number {
    return this.#version;
  }

  get facts(): Facts {
    return this.#facts;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  readonly getVersion = (): number => this.#version;

  #notify(): void {
    this.#version += 1;
    for (const listener of this.#listeners) listener();
  }

  setProducts({ data, outside }: Products): void {
    this.catalogue = new Catalogue(data, new Catalogue(outside));
    this.#notify();
  }

  /** Entries as the disk has them now: new ones, or ones that got further. */
  apply(changed: readonly StoredEntry[]): Facts {
    if (changed.length === 0) return this.#facts;
    const facts = { ...this.#facts };
    for (const entry of changed) {
      const before = this.entries.get(entry.entry_id);
      // messages of two tabs have no order: what the server has is never undone
      if (before?.progress === SENT) continue;
      if (before === undefined) this.order.push(entry.entry_id);
      this.#count(facts, before, -1);
      this.#count(facts, entry, 1);
      if (entry.undoes !== undefined) {
        if (entry.progress === REFUSED) this.undone.delete(entry.undoes);
        else this.undone.add(entry.undoes);
      }
      this.entries.set(entry.entry_id, entry);
    }
    this.#facts = facts;
    this.#notify();
    return facts;
  }

  #count(facts: Facts, entry: StoredEntry | undefined, sign: 1 | -1): void {
    if (entry === undefined) return;
    facts.here += sign;
    if (entry.progress === SENT) facts.server += sign;
    else if (entry.progress === UNSENT) facts.unsent += sign;
    else facts.refused += sign;
    if (entry.progress === REFUSED) return;
    if (sign === 1) this.tally.add(entry);
    else this.tally.remove(entry);
  }

  /** The last entries, newest first; one that takes another back is shown on that other one. */
  last(limit: number): StoredEntry[] {
    const found: StoredEntry[] = [];
    for (let at = this.order.length - 1; at >= 0 && found.length < limit; at -= 1) {
      const entry = this.entries.get(this.order[at] as string) as StoredEntry;
      if (entry.undoes === undefined) found.push(entry);
    }
    return found;
  }

  /** Entries of this computer that are not in the list on the server. */
  leftHere(): StoredEntry[] {
    return [...this.entries.values()].filter(({ progress }) => progress !== SENT);
  }

  /** What counts for the next scan: what is on the disk, and what is being written to it. */
  counted(pending: readonly TakenEntry[]): Counted {
    return {
      totalOf: (productId) =>
        pending.reduce(
          (sum, entry) => sum + (entry.product_variant_id === productId ? entry.count : 0),
          this.tally.lines.get(productId)?.total ?? 0,
        ),
      serialAt: (product, serial) => {
        const holder = product.imei_count > 0 ? this.tally.holderOf(serial) : product.id;
        let at = holder === null ? null : this.tally.countedAt(holder, serial);
        for (const entry of pending) {
          const same = entry.product_variant_id === product.id || product.imei_count > 0;
          if (same && entry.serial_number === serial) at = entry.count > 0 ? entry.entered_at : null;
        }
        return at;
      },
    };
  }

  /** A total with what is being written to the disk; null is blank. */
  totalNow(productId: number, pending: readonly TakenEntry[]): number | null {
    const coming = pending.filter((entry) => entry.product_variant_id === productId);
    if (coming.length === 0) return this.tally.totalOf(productId);
    const line = this.tally.lines.get(productId);
    const total = coming.reduce((sum, entry) => sum + entry.count, line?.total ?? 0);
    const zero = (line?.zeros ?? 0) > 0 || coming.some((entry) => entry.count === 0);
    return total > 0 || zero ? total : null;
  }
}

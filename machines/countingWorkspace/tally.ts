/**
 * What entries add up to (decisions 19 and 34). An entry is an increment; a product is counted when something of it
 * was found or a zero was entered: an entry taken back leaves it blank, not zero.
 */
import type { Entry, EntrySource } from '../../contract/counting/entries.ts';
import { MAX_COUNT } from '../../contract/counting/shared.ts';
import { serialKey } from '../../contract/serial.ts';

/** An entry as this browser keeps it: `undoes` names the entry that it takes back. It does not travel. */
export interface TakenEntry extends Entry {
  undoes?: string;
}

export interface Line {
  readonly productId: number;
  total: number;
  /** Entries of exactly 0: "looked for, there is none". */
  zeros: number;
  /** Entries by how they came. */
  readonly sources: Record<EntrySource, number>;
  /** Serial numbers with the sum of their entries and when the last one came. */
  readonly serials: Map<string, { n: number; at: string }>;
}

export const isCounted = (line: Line | undefined): line is Line =>
  line !== undefined && (line.total > 0 || line.zeros > 0);

/** Serial numbers that stand counted, in the order in which they came. */
export const serialsOf = (line: Line | undefined): string[] =>
  [...(line?.serials ?? [])].filter(([, { n }]) => n > 0).map(([serial]) => serial);

/** Totals of one counter, kept up to date entry by entry. The order of `lines` is that of their last entries. */
export class Tally {
  readonly lines = new Map<number, Line>();
  /** Sum of all totals, and how many products are counted. */
  units = 0;
  counted = 0;
  /** The product under which a serial number is counted. */
  readonly #holders = new Map<string, number>();

  #line(productId: number): Line {
    const there = this.lines.get(productId);
    // taken out and put in again: the newest is last
    if (there !== undefined) this.lines.delete(productId);
    const line = there ?? {
      productId,
      total: 0,
      zeros: 0,
      sources: { scan: 0, hand: 0, file: 0 },
      serials: new Map(),
    };
    this.lines.set(productId, line);
    return line;
  }

  #change(entry: TakenEntry, sign: 1 | -1): void {
    const line = this.#line(entry.product_variant_id);
    const before = isCounted(line);
    line.total += sign * entry.count;
    this.units += sign * entry.count;
    if (entry.count === 0) line.zeros += sign;
    if (entry.undoes === undefined) line.sources[entry.source] += sign;
    if (entry.serial_number) {
      // entries on this disk may be older than the one form of serial numbers
      const serial = serialKey(entry.serial_number);
      const n = (line.serials.get(serial)?.n ?? 0) + sign * entry.count;
      line.serials.set(serial, { n, at: entry.entered_at });
      if (n > 0) this.#holders.set(serial, line.productId);
      else if (this.#holders.get(serial) === line.productId) this.#holders.delete(serial);
    }
    this.counted += Number(isCounted(line)) - Number(before);
  }

  add(entry: TakenEntry): void {
    this.#change(entry, 1);
  }

  /** As if the entry had never been: for one that the server refused. */
  remove(entry: TakenEntry): void {
    this.#change(entry, -1);
  }

  /** The total that a person sees; null is blank, not zero. */
  totalOf(productId: number): number | null {
    const line = this.lines.get(productId);
    return isCounted(line) ? line.total : null;
  }

  /** When a serial number was counted under a product; null when it is not. */
  countedAt(productId: number, serial: string): string | null {
    const known = this.lines.get(productId)?.serials.get(serialKey(serial));
    return known !== undefined && known.n > 0 ? known.at : null;
  }

  /** Under which product a serial number is counted, whichever it is. */
  holderOf(serial: string): number | null {
    return this.#holders.get(serialKey(serial)) ?? null;
  }
}

/** Where a new entry gets its identity and time from: nothing here reads a clock. */
export interface Stamp {
  id: () => string;
  at: string;
}

export interface Addition {
  productId: number;
  count: number;
  source: EntrySource;
  serial?: string | undefined;
}

export const entryOf = ({ productId, count, source, serial }: Addition, stamp: Stamp): TakenEntry => ({
  entry_id: stamp.id(),
  product_variant_id: productId,
  count,
  source,
  entered_at: stamp.at,
  ...(serial === undefined ? {} : { serial_number: serialKey(serial) }),
});

/**
 * Entries that bring a product from its total now (null: blank) to a typed one: the difference. A typed zero is an
 * entry of 0 besides, else the product would be blank again.
 */
export function entriesToTotal(
  { productId, typed, now, source }: { productId: number; typed: number; now: number | null; source: EntrySource },
  stamp: Stamp,
): TakenEntry[] {
  if (typed === now) return [];
  const difference = typed - (now ?? 0);
  const entries = difference === 0 ? [] : [entryOf({ productId, count: difference, source }, stamp)];
  return typed === 0 ? [...entries, entryOf({ productId, count: 0, source }, stamp)] : entries;
}

/** The entry that takes another one back. */
export const undoOf = (entry: TakenEntry, stamp: Stamp): TakenEntry => ({
  ...entryOf(
    {
      productId: entry.product_variant_id,
      count: -entry.count,
      source: 'hand',
      serial: entry.serial_number ?? undefined,
    },
    stamp,
  ),
  undoes: entry.entry_id,
});

/** Whether a total can stand: whole, 0 to 9,999,999. */
export const canStand = (total: number): boolean => Number.isInteger(total) && total >= 0 && total <= MAX_COUNT;

/**
 * What the person does at the screen, turned into events: a scan, a typed total, an undo. It looks at what is on the disk and
 * being written there now, so that fifty scans in five seconds are distinguished without waiting for React.
 */
import type { ActorRefFrom } from 'xstate';
import type { CountableProduct } from '../../../../contract/counting/entries.ts';
import { serialKey } from '../../../../contract/serial.ts';
import { parseQuantity, type RefusedScan, readScan } from '../../../../machines/countingWorkspace/scan.ts';
import {
  canStand,
  entriesToTotal,
  entryOf,
  type TakenEntry,
  undoOf,
} from '../../../../machines/countingWorkspace/tally.ts';
import { newKey } from '../../../api/client.ts';
import type { countingWorkspace, EntryQueue } from './actors.ts';
import { REFUSED, type StoredEntry } from './store.ts';

export type CounterActor = ActorRefFrom<ReturnType<typeof countingWorkspace>>;

/** What a sheet's number means for a product that is counted already. */
export type SheetMode = 'set' | 'add';

export class ScanController {
  readonly #actor: CounterActor;
  readonly #entryQueue: EntryQueue;
  readonly #onStray: (code: string) => void;

  /** @param onStray says that a code came while nothing is counted */
  constructor(actor: CounterActor, entryQueue: EntryQueue, onStray: (code: string) => void) {
    this.#actor = actor;
    this.#entryQueue = entryQueue;
    this.#onStray = onStray;
  }

  get #now() {
    return this.#actor.getSnapshot();
  }

  /** Entries that are not on the disk yet: they count for duplicates and totals all the same. */
  get #pending(): TakenEntry[] {
    const { queue, batch } = this.#now.context;
    return [...batch, ...queue];
  }

  productOf(id: number | null): CountableProduct | undefined {
    return id === null ? undefined : this.#entryQueue.desk.catalogue.byId(id);
  }

  totalNow(productId: number): number | null {
    return this.#entryQueue.desk.totalNow(productId, this.#pending);
  }

  refuse(reason: RefusedScan, code: string, productId: number | null = null, before: string | null = null): void {
    if (!this.#now.hasTag('counting')) {
      this.#entryQueue.signal('refused');
      this.#onStray(code);
      return;
    }
    const { id, at } = this.#entryQueue.stamp();
    this.#actor.send({ type: 'scan.refuse', notice: { id: id(), at, reason, code, productId, before } });
  }

  /**
   * A line that a scanner ended with Enter, or that was typed like one. `serialOf`: the person confirmed that a code that looks
   * like a barcode is a serial number of this product.
   */
  scan(text: string, serialOf: number | null = null): void {
    const snapshot = this.#now;
    if (text.trim() === '') return;
    if (!snapshot.hasTag('counting') || snapshot.hasTag('asking')) {
      this.refuse('notNow', text.trim());
      return;
    }
    this.cancelTotal();
    const { desk } = this.#entryQueue;
    const chosen = this.productOf(serialOf ?? snapshot.context.productId);
    const counted = desk.counted(this.#pending);
    const scan = readScan(text, { catalogue: desk.catalogue, counted, chosen }, serialOf !== null);
    if (scan.kind === 'add') {
      const { product, count, serial } = scan;
      this.#add(entryOf({ productId: product.id, count, source: 'scan', serial }, this.#entryQueue.stamp()));
    } else if (scan.kind === 'choose') {
      this.#actor.send({ type: 'product.choose', productId: scan.product.id });
      this.#entryQueue.signal('taken');
    } else if (scan.kind === 'refused') {
      this.refuse(scan.reason, scan.code, scan.product?.id ?? null, scan.at ?? null);
    }
  }

  #add(...entries: TakenEntry[]): void {
    this.#actor.send({ type: 'entries.add', entries });
  }

  /** A product found by search: of plain goods the number is typed next, of serial goods the units are scanned. */
  choose(product: CountableProduct): void {
    if (product.is_serial_number) {
      this.cancelTotal();
      this.#actor.send({ type: 'product.choose', productId: product.id });
    } else this.editTotal(product.id);
  }

  editTotal(productId: number | null): void {
    const product = this.productOf(productId);
    if (product === undefined || product.is_serial_number) return;
    this.#actor.send({ type: 'total.edit', productId: product.id, now: this.totalNow(product.id) });
  }

  cancelTotal(): void {
    if (this.#now.matches({ counting: { talking: 'editing' } })) this.#actor.send({ type: 'total.cancel' });
  }

  #entriesTo(typed: number, now: number | null): TakenEntry[] {
    const productId = this.#now.context.total?.productId ?? 0;
    return entriesToTotal({ productId, typed, now, source: 'hand' }, this.#entryQueue.stamp());
  }

  /** What was typed as a total: blank leaves it alone, what is no quantity was a scan into the wrong field. */
  commitTotal(text: string): void {
    const { total } = this.#now.context;
    if (total === null || !this.#now.matches({ counting: { talking: 'editing' } })) return;
    const typed = parseQuantity(text);
    const now = this.totalNow(total.productId);
    if (typed === null || typed === total.begun) {
      this.#actor.send({ type: 'total.cancel' });
      if (typed === null) this.scan(text);
      return;
    }
    this.#actor.send({ type: 'total.commit', typed, now, entries: this.#entriesTo(typed, now) });
  }

  keepMine(): void {
    const { total } = this.#now.context;
    if (total?.typed == null) return;
    const now = this.totalNow(total.productId);
    this.#actor.send({ type: 'total.keepMine', now, entries: this.#entriesTo(total.typed, now) });
  }

  /** "Looked for, there is none": zero, which is not blank. */
  zero(productId: number): void {
    if (this.totalNow(productId) !== null) return;
    this.#add(entryOf({ productId, count: 0, source: 'hand' }, this.#entryQueue.stamp()));
  }

  /** Why an entry cannot be taken back; null when it can. */
  undoFault(entry: StoredEntry): 'zero' | 'undone' | 'refused' | 'lower' | null {
    const { desk } = this.#entryQueue;
    const pending = this.#pending;
    if (entry.progress === REFUSED) return 'refused';
    if (entry.count === 0) return 'zero';
    if (desk.undone.has(entry.entry_id) || pending.some(({ undoes }) => undoes === entry.entry_id)) return 'undone';
    const left = desk.counted(pending).totalOf(entry.product_variant_id) - entry.count;
    if (!canStand(left)) return 'lower';
    // a serial number counted again meanwhile, or taken back elsewhere
    if (entry.serial_number && entry.count < 0) return 'lower';
    if (entry.serial_number && desk.tally.countedAt(entry.product_variant_id, entry.serial_number) === null) {
      return 'undone';
    }
    return null;
  }

  undo(entry: StoredEntry): void {
    if (this.undoFault(entry) === null) this.#add(undoOf(entry, this.#entryQueue.stamp()));
  }

  undoLast(): void {
    const last = this.#entryQueue.desk.last(1)[0];
    if (last !== undefined) this.undo(last);
  }

  /** A serial number is taken back where it is shown. */
  dropSerial(productId: number, serial: string): void {
    const { desk } = this.#entryQueue;
    const own = (entry: StoredEntry | undefined) =>
      entry?.product_variant_id === productId &&
      entry.count > 0 &&
      serialKey(entry.serial_number ?? '') === serialKey(serial);
    for (let at = desk.order.length - 1; at >= 0; at -= 1) {
      const entry = desk.entries.get(desk.order[at] as string);
      if (entry !== undefined && own(entry)) {
        this.undo(entry);
        return;
      }
    }
  }

  chooseSheet(file: File): void {
    const fileId = newKey();
    this.#entryQueue.holdFile(fileId, file);
    this.#actor.send({ type: 'sheet.choose', fileId, name: file.name });
  }

  takeSheet(mode: SheetMode): void {
    const { desk } = this.#entryQueue;
    const pending = this.#pending;
    const counted = desk.counted(pending);
    const stamp = this.#entryQueue.stamp();
    const source = 'file';
    const entries = (this.#now.context.sheet?.good ?? []).flatMap(({ productId, count, serials }): TakenEntry[] => {
      const product = this.productOf(productId);
      if (product === undefined) return [];
      const now = desk.totalNow(productId, pending);
      if (product.is_serial_number && count > 0) {
        return serials
          .filter((serial) => counted.serialAt(product, serial) === null)
          .map((serial) => entryOf({ productId, count: 1, source, serial }, stamp));
      }
      // a zero for serial goods does not remove scanned numbers
      if (product.is_serial_number) return now === null ? [entryOf({ productId, count: 0, source }, stamp)] : [];
      if (mode === 'add' && now !== null) return count === 0 ? [] : [entryOf({ productId, count, source }, stamp)];
      return entriesToTotal({ productId, typed: count, now, source }, stamp);
    });
    this.#actor.send({ type: 'sheet.take', entries });
  }
}

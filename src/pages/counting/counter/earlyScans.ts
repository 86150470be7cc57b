/** Codes that are scanned while the list still opens: they are counted once it is there, none of them in part. */
import { useEffect, useMemo } from 'react';
import { opensSheet } from '../../../app/keys.ts';
import { editableOf, isOver } from './editable.ts';
import { leftBehind } from './left.ts';
import type { ScanController } from './scanController.ts';
import type { Scope } from './store.ts';

/** A scanner sends a key in less: one that comes so soon, in milliseconds, may be the middle of a code. */
const FIRST_KEY = 60;

interface Heard {
  readonly code: string;
  /** A part of it was scanned while nobody listened. */
  readonly cut: boolean;
}

export class EarlyScans {
  readonly #began: number;
  readonly #scans: ScanController;
  #opening = false;
  #rest = '';
  #cut = false;
  #heardAny = false;
  #codes: Heard[] = [];

  /**
   * @param began when listening began, on the clock of events
   * @param left the beginning of a code whose rest was scanned while there was no page
   */
  constructor(scans: ScanController, began: number, left = '') {
    this.#scans = scans;
    this.#began = began;
    if (left !== '') this.#codes = [{ code: left, cut: true }];
  }

  readonly hear = (event: KeyboardEvent): void => {
    const { key } = event;
    if (!(this.#opening || this.#cut) || editableOf(event.target) || isOver(event.target)) return;
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    const begins = ![' ', '/', '*'].includes(key) && !opensSheet(key);
    const isKey = key.length === 1 && (this.#rest !== '' || begins);
    if (!isKey && !(key === 'Enter' && this.#rest !== '')) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (isKey) {
      this.#cut ||= !this.#heardAny && event.timeStamp - this.#began < FIRST_KEY;
      this.#heardAny = true;
      this.#rest += key;
      return;
    }
    this.#codes.push({ code: this.#rest, cut: this.#cut });
    this.#rest = '';
    this.#cut = false;
    if (!this.#opening) this.#hand();
  };

  /** The list opens. */
  open(): void {
    this.#opening = true;
  }

  /** It is there, or something else than it. @returns the beginning of a code that is still being scanned */
  close(): string {
    this.#opening = false;
    this.#hand();
    if (this.#cut) return '';
    const rest = this.#rest;
    this.#rest = '';
    return rest;
  }

  #hand(): void {
    for (const { code, cut } of this.#codes.splice(0)) {
      if (cut) this.#scans.refuse('cut', code);
      else this.#scans.scan(code);
    }
  }
}

/** Listens as long as the screen is there; who counts takes over with `close`. */
export function useEarlyScans(scans: ScanController, scope: Scope, place: string): EarlyScans {
  const early = useMemo(() => new EarlyScans(scans, performance.now(), leftBehind(scope)[1]), [scans, scope]);
  useEffect(() => {
    document.addEventListener('keydown', early.hear, true);
    return () => document.removeEventListener('keydown', early.hear, true);
  }, [early]);
  useEffect(() => {
    if (place === 'opening' || place === 'starting') early.open();
    // codes for a list that is not counted now are refused aloud
    else if (place !== 'counting') early.close();
  }, [early, place]);
  return early;
}

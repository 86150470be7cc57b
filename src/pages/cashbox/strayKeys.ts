/** Keys at the payment window that nobody means: typed while the page was frozen, held too long, or sent by a scanner. */
import { useEffect } from 'react';

/** What is typed while the page is frozen comes later than this. */
const LATE_KEY_MS = 400;
/** A scanner types so many characters, each within so many milliseconds of the one before; no hand does. */
const SCANNED = 6;
const SCAN_GAP_MS = 30;

type Key = Pick<KeyboardEvent, 'key' | 'timeStamp'>;

export const isLate = ({ timeStamp }: Key): boolean => performance.now() - timeStamp > LATE_KEY_MS;

/** Characters that follow one another quickly. */
export class Burst {
  #at = 0;
  #length = 0;

  /** @returns whether it is the first one */
  begins({ key, timeStamp }: Key): boolean {
    if (key.length !== 1) return false;
    this.#length = timeStamp - this.#at < SCAN_GAP_MS ? this.#length + 1 : 1;
    this.#at = timeStamp;
    return this.#length === 1;
  }

  get isScan(): boolean {
    return this.#length >= SCANNED;
  }

  isEndedBy({ key, timeStamp }: Key): boolean {
    return key === 'Enter' && this.isScan && timeStamp - this.#at < SCAN_GAP_MS;
  }
}

/** Such a key presses no button, tick or link: no money is taken by it, and a change that is shown stays. */
export function useStrayKeys(): void {
  useEffect(() => {
    const burst = new Burst();
    let stopped = '';
    const stop = (event: KeyboardEvent) => {
      event.preventDefault();
      event.stopPropagation();
    };
    const down = (event: KeyboardEvent) => {
      burst.begins(event);
      stopped = '';
      const presses = event.key === 'Enter' || event.key === ' ';
      const pressed = event.target instanceof Element && event.target.closest('a, button, [type=checkbox]') !== null;
      if (!presses || !pressed || !(isLate(event) || event.repeat || burst.isEndedBy(event))) return;
      stopped = event.key;
      stop(event);
    };
    // some browsers press a button when the space bar comes up
    const up = (event: KeyboardEvent) => {
      if (event.key === stopped) stop(event);
    };
    window.addEventListener('keydown', down, true);
    window.addEventListener('keyup', up, true);
    return () => {
      window.removeEventListener('keydown', down, true);
      window.removeEventListener('keyup', up, true);
    };
  }, []);
}

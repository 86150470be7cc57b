/** A scan that nothing takes: it presses no button, and is refused aloud. */
import { useEffect } from 'react';
import { say } from '../../../i18n/index.ts';
import { toastError } from '../../../ui/toasts.ts';
import { editableOf, isOver } from './editable.ts';
import type { ScanController } from './scanController.ts';

/** Nobody types letters on a button: keys that come within this time of one another, in milliseconds, are a scan. */
const SCAN_PAUSE = 1_000;
const SHORTEST_CODE = 3;

/** Finds a scan in the keys of a screen without a field for it. */
export class ScanBurst {
  readonly #onScan: (code: string) => void;
  #code = '';
  #last = 0;
  #swallowed = '';

  constructor(onScan: (code: string) => void) {
    this.#onScan = onScan;
  }

  #swallow(event: KeyboardEvent): void {
    event.preventDefault();
    event.stopPropagation();
    this.#swallowed = event.key;
  }

  readonly down = (event: KeyboardEvent): void => {
    if (editableOf(event.target) !== null) return;
    const goesOn = event.timeStamp - this.#last < SCAN_PAUSE;
    if (event.key.length === 1) {
      this.#code = goesOn ? this.#code + event.key : event.key;
      this.#last = event.timeStamp;
      if (event.key === ' ' && goesOn) this.#swallow(event);
    } else if (event.key === 'Enter' && goesOn && this.#code.length >= SHORTEST_CODE) {
      this.#swallow(event);
      this.#onScan(this.#code);
      this.#code = '';
    }
  };

  /** Buttons are pressed when the key comes up. */
  readonly up = (event: KeyboardEvent): void => {
    if (event.key !== this.#swallowed) return;
    this.#swallow(event);
    this.#swallowed = '';
  };
}

/** Places of the screen where scans are kept or counted: they have listeners of their own. */
const HEARD: readonly string[] = ['opening', 'starting', 'counting'];

/** Why nothing is counted, by the place of the screen. */
const WHY: Readonly<Record<string, string>> = {
  assigned: 'assigned',
  submitting: 'handingIn',
  queued: 'handingIn',
  notSubmitted: 'handingIn',
  withdrawing: 'handingIn',
  submitted: 'over',
  stranded: 'over',
};

export const sayStray = (place: string, code: string): void =>
  void toastError(say('counter:stray.title', { code }), { text: say(`counter:stray.${WHY[place] ?? 'notOpen'}`) });

export function useStrayScans(scans: ScanController, place: string): void {
  useEffect(() => {
    if (HEARD.includes(place)) return;
    const burst = new ScanBurst((code) => scans.scan(code));
    const down = (event: KeyboardEvent) => {
      if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey || isOver(event.target)) return;
      burst.down(event);
    };
    document.addEventListener('keydown', down, true);
    document.addEventListener('keyup', burst.up, true);
    return () => {
      document.removeEventListener('keydown', down, true);
      document.removeEventListener('keyup', burst.up, true);
    };
  }, [scans, place]);
}

/** A counter's list as the counting screen knows it: how far entries got, what may be done with it, why something failed. */
import type { CounterShow } from '../../contract/counting/counters.ts';
import type { RefusedScan } from './scan.ts';

/** Entries of this counter in this browser, by how far they got. */
export interface Facts {
  /** On the disk of this computer, those of other devices that came from the server included. */
  here: number;
  server: number;
  unsent: number;
  /** The server refused; they stay here, outside the totals. */
  refused: number;
}

export type Phase = 'assigned' | 'counting' | 'over';

/** What may be done with a list, by its own state and that of its act. */
export function phaseOf({ counter, act }: CounterShow): Phase {
  if (counter.status === 'submitted' || act.status === 'cancelled') return 'over';
  if (counter.status === 'assigned') return 'assigned';
  return act.status === 'counting' ? 'counting' : 'over';
}

/** The person's word that the list is handed in, on the disk of this computer until the server has answered it. */
export interface HandIn {
  /** Idempotency key: however often it is sent, it counts once. */
  key: string;
  /** Why it will not be sent any more: another person has signed in here, the server refused, or the list was over. Null while it waits. */
  refused: 'person' | 'server' | 'over' | null;
  /** The server's words. */
  message: string;
  /** Its person has been notified, on whatever page, that another one's sign-in stopped it. */
  notified?: true;
}

export interface Opened {
  show: CounterShow;
  facts: Facts;
  handIn?: HandIn | null;
}

export interface TroubleLine {
  product_variant_id: number;
  title: string;
  text?: string | undefined;
}

/** Why it was not done. `gone`: not this person's list; `over`: it was finished elsewhere; `differ`: other totals. */
export interface Trouble {
  kind: 'gone' | 'over' | 'differ' | 'failed';
  /** HTTP status; 0 when no answer came. */
  status: number;
  message: string;
  requestId: string;
  lines: TroubleLine[];
  facts: Facts | null;
}

/** Actors reject with this; anything else that is thrown is a fault of the program and counts as `failed`. */
export class TroubleError extends Error {
  readonly trouble: Trouble;
  constructor(trouble: Trouble) {
    super(trouble.message);
    this.trouble = trouble;
  }
}

/** A scan that was not taken, for the list of the last ten. */
export interface ScanNotice {
  id: string;
  at: string;
  reason: RefusedScan;
  code: string;
  productId: number | null;
  /** When the same serial number was counted before. */
  before: string | null;
}

/** A total that is being typed: its value when the person began, and its value now. */
export interface TypedTotal {
  productId: number;
  /** Null is blank, not zero. */
  begun: number | null;
  typed: number | null;
  theirs: number | null;
}

const UNKNOWN_TROUBLE: Trouble = { kind: 'failed', status: 0, message: '', requestId: '', lines: [], facts: null };

/** The trouble in an actor's error event. */
export const troubleOf = (event: unknown): Trouble => {
  const { error } = event as { error?: unknown };
  return typeof error === 'object' && error !== null && 'trouble' in error
    ? (error as TroubleError).trouble
    : UNKNOWN_TROUBLE;
};

/** How an actor reports to a workflow that the server rejected a request. */
import { sameJson } from './json.ts';

/** Why the server did not do it. `current`: the stored record, when somebody else changed it first. */
export interface Refusal<Standing = never> {
  kind: 'stale' | 'refused' | 'failed';
  message: string;
  code: string;
  requestId: string;
  errors: Record<string, string[]>;
  lines: { product_variant_id: number; title: string; text?: string | undefined }[];
  current: Standing | null;
}

/** Actors reject with this; anything else that is thrown is a fault of the program and counts as `failed`. */
export class RefusedError<Standing = never> extends Error {
  readonly refusal: Refusal<Standing>;
  constructor(refusal: Refusal<Standing>) {
    super(refusal.message);
    this.refusal = refusal;
  }
}

const NO_ANSWER: Refusal = {
  kind: 'failed',
  message: '',
  code: 'internal',
  requestId: '',
  errors: {},
  lines: [],
  current: null,
};

/** The refusal in an actor's error event. */
export const refusalIn = <Standing = never>(event: unknown): Refusal<Standing> => {
  const error = (event as { error?: unknown }).error;
  return typeof error === 'object' && error !== null && 'refusal' in error
    ? (error as RefusedError<Standing>).refusal
    : NO_ANSWER;
};

/**
 * The idempotency key to send under: the same words after a lost answer are the same action and keep the key they had.
 * @param fresh the key of an action that was never sent.
 */
export function keyOfSending(
  { refusal, key }: { refusal: Refusal<unknown> | null; key: string },
  before: unknown,
  now: unknown,
  fresh: string,
): string {
  return refusal?.kind === 'failed' && sameJson(before, now) ? key : fresh;
}

/**
 * What only the server needs of a call. It is declared in `*.server.ts` files: the browser imports their types alone, so
 * that none of it is in the bundle (`biome.json` refuses any other import in `src/` and `machines/`).
 */
import type * as z from 'zod/mini';
import type { Call } from './call.ts';
import { MAX_FILE_BYTES } from './common.ts';

type Schema = z.ZodMiniType;

interface LifecycleEvent {
  readonly machine: string;
  readonly type: string;
}

export interface ServerSide {
  readonly query?: Schema;
  readonly body?: Schema;
  /** Largest body in bytes, where it is not the one that `bytesOf` gives (decision 54). */
  readonly maxBytes?: number;
  /** `public`: no token; `signedIn`: any token; else a rule expression. Finer rights are checked by the handler. */
  readonly rule: string;
  /** Printed in the specification, or ours. */
  readonly origin: 'specification' | 'extension';
  /** The lifecycle event that this call fires. */
  readonly event?: LifecycleEvent;
  /** Other events it may send: to the parent document, or for another value in the body. */
  readonly alsoFires?: readonly LifecycleEvent[];
  /** The finer right that the handler checks beyond the rule: a key of `finer` in the gallery's texts. */
  readonly who?: string;
  /** Answers while the person's password is expired (decision 5). */
  readonly whileExpired?: true;
  /** Answers while the device of the session waits to be allowed (decision 95). */
  readonly whileWaiting?: true;
  /** Its body may have a secret: not even its hash is kept, so a key that is used again gets the first answer. */
  readonly unprinted?: true;
  readonly summary: string;
}

/** Body of a call that needs no token. */
const PUBLIC_BYTES = 8_000;
const USUAL_BYTES = 64_000;
/** A form holds one file and a few fields. */
const FORM_BYTES = MAX_FILE_BYTES + USUAL_BYTES;

/** Largest body of a call in bytes; a larger one is refused by 413 without being read (decision 54). */
export function bytesOf({ multipart, maxBytes, rule }: Call & ServerSide): number {
  if (multipart) return FORM_BYTES;
  return maxBytes ?? (rule === 'public' ? PUBLIC_BYTES : USUAL_BYTES);
}

/** The server sides of some calls, by the calls' ids. */
export function serverSide<const Sides extends Readonly<Record<string, ServerSide>>>(sides: Sides): Sides {
  return sides;
}

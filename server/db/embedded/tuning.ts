import type { FreeBytes } from './diskGuard.ts';
import { LULL, type LullLimits } from './lull.ts';
import { MAINTENANCE, type MaintenanceLimits } from './maintenance.ts';

/** Limits of the embedded engine; the defaults suit a shop's server, tests shorten them. */
export interface Tuning extends MaintenanceLimits, LullLimits {
  /** An idle worker whose event loop does not run for this long is replaced. */
  heartbeatTimeoutMs: number;
  /** A worker busy with one statement this long is replaced: a stuck one looks like a long report until then. */
  busyTimeoutMs: number;
  /** The same once a write of that statement failed (full disk): PGlite then loops for ever. */
  failedWriteTimeoutMs: number;
  /** How long a query waits for the one session before it is refused as busy. */
  waitTimeoutMs: number;
  /** The same behind a transaction that does nothing meanwhile: most likely it waits for this very query. */
  idleHolderMs: number;
  /** Below this, writes are refused. */
  minFreeBytes: number;
  freeBytes?: FreeBytes;
  testHooks: boolean;
}

export const DEFAULTS: Tuning = {
  ...MAINTENANCE,
  ...LULL,
  heartbeatTimeoutMs: 15_000,
  busyTimeoutMs: 120_000,
  failedWriteTimeoutMs: 3_000,
  waitTimeoutMs: 30_000,
  idleHolderMs: 5_000,
  minFreeBytes: 64 * 1024 * 1024,
  testHooks: false,
};

import type { OrderDetails } from '../../../contract/sale/orders.ts';

/** The server marks within half a minute what is over; once it may have, it is asked so often. */
const MARKED_EVERY_MS = 15_000;
/** A browser's timer holds 24 days; what is kept for longer is looked at before. */
const AT_LATEST_MS = 3_600_000;

/**
 * An order that is open is read again at the moment when its hours are over, and from then on until the server has marked it:
 * only its owner is notified of that, and others look at it too.
 * @returns milliseconds, or nothing where no clock changes it
 */
export function readAgainIn(order: Pick<OrderDetails, 'status' | 'reserved_until'> | undefined, now: number) {
  if (order?.status !== 'reserved' || order.reserved_until === null) return false;
  const left = Date.parse(order.reserved_until) - now;
  return left > 0 ? Math.min(AT_LATEST_MS, left) : MARKED_EVERY_MS;
}

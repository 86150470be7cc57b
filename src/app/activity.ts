/** Activity of the person in every tab of this browser, for the inactivity workflow (decisions 6 and 7). */
import { fromCallback } from 'xstate';
import {
  INACTIVITY_LIMIT,
  INACTIVITY_WARNING,
  type InactivityEvent,
} from '../../machines/session/inactivity.machine.ts';
import { onLooked } from './looked.ts';
import { networkNow, onNetwork } from './network.ts';

const ACTIVITY_KEY = 'lastActivity';
const SIGNS = ['pointermove', 'pointerdown', 'wheel', 'touchstart', 'keydown'] as const;
/** A movement is noted once a second at most. */
const NOTED_EVERY = 1_000;
const CHECKED_EVERY = 15_000;

/** When the clock is looked at next: at minute 29 exactly, from then on at each whole second. */
function untilCheck(away: number): number {
  if (away >= INACTIVITY_LIMIT) return CHECKED_EVERY;
  return away < INACTIVITY_WARNING ? Math.min(CHECKED_EVERY, INACTIVITY_WARNING - away) : 1_000 - (away % 1_000);
}

/** When a person was last active in any tab; now when nobody knows. A clock that was wrong does not reach ahead. */
export function lastActivity(): number {
  const now = Date.now();
  const kept = Number(localStorage.getItem(ACTIVITY_KEY));
  return kept > 0 ? Math.min(kept, now) : now;
}

export const noteActivity = (at: number = Date.now()): void => localStorage.setItem(ACTIVITY_KEY, String(at));

export const watchActivity = fromCallback<InactivityEvent>(({ sendBack }) => {
  const send = (event: InactivityEvent) => sendBack(event);
  let notedAt = 0;
  const seen = () => {
    const at = Date.now();
    if (at - notedAt < NOTED_EVERY && at >= notedAt) return;
    notedAt = at;
    // the movement that ends a sleep is no activity, here or in the other tabs
    if (at - lastActivity() < INACTIVITY_LIMIT) noteActivity(at);
    send({ type: 'activity.seen', at });
  };
  const elsewhere = () => send({ type: 'activity.elsewhere', at: lastActivity() });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const check = () => {
    const at = Date.now();
    clearTimeout(timer);
    timer = setTimeout(check, untilCheck(at - lastActivity()));
    elsewhere();
    send({ type: 'clock.checked', at });
  };
  const onStorage = (event: StorageEvent) => {
    if (event.key === ACTIVITY_KEY && event.newValue !== null) elsewhere();
  };
  const network = () => send({ type: networkNow().reachable ? 'network.back' : 'network.lost' });

  if (localStorage.getItem(ACTIVITY_KEY) === null) noteActivity();
  check();
  network();
  const stop = onNetwork(network);
  for (const sign of SIGNS) window.addEventListener(sign, seen, { passive: true, capture: true });
  window.addEventListener('storage', onStorage);
  const stopLooking = onLooked(check);
  return () => {
    stop();
    stopLooking();
    clearTimeout(timer);
    for (const sign of SIGNS) window.removeEventListener(sign, seen, { capture: true });
    window.removeEventListener('storage', onStorage);
  };
});

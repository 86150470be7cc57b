/**
 * Whether the server can be reached. The browser's own `online` is only a hint (a server on this machine answers without
 * a network): what counts is whether calls are answered, asked again every few seconds while they are not.
 */
import { useSyncExternalStore } from 'react';
import { type ApiError, nextMoment, onConnection, serverAnswers } from '../api/client.ts';
import { say } from '../i18n/index.ts';

export interface Network {
  readonly reachable: boolean;
  /** Since when it has not been, in milliseconds since the epoch. */
  readonly lostAt: number | null;
}

const ASK_AGAIN = 5_000;
/** Under it: since when it is not reached, and when that was seen last, so that a page that is loaded anew goes on from there. */
const LOST_KEY = 'networkLost';
/** A tab that was closed for longer does not know what the network did meanwhile. */
const UNSEEN_AT_MOST = 120_000;
const REACHABLE: Network = { reachable: true, lostAt: null };

let network: Network = REACHABLE;
/** When that changed last. */
let changedAt = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

export const networkNow = (): Network => network;

export function onNetwork(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** The beginning of the loss that goes on now. */
function lostSince(now: number): number {
  const [since = 0, seen = 0] = (sessionStorage.getItem(LOST_KEY) ?? '').split(' ').map(Number);
  const lostAt = now - seen > UNSEEN_AT_MOST ? now : since;
  sessionStorage.setItem(LOST_KEY, `${lostAt} ${now}`);
  return lostAt;
}

/** What was under way when the network went or came says nothing of it as it is now. */
function answered(reachable: boolean, begun: number): void {
  if (begun < changedAt) return;
  clearTimeout(timer);
  if (reachable) sessionStorage.removeItem(LOST_KEY);
  else timer = setTimeout(() => void tryNow(), ASK_AGAIN);
  const lostAt = reachable ? null : lostSince(Date.now());
  if (reachable === network.reachable) return;
  changedAt = nextMoment();
  network = { reachable, lostAt };
  for (const listener of listeners) listener();
}

/** Asks the server now. */
export async function tryNow(): Promise<boolean> {
  const begun = nextMoment();
  const reachable = await serverAnswers();
  answered(reachable, begun);
  return reachable;
}

/** Begins to watch. Returns how to stop. */
export function watchNetwork(): () => void {
  const ask = () => void tryNow();
  const stop = onConnection(answered);
  window.addEventListener('online', ask);
  window.addEventListener('offline', ask);
  return () => {
    stop();
    clearTimeout(timer);
    window.removeEventListener('online', ask);
    window.removeEventListener('offline', ask);
  };
}

/** Calls the listener when the server can be reached: now if it can, and whenever it can again. Returns how to stop. */
export function onReachable(listener: () => void): () => void {
  const look = () => {
    if (network.reachable) listener();
  };
  look();
  return onNetwork(look);
}

export const useNetwork = (): Network => useSyncExternalStore(onNetwork, networkNow);

/** In the place of what could not be read. That there is no network is said once for all of the page: this comes by itself. */
export function useFailureWords({ status, message }: ApiError): string {
  const { reachable } = useNetwork();
  return status === 0 && !reachable ? say('errors:comes') : message;
}

import { useSyncExternalStore } from 'react';
import type { Bench } from './actors.ts';
import type { Desk } from './desk.ts';

/** The desk, drawn again whenever the disk has changed. */
export function useDesk(bench: Bench): Desk {
  useSyncExternalStore(bench.desk.subscribe, bench.desk.getVersion);
  return bench.desk;
}

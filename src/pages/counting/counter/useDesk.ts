import { useSyncExternalStore } from 'react';
import type { EntryQueue } from './actors.ts';
import type { Desk } from './desk.ts';

/** The desk, drawn again whenever the disk has changed. */
export function useDesk(entryQueue: EntryQueue): Desk {
  useSyncExternalStore(entryQueue.desk.subscribe, entryQueue.desk.getVersion);
  return entryQueue.desk;
}

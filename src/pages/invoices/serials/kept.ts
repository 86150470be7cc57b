/** Units that are not saved yet, kept in this tab by person and line: they outlive a reload, and nobody else sees them. */
import { useEffect } from 'react';
import type { SerialDeskContext } from '../../../../machines/serialDesk/desk.ts';
import type { KeptDesk } from '../../../../machines/serialDesk/serialDesk.machine.ts';
import { onBeforeReload } from '../../../app/drafts.ts';
import type { SerialDeskActor } from './actors.ts';

/** Writing a thousand units costs more than a scan may: they are written once the scanner rests, or the page goes. */
const REST = 250;

export const keptKey = (userId: number, lineId: number): string => `serialDesk.${userId}.${lineId}`;

export function takeKept(key: string): KeptDesk | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(key) ?? 'null') as KeptDesk | null;
    return kept !== null && Array.isArray(kept.units) ? kept : null;
  } catch {
    return null;
  }
}

function keep(key: string, { units, openId, sending, key: command }: SerialDeskContext): void {
  if (units.length === 0) sessionStorage.removeItem(key);
  else sessionStorage.setItem(key, JSON.stringify({ units, openId, sending, key: command } satisfies KeptDesk));
}

export function useKept(actor: SerialDeskActor, key: string): void {
  useEffect(() => {
    const page = window.location.pathname;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const write = () => {
      clearTimeout(timer);
      timer = undefined;
      try {
        keep(key, actor.getSnapshot().context);
      } catch {
        // a full storage: the units stay on the screen
      }
    };
    const subscription = actor.subscribe((snapshot) => {
      // a sending must be known before its answer can be lost; the end of the list at once
      if (snapshot.context.sending.length > 0 || snapshot.context.units.length === 0) write();
      else timer ??= setTimeout(write, REST);
    });
    const stop = onBeforeReload(write);
    window.addEventListener('pagehide', write);
    return () => {
      subscription.unsubscribe();
      stop();
      window.removeEventListener('pagehide', write);
      clearTimeout(timer);
      // who leaves the page was asked and gave the units up
      if (window.location.pathname === page) write();
      else sessionStorage.removeItem(key);
    };
  }, [actor, key]);
}

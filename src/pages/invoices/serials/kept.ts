/**
 * Units that are not saved yet, kept in this tab by person and line: they outlive a reload, and nobody else sees them. Beside
 * them the draft, for when the tab is closed.
 */
import { useSelector } from '@xstate/react';
import { type RefObject, useEffect, useMemo } from 'react';
import type { SerialEntry } from '../../../../contract/invoices/serials.ts';
import type { SerialDeskContext } from '../../../../machines/serialDesk/desk.ts';
import type { KeptDesk } from '../../../../machines/serialDesk/serialDesk.machine.ts';
import type { DraftUnit } from '../../../../machines/serialDesk/units.ts';
import { onBeforeReload } from '../../../app/drafts.ts';
import type { Draft } from '../../../ui/form/drafts/useDraft.ts';
import { useLeftover } from '../../../ui/form/drafts/useLeftover.ts';
import type { SerialDeskActor } from './actors.ts';
import { missingUnits } from './missing.ts';

/** Writing a thousand units costs more than a scan may: they are written once the scanner rests, or the page goes. */
const REST = 250;

/** What the tab keeps: the list, and the opening that it goes on with. */
export type KeptInTab = KeptDesk & { visit?: string };

export const keptKey = (userId: number, lineId: number): string => `serialDesk.${userId}.${lineId}`;

export function takeKept(key: string): KeptInTab | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(key) ?? 'null') as KeptInTab | null;
    return kept !== null && Array.isArray(kept.units) ? kept : null;
  } catch {
    return null;
  }
}

type Kept = Pick<SerialDeskContext, 'units' | 'openId' | 'sending' | 'key'>;

function keep(key: string, { units, openId, sending, key: command }: Kept, visit: string): void {
  if (units.length === 0) sessionStorage.removeItem(key);
  else sessionStorage.setItem(key, JSON.stringify({ units, openId, sending, key: command, visit } satisfies KeptInTab));
}

interface LeftOptions {
  lineId: number;
  visit: string;
  /** The numbers of the line on the server; undefined until they are read. */
  saved: readonly SerialEntry[] | undefined;
  /** The desk opens anew with it. */
  onTake: (kept: KeptInTab) => void;
}

/** What another tab of this computer left of the line, and this one will. */
export function useLeftUnits(actor: SerialDeskActor, { lineId, visit, saved, onTake }: LeftOptions): Draft {
  const units = useSelector(actor, ({ context }) => context.units);
  // what this desk itself saved is known before the list is read again
  const known = useSelector(actor, ({ context }) => context.saved);
  const locked = useSelector(actor, (snapshot) => snapshot.hasTag('locked'));
  const rows = useMemo(() => Object.fromEntries(units.map((unit) => [`unit${unit.id}`, unit])), [units]);
  return useLeftover({
    place: locked ? null : { form: 'serials', of: lineId },
    ...{ rows, visit },
    missing: (left) => saved && missingUnits(left, [...saved, ...known, ...units]),
    onTake(left, takenVisit) {
      const now = actor.getSnapshot().context;
      const taken = Object.values(left as Record<string, DraftUnit>).map((unit, at) => ({
        ...unit,
        id: now.nextId + at,
      }));
      const { openId, sending, key } = now;
      onTake({ units: [...now.units, ...taken], openId, sending, key, visit: takenVisit });
    },
  });
}

/** @param giveUp the person leaves the page, was asked and gave the units up; before the draft hears of the end */
export function useKept(actor: SerialDeskActor, key: string, visit: string, giveUp: RefObject<() => void>): void {
  useEffect(() => {
    const page = window.location.pathname;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const write = () => {
      clearTimeout(timer);
      timer = undefined;
      try {
        keep(key, actor.getSnapshot().context, visit);
      } catch {
        // a full storage: the units stay on the screen
      }
    };
    const subscription = actor.subscribe((snapshot) => {
      // a sending must be known before its answer can be lost; the end of the list at once
      if (snapshot.context.sending.length > 0 || snapshot.context.units.length === 0) write();
      else timer ??= setTimeout(write, REST);
    });
    write();
    const stop = onBeforeReload(write);
    window.addEventListener('pagehide', write);
    return () => {
      subscription.unsubscribe();
      stop();
      window.removeEventListener('pagehide', write);
      clearTimeout(timer);
      if (window.location.pathname === page) return write();
      sessionStorage.removeItem(key);
      giveUp.current();
    };
  }, [actor, key, visit, giveUp]);
}

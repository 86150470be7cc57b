/**
 * Lines and codes that are not saved yet, kept in this tab by person and invoice: they outlive a reload, and nobody else
 * sees them.
 */
import { useEffect } from 'react';
import type { KeptLines } from '../../../../machines/invoiceWorkspace/invoiceWorkspace.machine.ts';
import type { InvoiceActor } from './actors.ts';

export const keptKey = (userId: number, invoiceId: number): string => `invoiceLines.${userId}.${invoiceId}`;

export function takeKept(key: string): KeptLines | undefined {
  try {
    const kept = JSON.parse(sessionStorage.getItem(key) ?? 'null') as KeptLines | null;
    if (kept?.drafts === undefined || !Array.isArray(kept.codes)) return undefined;
    // an earlier release kept drafts without these, or the figures of `was` without their turn
    const drafts = Object.entries(kept.drafts).map(([name, draft]) => [
      name,
      { ...draft, was: (draft.was ?? []).filter(({ figures }) => figures !== undefined), turn: draft.turn ?? 0 },
    ]);
    return { ...kept, drafts: Object.fromEntries(drafts) };
  } catch {
    return undefined;
  }
}

/** Written at each change: what a cell takes while the page goes is written too. */
export function useKept(actor: InvoiceActor, key: string): void {
  useEffect(() => {
    const page = window.location.pathname;
    let written: Partial<KeptLines> = {};
    const write = () => {
      const { drafts, codes } = actor.getSnapshot().context;
      if (drafts === written.drafts && codes === written.codes) return;
      written = { drafts, codes };
      try {
        if (Object.keys(drafts).length + codes.length === 0) sessionStorage.removeItem(key);
        else sessionStorage.setItem(key, JSON.stringify({ drafts, codes } satisfies KeptLines));
      } catch {
        // a full storage: the lines stay on the screen
      }
    };
    const subscription = actor.subscribe(write);
    return () => {
      subscription.unsubscribe();
      // who leaves the page was asked and gave the lines up
      if (window.location.pathname !== page) sessionStorage.removeItem(key);
    };
  }, [actor, key]);
}

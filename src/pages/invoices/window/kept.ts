/**
 * Lines and codes that are not saved yet, kept in this tab by person and invoice: they outlive a reload, and nobody else
 * sees them. Beside them the draft, for when the tab is closed.
 */
import { useSelector } from '@xstate/react';
import { type RefObject, useEffect, useMemo, useRef } from 'react';
import type { KeptLines } from '../../../../machines/invoiceWorkspace/invoiceWorkspace.machine.ts';
import type { Draft } from '../../../ui/form/drafts/useDraft.ts';
import { useLeftover } from '../../../ui/form/drafts/useLeftover.ts';
import type { InvoiceActor } from './actors.ts';
import { type LeftRows, missingRows } from './missing.ts';

export const keptKey = (userId: number, invoiceId: number): string => `invoiceLines.${userId}.${invoiceId}`;

/** What the tab keeps: the lines, and the opening that it goes on with. */
export type KeptInTab = KeptLines & { visit?: string };

export function takeKept(key: string): KeptInTab | undefined {
  try {
    const kept = JSON.parse(sessionStorage.getItem(key) ?? 'null') as KeptInTab | null;
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

/** Where this tab keeps its lines, and what it began with. */
export interface Tab {
  key: string;
  kept: KeptInTab | undefined;
  visit: string;
  /** The window opens anew with what another tab left. */
  onTake: (kept: KeptInTab) => void;
}

/**
 * What another tab of this computer left of the invoice, and this one will.
 * @param editable nobody writes lines of an invoice that is not open
 */
export function useLeftLines(actor: InvoiceActor, { key: tabKey, visit, onTake }: Tab, editable: boolean): Draft {
  const { invoiceId } = actor.getSnapshot().context;
  const giveUp = useRef(() => {});
  useKept(actor, tabKey, visit, giveUp);
  const drafts = useSelector(actor, ({ context }) => context.drafts);
  const codes = useSelector(actor, ({ context }) => context.codes);
  const keys = useSelector(actor, ({ context }) => context.keys);
  const lines = useSelector(actor, ({ context }) => context.lines);
  const rows = useMemo(
    (): LeftRows => ({
      ...Object.fromEntries(
        Object.values(drafts).map((draft) => [`line ${draft.key}`, { title: draft.product.title, draft }]),
      ),
      ...Object.fromEntries(codes.map((code) => [`code ${code.id}`, { title: code.text, code }])),
    }),
    [drafts, codes],
  );
  const draft = useLeftover({
    place: editable ? { form: 'invoiceLines', of: invoiceId } : null,
    ...{ rows, visit },
    missing: (left) => (lines === null ? undefined : missingRows(left as LeftRows, { drafts, codes, keys }, lines)),
    onTake(left, takenVisit) {
      const taken = Object.values(left as LeftRows);
      const lost = taken.flatMap((row) => ('draft' in row ? [[row.draft.key, row.draft] as const] : []));
      onTake({
        drafts: { ...drafts, ...Object.fromEntries(lost) },
        codes: [...codes, ...taken.flatMap((row) => ('code' in row ? [row.code] : []))],
        visit: takenVisit,
      });
    },
  });
  giveUp.current = draft.drop;
  return draft;
}

/**
 * Written at each change: what a cell takes while the page goes is written too.
 * @param giveUp the person leaves the page, was asked and gave the lines up; before the draft hears of the end
 */
function useKept(actor: InvoiceActor, key: string, visit: string, giveUp: RefObject<() => void>): void {
  useEffect(() => {
    const page = window.location.pathname;
    let written: Partial<KeptLines> = {};
    const write = () => {
      const { drafts, codes } = actor.getSnapshot().context;
      if (drafts === written.drafts && codes === written.codes) return;
      written = { drafts, codes };
      try {
        if (Object.keys(drafts).length + codes.length === 0) sessionStorage.removeItem(key);
        else sessionStorage.setItem(key, JSON.stringify({ drafts, codes, visit } satisfies KeptInTab));
      } catch {
        // a full storage: the lines stay on the screen
      }
    };
    write();
    const subscription = actor.subscribe(write);
    return () => {
      subscription.unsubscribe();
      if (window.location.pathname === page) return;
      sessionStorage.removeItem(key);
      giveUp.current();
    };
  }, [actor, key, visit, giveUp]);
}

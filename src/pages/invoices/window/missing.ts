import type { InputProduct } from '../../../../contract/invoices/lines.ts';
import type { KeptLines, LineCode } from '../../../../machines/invoiceWorkspace/invoiceWorkspace.machine.ts';
import { figuresOf, isSameLine, type LineDraft } from '../../../../machines/invoiceWorkspace/lines.ts';

/** A row of the draft: its title is what an offer shows of it. */
type LeftRow = { title: string } & ({ draft: LineDraft } | { code: LineCode });
export type LeftRows = Readonly<Record<string, LeftRow>>;

/**
 * Rows of a draft that are neither here nor saved since: a new line that this window knows by its key, a change that the line
 * has already. One that was sent without an answer goes again under the key it had.
 */
export function missingRows(
  rows: LeftRows,
  here: KeptLines & { keys: Readonly<Record<string, string>> },
  lines: readonly InputProduct[],
): LeftRows {
  const saved = new Set(Object.values(here.keys));
  const codes = new Set(here.codes.map(({ id }) => id));
  return Object.fromEntries(
    Object.entries(rows).filter(([, row]) => {
      if ('code' in row) return !codes.has(row.code.id);
      const { key, lineId, figures, removed } = row.draft;
      if (here.drafts[key] !== undefined || saved.has(key)) return false;
      if (lineId === null) return true;
      const line = lines.find(({ id }) => id === lineId);
      return removed ? line !== undefined : line === undefined || !isSameLine(figuresOf(line), figures);
    }),
  );
}

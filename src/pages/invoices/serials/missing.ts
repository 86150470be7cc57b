import type { NewSerial } from '../../../../contract/invoices/serials.ts';
import { codesOf, type DraftUnit } from '../../../../machines/serialDesk/units.ts';

/** Units of a draft that neither the list nor the server has: what both had would be sent twice. */
export function missingUnits(
  rows: Readonly<Record<string, unknown>>,
  here: readonly NewSerial[],
): Record<string, DraftUnit> {
  const known = new Set(here.flatMap(codesOf));
  return Object.fromEntries(
    Object.entries(rows as Record<string, DraftUnit>).filter(
      ([, unit]) => !codesOf(unit).some((one) => known.has(one)),
    ),
  );
}

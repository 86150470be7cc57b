/** What of an output is ready, and what is still missing, by its lines. */
import type { Output, OutputLine, OutputUnit } from '../../../contract/outputs.ts';

export interface ShownUnit {
  readonly line: OutputLine;
  readonly unit: OutputUnit;
}

export const pickedOf = ({ product_variant, counted, units }: OutputLine): number =>
  product_variant.is_serial_number ? units.length : counted;

export const needsReason = ({ older, reason }: OutputUnit): boolean => older.length > 0 && reason === null;

export const unitsOf = ({ lines }: Pick<Output, 'lines'>): ShownUnit[] =>
  lines.flatMap((line) => line.units.map((unit) => ({ line, unit })));

/** In the order of scans. */
export const byScan = (units: readonly ShownUnit[]): ShownUnit[] =>
  [...units].sort((one, other) => one.unit.id - other.unit.id);

/** Its IMEI, by which a phone is known, else its number. */
export const nameOf = ({ serial_number, imei_numbers }: Pick<OutputUnit, 'serial_number' | 'imei_numbers'>): string =>
  imei_numbers[0] ?? serial_number;

/**
 * The list of a serial desk: what is entered, corrected and saved of one line. Rules without a clock or a server; each
 * gives what changes.
 */
import type { NewSerial, SerialEntry, SerialPlace, SerialRefusal } from '../../contract/invoices/serials.ts';
import { MAX_SERIALS } from '../../contract/invoices/shared.ts';
import type { Refusal } from '../../contract/refusal.ts';
import { serialKey } from '../../contract/serial.ts';
import {
  type Checked,
  checkUnits,
  type DeskLine,
  type DraftUnit,
  type Listed,
  nameOf,
  type Places,
  readCode,
  withCode,
} from './units.ts';

/** What became of the last code: words and tone come from it. */
export interface LastCode {
  kind: 'taken' | 'faulty' | 'twice' | 'barcode' | 'noRows' | 'pasted' | 'made';
  code: string;
  unitId: number | null;
  /** Units that came at once. */
  count: number;
}

type Snapshot = Pick<Listed, 'units' | 'openId'>;

export interface SerialDeskContext extends Listed {
  line: DeskLine;
  /** Units of the line; one for goods with one number for all. */
  needed: number;
  /** The invoice still takes serial numbers. */
  takes: boolean;
  saved: readonly SerialEntry[];
  /** Codes of the list that are somewhere already. */
  places: Places;
  /** The list before each of the last steps, for undo. */
  past: readonly Snapshot[];
  last: LastCode | null;
  editId: number | null;
  /** Units being sent to the server, or sent without an answer. */
  sending: readonly number[];
  key: string;
  /** The saved number that is being deleted. */
  deleting: { serial: string; key: string } | null;
  refusal: Refusal | null;
  /** How many numbers were asked for. */
  wanted: number;
}

export interface Attached {
  saved: readonly string[];
  refused: readonly SerialRefusal[];
}

/** Steps that undo goes back. */
export const STEPS_BACK = 20;

let checkedLast: { of: SerialDeskContext; checked: Checked } | undefined;

/** What is wrong with the list now. The last answer is kept: guards and views ask it several times a scan. */
export function checkedOf(context: SerialDeskContext): Checked {
  const last = checkedLast?.of;
  const same =
    last?.units === context.units &&
    last.openId === context.openId &&
    last.saved === context.saved &&
    last.needed === context.needed &&
    last.places === context.places &&
    last.line === context.line;
  if (same && checkedLast !== undefined) return checkedLast.checked;
  const checked = checkUnits(context, context.saved, context.needed, context.line, context.places);
  checkedLast = { of: context, checked };
  return checked;
}

/** Good units that would be sent now, as many as one sending takes; the row in correction is not among them. */
export const savable = (context: SerialDeskContext): readonly DraftUnit[] =>
  checkedOf(context)
    .good.filter((unit) => unit.id !== context.editId)
    .slice(0, MAX_SERIALS);

export const remembered = ({ past, units, openId }: SerialDeskContext): readonly Snapshot[] =>
  [...past, { units, openId }].slice(-STEPS_BACK);

export const without = (context: SerialDeskContext, gone: (unit: DraftUnit) => boolean): Partial<SerialDeskContext> => {
  const units = context.units.filter((unit) => !gone(unit));
  const openId = units.some((unit) => unit.id === context.openId) ? context.openId : null;
  return { past: remembered(context), units, openId, editId: null, last: null };
};

/** A code joins the list; what became of it is noted. */
export function scanned(context: SerialDeskContext, text: string): Partial<SerialDeskContext> {
  const code = readCode(text, context.line);
  if (code.kind !== 'imei' && code.kind !== 'serial') return {};
  const list = withCode(context, { kind: code.kind, code: code.code }, context.line);
  const joined = code.kind === 'imei' && context.openId !== null && context.line.hasMany;
  const unitId = joined && context.openId !== null ? context.openId : context.nextId;
  const { faults } = checkedOf({ ...context, ...list });
  // the phone that the code went past is named too: its IMEI is missing
  const left = context.openId !== null && unitId !== context.openId && faults.has(context.openId);
  const faulty = left || faults.has(unitId);
  return {
    ...list,
    past: remembered(context),
    refusal: null,
    last: { kind: faulty ? 'faulty' : 'taken', code: code.code, unitId, count: 1 },
  };
}

/** Where codes are was asked and answered; of codes that were not asked the last answer stays. */
export function placed(
  context: SerialDeskContext,
  asked: readonly string[],
  places: readonly SerialPlace[],
): Partial<SerialDeskContext> {
  const kept = Object.entries(context.places).filter(([code]) => !asked.includes(code));
  const found = places.map(({ code, reason, where }) => [code, { reason, where }] as const);
  const next = { ...context, places: Object.fromEntries([...kept, ...found]) };
  const { last } = context;
  if (last === null || last.unitId === null) return { places: next.places };
  const [was, is] = [context, next].map((one) => checkedOf(one).faults.has(last.unitId ?? 0));
  if (last.kind === 'taken' && is) return { places: next.places, last: { ...last, kind: 'faulty' } };
  return { places: next.places, ...(was && !is && { last: null }) };
}

/** The row in correction takes the new words. */
export function corrected(context: SerialDeskContext, written: NewSerial): Partial<SerialDeskContext> {
  const words = {
    serial_number: serialKey(written.serial_number),
    imei_numbers: written.imei_numbers.map(serialKey).filter((imei) => imei !== ''),
  };
  return {
    past: remembered(context),
    units: context.units.map((unit) =>
      unit.id === context.editId ? { ...unit, ...words, made: false, refused: null } : unit,
    ),
    // a person who corrects a phone has entered all its numbers
    openId: context.openId === context.editId ? null : context.openId,
    editId: null,
    last: null,
  };
}

/** What was sent is saved, but for what the server refused: that stays with its reason. */
export function attached(context: SerialDeskContext, refused: readonly SerialRefusal[]): Partial<SerialDeskContext> {
  const reasons = new Map(refused.map(({ serial_number, reason, where }) => [serial_number, { reason, where }]));
  const sent = context.units.filter((unit) => context.sending.includes(unit.id));
  const saved = sent
    .filter((unit) => !reasons.has(nameOf(unit)))
    .map((unit) => ({
      serial_number: nameOf(unit),
      imei_numbers: [...unit.imei_numbers],
      is_saved: true,
      is_deletable: true,
    }));
  // the number that somebody else gave the whole line meanwhile
  const lots = refused.flatMap(({ reason, where }) =>
    reason === 'lot_taken' && where !== null
      ? [{ serial_number: where, imei_numbers: [], is_saved: true, is_deletable: true }]
      : [],
  );
  const ofLine = saved.length > 0 ? saved : lots;
  const gone = new Set(sent.filter((unit) => !reasons.has(nameOf(unit))).map((unit) => unit.id));
  return {
    units: context.units
      .filter((unit) => !gone.has(unit.id))
      .map((unit) =>
        context.sending.includes(unit.id) ? { ...unit, refused: reasons.get(nameOf(unit)) ?? null } : unit,
      ),
    saved: context.line.hasMany ? [...context.saved, ...saved] : ofLine.length > 0 ? ofLine : context.saved,
    sending: [],
    past: [],
    refusal: null,
    last: null,
  };
}

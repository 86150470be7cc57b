import { RefusedError } from '../../contract/refusal.ts';
import type { EventCase, WorkflowModel } from '../kit/model.ts';
import type { Attached, SerialDeskContext } from './desk.ts';
import { type SerialDeskEvent, serialDeskMachine } from './serialDesk.machine.ts';
import { codesOf, type DeskLine, type DraftUnit } from './units.ts';

const one = (name: string, event: SerialDeskEvent): EventCase => ({ name, event });
const done = (name: string, actor: string, output: unknown): EventCase => ({
  name,
  event: { type: `xstate.done.actor.${actor}`, output },
});
const failed = (name: string, actor: string, code: 'not_allowed_now' | 'network' | 'forbidden'): EventCase => ({
  name,
  event: {
    type: `xstate.error.actor.${actor}`,
    error: new RefusedError({
      kind: code === 'network' ? 'failed' : 'refused',
      message: code,
      code,
      requestId: 'r-1',
      errors: {},
      lines: [],
      current: null,
    }),
  },
});

export const MODEL_LINE: DeskLine = {
  lineId: 5,
  invoiceId: 3,
  organizationId: 2,
  variantId: 11,
  codes: ['4780000000011'],
  imeiCount: 2,
  hasMany: true,
};
export const MODEL_IMEI = '356938035643809';
export const MODEL_WRONG = '356938035643808';

const SAVED: Attached = { saved: [MODEL_IMEI], refused: [] };
const REFUSED: Attached = {
  saved: [],
  refused: [{ serial_number: MODEL_IMEI, reason: 'in_stock', where: 'Chilonzor, Asosiy ombor' }],
};
const SAVED_ONE = { serial_number: 'SN-1', imei_numbers: ['490154203237518'], is_saved: true, is_deletable: true };

const input = { line: MODEL_LINE, needed: 3, takes: true, kept: null };
const regions = (value: unknown) =>
  typeof value === 'object' && value !== null && 'open' in value
    ? (value.open as { entry: string; row: string; desk: string })
    : null;

/** Of each region only when the others rest: what they do together is their product, and nothing new. */
function regionOf(type: string): 'entry' | 'row' | 'desk' | null {
  if (/^(entry|code|phone|rows|numbers)\.|makeNumbers$/.test(type)) return 'entry';
  if (/^(unit|units|edit|step)\./.test(type)) return 'row';
  return type === 'desk.read' || type === 'places.read' ? null : 'desk';
}

export const serialDeskModel: WorkflowModel = {
  machine: serialDeskMachine,
  pageEvents: ['desk.read', 'places.read'],
  beginnings: [
    { name: 'an open invoice:', input },
    { name: 'a confirmed invoice:', input: { ...input, takes: false } },
  ],
  cases: [
    one('reads a saved number', { type: 'desk.read', saved: [SAVED_ONE], needed: 3, takes: true }),
    one('reads that the invoice is confirmed', { type: 'desk.read', saved: [], needed: 3, takes: false }),
    one('reads that the IMEI is in stock', {
      type: 'places.read',
      asked: [MODEL_IMEI],
      places: [{ code: MODEL_IMEI, reason: 'in_stock', where: 'Chilonzor, Asosiy ombor' }],
    }),
    one('reads that the IMEI is nowhere', { type: 'places.read', asked: [MODEL_IMEI], places: [] }),
    one('scans an IMEI', { type: 'code.scan', text: MODEL_IMEI }),
    one('scans a wrong IMEI', { type: 'code.scan', text: MODEL_WRONG }),
    one('scans the barcode of the product', { type: 'code.scan', text: '4780000000011' }),
    one('says that the phone has one IMEI', { type: 'phone.close' }),
    one('goes to scanning', { type: 'entry.scan' }),
    one('goes to pasting', { type: 'entry.paste' }),
    one('goes to making numbers', { type: 'entry.make' }),
    one('pastes rows', { type: 'rows.paste', text: `IMEI\n${MODEL_IMEI}` }),
    one('pastes nothing that is a number', { type: 'rows.paste', text: 'Seriya raqami\tIMEI' }),
    one('asks for numbers', { type: 'numbers.make', count: 1 }),
    done('numbers are made', 'makeNumbers', ['ID00000000018']),
    failed('numbers are not made', 'makeNumbers', 'network'),
    one('corrects a row', { type: 'unit.edit', unitId: 1 }),
    one('changes the row', { type: 'unit.change', words: { serial_number: '', imei_numbers: [MODEL_IMEI] } }),
    one('leaves the row as it was', { type: 'edit.drop' }),
    one('removes a row', { type: 'unit.remove', unitId: 1 }),
    one('removes the bad rows', { type: 'units.dropBad' }),
    one('takes the last step back', { type: 'step.undo' }),
    one('saves', { type: 'serials.save', key: 'k-1' }),
    done('everything is saved', 'attach', SAVED),
    done('one is in stock already', 'attach', REFUSED),
    failed('the invoice was confirmed meanwhile', 'attach', 'not_allowed_now'),
    failed('saving has no answer', 'attach', 'network'),
    failed('saving is refused', 'attach', 'forbidden'),
    one('sends the same again', { type: 'save.retry' }),
    one('takes the sent units back into the list', { type: 'save.release' }),
    one('wants to delete a saved number', { type: 'saved.ask', serial: 'SN-1' }),
    one('deletes the saved number', { type: 'saved.delete', key: 'k-2' }),
    one('keeps the saved number', { type: 'saved.keep' }),
    done('the saved number is deleted', 'detach', undefined),
    failed('the invoice was confirmed before the deletion', 'detach', 'not_allowed_now'),
    failed('the number is not deleted', 'detach', 'network'),
    one('closes the desk', { type: 'desk.close' }),
    one('closes it without the units', { type: 'close.discard' }),
    one('stays at the desk', { type: 'close.stay' }),
  ],
  serialize: ({ value, context }) => {
    const { units, openId, nextId, past, sending, saved, last, places } = context as SerialDeskContext;
    const codes = (list: readonly DraftUnit[]) => list.map((one) => [one.id, ...codesOf(one), one.refused?.reason]);
    if (value === 'closed' || value === 'locked') return `${value} ${saved.length}`;
    return JSON.stringify([
      value,
      codes(units),
      openId,
      nextId,
      past.map((before) => [codes(before.units), before.openId]),
      sending,
      saved.length,
      last?.code === MODEL_IMEI,
      Object.keys(places).length,
    ]);
  },
  within: ({ value, context }, { type, ...rest }) => {
    const { units, saved, past, nextId, last, places } = context as SerialDeskContext;
    const actor = /^xstate\.\w+\.actor\.(\w+)$/.exec(type)?.[1];
    const state = regions(value);
    // a confirmed invoice stays so, and its numbers are read once
    if (state === null)
      return (
        actor === undefined && (type !== 'desk.read' || (saved.length === 0 && 'takes' in rest && rest.takes === true))
      );
    const { entry, row, desk } = state;
    if (actor !== undefined) {
      return entry === 'making' ? actor === 'makeNumbers' : desk === { attach: 'saving', detach: 'deleting' }[actor];
    }
    const resting = entry === 'scanning' && row === 'closed' && desk === 'idle';
    if (type === 'desk.read') return resting && units.length === 0 && saved.length === 0;
    // one IMEI, just scanned, is in some stock and then in none
    if (type === 'places.read') {
      const there = Object.keys(places).length > 0;
      const found = 'places' in rest && (rest.places as unknown[]).length > 0;
      const lone = units.length === 1 && units[0]?.imei_numbers[0] === MODEL_IMEI && units[0].refused === null;
      return resting && lone && past.length === 1 && saved.length === 0 && found !== there;
    }
    // what is elsewhere is only asked about again
    if (Object.keys(places).length > 0 && type !== 'units.dropBad') return false;
    if (type === 'entry.paste' || type === 'entry.make')
      return entry !== 'making' && nextId === 1 && saved.length === 0;
    // one unit shows everything; a code after it only as one that is read twice
    const again = last?.code === MODEL_IMEI && 'text' in rest && rest.text === MODEL_IMEI;
    if (/^(code|rows)\./.test(type) && nextId > 1 && !(again && type === 'code.scan')) return false;
    const region = regionOf(type);
    // what changes the list leaves a step behind: one after the first shows everything
    if (region === 'row' && past.length > 1) return false;
    return (
      (region === 'entry' || entry === 'scanning') &&
      (region === 'row' || row === 'closed') &&
      (region === 'desk' || desk === 'idle')
    );
  },
};

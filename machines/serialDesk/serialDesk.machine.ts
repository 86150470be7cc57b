/**
 * The serial desk of one line: numbers and IMEIs are scanned, pasted or made, the good ones saved, the bad ones kept
 * for correction.
 *
 * Three regions, because a scanner waits for nobody: codes are taken while units are being sent, and a row is
 * corrected meanwhile. What has been sent and not answered is held: it may not change before the answer is known, and
 * goes again under the key it had. What is wrong with a unit is a rule (units.ts), not a state.
 *
 * For: purchasers and storekeepers. See docs/workflows/serialDesk.md; spec 3, decisions 23 and 47.
 */
import { and, assign, emit, fromPromise, setup } from 'xstate';
import type { NewSerial, SerialEntry, SerialPlace } from '../../contract/invoices/serials.ts';
import { refusalIn } from '../../contract/refusal.ts';
import { serialKey } from '../../contract/serial.ts';
import {
  type Attached,
  attached,
  checkedOf,
  corrected,
  type LastCode,
  placed,
  remembered,
  type SerialDeskContext,
  savable,
  scanned,
  without,
} from './desk.ts';
import { type DeskLine, type DraftUnit, readBlock, readCode, withUnits } from './units.ts';

export type SerialDeskEvent =
  /** The saved numbers, or the line, were read again. */
  | { type: 'desk.read'; saved: readonly SerialEntry[]; needed: number; takes: boolean }
  /** Where codes of the list are, before they are saved; those without a place are nowhere yet. */
  | { type: 'places.read'; asked: readonly string[]; places: readonly SerialPlace[] }
  | { type: 'entry.scan' }
  | { type: 'entry.paste' }
  | { type: 'entry.make' }
  | { type: 'code.scan'; text: string }
  | { type: 'phone.close' }
  | { type: 'rows.paste'; text: string }
  | { type: 'numbers.make'; count: number }
  | { type: 'unit.edit'; unitId: number }
  | { type: 'unit.change'; words: NewSerial }
  | { type: 'edit.drop' }
  | { type: 'unit.remove'; unitId: number }
  | { type: 'units.dropBad' }
  | { type: 'step.undo' }
  | { type: 'serials.save'; key: string }
  | { type: 'save.retry' }
  | { type: 'save.release' }
  | { type: 'saved.ask'; serial: string }
  | { type: 'saved.delete'; key: string }
  | { type: 'saved.keep' }
  | { type: 'desk.close' }
  | { type: 'close.discard' }
  | { type: 'close.stay' };

export interface AttachInput {
  invoiceId: number;
  lineId: number;
  hasMany: boolean;
  units: readonly NewSerial[];
  made: number;
  key: string;
}
export interface DetachInput {
  invoiceId: number;
  lineId: number;
  hasMany: boolean;
  serial: string;
  key: string;
}
export interface MakeInput {
  variantId: number;
  organizationId: number;
  count: number;
}

export type SerialDeskEmitted =
  | { type: 'code.handled'; kind: LastCode['kind'] }
  | { type: 'serials.saved'; saved: number; refused: number }
  | { type: 'serial.deleted'; serial: string }
  | { type: 'desk.closed' };

/** What a reload left behind. */
export interface KeptDesk {
  units: readonly DraftUnit[];
  openId: number | null;
  /** Of a sending that had no answer. */
  sending: readonly number[];
  key: string;
}

export interface SerialDeskInput {
  line: DeskLine;
  needed: number;
  takes: boolean;
  kept: KeptDesk | null;
}

/** The invoice takes no numbers any more (409), or the line is not there (404). */
const GONE: ReadonlySet<string> = new Set(['not_allowed_now', 'not_found']);

const attachedOf = (event: unknown): Attached => (event as { output: Attached }).output;
const madeOf = (event: unknown): readonly string[] => (event as { output: readonly string[] }).output;

export const serialDeskMachine = setup({
  types: {
    context: {} as SerialDeskContext,
    events: {} as SerialDeskEvent,
    input: {} as SerialDeskInput,
    emitted: {} as SerialDeskEmitted,
    tags: {} as 'busy' | 'locked' | 'editing' | 'asking' | 'leaving',
    meta: {} as { requirement: string },
  },
  actors: {
    attach: fromPromise<Attached, AttachInput>(() => {
      throw new Error('serialDesk: actor attach is not provided');
    }),
    detach: fromPromise<void, DetachInput>(() => {
      throw new Error('serialDesk: actor detach is not provided');
    }),
    makeNumbers: fromPromise<readonly string[], MakeInput>(() => {
      throw new Error('serialDesk: actor makeNumbers is not provided');
    }),
  },
  guards: {
    takesNone: ({ context }) => !context.takes,
    readTakesNone: ({ event }) => event.type === 'desk.read' && !event.takes,
    isUnanswered: ({ context }) => context.sending.length > 0,
    isOwnCode: ({ context, event }) =>
      event.type === 'code.scan' && readCode(event.text, context.line).kind === 'barcode',
    /** The code that was scanned last turns out to be somewhere already: that is said at once. */
    isLastElsewhere: ({ context, event }) =>
      event.type === 'places.read' && placed(context, event.asked, event.places).last?.kind === 'faulty',
    /** A scanner that reads twice: the code that came just before. */
    isTwice: ({ context, event }) => event.type === 'code.scan' && context.last?.code === serialKey(event.text),
    isCode: ({ event }) => event.type === 'code.scan' && serialKey(event.text) !== '',
    isPhoneOpen: ({ context }) => context.openId !== null,
    hasRows: ({ context, event }) => event.type === 'rows.paste' && readBlock(event.text, context.line).length > 0,
    isFree: ({ context, event }) =>
      (event.type === 'unit.edit' || event.type === 'unit.remove') &&
      context.units.some((unit) => unit.id === event.unitId) &&
      !context.sending.includes(event.unitId),
    hasBad: ({ context }) => checkedOf(context).faults.size > 0,
    hasPast: ({ context }) => context.past.length > 0,
    hasGood: ({ context }) => savable(context).length > 0,
    isDeletable: ({ context, event }) =>
      event.type === 'saved.ask' &&
      context.saved.some((entry) => entry.serial_number === event.serial && entry.is_deletable),
    hasUnsaved: ({ context }) => context.units.length > 0,
    isGone: ({ event }) => GONE.has(refusalIn(event).code),
    isFailed: ({ event }) => refusalIn(event).kind === 'failed',
  },
  actions: {
    takeRead: assign(({ event }) =>
      event.type === 'desk.read' ? { saved: event.saved, needed: event.needed, takes: event.takes } : {},
    ),
    takePlaces: assign(({ context, event }) =>
      event.type === 'places.read' ? placed(context, event.asked, event.places) : {},
    ),
    takeCode: assign(({ context, event }) => (event.type === 'code.scan' ? scanned(context, event.text) : {})),
    noteOwnCode: assign({
      last: ({ event }) => ({
        kind: 'barcode' as const,
        code: event.type === 'code.scan' ? serialKey(event.text) : '',
        unitId: null,
        count: 0,
      }),
    }),
    noteTwice: assign({
      last: ({ context }) => (context.last === null ? null : { ...context.last, kind: 'twice' as const }),
    }),
    noteNoRows: assign({ last: { kind: 'noRows', code: '', unitId: null, count: 0 } }),
    notifyCode: emit(({ context }) => ({ type: 'code.handled', kind: context.last?.kind ?? 'taken' }) as const),
    closePhone: assign(({ context }) => ({ past: remembered(context), openId: null, last: null })),
    takeRows: assign(({ context, event }) => {
      if (event.type !== 'rows.paste') return {};
      const rows = readBlock(event.text, context.line);
      const last: LastCode = { kind: 'pasted', code: '', unitId: null, count: rows.length };
      return { ...withUnits(context, rows, context.line), past: remembered(context), refusal: null, last };
    }),
    takeWish: assign(({ event }) => (event.type === 'numbers.make' ? { wanted: event.count, refusal: null } : {})),
    takeNumbers: assign(({ context, event }) => {
      const numbers = madeOf(event);
      const made = numbers.map((serial_number) => ({ serial_number, made: true }));
      const last: LastCode = { kind: 'made', code: '', unitId: null, count: numbers.length };
      return { ...withUnits(context, made, context.line), past: remembered(context), last };
    }),
    openRow: assign({ editId: ({ event }) => (event.type === 'unit.edit' ? event.unitId : null) }),
    closeRow: assign({ editId: null }),
    changeUnit: assign(({ context, event }) => (event.type === 'unit.change' ? corrected(context, event.words) : {})),
    removeUnit: assign(({ context, event }) =>
      event.type === 'unit.remove' ? without(context, (unit) => unit.id === event.unitId) : {},
    ),
    dropBad: assign(({ context }) => {
      const { faults } = checkedOf(context);
      return without(context, (unit) => faults.has(unit.id) && !context.sending.includes(unit.id));
    }),
    undo: assign(({ context }) => {
      const before = context.past.at(-1);
      return before === undefined ? {} : { ...before, past: context.past.slice(0, -1), editId: null, last: null };
    }),
    holdGood: assign(({ context, event }) =>
      event.type === 'serials.save'
        ? {
            sending: savable(context).map((unit) => unit.id),
            key: event.key,
            // what was sent is not undone by a step back
            past: [],
            refusal: null,
          }
        : {},
    ),
    takeSaved: assign(({ context, event }) => attached(context, attachedOf(event).refused)),
    notifySaved: emit(({ event }) => {
      const { saved, refused } = attachedOf(event);
      return { type: 'serials.saved' as const, saved: saved.length, refused: refused.length };
    }),
    releaseSent: assign({ sending: [], refusal: null }),
    takeRefusal: assign({ refusal: ({ event }) => refusalIn(event) }),
    askOf: assign(({ context, event }) => {
      if (event.type !== 'saved.ask') return {};
      // the same deletion after a lost answer goes under the key it had
      const same = context.refusal?.kind === 'failed' && context.deleting?.serial === event.serial;
      return { deleting: same ? context.deleting : { serial: event.serial, key: '' } };
    }),
    takeDeletion: assign(({ context, event }) =>
      event.type === 'saved.delete' && context.deleting !== null
        ? { deleting: { ...context.deleting, key: context.deleting.key || event.key }, refusal: null }
        : {},
    ),
    forgetDeletion: assign({ deleting: null }),
    dropSaved: assign(({ context }) => ({
      saved: context.saved.filter((entry) => entry.serial_number !== context.deleting?.serial),
      deleting: null,
    })),
    notifyDeleted: emit(({ context }) => ({
      type: 'serial.deleted' as const,
      serial: context.deleting?.serial ?? '',
    })),
    dropUnits: assign({ units: [], openId: null, sending: [], past: [] }),
    notifyClosed: emit({ type: 'desk.closed' }),
  },
}).createMachine({
  id: 'serialDesk',
  description: 'The desk at which serial numbers of one line of an invoice are entered and saved.',
  context: ({ input }) => ({
    line: input.line,
    needed: input.needed,
    takes: input.takes,
    saved: [],
    places: {},
    units: input.kept?.units ?? [],
    openId: input.kept?.openId ?? null,
    nextId: (input.kept?.units ?? []).reduce((most, unit) => Math.max(most, unit.id), 0) + 1,
    past: [],
    last: null,
    editId: null,
    sending: input.kept?.sending ?? [],
    key: input.kept?.key ?? '',
    deleting: null,
    refusal: null,
    wanted: 0,
  }),
  initial: 'opening',
  states: {
    opening: {
      description: 'Whether the invoice still takes numbers decides how the desk opens.',
      meta: { requirement: 'decision-23' },
      always: [{ guard: 'takesNone', target: 'locked' }, { target: 'open' }],
    },
    open: {
      description: 'Numbers are entered, corrected and saved.',
      type: 'parallel',
      on: {
        'desk.read': [{ guard: 'readTakesNone', target: 'locked', actions: 'takeRead' }, { actions: 'takeRead' }],
        'places.read': [{ guard: 'isLastElsewhere', actions: ['takePlaces', 'notifyCode'] }, { actions: 'takePlaces' }],
      },
      states: {
        entry: {
          description: 'How numbers come to the list.',
          initial: 'scanning',
          states: {
            scanning: {
              description: 'The scanner’s field has the focus; each code joins the list.',
              meta: { requirement: 'decision-23' },
              on: {
                'code.scan': [
                  { guard: 'isOwnCode', actions: ['noteOwnCode', 'notifyCode'] },
                  { guard: and(['isCode', 'isTwice']), actions: ['noteTwice', 'notifyCode'] },
                  { guard: 'isCode', actions: ['takeCode', 'notifyCode'] },
                ],
                'phone.close': { guard: 'isPhoneOpen', actions: 'closePhone' },
                'rows.paste': [
                  { guard: 'hasRows', actions: ['takeRows', 'notifyCode'] },
                  { actions: ['noteNoRows', 'notifyCode'] },
                ],
                'entry.paste': 'pasting',
                'entry.make': 'numbering',
              },
            },
            pasting: {
              description: 'A column or block is put into a field of its own.',
              meta: { requirement: 'decision-47' },
              on: {
                'rows.paste': [
                  { guard: 'hasRows', target: 'scanning', actions: ['takeRows', 'notifyCode'] },
                  { actions: ['noteNoRows', 'notifyCode'] },
                ],
                'entry.scan': 'scanning',
                'entry.make': 'numbering',
              },
            },
            numbering: {
              description: 'The person enters how many numbers to make.',
              meta: { requirement: 'decision-47' },
              on: {
                'entry.scan': 'scanning',
                'entry.paste': 'pasting',
                'numbers.make': { target: 'making', actions: 'takeWish' },
              },
            },
            making: {
              description: 'The server makes numbers that were never given out.',
              tags: ['busy'],
              meta: { requirement: 'decision-47' },
              invoke: {
                id: 'makeNumbers',
                src: 'makeNumbers',
                input: ({ context }) => ({
                  variantId: context.line.variantId,
                  organizationId: context.line.organizationId,
                  count: context.wanted,
                }),
                onDone: { target: 'scanning', actions: ['takeNumbers', 'notifyCode'] },
                onError: { target: 'numbering', actions: 'takeRefusal' },
              },
            },
          },
        },
        row: {
          description: 'Correcting the list: one row at a time.',
          initial: 'closed',
          on: {
            'unit.edit': { guard: 'isFree', target: '.editing', actions: 'openRow' },
            'unit.remove': { guard: 'isFree', target: '.closed', actions: 'removeUnit' },
            'units.dropBad': { guard: 'hasBad', target: '.closed', actions: 'dropBad' },
            'step.undo': { guard: 'hasPast', target: '.closed', actions: 'undo' },
          },
          states: {
            closed: {
              description: 'No row is being corrected.',
              meta: { requirement: 'decision-47' },
            },
            editing: {
              description: 'The numbers of one unit are being corrected in their row.',
              tags: ['editing'],
              meta: { requirement: 'decision-47' },
              on: {
                'unit.change': { target: 'closed', actions: 'changeUnit' },
                'edit.drop': { target: 'closed', actions: 'closeRow' },
              },
            },
          },
        },
        desk: {
          description: 'What the desk does with the server, one thing at a time.',
          initial: 'beginning',
          states: {
            beginning: {
              description: 'A sending that a reload cut off waits for its answer.',
              meta: { requirement: 'decision-43' },
              always: [{ guard: 'isUnanswered', target: 'failed' }, { target: 'idle' }],
            },
            idle: {
              description: 'Nothing is being sent.',
              meta: { requirement: 'decision-23' },
              on: {
                'serials.save': { guard: 'hasGood', target: 'saving', actions: 'holdGood' },
                'saved.ask': { guard: 'isDeletable', target: 'asking', actions: 'askOf' },
                'desk.close': [{ guard: 'hasUnsaved', target: 'leaving' }, { target: '#serialDesk.closed' }],
              },
            },
            saving: {
              description: 'The good units are being sent; codes are taken meanwhile.',
              tags: ['busy'],
              meta: { requirement: 'decision-47' },
              invoke: {
                id: 'attach',
                src: 'attach',
                input: ({ context }) => {
                  const sent = context.units.filter((unit) => context.sending.includes(unit.id));
                  return {
                    invoiceId: context.line.invoiceId,
                    lineId: context.line.lineId,
                    hasMany: context.line.hasMany,
                    units: sent.map(({ serial_number, imei_numbers }) => ({ serial_number, imei_numbers })),
                    made: sent.filter((unit) => unit.made).length,
                    key: context.key,
                  };
                },
                onDone: { target: 'idle', actions: ['takeSaved', 'notifySaved'] },
                onError: [
                  { guard: 'isGone', target: '#serialDesk.locked', actions: ['takeRefusal'] },
                  { guard: 'isFailed', target: 'failed', actions: 'takeRefusal' },
                  { target: 'idle', actions: ['releaseSent', 'takeRefusal'] },
                ],
              },
            },
            failed: {
              description: 'The sending had no answer; it may be sent again as it was.',
              meta: { requirement: 'decision-43' },
              on: {
                'save.retry': 'saving',
                'save.release': { target: 'idle', actions: 'releaseSent' },
                'desk.close': 'leaving',
              },
            },
            asking: {
              description: 'The desk asks before it deletes a saved number.',
              tags: ['asking'],
              meta: { requirement: '3-is_deletable' },
              on: {
                'saved.delete': { target: 'deleting', actions: 'takeDeletion' },
                'saved.keep': { target: 'idle', actions: 'forgetDeletion' },
              },
            },
            deleting: {
              description: 'A saved number is being taken off.',
              tags: ['busy', 'asking'],
              meta: { requirement: '3-is_deletable' },
              invoke: {
                id: 'detach',
                src: 'detach',
                input: ({ context }) => ({
                  invoiceId: context.line.invoiceId,
                  lineId: context.line.lineId,
                  hasMany: context.line.hasMany,
                  serial: context.deleting?.serial ?? '',
                  key: context.deleting?.key ?? '',
                }),
                onDone: { target: 'idle', actions: ['notifyDeleted', 'dropSaved'] },
                onError: [
                  { guard: 'isGone', target: '#serialDesk.locked', actions: ['takeRefusal'] },
                  { target: 'idle', actions: 'takeRefusal' },
                ],
              },
            },
            leaving: {
              description: 'Units are not saved: the desk asks before it is closed.',
              tags: ['leaving'],
              meta: { requirement: 'decision-2' },
              on: {
                'close.discard': { target: '#serialDesk.closed', actions: 'dropUnits' },
                'close.stay': 'beginning',
              },
            },
          },
        },
      },
    },
    locked: {
      description: 'The invoice takes no numbers any more; the desk only shows them.',
      tags: ['locked'],
      meta: { requirement: '3-is_deletable' },
      on: {
        'desk.read': { actions: 'takeRead' },
        'desk.close': { target: 'closed', actions: 'dropUnits' },
      },
    },
    closed: {
      description: 'The desk is shut.',
      type: 'final',
      meta: { requirement: 'decision-23' },
      entry: 'notifyClosed',
    },
  },
});

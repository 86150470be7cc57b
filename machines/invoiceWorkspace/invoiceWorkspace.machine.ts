/**
 * The invoice's window: its lines, which are saved as they are entered, and the codes that are scanned into it; beside
 * them the commands on the invoice itself (the child actor `command`).
 *
 * Two regions, because a person goes on typing while a line is being sent, and a scanner waits for nobody. Lines go to
 * the server one after another in the order in which they were changed; a line that the server refuses stays as it was
 * typed, with the reason at its field, and the others go on. Where a line is placed is known when it is entered, not
 * when it is saved. Codes are looked up one after another in the order in which they were scanned; one that means no
 * product stays until the person has put it right. Every line carries the version that the person saw; when somebody
 * else was faster the person chooses by field: nothing is overwritten silently. What was done can be undone,
 * and done again until something new is edited.
 *
 * For: purchasers and accountants. See docs/workflows/invoiceWorkspace.md; spec 4 "Invoice", decisions 21–26, 30, 43, 47.
 */
import { assign, emit, fromPromise, sendTo, setup } from 'xstate';
import type { InputProduct } from '../../contract/invoices/lines.ts';
import { type Refusal, refusalIn } from '../../contract/refusal.ts';
import type { Subject } from '../command/command.machine.ts';
import { type InvoiceCommand, invoiceCommandMachine } from './commands.ts';
import {
  accepted,
  added,
  addedAgain,
  conflicted,
  edited,
  gone,
  gridRows,
  keysOf,
  type LineState,
  mayRedo,
  mayUndo,
  nextReady,
  pasted,
  redoForgotten,
  redone,
  refused,
  removed,
  resolved,
  reverted,
  type SavedLine,
  saved,
  undone,
  without,
} from './drafts.ts';
import type { LineChange, LineDraft, LineFigures, LineProduct } from './lines.ts';
import { rowOfProduct, withOwn } from './rows.ts';

/** A code or words that wait in the add field's queue. */
export interface LineCode {
  id: string;
  text: string;
  /** Why it waits for the person; null while it waits for the server. */
  kept: 'unknown' | 'many' | 'refused' | null;
  /** The server's own words of a refusal. */
  words: string;
}

/** What a code means: one product with the figures it begins with, or none. */
export type FoundCode =
  | { kind: 'product'; product: LineProduct; figures: LineFigures; exact: boolean }
  | { kind: 'unknown' | 'many' };

export interface FindCodeInput {
  text: string;
  /** Codes behind it that wait as well: they may be asked for with it. */
  ahead: readonly string[];
  /** Currency of the last line: a new one begins with it. */
  currencyId: number | null;
}

export interface InvoiceWorkspaceContext extends LineState {
  invoiceId: number;
  /** The invoice as the window was opened with it; what is known of it later is the command's. */
  invoice: Subject;
  failure: Refusal<InputProduct> | null;
  /** In the order in which they were scanned. */
  codes: readonly LineCode[];
}

export type InvoiceWorkspaceEvent =
  | { type: 'lines.read'; lines: readonly InputProduct[] }
  /** Goes on to the child `command` unless it would hand over what is not saved. */
  | { type: 'command.ask'; command: InvoiceCommand }
  /** `exact`: by its very code, so that one more unit is meant of goods that are there. */
  | { type: 'line.add'; key: string; product: LineProduct; figures: LineFigures; exact: boolean; idem: string }
  | { type: 'line.edit'; key: string; change: LineChange; idem: string }
  | { type: 'line.remove'; key: string; idem: string }
  | { type: 'line.accept'; key: string; idem: string }
  | { type: 'line.revert'; key: string }
  /** A line that somebody else removed, as a new one. */
  | { type: 'line.addAgain'; key: string; idem: string }
  | { type: 'conflict.resolve'; key: string; figures: LineFigures; idem: string }
  | { type: 'conflict.takeTheirs'; key: string }
  | { type: 'lines.pasted'; lines: readonly InputProduct[]; invoice: Subject }
  | { type: 'lines.retry' }
  | { type: 'edit.undo'; idem: string }
  | { type: 'edit.redo'; idem: string }
  /** `id`: also the key of the line that comes of it. */
  | { type: 'code.scan'; id: string; text: string }
  | { type: 'code.drop'; id: string }
  | { type: 'codes.retry' };

export type InvoiceWorkspaceEmitted =
  /** Somebody else's line was accepted: what is shown is old. */
  | { type: 'theirs.taken' }
  | { type: 'line.saved'; key: string; line: InputProduct }
  | { type: 'line.gone'; lineId: number }
  /** Somebody else removed a line: the lines that are shown are old. */
  | { type: 'lines.old' }
  /** The line of the goods that were added. */
  | { type: 'line.pointed'; key: string };

export interface SaveLineInput {
  invoiceId: number;
  /** The state is entered with a draft only. */
  draft: LineDraft | null;
}

/** What a reload left behind. */
export interface KeptLines {
  drafts: Readonly<Record<string, LineDraft>>;
  codes: readonly LineCode[];
}

/** The code that is asked for next: the first that waits for nobody. */
const nextCode = ({ codes }: Pick<InvoiceWorkspaceContext, 'codes'>): LineCode | undefined =>
  codes.find(({ kept }) => kept === null);

const foundOf = (event: unknown): FoundCode | undefined => (event as { output?: FoundCode }).output;
const savedOf = (event: unknown): SavedLine => (event as { output: SavedLine }).output;

export const invoiceWorkspaceMachine = setup({
  types: {
    context: {} as InvoiceWorkspaceContext,
    events: {} as InvoiceWorkspaceEvent,
    input: {} as { invoiceId: number; invoice: Subject; kept?: KeptLines },
    emitted: {} as InvoiceWorkspaceEmitted,
    tags: {} as 'saving' | 'offline' | 'codesOffline',
    children: {} as { command: 'command'; saveLine: 'saveLine'; findCode: 'findCode' },
    meta: {} as { requirement: string },
  },
  actors: {
    command: invoiceCommandMachine,
    saveLine: fromPromise<SavedLine, SaveLineInput>(() => {
      throw new Error('invoiceWorkspace: actor saveLine is not provided');
    }),
    findCode: fromPromise<FoundCode, FindCodeInput>(() => {
      throw new Error('invoiceWorkspace: actor findCode is not provided');
    }),
  },
  guards: {
    // Nobody hands over what is not saved yet.
    isWhole: ({ context, event }) =>
      event.type === 'command.ask' &&
      (event.command.type !== 'invoice.send' || Object.keys(context.drafts).length + context.codes.length === 0),
    isStale: ({ event }) => refusalIn(event).kind === 'stale',
    isGone: ({ context, event }) => context.sent?.lineId != null && refusalIn(event).code === 'not_found',
    isTakenOff: ({ context, event }) => event.type === 'line.addAgain' && context.drafts[event.key]?.gone === true,
    isRefused: ({ event }) => refusalIn(event).kind === 'refused',
    someReady: ({ context }) => context.sent !== null || nextReady(context) !== null,
    isDrafted: ({ context, event }) => 'key' in event && context.drafts[event.key] !== undefined,
    isWarned: ({ context, event }) => event.type === 'line.accept' && context.drafts[event.key]?.warned === true,
    isConflicted: ({ context, event }) =>
      (event.type === 'conflict.resolve' || event.type === 'conflict.takeTheirs') &&
      context.drafts[event.key]?.theirs != null,
    somethingToUndo: ({ context }) => mayUndo(context),
    somethingToRedo: ({ context }) => mayRedo(context),
    // Before the lines are read nobody knows which goods are there already.
    someCode: ({ context }) => context.lines !== null && nextCode(context) !== undefined,
    isWords: ({ event }) => event.type === 'code.scan' && event.text.trim() !== '',
    isProduct: ({ event }) => foundOf(event)?.kind === 'product',
    isKept: ({ context, event }) =>
      event.type === 'code.drop' && context.codes.some(({ id, kept }) => id === event.id && kept !== null),
  },
  delays: { retryDelay: 5_000 },
  actions: {
    passCommand: sendTo('command', ({ event }) => {
      if (event.type !== 'command.ask') throw new Error('invoiceWorkspace: no command to pass on');
      return event;
    }),
    // Commands go on top of what the lines left.
    passSaved: sendTo('command', ({ event }) => ({ type: 'subject.read', subject: savedOf(event).invoice })),
    passPasted: sendTo('command', ({ event }) => {
      if (event.type !== 'lines.pasted') throw new Error('invoiceWorkspace: nothing was pasted');
      return { type: 'subject.read', subject: event.invoice };
    }),
    takeLines: assign(({ context, event }) => (event.type === 'lines.read' ? withOwn(event.lines, context.own) : {})),
    notifyTheirsTaken: emit({ type: 'theirs.taken' }),

    addLine: assign(({ context, event }) =>
      event.type === 'line.add' ? { drafts: added(context, event, event.exact) } : {},
    ),
    editLine: assign(({ context, event }) =>
      event.type === 'line.edit' ? { drafts: edited(context, event.key, event.change, event.idem) } : {},
    ),
    removeLine: assign(({ context, event }) =>
      event.type === 'line.remove' ? removed(context, event.key, event.idem) : {},
    ),
    acceptLine: assign(({ context, event }) =>
      event.type === 'line.accept' ? accepted(context, event.key, event.idem) : {},
    ),
    revertLine: assign(({ context, event }) => (event.type === 'line.revert' ? reverted(context, event.key) : {})),
    takeTheirs: assign(({ context, event }) =>
      event.type === 'conflict.takeTheirs' ? { drafts: without(context.drafts, event.key) } : {},
    ),
    addAgain: assign(({ context, event }) =>
      event.type === 'line.addAgain' ? addedAgain(context, event.key, event.idem) : {},
    ),
    // What was given up while it waits for an answer is not sent again.
    forgetGivenUp: assign({
      sent: ({ context }) => (context.sent && context.drafts[context.sent.key] ? context.sent : null),
    }),
    resolveConflict: assign(({ context, event }) =>
      event.type === 'conflict.resolve' ? resolved(context, event.key, event.figures, event.idem) : {},
    ),
    // What had no answer goes again as it was: the server may have it.
    takeSent: assign({ sent: ({ context }) => context.sent ?? nextReady(context) }),
    takeSaved: assign(({ context, event }) => ({ ...saved(context, savedOf(event).line), failure: null })),
    markRefused: assign(({ context, event }) => refused(context, refusalIn<InputProduct>(event))),
    takeGone: assign(({ context }) => ({ ...gone(context), failure: null })),
    notifyOld: emit({ type: 'lines.old' }),
    markConflict: assign(({ context, event }) => conflicted(context, refusalIn<InputProduct>(event).current)),
    takeFailure: assign({ failure: ({ event }) => refusalIn<InputProduct>(event) }),
    rememberPasted: assign(({ context, event }) => (event.type === 'lines.pasted' ? pasted(context, event.lines) : {})),
    takeBackLast: assign(({ context, event }) => (event.type === 'edit.undo' ? undone(context, event.idem) : {})),
    doAgain: assign(({ context, event }) => (event.type === 'edit.redo' ? redone(context, event.idem) : {})),
    forgetRedo: assign(({ context }) => redoForgotten(context)),
    queueCode: assign(({ context, event }) =>
      event.type === 'code.scan'
        ? { codes: [...context.codes, { id: event.id, text: event.text.trim(), kept: null, words: '' }] }
        : {},
    ),
    dropCode: assign(({ context, event }) =>
      event.type === 'code.drop' ? { codes: context.codes.filter(({ id }) => id !== event.id) } : {},
    ),
    addFound: assign(({ context, event }) => {
      const found = foundOf(event);
      const code = nextCode(context);
      if (found?.kind !== 'product' || code === undefined) return {};
      const one = { key: code.id, idem: code.id, product: found.product, figures: found.figures };
      return { drafts: added(context, one, found.exact), codes: context.codes.filter(({ id }) => id !== code.id) };
    }),
    keepCode: assign(({ context, event }) => {
      const found = foundOf(event);
      const code = nextCode(context);
      const kept = found === undefined || found.kind === 'product' ? 'refused' : found.kind;
      const words = found === undefined ? refusalIn(event).message : '';
      return { codes: context.codes.map((one) => (one === code ? { ...one, kept, words } : one)) };
    }),
    notifyPointed: emit(({ context, event }): InvoiceWorkspaceEmitted => {
      const found = foundOf(event);
      const product = event.type === 'line.add' ? event.product : found?.kind === 'product' ? found.product : undefined;
      return { type: 'line.pointed', key: rowOfProduct(gridRows(context), product?.id)?.key ?? '' };
    }),
    notifySaved: emit(({ context, event }): InvoiceWorkspaceEmitted => {
      const { line } = savedOf(event);
      return line
        ? { type: 'line.saved', key: context.sent?.key ?? String(line.id), line }
        : { type: 'line.gone', lineId: context.sent?.lineId ?? 0 };
    }),
  },
}).createMachine({
  id: 'invoiceWorkspace',
  description: 'The window of an organization invoice.',
  context: ({ input }) => ({
    invoiceId: input.invoiceId,
    invoice: input.invoice,
    lines: null,
    own: {},
    keys: keysOf(input.kept?.drafts ?? {}),
    drafts: input.kept?.drafts ?? {},
    sent: null,
    failure: null,
    undo: [],
    redo: [],
    codes: input.kept?.codes ?? [],
  }),
  type: 'parallel',
  invoke: { id: 'command', src: 'command', input: ({ context }) => ({ subject: context.invoice }) },
  on: {
    'command.ask': { description: 'The child asks.', guard: 'isWhole', actions: 'passCommand' },
    'lines.read': { description: 'The lines were read again.', actions: 'takeLines' },
  },
  states: {
    lines: {
      description: 'The lines that are entered, saved one after another.',
      initial: 'resting',
      on: {
        'line.add': { actions: ['forgetRedo', 'addLine', 'notifyPointed'] },
        'line.edit': { actions: ['forgetRedo', 'editLine'] },
        'line.remove': { actions: ['forgetRedo', 'removeLine'] },
        'line.accept': { guard: 'isWarned', actions: 'acceptLine' },
        'line.revert': { guard: 'isDrafted', actions: 'revertLine' },
        'line.addAgain': { guard: 'isTakenOff', actions: ['forgetRedo', 'addAgain'] },
        'conflict.resolve': { guard: 'isConflicted', actions: ['forgetRedo', 'resolveConflict'] },
        'conflict.takeTheirs': { guard: 'isConflicted', actions: ['takeTheirs', 'notifyTheirsTaken'] },
        'lines.pasted': { actions: ['passPasted', 'forgetRedo', 'rememberPasted'] },
        'edit.undo': { guard: 'somethingToUndo', actions: 'takeBackLast' },
        'edit.redo': { guard: 'somethingToRedo', actions: 'doAgain' },
      },
      states: {
        resting: {
          description: 'Nothing can be sent: all is saved, or what is left waits for the person.',
          meta: { requirement: 'decision-47' },
          always: { guard: 'someReady', target: 'saving' },
        },
        saving: {
          description: 'A line is being sent to the server.',
          tags: ['saving'],
          meta: { requirement: 'decision-47' },
          entry: 'takeSent',
          invoke: {
            id: 'saveLine',
            src: 'saveLine',
            input: ({ context }) => ({ invoiceId: context.invoiceId, draft: context.sent }),
            onDone: { target: 'resting', actions: ['notifySaved', 'passSaved', 'takeSaved'] },
            onError: [
              { guard: 'isStale', target: 'resting', actions: 'markConflict' },
              { guard: 'isGone', target: 'resting', actions: ['takeGone', 'notifyOld'] },
              { guard: 'isRefused', target: 'resting', actions: 'markRefused' },
              { target: 'waiting', actions: 'takeFailure' },
            ],
          },
        },
        waiting: {
          description: 'The server did not answer; what was typed is kept and sent again after a while.',
          tags: ['offline'],
          meta: { requirement: 'decision-43' },
          exit: 'forgetGivenUp',
          on: { 'lines.retry': 'resting' },
          after: { retryDelay: 'resting' },
        },
      },
    },
    codes: {
      description: 'Codes and words of the add field, looked up one after another.',
      initial: 'idle',
      on: {
        'code.scan': { guard: 'isWords', actions: 'queueCode' },
        'code.drop': {
          description: 'The person puts it right or gives it up.',
          guard: 'isKept',
          actions: 'dropCode',
        },
      },
      states: {
        idle: {
          description: 'No code waits to be looked up; one that means no product waits for the person.',
          meta: { requirement: '4-line-grid' },
          always: { guard: 'someCode', target: 'looking' },
        },
        looking: {
          description: 'The first code in the queue is looked up, with those that wait behind it; the scanner goes on.',
          meta: { requirement: '4-line-grid' },
          invoke: {
            id: 'findCode',
            src: 'findCode',
            input: ({ context }) => ({
              // The state is entered with a code only.
              text: nextCode(context)?.text ?? '',
              ahead: context.codes
                .filter(({ kept }) => kept === null)
                .slice(1)
                .map(({ text }) => text),
              currencyId: gridRows(context).at(-1)?.figures.currency_id ?? null,
            }),
            onDone: [
              { guard: 'isProduct', target: 'idle', actions: ['forgetRedo', 'addFound', 'notifyPointed'] },
              { target: 'idle', actions: 'keepCode' },
            ],
            onError: [{ guard: 'isRefused', target: 'idle', actions: 'keepCode' }, { target: 'waiting' }],
          },
        },
        waiting: {
          description: 'The server did not answer; the code is asked for again after a while.',
          tags: ['codesOffline'],
          meta: { requirement: 'decision-43' },
          on: { 'codes.retry': 'looking' },
          after: { retryDelay: 'looking' },
        },
      },
    },
  },
});

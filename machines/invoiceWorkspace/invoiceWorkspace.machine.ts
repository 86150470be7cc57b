/**
 * The invoice's window: one deed at a time on the invoice, and beside it the lines, which are saved as they are
 * entered.
 *
 * Three regions, because a person goes on typing while a line is on its way, and a scanner waits for nobody. Lines go to
 * the server one after another in the order in which they were changed; a line that the server refuses stays as it was
 * typed, with the reason at its field, and the others go on. Where a line stands is known when it is entered, not when it
 * is saved. Codes are looked up one after another in the order in which they were scanned; one that means no product
 * stays until the person has put it right. Every deed and every line carries the version that the person saw; when
 * somebody else was faster the person chooses by field, or is asked again about what stands there now: nothing is
 * overwritten silently. What was saved can be undone.
 *
 * For: purchasers and accountants. See docs/workflows/invoiceWorkspace.md; spec 4 "Invoice", decisions 21–26, 30, 43, 47.
 */
import { assign, emit, fromPromise, setup } from 'xstate';
import { changeOf, type FieldsChange } from '../../contract/change.ts';
import type { CancelReason, InputProduct, InvoiceHead } from '../../contract/invoices.ts';
import { keyOfSending, type Refusal, refusalIn } from '../../contract/refusal.ts';
import {
  changed,
  figuresOf,
  isReady,
  isSameLine,
  type LineChange,
  type LineDraft,
  type LineFigures,
  type LineProduct,
  productOf,
  withoutChange,
} from './lines.ts';
import { endOf, type GridRow, keyOf, rowOfProduct, rowsOf, withOwn } from './rows.ts';

export type DeedType =
  | 'partner.change'
  | 'invoice.send'
  | 'invoice.takeBack'
  | 'invoice.confirm'
  | 'invoice.cancel'
  | 'invoice.delete'
  | 'line.correct'
  | 'line.withdraw'
  | 'file.add'
  | 'file.remove';

/** What a deed needs besides its name. */
export interface DeedWords {
  head?: InvoiceHead;
  reason?: { canceled_commentary: string; canceled_commentary_type: CancelReason };
  /** The line as the person saw it, and its new figures. */
  line?: { id: number; version: number; title: string; seen: Pick<InputProduct, 'count' | 'value'> };
  count?: number;
  value?: number;
  add_serials?: { serial_number: string; imei_numbers: string[] }[];
  remove_serials?: string[];
  /** Key of a file that the browser holds; its contents stay outside, the context is JSON. */
  file?: { id: string; name: string; type: string; size: number };
  fileId?: number;
}

export interface Deed extends DeedWords {
  type: DeedType;
  /** Of the invoice whose head the person began to change: a later step of somebody else must meet a choice. */
  version?: number;
  /** That head, as the person saw it: what of it was changed, and by whom. */
  seen?: InvoiceHead;
}

/** What the window knows of the invoice: how fresh, and what this person may do to it now. */
export interface InvoiceView {
  version: number;
  allowed: readonly string[];
}

/** What stands on the server after somebody else's step. */
export interface Standing {
  version: number;
  by: string | null;
  at: string | null;
  head: InvoiceHead;
  /** Names of what the head names by id. */
  names: { partner: string; firm: string | null; warehouse: string };
  /** As fresh as the version, or fresher. */
  lines: readonly InputProduct[];
}

export type DeedRefusal = Refusal<Standing>;

/** What takes a step back, by the keys of its lines; `turn` says when it was taken. */
export type UndoStep = { turn: number } & (
  | { kind: 'edit'; key: string; change: FieldsChange<LineFigures> }
  | { kind: 'remove'; keys: string[] }
  | { kind: 'add'; key: string; product: LineProduct; figures: LineFigures; position: number }
  /** A line that was taken out before it was ever saved. */
  | { kind: 'drop'; draft: LineDraft }
);

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
  /** Currency of the last line: a new one begins with it. */
  currencyId: number | null;
}

export interface InvoiceWorkspaceContext {
  invoiceId: number;
  invoice: InvoiceView;
  deed: Deed | null;
  /** The deed has a question of its own, so that its refusal is shown there. */
  asked: boolean;
  key: string;
  refusal: DeedRefusal | null;
  /** As they were read, what this window has saved since over them; null until they are read. */
  lines: readonly InputProduct[] | null;
  /** What this window saved and no reading has shown yet, by the line's id; null is a line that is gone. */
  own: Readonly<Record<string, InputProduct | null>>;
  /** Lines that were entered here keep the key they had before they were saved: the cursor stands on it. */
  keys: Readonly<Record<string, string>>;
  /** By the line's key, in the order of the last change. */
  drafts: Readonly<Record<string, LineDraft>>;
  /** The draft that is on its way, as it was sent. */
  sent: LineDraft | null;
  failure: Refusal<InputProduct> | null;
  undo: readonly UndoStep[];
  /** In the order in which they were scanned. */
  codes: readonly LineCode[];
}

export type InvoiceWorkspaceEvent =
  | { type: 'invoice.read'; invoice: InvoiceView }
  | { type: 'lines.read'; lines: readonly InputProduct[] }
  | { type: 'deed.ask'; deed: Deed }
  | { type: 'deed.do'; deed: Deed; key: string }
  | { type: 'deed.confirm'; words: DeedWords; key: string }
  | { type: 'deed.done' }
  | { type: 'deed.retry' }
  | { type: 'deed.close' }
  | { type: 'deed.keepMine'; head: InvoiceHead; key: string }
  | { type: 'deed.takeTheirs' }
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
  | { type: 'lines.pasted'; lines: readonly InputProduct[]; invoice: InvoiceView }
  | { type: 'lines.retry' }
  | { type: 'edit.undo'; idem: string }
  /** `id`: also the key of the line that comes of it. */
  | { type: 'code.scan'; id: string; text: string }
  | { type: 'code.drop'; id: string }
  | { type: 'codes.retry' };

export type InvoiceWorkspaceEmitted =
  | { type: 'invoice.changed'; deed: DeedType }
  /** Somebody else's step was left standing: what is shown is old. */
  | { type: 'theirs.taken' }
  | { type: 'line.saved'; key: string; line: InputProduct }
  | { type: 'line.gone'; lineId: number }
  /** Somebody else removed a line: the lines that are shown are old. */
  | { type: 'lines.old' }
  /** Where the goods that were added stand. */
  | { type: 'line.pointed'; key: string };

export interface PerformInput {
  invoiceId: number;
  deed: Deed;
  version: number;
  key: string;
}

export interface SaveLineInput {
  invoiceId: number;
  /** The state is entered with a draft only. */
  draft: LineDraft | null;
}

/** The line as it is saved, null when it was removed; and the invoice after it. */
export interface SavedLine {
  line: InputProduct | null;
  invoice: InvoiceView;
}

/** What a reload left behind. */
export interface KeptLines {
  drafts: Readonly<Record<string, LineDraft>>;
  codes: readonly LineCode[];
}

/** Keys that kept drafts had before they were saved. */
const keysOf = (drafts: KeptLines['drafts']): Record<string, string> =>
  Object.fromEntries(Object.values(drafts).flatMap(({ lineId, key }) => (lineId === null ? [] : [[lineId, key]])));

/** Steps that can be taken back; older ones stay in the history. */
const MOST_UNDO = 50;

/** Later than everything that can be taken back. */
const nextTurn = ({ drafts, undo }: Pick<InvoiceWorkspaceContext, 'drafts' | 'undo'>): number =>
  1 + Math.max(0, ...[...Object.values(drafts), ...undo].map(({ turn }) => turn));

/** In the order in which they were taken, not in that of their saving. */
const remembered = (undo: readonly UndoStep[], step: UndoStep): UndoStep[] =>
  [...undo, step].sort((one, other) => one.turn - other.turn).slice(-MOST_UNDO);

const without = (drafts: InvoiceWorkspaceContext['drafts'], key: string): Record<string, LineDraft> =>
  Object.fromEntries(Object.entries(drafts).filter(([one]) => one !== key));

/** The draft at the end of the queue, its server's words forgotten: it was touched just now. */
const put = (drafts: InvoiceWorkspaceContext['drafts'], draft: LineDraft): Record<string, LineDraft> => ({
  ...without(drafts, draft.key),
  [draft.key]: draft,
});

/** A draft that nobody has touched yet. */
const UNTOUCHED = {
  removed: false,
  gone: false,
  check: true,
  faults: {},
  warned: false,
  theirs: null,
  undoing: false,
  was: [],
} as const;

const draftOf = (line: InputProduct, key: string, idem: string): LineDraft => ({
  ...UNTOUCHED,
  key,
  lineId: line.id,
  position: line.position,
  version: line.version,
  product: productOf(line),
  base: figuresOf(line),
  figures: figuresOf(line),
  serials: line.serials.saved,
  idem,
  turn: 0,
});

type NewDraft = Pick<LineDraft, 'key' | 'product' | 'figures' | 'idem' | 'position' | 'turn'>;
const newDraft = ({ key, product, figures, idem, position, turn }: NewDraft): LineDraft => ({
  ...UNTOUCHED,
  key,
  lineId: null,
  position,
  version: null,
  product,
  base: null,
  figures,
  serials: 0,
  idem,
  turn,
});

const clean = { faults: {}, warned: false } as const;

export const nextReady = ({ drafts }: Pick<InvoiceWorkspaceContext, 'drafts'>): LineDraft | null =>
  Object.values(drafts).find(isReady) ?? null;

const lineFor = ({ lines, keys }: InvoiceWorkspaceContext, key: string): InputProduct | undefined =>
  lines?.find((one) => keyOf(one, keys) === key);

/** The draft of a line: what was begun already, else the line as it stands; undefined when there is no such line. */
function draftFor(context: InvoiceWorkspaceContext, key: string, idem: string): LineDraft | undefined {
  const line = lineFor(context, key);
  return context.drafts[key] ?? (line && draftOf(line, key, idem));
}

export const gridRows = ({
  lines,
  drafts,
  keys,
}: Pick<InvoiceWorkspaceContext, 'lines' | 'drafts' | 'keys'>): GridRow[] => rowsOf(lines ?? [], drafts, keys);

/** What is added: goods that are there already get one unit more by their code, else nothing; others a line at the end. */
function added(context: InvoiceWorkspaceContext, one: Omit<NewDraft, 'position' | 'turn'>, exact: boolean) {
  const rows = gridRows(context);
  const known = rowOfProduct(rows, one.product.id);
  if (known === undefined)
    return put(context.drafts, newDraft({ ...one, position: endOf(rows), turn: nextTurn(context) }));
  if (!exact) return context.drafts;
  return edited(context, known.key, { count: (known.figures.count ?? 0) + 1 }, one.idem);
}

function edited(context: InvoiceWorkspaceContext, key: string, change: LineChange, idem: string) {
  const draft = draftFor(context, key, idem);
  if (!draft) return context.drafts;
  const figures = changed(draft.figures, change);
  // Typed back to what is saved: there is nothing to send.
  if (draft.base && isSameLine(draft.base, figures) && context.sent?.key !== draft.key)
    return without(context.drafts, draft.key);
  const was = [...draft.was, draft.figures].slice(-MOST_UNDO);
  const turn = nextTurn(context);
  return put(context.drafts, { ...draft, ...clean, figures, check: true, idem, undoing: false, was, turn });
}

/** The line that was changed last and is not saved; one that two people changed is decided first. */
const lastDraft = ({ drafts }: InvoiceWorkspaceContext): LineDraft | undefined =>
  Object.values(drafts)
    .filter(({ undoing, theirs }) => !undoing && theirs === null)
    .sort((one, other) => one.turn - other.turn)
    .at(-1);

/** What is taken back next: a change that is not saved, or a step that is. */
export function lastDone(context: InvoiceWorkspaceContext): LineDraft | UndoStep | undefined {
  const draft = lastDraft(context);
  const step = context.undo.at(-1);
  return draft && (step === undefined || draft.turn > step.turn) ? draft : step;
}

/** What taking the last change back leaves in the queue. */
function undone(context: InvoiceWorkspaceContext, idem: string) {
  const last = lastDone(context);
  if (last === undefined) return {};
  return 'kind' in last ? stepUndone(context, last, idem) : { drafts: draftUndone(context, last, idem) };
}

function draftUndone({ drafts, sent }: InvoiceWorkspaceContext, draft: LineDraft, idem: string) {
  const { key, was, base, lineId } = draft;
  const figures = draft.removed ? draft.figures : was.at(-1);
  const onItsWay = sent?.key === key;
  const back = { ...draft, ...clean, idem, removed: false, check: true };
  // before its first change a line stood as it is saved, a new one not at all
  if (figures === undefined) {
    if (!onItsWay) return without(drafts, key);
    const removed = lineId === null;
    return put(drafts, { ...back, removed, figures: base ?? draft.figures, undoing: true });
  }
  if (base && isSameLine(base, figures) && !onItsWay) return without(drafts, key);
  return put(drafts, {
    ...back,
    figures,
    was: draft.removed ? was : was.slice(0, -1),
    undoing: onItsWay,
  });
}

function stepUndone(context: InvoiceWorkspaceContext, step: UndoStep, idem: string) {
  const undo = context.undo.slice(0, -1);
  let { drafts } = context;
  if (step.kind === 'drop') return { undo, drafts: put(drafts, { ...step.draft, idem }) };
  if (step.kind === 'add') {
    return { undo, drafts: put(drafts, { ...newDraft({ ...step, idem }), undoing: true }) };
  }
  const wanted = step.kind === 'edit' ? [step.key] : step.keys;
  for (const [at, line] of (context.lines ?? []).entries()) {
    const key = keyOf(line, context.keys);
    // what is not saved of the line is decided first
    if (!wanted.includes(key) || drafts[key] !== undefined) continue;
    const draft = { ...draftOf(line, key, `${idem}-${at}`), undoing: true, check: false };
    const figures = step.kind === 'edit' ? withoutChange(draft.figures, step.change) : draft.figures;
    if (step.kind === 'edit' && isSameLine(figures, draft.figures)) continue;
    drafts = put(drafts, { ...draft, figures, removed: step.kind === 'remove' });
  }
  return { drafts, undo };
}

/** Whether there is something to take back. */
export const mayUndo = (context: InvoiceWorkspaceContext): boolean => lastDone(context) !== undefined;

/** The code that is asked for next: the first that waits for nobody. */
const nextCode = ({ codes }: Pick<InvoiceWorkspaceContext, 'codes'>): LineCode | undefined =>
  codes.find(({ kept }) => kept === null);

/** Lines that are there from now on, whatever a reading that began before says. */
function withLines({ lines, own }: InvoiceWorkspaceContext, fresh: readonly InputProduct[]) {
  const all = { ...own, ...Object.fromEntries(fresh.map((line) => [line.id, line])) };
  return { own: all, lines: lines && withOwn(lines, all).lines };
}

const foundOf = (event: unknown): FoundCode | undefined => (event as { output?: FoundCode }).output;

/** What stands now, of a deed that can be asked again. */
function standingFor({ deed, asked }: InvoiceWorkspaceContext, event: unknown): Standing | null {
  const { kind, current } = refusalIn<Standing>(event);
  if (kind !== 'stale' || !asked || current === null) return null;
  const line = deed?.line;
  return line === undefined || current.lines.some(({ id }) => id === line.id) ? current : null;
}

const savedOf = (event: unknown): SavedLine | null => (event as { output?: SavedLine }).output ?? null;

export const invoiceWorkspaceMachine = setup({
  types: {
    context: {} as InvoiceWorkspaceContext,
    events: {} as InvoiceWorkspaceEvent,
    input: {} as { invoiceId: number; invoice: InvoiceView; kept?: KeptLines },
    emitted: {} as InvoiceWorkspaceEmitted,
    tags: {} as 'busy' | 'asking' | 'saving' | 'offline' | 'codesOffline',
    meta: {} as { requirement: string },
  },
  actors: {
    perform: fromPromise<InvoiceView | null, PerformInput>(() => {
      throw new Error('invoiceWorkspace: actor perform is not provided');
    }),
    saveLine: fromPromise<SavedLine, SaveLineInput>(() => {
      throw new Error('invoiceWorkspace: actor saveLine is not provided');
    }),
    findCode: fromPromise<FoundCode, FindCodeInput>(() => {
      throw new Error('invoiceWorkspace: actor findCode is not provided');
    }),
  },
  guards: {
    mayDo: ({ context, event }) => {
      if (event.type !== 'deed.ask' && event.type !== 'deed.do') return false;
      // Nobody hands over what is not saved yet.
      const whole =
        event.deed.type !== 'invoice.send' || (Object.keys(context.drafts).length === 0 && context.codes.length === 0);
      return whole && context.invoice.allowed.includes(event.deed.type);
    },
    wasAsked: ({ context }) => context.asked,
    wasNotAsked: ({ context }) => !context.asked,
    isStale: ({ event }) => refusalIn(event).kind === 'stale',
    // A head that two people changed is put together by field.
    isStaleHead: ({ context, event }) => context.deed?.type === 'partner.change' && refusalIn(event).kind === 'stale',
    asksAgain: ({ context, event }) => standingFor(context, event) !== null,
    isTurnedDown: ({ event }) => refusalIn(event).kind !== 'failed',
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
    // Before the lines are read nobody knows which goods are there already.
    someCode: ({ context }) => context.lines !== null && nextCode(context) !== undefined,
    isWords: ({ event }) => event.type === 'code.scan' && event.text.trim() !== '',
    isProduct: ({ event }) => foundOf(event)?.kind === 'product',
    isKept: ({ context, event }) =>
      event.type === 'code.drop' && context.codes.some(({ id, kept }) => id === event.id && kept !== null),
  },
  delays: { retryDelay: 5_000 },
  actions: {
    takeInvoice: assign({
      invoice: ({ context, event }) =>
        event.type === 'invoice.read' || event.type === 'lines.pasted' ? event.invoice : context.invoice,
    }),
    takeLines: assign(({ context, event }) => (event.type === 'lines.read' ? withOwn(event.lines, context.own) : {})),
    takeAnswer: assign({
      invoice: ({ context, event }) => (event as { output?: InvoiceView | null }).output ?? context.invoice,
    }),
    // What may follow is known when the invoice is read again.
    forgetAllowed: assign({ invoice: ({ context }) => ({ ...context.invoice, allowed: [] }) }),
    takeQuestion: assign(({ event }) =>
      event.type === 'deed.ask' ? { deed: event.deed, asked: true, refusal: null } : {},
    ),
    takeDeed: assign(({ event }) =>
      event.type === 'deed.do' ? { deed: event.deed, asked: false, key: event.key, refusal: null } : {},
    ),
    takeWords: assign(({ context, event }) => {
      if (event.type !== 'deed.confirm' || context.deed === null) return {};
      const deed = { ...context.deed, ...event.words };
      return { deed, key: keyOfSending(context, context.deed, deed, event.key), refusal: null };
    }),
    takeNewVersion: assign(({ context, event }) => {
      if (event.type !== 'deed.keepMine' || context.deed === null) return {};
      const current = context.refusal?.current;
      const { deed } = context;
      return {
        key: event.key,
        refusal: null,
        deed: { ...deed, head: event.head, ...(current && { version: current.version, seen: current.head }) },
        invoice: current ? { ...context.invoice, version: current.version } : context.invoice,
      };
    }),
    takeStanding: assign(({ context, event }) => {
      const current = standingFor(context, event);
      const { deed, invoice, own } = context;
      if (current === null || deed === null) return {};
      const line = current.lines.find(({ id }) => id === deed.line?.id);
      return {
        invoice: { ...invoice, version: current.version },
        ...withOwn(current.lines, own),
        deed: { ...deed, ...(deed.line && line && { line: { ...deed.line, version: line.version } }) },
      };
    }),
    takeRefusal: assign({ refusal: ({ event }) => refusalIn<Standing>(event) }),
    dropDeed: assign({ deed: null, asked: false, refusal: null }),
    tellChanged: emit(
      ({ context }) => ({ type: 'invoice.changed', deed: context.deed?.type ?? 'partner.change' }) as const,
    ),
    tellTheirsTaken: emit({ type: 'theirs.taken' }),

    addLine: assign(({ context, event }) =>
      event.type === 'line.add' ? { drafts: added(context, event, event.exact) } : {},
    ),
    editLine: assign(({ context, event }) =>
      event.type === 'line.edit' ? { drafts: edited(context, event.key, event.change, event.idem) } : {},
    ),
    removeLine: assign(({ context, event }) => {
      if (event.type !== 'line.remove') return {};
      const draft = draftFor(context, event.key, event.idem);
      if (!draft) return {};
      // A line that the server has never seen is gone at once.
      const turn = nextTurn(context);
      if (draft.lineId === null && context.sent?.key !== draft.key) {
        const step: UndoStep = { kind: 'drop', draft, turn };
        return { drafts: without(context.drafts, draft.key), undo: remembered(context.undo, step) };
      }
      const serials = lineFor(context, event.key)?.serials.saved ?? draft.serials;
      return { drafts: put(context.drafts, { ...draft, ...clean, removed: true, serials, idem: event.idem, turn }) };
    }),
    acceptLine: assign(({ context, event }) => {
      const draft = event.type === 'line.accept' ? context.drafts[event.key] : undefined;
      if (event.type !== 'line.accept' || !draft) return {};
      return { drafts: put(context.drafts, { ...draft, ...clean, check: false, idem: event.idem }) };
    }),
    revertLine: assign(({ context, event }) =>
      event.type === 'line.revert' || event.type === 'conflict.takeTheirs'
        ? { drafts: without(context.drafts, event.key) }
        : {},
    ),
    addAgain: assign(({ context, event }) => {
      const draft = event.type === 'line.addAgain' ? context.drafts[event.key] : undefined;
      if (event.type !== 'line.addAgain' || !draft) return {};
      return { drafts: put(context.drafts, { ...draft, gone: false, idem: event.idem }) };
    }),
    // What was given up while it waits for an answer is not sent again.
    forgetGivenUp: assign({
      sent: ({ context }) => (context.sent && context.drafts[context.sent.key] ? context.sent : null),
    }),
    resolveConflict: assign(({ context, event }) => {
      const draft = event.type === 'conflict.resolve' ? context.drafts[event.key] : undefined;
      if (event.type !== 'conflict.resolve' || !draft?.theirs) return {};
      const theirs = figuresOf(draft.theirs);
      if (!draft.removed && isSameLine(event.figures, theirs)) return { drafts: without(context.drafts, event.key) };
      const { version, serials } = draft.theirs;
      const next = { ...draft, version, serials: serials.saved, base: theirs, figures: event.figures, theirs: null };
      return { drafts: put(context.drafts, { ...next, idem: event.idem }) };
    }),
    // What had no answer goes again as it was: the server may have it.
    takeSent: assign({ sent: ({ context }) => context.sent ?? nextReady(context) }),
    takeSaved: assign(({ context, event }) => {
      const saved = savedOf(event);
      const { sent } = context;
      if (!saved || !sent) return {};
      const { line } = saved;
      const now = context.drafts[sent.key];
      let drafts = without(context.drafts, sent.key);
      // It was changed again while it was on its way: the change goes on from what is saved now.
      if (line && now && (now.removed !== sent.removed || !isSameLine(now.figures, sent.figures))) {
        drafts = put(drafts, {
          ...now,
          lineId: line.id,
          version: line.version,
          position: line.position,
          base: figuresOf(line),
          // what was saved is taken back as a step
          was: now.was.slice(sent.was.length),
        });
      }
      // It came back while its removal was on its way: it goes on as a new one.
      if (!line && now && !now.removed) drafts = put(drafts, { ...now, lineId: null, version: null, base: null });
      const { key, turn } = sent;
      const step: UndoStep = line
        ? sent.base
          ? { kind: 'edit', key, turn, change: changeOf(sent.base, sent.figures) }
          : { kind: 'remove', keys: [key], turn }
        : {
            kind: 'add',
            key,
            turn,
            product: sent.product,
            figures: sent.base ?? sent.figures,
            position: sent.position,
          };
      // What was taken back while it was on its way is not taken back again.
      const settled = sent.undoing || now?.undoing === true;
      const undo = settled ? context.undo : remembered(context.undo, step);
      const keys = line && sent.lineId === null ? { ...context.keys, [line.id]: sent.key } : context.keys;
      const own = { ...context.own, [line?.id ?? sent.lineId ?? 0]: line };
      const lines = context.lines && withOwn(context.lines, own).lines;
      return { drafts, undo, keys, own, lines, sent: null, failure: null, invoice: saved.invoice };
    }),
    markRefused: assign(({ context, event }) => {
      const refusal = refusalIn<InputProduct>(event);
      const draft = context.sent && context.drafts[context.sent.key];
      if (!context.sent || !draft) return { sent: null };
      // Words without a field stand at the line itself.
      const faults = Object.keys(refusal.errors).length > 0 ? refusal.errors : { line: [refusal.message] };
      const same = draft.removed === context.sent.removed && isSameLine(draft.figures, context.sent.figures);
      if (!same) return { sent: null };
      const marked = { ...draft, faults, warned: refusal.code === 'warnings' };
      return { sent: null, drafts: { ...context.drafts, [draft.key]: marked } };
    }),
    // The line is there no more: what the person removed is simply gone, what was typed of it is kept.
    takeGone: assign(({ context }) => {
      const { sent, drafts } = context;
      if (!sent) return {};
      const own = { ...context.own, [sent.lineId ?? 0]: null };
      const draft = drafts[sent.key];
      const kept = draft && { ...draft, ...clean, lineId: null, version: null, base: null, serials: 0, gone: true };
      return {
        own,
        lines: context.lines && withOwn(context.lines, own).lines,
        sent: null,
        failure: null,
        drafts: kept && !kept.removed ? { ...drafts, [sent.key]: kept } : without(drafts, sent.key),
      };
    }),
    tellOld: emit({ type: 'lines.old' }),
    markConflict: assign(({ context, event }) => {
      const draft = context.sent && context.drafts[context.sent.key];
      const theirs = refusalIn<InputProduct>(event).current;
      if (!draft) return { sent: null };
      return { sent: null, drafts: { ...context.drafts, [draft.key]: { ...draft, theirs } } };
    }),
    takeFailure: assign({ failure: ({ event }) => refusalIn<InputProduct>(event) }),
    rememberPasted: assign(({ context, event }) =>
      event.type === 'lines.pasted' && event.lines.length > 0
        ? {
            ...withLines(context, event.lines),
            undo: remembered(context.undo, {
              kind: 'remove',
              keys: event.lines.map(({ id }) => String(id)),
              turn: nextTurn(context),
            }),
          }
        : {},
    ),
    takeBackLast: assign(({ context, event }) => (event.type === 'edit.undo' ? undone(context, event.idem) : {})),
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
    tellPointed: emit(({ context, event }): InvoiceWorkspaceEmitted => {
      const found = foundOf(event);
      const product = event.type === 'line.add' ? event.product : found?.kind === 'product' ? found.product : undefined;
      return { type: 'line.pointed', key: rowOfProduct(gridRows(context), product?.id)?.key ?? '' };
    }),
    tellSaved: emit(({ context, event }): InvoiceWorkspaceEmitted => {
      const line = savedOf(event)?.line;
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
    deed: null,
    asked: false,
    key: '',
    refusal: null,
    lines: null,
    own: {},
    keys: keysOf(input.kept?.drafts ?? {}),
    drafts: input.kept?.drafts ?? {},
    sent: null,
    failure: null,
    undo: [],
    codes: input.kept?.codes ?? [],
  }),
  type: 'parallel',
  on: {
    'invoice.read': { description: 'The invoice was read again.', actions: 'takeInvoice' },
    'lines.read': { description: 'The lines were read again.', actions: 'takeLines' },
  },
  states: {
    deeds: {
      description: 'What the person does to the invoice, one deed at a time.',
      initial: 'ready',
      states: {
        ready: {
          description: 'No deed is on its way; the last one may have been turned down.',
          initial: 'browsing',
          on: {
            'deed.ask': { guard: 'mayDo', target: 'asking', actions: 'takeQuestion' },
            'deed.do': { guard: 'mayDo', target: 'performing', actions: 'takeDeed' },
          },
          states: {
            browsing: { description: 'The person looks and types.', meta: { requirement: '4-invoice' } },
            refused: {
              description: 'The server refused the deed and said why; the person may correct it.',
              meta: { requirement: 'decision-30' },
              on: {
                'deed.confirm': { target: '#invoiceWorkspace.deeds.performing', actions: 'takeWords' },
                'deed.close': { target: 'browsing', actions: 'dropDeed' },
              },
            },
            failed: {
              description: 'The deed did not reach the server; the same one may be sent again.',
              meta: { requirement: 'decision-43' },
              on: {
                'deed.retry': { guard: 'wasNotAsked', target: '#invoiceWorkspace.deeds.performing' },
                'deed.confirm': {
                  description: 'The dialog sends what it shows now.',
                  guard: 'wasAsked',
                  target: '#invoiceWorkspace.deeds.performing',
                  actions: 'takeWords',
                },
                'deed.close': { target: 'browsing', actions: 'dropDeed' },
              },
            },
          },
        },
        asking: {
          description: 'A dialog or pane asks about the deed before it is done.',
          tags: ['asking'],
          meta: { requirement: '5-cancel-dialog' },
          on: {
            'deed.confirm': { target: 'performing', actions: 'takeWords' },
            'deed.done': {
              description: 'The dialog did it by itself.',
              target: 'ready',
              actions: ['tellChanged', 'dropDeed', 'forgetAllowed'],
            },
            'deed.close': { target: 'ready', actions: 'dropDeed' },
          },
        },
        performing: {
          description: 'The deed is on its way to the server.',
          tags: ['busy'],
          meta: { requirement: '4-invoice' },
          invoke: {
            id: 'perform',
            src: 'perform',
            input: ({ context }) => ({
              invoiceId: context.invoiceId,
              // The state is entered with a deed only.
              deed: context.deed ?? { type: 'partner.change' },
              version: context.deed?.version ?? context.invoice.version,
              key: context.key,
            }),
            onDone: { target: 'ready', actions: ['tellChanged', 'dropDeed', 'takeAnswer'] },
            onError: [
              { guard: 'isStaleHead', target: 'conflicted', actions: 'takeRefusal' },
              {
                description: 'Somebody else was faster: it is asked again, about what stands there now.',
                guard: 'asksAgain',
                target: 'asking',
                actions: ['takeStanding', 'takeRefusal'],
              },
              { guard: 'isTurnedDown', target: 'ready.refused', actions: 'takeRefusal' },
              { target: 'ready.failed', actions: 'takeRefusal' },
            ],
          },
        },
        conflicted: {
          description: 'Somebody else changed the head meanwhile; the person chooses by field what stands.',
          meta: { requirement: 'decision-43' },
          on: {
            'deed.keepMine': { target: 'performing', actions: 'takeNewVersion' },
            'deed.takeTheirs': { target: 'ready', actions: ['tellTheirsTaken', 'dropDeed'] },
          },
        },
      },
    },
    lines: {
      description: 'The lines that are entered, saved one after another.',
      initial: 'resting',
      on: {
        'line.add': { actions: ['addLine', 'tellPointed'] },
        'line.edit': { actions: 'editLine' },
        'line.remove': { actions: 'removeLine' },
        'line.accept': { guard: 'isWarned', actions: 'acceptLine' },
        'line.revert': { guard: 'isDrafted', actions: 'revertLine' },
        'line.addAgain': { guard: 'isTakenOff', actions: 'addAgain' },
        'conflict.resolve': { guard: 'isConflicted', actions: 'resolveConflict' },
        'conflict.takeTheirs': { guard: 'isConflicted', actions: ['revertLine', 'tellTheirsTaken'] },
        'lines.pasted': { actions: ['takeInvoice', 'rememberPasted'] },
        'edit.undo': { guard: 'somethingToUndo', actions: 'takeBackLast' },
      },
      states: {
        resting: {
          description: 'Nothing can be sent: all is saved, or what is left waits for the person.',
          meta: { requirement: 'decision-47' },
          always: { guard: 'someReady', target: 'saving' },
        },
        saving: {
          description: 'A line is on its way to the server.',
          tags: ['saving'],
          meta: { requirement: 'decision-47' },
          entry: 'takeSent',
          invoke: {
            id: 'saveLine',
            src: 'saveLine',
            input: ({ context }) => ({ invoiceId: context.invoiceId, draft: context.sent }),
            onDone: { target: 'resting', actions: ['tellSaved', 'takeSaved'] },
            onError: [
              { guard: 'isStale', target: 'resting', actions: 'markConflict' },
              { guard: 'isGone', target: 'resting', actions: ['takeGone', 'tellOld'] },
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
          description: 'The first code in the queue is looked up; the scanner goes on.',
          meta: { requirement: '4-line-grid' },
          invoke: {
            id: 'findCode',
            src: 'findCode',
            input: ({ context }) => ({
              // The state is entered with a code only.
              text: nextCode(context)?.text ?? '',
              currencyId: gridRows(context).at(-1)?.figures.currency_id ?? null,
            }),
            onDone: [
              { guard: 'isProduct', target: 'idle', actions: ['addFound', 'tellPointed'] },
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

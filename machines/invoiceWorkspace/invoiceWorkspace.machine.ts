/**
 * The invoice's window: one deed at a time on the invoice, and beside it the lines, which are saved as they are
 * entered.
 *
 * Two regions, because a person goes on typing while a line is on its way. Lines go to the server one after another in
 * the order in which they were changed; a line that the server refuses stays as it was typed, with the reason at its
 * field, and the others go on. Every deed and every line carries the version that the person saw; when somebody else was
 * faster the person chooses by field, nothing is overwritten silently. What was saved can be undone.
 *
 * For: purchasers and accountants. See docs/workflows/invoiceWorkspace.md; spec 4 "Invoice", decisions 21–26, 30, 43, 47.
 */
import { assign, emit, fromPromise, setup } from 'xstate';
import type { CancelReason, InputProduct, InvoiceHead } from '../../contract/invoices.ts';
import { type Refusal, refusalIn } from '../kit/refusal.ts';
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
} from './lines.ts';

export type DeedType =
  | 'partner.change'
  | 'invoice.send'
  | 'invoice.takeBack'
  | 'invoice.confirm'
  | 'invoice.cancel'
  | 'invoice.delete'
  | 'line.correct'
  | 'line.withdraw'
  | 'labels.mark'
  | 'file.add'
  | 'file.remove';

/** What a deed needs besides its name. */
export interface DeedWords {
  head?: InvoiceHead;
  reason?: { canceled_commentary: string; canceled_commentary_type: CancelReason };
  /** The line as the person saw it, and its new figures. */
  line?: { id: number; version: number; title: string };
  count?: number;
  value?: number;
  add_serials?: { serial_number: string; imei_numbers: string[] }[];
  remove_serials?: string[];
  print?: boolean;
  print_count?: number;
  /** Key of a file that the browser holds; its contents stay outside, the context is JSON. */
  file?: { id: string; name: string; type: string; size: number };
  fileId?: number;
}

export interface Deed extends DeedWords {
  type: DeedType;
  /** Of the invoice whose head the person began to change: a later step of somebody else must meet a choice. */
  version?: number;
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
  line?: InputProduct;
}

export type DeedRefusal = Refusal<Standing>;

/** What takes a saved step back. */
export type UndoStep =
  | { kind: 'edit'; lineId: number; title: string; figures: LineFigures }
  | { kind: 'remove'; lineIds: number[]; title: string }
  | { kind: 'add'; product: LineProduct; figures: LineFigures };

export interface InvoiceWorkspaceContext {
  invoiceId: number;
  invoice: InvoiceView;
  deed: Deed | null;
  /** The deed has a question of its own, so that its refusal is shown there. */
  asked: boolean;
  key: string;
  refusal: DeedRefusal | null;
  /** By the line's key, in the order of the last change. */
  drafts: Readonly<Record<string, LineDraft>>;
  /** The draft that is on its way, as it was sent. */
  sent: LineDraft | null;
  failure: Refusal<InputProduct> | null;
  undo: readonly UndoStep[];
}

export type InvoiceWorkspaceEvent =
  | { type: 'invoice.read'; invoice: InvoiceView }
  | { type: 'deed.ask'; deed: Deed }
  | { type: 'deed.do'; deed: Deed; key: string }
  | { type: 'deed.confirm'; words: DeedWords; key: string }
  | { type: 'deed.done' }
  | { type: 'deed.retry' }
  | { type: 'deed.close' }
  | { type: 'deed.keepMine'; head: InvoiceHead | null; key: string }
  | { type: 'deed.takeTheirs' }
  | { type: 'line.add'; key: string; product: LineProduct; figures: LineFigures; idem: string }
  | { type: 'line.edit'; line: InputProduct | null; key: string; change: LineChange; idem: string }
  | { type: 'line.remove'; line: InputProduct | null; key: string; idem: string }
  | { type: 'line.accept'; key: string; idem: string }
  | { type: 'line.revert'; key: string }
  | { type: 'conflict.resolve'; key: string; figures: LineFigures; idem: string }
  | { type: 'conflict.takeTheirs'; key: string }
  | { type: 'lines.pasted'; lines: readonly InputProduct[]; invoice: InvoiceView }
  | { type: 'lines.retry' }
  | { type: 'edit.undo'; lines: readonly InputProduct[]; idem: string };

export type InvoiceWorkspaceEmitted =
  | { type: 'invoice.changed'; deed: DeedType }
  /** Somebody else's step was left standing: what is shown is old. */
  | { type: 'theirs.taken' }
  | { type: 'line.saved'; key: string; line: InputProduct }
  | { type: 'line.gone'; lineId: number };

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

/** Steps that can be taken back; older ones stay in the history. */
const MOST_UNDO = 50;

const without = (drafts: InvoiceWorkspaceContext['drafts'], key: string): Record<string, LineDraft> =>
  Object.fromEntries(Object.entries(drafts).filter(([one]) => one !== key));

/** The draft at the end of the queue, its server's words forgotten: it was touched just now. */
const put = (drafts: InvoiceWorkspaceContext['drafts'], draft: LineDraft): Record<string, LineDraft> => ({
  ...without(drafts, draft.key),
  [draft.key]: draft,
});

const draftOf = (line: InputProduct, idem: string): LineDraft => ({
  key: String(line.id),
  lineId: line.id,
  version: line.version,
  product: productOf(line),
  base: figuresOf(line),
  figures: figuresOf(line),
  removed: false,
  check: true,
  faults: {},
  warned: false,
  theirs: null,
  idem,
  undoing: false,
});

const newDraft = (key: string, product: LineProduct, figures: LineFigures, idem: string): LineDraft => ({
  key,
  lineId: null,
  version: null,
  product,
  base: null,
  figures,
  removed: false,
  check: true,
  faults: {},
  warned: false,
  theirs: null,
  idem,
  undoing: false,
});

const clean = { faults: {}, warned: false } as const;

export const nextReady = ({ drafts }: Pick<InvoiceWorkspaceContext, 'drafts'>): LineDraft | null =>
  Object.values(drafts).find(isReady) ?? null;

/** What taking the last saved step back puts into the queue. */
function undone(context: InvoiceWorkspaceContext, lines: readonly InputProduct[], idem: string) {
  const step = context.undo.at(-1);
  if (step === undefined) return {};
  let { drafts } = context;
  if (step.kind === 'add') {
    drafts = put(drafts, { ...newDraft(idem, step.product, step.figures, idem), undoing: true });
  } else {
    const wanted = step.kind === 'edit' ? [step.lineId] : step.lineIds;
    for (const [at, line] of lines.entries()) {
      if (!wanted.includes(line.id)) continue;
      const draft = { ...draftOf(line, `${idem}-${at}`), undoing: true, check: false };
      drafts = put(drafts, step.kind === 'edit' ? { ...draft, figures: step.figures } : { ...draft, removed: true });
    }
  }
  return { drafts, undo: context.undo.slice(0, -1) };
}

const savedOf = (event: unknown): SavedLine | null => (event as { output?: SavedLine }).output ?? null;

export const invoiceWorkspaceMachine = setup({
  types: {
    context: {} as InvoiceWorkspaceContext,
    events: {} as InvoiceWorkspaceEvent,
    input: {} as { invoiceId: number; invoice: InvoiceView; drafts?: Readonly<Record<string, LineDraft>> },
    emitted: {} as InvoiceWorkspaceEmitted,
    tags: {} as 'busy' | 'asking' | 'saving' | 'offline',
    meta: {} as { requirement: string },
  },
  actors: {
    perform: fromPromise<InvoiceView | null, PerformInput>(() => {
      throw new Error('invoiceWorkspace: actor perform is not provided');
    }),
    saveLine: fromPromise<SavedLine, SaveLineInput>(() => {
      throw new Error('invoiceWorkspace: actor saveLine is not provided');
    }),
  },
  guards: {
    mayDo: ({ context, event }) => {
      if (event.type !== 'deed.ask' && event.type !== 'deed.do') return false;
      // Nobody hands over what is not saved yet.
      const whole = event.deed.type !== 'invoice.send' || Object.keys(context.drafts).length === 0;
      return whole && context.invoice.allowed.includes(event.deed.type);
    },
    isStale: ({ event }) => refusalIn(event).kind === 'stale',
    isRefused: ({ event }) => refusalIn(event).kind === 'refused',
    someReady: ({ context }) => nextReady(context) !== null,
    isDrafted: ({ context, event }) => 'key' in event && context.drafts[event.key] !== undefined,
    isWarned: ({ context, event }) => event.type === 'line.accept' && context.drafts[event.key]?.warned === true,
    isConflicted: ({ context, event }) =>
      (event.type === 'conflict.resolve' || event.type === 'conflict.takeTheirs') &&
      context.drafts[event.key]?.theirs != null,
    somethingToUndo: ({ context }) => context.undo.length > 0,
  },
  delays: { retryDelay: 5_000 },
  actions: {
    takeInvoice: assign({
      invoice: ({ context, event }) =>
        event.type === 'invoice.read' || event.type === 'lines.pasted' ? event.invoice : context.invoice,
    }),
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
    takeWords: assign(({ context, event }) =>
      event.type === 'deed.confirm' && context.deed
        ? { deed: { ...context.deed, ...event.words }, key: event.key, refusal: null }
        : {},
    ),
    takeNewVersion: assign(({ context, event }) => {
      if (event.type !== 'deed.keepMine' || context.deed === null) return {};
      const current = context.refusal?.current;
      const { deed } = context;
      return {
        key: event.key,
        refusal: null,
        deed: {
          ...deed,
          ...(deed.version !== undefined && current && { version: current.version }),
          ...(event.head && { head: event.head }),
          ...(deed.line && current?.line && { line: { ...deed.line, version: current.line.version } }),
        },
        invoice: current ? { ...context.invoice, version: current.version } : context.invoice,
      };
    }),
    takeRefusal: assign({ refusal: ({ event }) => refusalIn<Standing>(event) }),
    dropDeed: assign({ deed: null, asked: false, refusal: null }),
    tellChanged: emit(
      ({ context }) => ({ type: 'invoice.changed', deed: context.deed?.type ?? 'partner.change' }) as const,
    ),
    tellTheirsTaken: emit({ type: 'theirs.taken' }),

    addLine: assign(({ context, event }) =>
      event.type === 'line.add'
        ? { drafts: put(context.drafts, newDraft(event.key, event.product, event.figures, event.idem)) }
        : {},
    ),
    editLine: assign(({ context, event }) => {
      if (event.type !== 'line.edit') return {};
      const draft = context.drafts[event.key] ?? (event.line && draftOf(event.line, event.idem));
      if (!draft) return {};
      const figures = changed(draft.figures, event.change);
      // Typed back to what is saved: there is nothing to send.
      if (draft.base && isSameLine(draft.base, figures) && context.sent?.key !== draft.key)
        return { drafts: without(context.drafts, draft.key) };
      return {
        drafts: put(context.drafts, { ...draft, ...clean, figures, check: true, idem: event.idem, undoing: false }),
      };
    }),
    removeLine: assign(({ context, event }) => {
      if (event.type !== 'line.remove') return {};
      const draft = context.drafts[event.key] ?? (event.line && draftOf(event.line, event.idem));
      if (!draft) return {};
      // A line that the server has never seen is gone at once.
      if (draft.lineId === null && context.sent?.key !== draft.key)
        return { drafts: without(context.drafts, draft.key) };
      return { drafts: put(context.drafts, { ...draft, ...clean, removed: true, idem: event.idem }) };
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
    resolveConflict: assign(({ context, event }) => {
      const draft = event.type === 'conflict.resolve' ? context.drafts[event.key] : undefined;
      if (event.type !== 'conflict.resolve' || !draft?.theirs) return {};
      const theirs = figuresOf(draft.theirs);
      if (!draft.removed && isSameLine(event.figures, theirs)) return { drafts: without(context.drafts, event.key) };
      const next = { ...draft, version: draft.theirs.version, base: theirs, figures: event.figures, theirs: null };
      return { drafts: put(context.drafts, { ...next, idem: event.idem }) };
    }),
    takeSent: assign({ sent: ({ context }) => nextReady(context) }),
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
          key: String(line.id),
          lineId: line.id,
          version: line.version,
          base: figuresOf(line),
        });
      }
      const step: UndoStep = line
        ? sent.base
          ? { kind: 'edit', lineId: line.id, title: sent.product.title, figures: sent.base }
          : { kind: 'remove', lineIds: [line.id], title: sent.product.title }
        : { kind: 'add', product: sent.product, figures: sent.base ?? sent.figures };
      const undo = sent.undoing ? context.undo : [...context.undo, step].slice(-MOST_UNDO);
      return { drafts, undo, sent: null, failure: null, invoice: saved.invoice };
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
    markConflict: assign(({ context, event }) => {
      const draft = context.sent && context.drafts[context.sent.key];
      const theirs = refusalIn<InputProduct>(event).current;
      if (!draft) return { sent: null };
      return { sent: null, drafts: { ...context.drafts, [draft.key]: { ...draft, theirs } } };
    }),
    takeFailure: assign({ failure: ({ event }) => refusalIn<InputProduct>(event), sent: null }),
    rememberPasted: assign(({ context, event }) =>
      event.type === 'lines.pasted' && event.lines.length > 0
        ? {
            undo: [
              ...context.undo,
              { kind: 'remove' as const, lineIds: event.lines.map((line) => line.id), title: '' },
            ].slice(-MOST_UNDO),
          }
        : {},
    ),
    takeBackLast: assign(({ context, event }) =>
      event.type === 'edit.undo' ? undone(context, event.lines, event.idem) : {},
    ),
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
    drafts: input.drafts ?? {},
    sent: null,
    failure: null,
    undo: [],
  }),
  type: 'parallel',
  on: { 'invoice.read': { description: 'The invoice was read again.', actions: 'takeInvoice' } },
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
                'deed.retry': '#invoiceWorkspace.deeds.performing',
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
              { guard: 'isStale', target: 'conflicted', actions: 'takeRefusal' },
              { guard: 'isRefused', target: 'ready.refused', actions: 'takeRefusal' },
              { target: 'ready.failed', actions: 'takeRefusal' },
            ],
          },
        },
        conflicted: {
          description: 'Somebody else changed it meanwhile; the person chooses by field what stands.',
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
        'line.add': { actions: 'addLine' },
        'line.edit': { actions: 'editLine' },
        'line.remove': { actions: 'removeLine' },
        'line.accept': { guard: 'isWarned', actions: 'acceptLine' },
        'line.revert': { guard: 'isDrafted', actions: 'revertLine' },
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
              { guard: 'isRefused', target: 'resting', actions: 'markRefused' },
              { target: 'waiting', actions: 'takeFailure' },
            ],
          },
        },
        waiting: {
          description: 'The server did not answer; what was typed is kept and sent again after a while.',
          tags: ['offline'],
          meta: { requirement: 'decision-43' },
          on: { 'lines.retry': 'resting' },
          after: { retryDelay: 'resting' },
        },
      },
    },
  },
});

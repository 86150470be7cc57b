/**
 * What is entered on an invoice's lines and not saved yet, and what can be taken back: rules without a clock or a
 * server. Each change gives a new state of the lines.
 */
import { changeOf, type FieldsChange } from '../../contract/change.ts';
import type { InputProduct } from '../../contract/invoices/lines.ts';
import type { Refusal } from '../../contract/refusal.ts';
import type { Subject } from '../command/command.machine.ts';
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

/** What takes a step back, by the keys of its lines; `turn` orders them. */
export type UndoStep = { turn: number } & (
  | { kind: 'edit'; key: string; change: FieldsChange<LineFigures> }
  | { kind: 'remove'; keys: string[] }
  | { kind: 'add'; key: string; product: LineProduct; figures: LineFigures; position: number }
  /** A line that was taken out before it was ever saved. */
  | { kind: 'drop'; draft: LineDraft }
);

/** The lines of the window: what is saved, what is entered, what is being sent, what can be taken back. */
export interface LineState {
  /** As they were read, what this window has saved since over them; null until they are read. */
  lines: readonly InputProduct[] | null;
  /** What this window saved and no reading has shown yet, by the line's id; null is a line that is gone. */
  own: Readonly<Record<string, InputProduct | null>>;
  /** Lines that were entered here keep the key they had before they were saved: the cursor stays on it. */
  keys: Readonly<Record<string, string>>;
  /** By the line's key, in the order of the last change. */
  drafts: Readonly<Record<string, LineDraft>>;
  /** The draft that is being sent, as it was sent. */
  sent: LineDraft | null;
  undo: readonly UndoStep[];
}

/** The line as it is saved, null when it was removed; and the invoice after it. */
export interface SavedLine {
  line: InputProduct | null;
  invoice: Subject;
}

/** Keys that restored drafts had before they were saved. */
export const keysOf = (drafts: LineState['drafts']): Record<string, string> =>
  Object.fromEntries(Object.values(drafts).flatMap(({ lineId, key }) => (lineId === null ? [] : [[lineId, key]])));

/** Steps that can be taken back; older ones stay in the history. */
const MOST_UNDO = 50;

/** Later than everything that can be taken back. */
const nextTurn = ({ drafts, undo }: Pick<LineState, 'drafts' | 'undo'>): number =>
  1 + Math.max(0, ...[...Object.values(drafts), ...undo].map(({ turn }) => turn));

/** In the order in which they were taken, not in that of their saving. */
const remembered = (undo: readonly UndoStep[], step: UndoStep): UndoStep[] =>
  [...undo, step].sort((one, other) => one.turn - other.turn).slice(-MOST_UNDO);

export const without = (drafts: LineState['drafts'], key: string): Record<string, LineDraft> =>
  Object.fromEntries(Object.entries(drafts).filter(([one]) => one !== key));

/** The draft at the end of the queue, its server's words forgotten: it was touched just now. */
const put = (drafts: LineState['drafts'], draft: LineDraft): Record<string, LineDraft> => ({
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

export const nextReady = ({ drafts }: Pick<LineState, 'drafts'>): LineDraft | null =>
  Object.values(drafts).find(isReady) ?? null;

const lineFor = ({ lines, keys }: LineState, key: string): InputProduct | undefined =>
  lines?.find((one) => keyOf(one, keys) === key);

/** The draft of a line: what was begun already, else the saved line; undefined when there is no such line. */
function draftFor(context: LineState, key: string, idem: string): LineDraft | undefined {
  const line = lineFor(context, key);
  return context.drafts[key] ?? (line && draftOf(line, key, idem));
}

export const gridRows = ({ lines, drafts, keys }: Pick<LineState, 'lines' | 'drafts' | 'keys'>): GridRow[] =>
  rowsOf(lines ?? [], drafts, keys);

/** What is added: goods that are there already get one unit more by their code, else nothing; others a line at the end. */
export function added(context: LineState, one: Omit<NewDraft, 'position' | 'turn'>, exact: boolean) {
  const rows = gridRows(context);
  const known = rowOfProduct(rows, one.product.id);
  if (known === undefined)
    return put(context.drafts, newDraft({ ...one, position: endOf(rows), turn: nextTurn(context) }));
  if (!exact) return context.drafts;
  return edited(context, known.key, { count: (known.figures.count ?? 0) + 1 }, one.idem);
}

export function edited(context: LineState, key: string, change: LineChange, idem: string) {
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
const lastDraft = ({ drafts }: LineState): LineDraft | undefined =>
  Object.values(drafts)
    .filter(({ undoing, theirs }) => !undoing && theirs === null)
    .sort((one, other) => one.turn - other.turn)
    .at(-1);

/** What is taken back next: a change that is not saved, or a step that is. */
export function lastDone(context: LineState): LineDraft | UndoStep | undefined {
  const draft = lastDraft(context);
  const step = context.undo.at(-1);
  return draft && (step === undefined || draft.turn > step.turn) ? draft : step;
}

/** What taking the last change back leaves in the queue. */
export function undone(context: LineState, idem: string) {
  const last = lastDone(context);
  if (last === undefined) return {};
  return 'kind' in last ? stepUndone(context, last, idem) : { drafts: draftUndone(context, last, idem) };
}

function draftUndone({ drafts, sent }: LineState, draft: LineDraft, idem: string) {
  const { key, was, base, lineId } = draft;
  const figures = draft.removed ? draft.figures : was.at(-1);
  const inFlight = sent?.key === key;
  const back = { ...draft, ...clean, idem, removed: false, check: true };
  // before its first change a line was as saved, and a new one did not exist
  if (figures === undefined) {
    if (!inFlight) return without(drafts, key);
    const removed = lineId === null;
    return put(drafts, { ...back, removed, figures: base ?? draft.figures, undoing: true });
  }
  if (base && isSameLine(base, figures) && !inFlight) return without(drafts, key);
  return put(drafts, {
    ...back,
    figures,
    was: draft.removed ? was : was.slice(0, -1),
    undoing: inFlight,
  });
}

function stepUndone(context: LineState, step: UndoStep, idem: string) {
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
export const mayUndo = (context: LineState): boolean => lastDone(context) !== undefined;

/** Lines that are there from now on, even if a read that began earlier lacks them. */
function withLines({ lines, own }: LineState, fresh: readonly InputProduct[]) {
  const all = { ...own, ...Object.fromEntries(fresh.map((line) => [line.id, line])) };
  return { own: all, lines: lines && withOwn(lines, all).lines };
}

/** A list that was pasted is saved at once; it is taken back as a whole. */
export function pasted(state: LineState, lines: readonly InputProduct[]): Partial<LineState> {
  if (lines.length === 0) return {};
  const step: UndoStep = { kind: 'remove', keys: lines.map(({ id }) => String(id)), turn: nextTurn(state) };
  return { ...withLines(state, lines), undo: remembered(state.undo, step) };
}

export function removed(state: LineState, key: string, idem: string): Partial<LineState> {
  const draft = draftFor(state, key, idem);
  if (!draft) return {};
  const turn = nextTurn(state);
  // A line that the server has never seen is gone at once.
  if (draft.lineId === null && state.sent?.key !== draft.key) {
    const step: UndoStep = { kind: 'drop', draft, turn };
    return { drafts: without(state.drafts, draft.key), undo: remembered(state.undo, step) };
  }
  const serials = lineFor(state, key)?.serials.saved ?? draft.serials;
  return { drafts: put(state.drafts, { ...draft, ...clean, removed: true, serials, idem, turn }) };
}

/** The warnings are accepted: it goes without the check. */
export function accepted({ drafts }: LineState, key: string, idem: string): Partial<LineState> {
  const draft = drafts[key];
  return draft ? { drafts: put(drafts, { ...draft, ...clean, check: false, idem }) } : {};
}

/** A line that somebody else removed, as a new one. */
export function addedAgain({ drafts }: LineState, key: string, idem: string): Partial<LineState> {
  const draft = drafts[key];
  return draft ? { drafts: put(drafts, { ...draft, gone: false, idem }) } : {};
}

/** The figures that were put together of both sides, on top of what somebody else saved. */
export function resolved({ drafts }: LineState, key: string, figures: LineFigures, idem: string): Partial<LineState> {
  const draft = drafts[key];
  if (!draft?.theirs) return {};
  const theirs = figuresOf(draft.theirs);
  if (!draft.removed && isSameLine(figures, theirs)) return { drafts: without(drafts, key) };
  const { version, serials } = draft.theirs;
  const next = { ...draft, version, serials: serials.saved, base: theirs, figures, theirs: null };
  return { drafts: put(drafts, { ...next, idem }) };
}

/** What is taken back of a line that was just saved. */
function stepOf({ key, turn, base, figures, product, position }: LineDraft, line: InputProduct | null): UndoStep {
  if (line === null) return { kind: 'add', key, turn, product, figures: base ?? figures, position };
  return base ? { kind: 'edit', key, turn, change: changeOf(base, figures) } : { kind: 'remove', keys: [key], turn };
}

/** The draft that was sent is saved. */
export function saved(state: LineState, line: InputProduct | null): Partial<LineState> {
  const { sent } = state;
  if (!sent) return {};
  const now = state.drafts[sent.key];
  let drafts = without(state.drafts, sent.key);
  // It was changed again while it was being sent: the change goes on from what is saved now.
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
  // It came back while its removal was being sent: it goes on as a new one.
  if (!line && now && !now.removed) drafts = put(drafts, { ...now, lineId: null, version: null, base: null });
  // What was taken back while it was being sent is not taken back again.
  const settled = sent.undoing || now?.undoing === true;
  const undo = settled ? state.undo : remembered(state.undo, stepOf(sent, line));
  const keys = line && sent.lineId === null ? { ...state.keys, [line.id]: sent.key } : state.keys;
  const own = { ...state.own, [line?.id ?? sent.lineId ?? 0]: line };
  return { drafts, undo, keys, own, lines: state.lines && withOwn(state.lines, own).lines, sent: null };
}

/** The server refused it: it stays as it was typed, with the reason at its field. */
export function refused({ sent, drafts }: LineState, refusal: Refusal<InputProduct>): Partial<LineState> {
  const draft = sent && drafts[sent.key];
  if (!sent || !draft) return { sent: null };
  // Words without a field are shown at the line itself.
  const faults = Object.keys(refusal.errors).length > 0 ? refusal.errors : { line: [refusal.message] };
  const same = draft.removed === sent.removed && isSameLine(draft.figures, sent.figures);
  if (!same) return { sent: null };
  return { sent: null, drafts: { ...drafts, [draft.key]: { ...draft, faults, warned: refusal.code === 'warnings' } } };
}

/** The line is there no more: what the person removed is simply gone, what was typed of it is kept. */
export function gone(state: LineState): Partial<LineState> {
  const { sent, drafts } = state;
  if (!sent) return {};
  const own = { ...state.own, [sent.lineId ?? 0]: null };
  const draft = drafts[sent.key];
  const kept = draft && { ...draft, ...clean, lineId: null, version: null, base: null, serials: 0, gone: true };
  return {
    own,
    lines: state.lines && withOwn(state.lines, own).lines,
    sent: null,
    drafts: kept && !kept.removed ? { ...drafts, [sent.key]: kept } : without(drafts, sent.key),
  };
}

/** Somebody else saved it before. */
export function conflicted({ sent, drafts }: LineState, theirs: InputProduct | null): Partial<LineState> {
  const draft = sent && drafts[sent.key];
  return draft ? { sent: null, drafts: { ...drafts, [draft.key]: { ...draft, theirs } } } : { sent: null };
}

/**
 * What is entered on an invoice's lines and not saved yet, and what can be taken back: rules without a clock or a
 * server. Each change gives a new state of the lines.
 */
import { changeOf } from '../../contract/change.ts';
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
  productOf,
  withoutChange,
} from './lines.ts';
import { endOf, type GridRow, keyOf, rowOfProduct, rowsOf, withOwn } from './rows.ts';
import { editOf, type UndoStep } from './undoStep.ts';

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
  /** What takes an undo back, until something new is edited. */
  redo: readonly UndoStep[];
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

const latestOf = (all: readonly { turn: number }[]): number =>
  all.reduce((latest, { turn }) => Math.max(latest, turn), 0);

/** Later than everything that can be taken back. */
const nextTurn = ({ drafts, undo, redo }: Pick<LineState, 'drafts' | 'undo' | 'redo'>): number =>
  latestOf([...Object.values(drafts), ...undo, ...redo]) + 1;

/** In the order in which they were taken, not in that of their saving; what is taken as one counts as one. */
function remembered(known: readonly UndoStep[], ...steps: readonly UndoStep[]): UndoStep[] {
  const all = [...known, ...steps].sort((one, other) => one.turn - other.turn);
  const oldest = [...new Set(all.map(({ turn }) => turn))].at(-MOST_UNDO) ?? 0;
  return all.filter(({ turn }) => turn >= oldest);
}

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

/** What is left behind by a change of the draft. */
const withEarlier = ({ was, figures, turn }: LineDraft): LineDraft['was'] =>
  [...was, { figures, turn }].slice(-MOST_UNDO);

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
  const was = withEarlier(draft);
  const turn = nextTurn(context);
  return put(context.drafts, { ...draft, ...clean, figures, check: true, idem, undoing: false, was, turn });
}

type Way = 'undo' | 'redo';

/** What is taken as one: changes that are not saved, and steps that are. */
export interface LastTurn {
  drafts: readonly LineDraft[];
  steps: readonly UndoStep[];
}

/**
 * What is taken back next: what is not saved before what is, the youngest of it first. An edit that the server refused
 * would wait behind all that was saved after it. A line that two people changed is decided first.
 */
function lastTurn(context: LineState, way: Way): LastTurn | undefined {
  const drafts = Object.values(context.drafts).filter(
    ({ undoing, theirs, turn }) => undoing === (way === 'redo') && theirs === null && turn > 0,
  );
  const unsaved = way === 'undo' ? [...drafts, ...context.undo.filter(({ kind }) => kind === 'drop')] : [];
  const last = latestOf(unsaved) || latestOf([...drafts, ...context[way]]);
  if (last === 0) return undefined;
  return {
    drafts: drafts.filter(({ turn }) => turn === last),
    steps: context[way].filter(({ turn }) => turn === last),
  };
}

/** What is taken back next. */
export const lastDone = (context: LineState): LastTurn | undefined => lastTurn(context, 'undo');

/** What was taken back last. */
export const lastUndone = (context: LineState): LastTurn | undefined => lastTurn(context, 'redo');

interface Taking {
  way: Way;
  /** Another one for each draft. */
  idem: () => string;
  turn: number;
}

function taken(context: LineState, way: Way, idem: string): Partial<LineState> {
  const last = lastTurn(context, way);
  if (last === undefined) return {};
  let made = 0;
  const taking: Taking = {
    way,
    idem: () => {
      made += 1;
      return made === 1 ? idem : `${idem}-${made}`;
    },
    turn: nextTurn(context),
  };
  let state: LineState = { ...context, [way]: context[way].filter((step) => !last.steps.includes(step)) };
  for (const draft of last.drafts)
    state = { ...state, ...(way === 'undo' ? draftUndone : draftRedone)(state, draft, taking) };
  for (const step of last.steps) state = { ...state, ...stepTaken(state, step, taking) };
  const { drafts, undo, redo } = state;
  return { drafts, undo, redo };
}

/** What taking the last change back leaves in the queue. */
export const undone = (context: LineState, idem: string) => taken(context, 'undo', idem);

/** What was taken back last, done again. */
export const redone = (context: LineState, idem: string) => taken(context, 'redo', idem);

/** Something new is edited: what was taken back before stays as it is. */
export function redoForgotten({ drafts, sent, redo }: LineState): Partial<LineState> {
  const undoing = Object.values(drafts).filter((draft) => draft.undoing);
  if (redo.length + undoing.length === 0 && !sent?.undoing) return {};
  const forgotten = Object.fromEntries(undoing.map((draft) => [draft.key, { ...draft, turn: 0 }]));
  return { redo: [], drafts: { ...drafts, ...forgotten }, sent: sent?.undoing ? { ...sent, turn: 0 } : sent };
}

/** The last change of a draft is taken back. */
function draftUndone(state: LineState, draft: LineDraft, { idem, turn }: Taking): Partial<LineState> {
  const { drafts, sent, redo } = state;
  const { key, was, base, lineId, removed } = draft;
  const earlier = was.at(-1);
  const inFlight = sent?.key === key;
  // what goes to the server as it is now is taken back after it
  const undoing = inFlight && was.length <= sent.was.length;
  const figures = earlier?.figures ?? (undoing ? (base ?? draft.figures) : null);
  const step: UndoStep = removed
    ? { kind: 'remove', keys: [key], turn }
    : lineId === null && figures === null
      ? { kind: 'drop', draft, turn }
      : editOf(draft, changeOf(draft.figures, figures ?? base ?? draft.figures), turn);
  const left = undoing ? { redo } : { redo: remembered(redo, step) };
  // before its first change a line was as saved, and a new one did not exist
  if (figures === null || (base && isSameLine(base, figures) && !inFlight))
    return { ...left, drafts: without(drafts, key) };
  const next = {
    ...draft,
    ...clean,
    figures,
    idem: idem(),
    // a new line that is being sent did not exist
    removed: earlier === undefined && lineId === null,
    check: true,
    undoing,
    was: was.slice(0, -1),
    turn: undoing ? turn : (earlier?.turn ?? turn),
  };
  return { ...left, drafts: put(drafts, next) };
}

/** What takes back again what this draft was about to take back. */
function stepsAgainst(draft: LineDraft, turn: number): UndoStep[] {
  const { key, base, figures, removed, product, position, check } = draft;
  if (base === null) return [{ kind: 'add', key, turn, product, figures, position, check }];
  const change = changeOf(figures, base);
  const edit = Object.keys(change.after).length > 0 ? [editOf(draft, change, turn)] : [];
  return removed ? [...edit, { kind: 'remove', keys: [key], turn }] : edit;
}

/** A draft that takes something back is given up; what of it is being sent is taken back itself. */
function draftRedone(state: LineState, draft: LineDraft, { idem, turn }: Taking): Partial<LineState> {
  const { drafts, sent, undo } = state;
  const { key, base } = draft;
  if (sent?.key !== key) return { drafts: without(drafts, key), undo: remembered(undo, ...stepsAgainst(draft, turn)) };
  const next = { ...draft, ...clean, idem: idem(), undoing: false, turn };
  // it was undone while it was being sent: it stays as it was sent
  if (!sent.undoing)
    return { drafts: put(drafts, { ...next, figures: sent.figures, removed: sent.removed, was: sent.was }) };
  return {
    drafts: put(drafts, {
      ...next,
      figures: base ?? draft.figures,
      removed: base === null,
      check: false,
      was: sent.was,
    }),
  };
}

function stepTaken(state: LineState, step: UndoStep, taking: Taking): Partial<LineState> {
  const { way, idem, turn } = taking;
  const { drafts, undo, redo } = state;
  if (step.kind === 'drop') {
    const back = { ...step.draft, idem: idem(), turn: way === 'undo' ? step.draft.turn : turn };
    const again: UndoStep = { kind: 'remove', keys: [step.draft.key], turn };
    return { drafts: put(drafts, back), redo: way === 'undo' ? remembered(redo, again) : redo };
  }
  const undoing = way === 'undo';
  if (step.kind === 'add') {
    // what was saved as it is, its warnings accepted, comes back without being asked about again
    return { drafts: put(drafts, { ...newDraft({ ...step, idem: idem(), turn }), check: step.check, undoing }) };
  }
  if (step.kind === 'edit') return { drafts: editTaken(state, step, taking) };
  let now: Pick<LineState, 'drafts' | 'undo'> = { drafts, undo };
  for (const key of step.keys) {
    const begun = draftToTake(state, key, taking);
    if (begun === undefined) continue;
    // A line that the server has never seen is gone at once.
    if (begun.lineId === null && state.sent?.key !== key) {
      const drop: UndoStep = { kind: 'drop', draft: begun, turn };
      now = { drafts: without(now.drafts, key), undo: remembered(now.undo, drop) };
      continue;
    }
    const serials = lineFor(state, key)?.serials.saved ?? begun.serials;
    const was = undoing ? begun.was : withEarlier(begun);
    const draft = { ...begun, ...clean, removed: true, serials, undoing, check: false, was, idem: idem(), turn };
    now = { ...now, drafts: put(now.drafts, draft) };
  }
  return now;
}

/** The line as a step finds it: what is not saved of it is decided first, unless it is of the same way. */
function draftToTake(state: LineState, key: string, { way }: Taking): LineDraft | undefined {
  const begun = state.drafts[key];
  if (begun === undefined) {
    const line = lineFor(state, key);
    return line && { ...draftOf(line, key, ''), check: false };
  }
  return begun.theirs === null && !begun.removed && begun.undoing === (way === 'undo') ? begun : undefined;
}

function editTaken(state: LineState, { key, change, check }: UndoStep & { kind: 'edit' }, taking: Taking) {
  const { drafts, sent } = state;
  const { way, idem, turn } = taking;
  const begun = draftToTake(state, key, taking);
  const figures = begun && withoutChange(begun.figures, change);
  if (!begun || !figures || isSameLine(figures, begun.figures)) return drafts;
  if (begun.base && isSameLine(begun.base, figures) && sent?.key !== key) return without(drafts, key);
  const undoing = way === 'undo';
  const was = undoing ? begun.was : withEarlier(begun);
  return put(drafts, { ...begun, ...clean, figures, undoing, was, check: begun.check || check, idem: idem(), turn });
}

/** Whether there is something to take back. */
export const mayUndo = (context: LineState): boolean => lastDone(context) !== undefined;

/** Whether there is something to do again. */
export const mayRedo = (context: LineState): boolean => lastUndone(context) !== undefined;

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
  const was = withEarlier(draft);
  const next = { ...draft, ...clean, removed: true, serials, undoing: false, was, idem, turn };
  return { drafts: put(state.drafts, next) };
}

/** The warnings are accepted: it goes without the check. */
export function accepted({ drafts }: LineState, key: string, idem: string): Partial<LineState> {
  const draft = drafts[key];
  return draft ? { drafts: put(drafts, { ...draft, ...clean, check: false, idem }) } : {};
}

/** What was typed of a line is given up; that is a step of its own, so it can be taken back. */
export function reverted(state: LineState, key: string): Partial<LineState> {
  const draft = state.drafts[key];
  if (draft === undefined) return {};
  const { base, figures, removed } = draft;
  const drafts = without(state.drafts, key);
  if (base === null || removed || isSameLine(base, figures)) return { drafts };
  const step = editOf(draft, changeOf(figures, base), nextTurn(state));
  return { drafts, undo: remembered(state.undo, step) };
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
  if (line === null) return { kind: 'add', key, turn, product, figures: base ?? figures, position, check: false };
  return base
    ? { kind: 'edit', key, turn, change: changeOf(base, figures), check: false }
    : { kind: 'remove', keys: [key], turn };
}

/** The draft that was sent can be taken back, or done again; not both ways, when it was changed back meanwhile. */
function stepSaved({ undo, redo }: LineState, sent: LineDraft, now: LineDraft | undefined, line: InputProduct | null) {
  if (sent.turn === 0 || (now && now.undoing !== sent.undoing)) return { undo, redo };
  const step = stepOf(sent, line);
  return sent.undoing ? { undo, redo: remembered(redo, step) } : { undo: remembered(undo, step), redo };
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
  const { undo, redo } = stepSaved(state, sent, now, line);
  const keys = line && sent.lineId === null ? { ...state.keys, [line.id]: sent.key } : state.keys;
  const own = { ...state.own, [line?.id ?? sent.lineId ?? 0]: line };
  return { drafts, undo, redo, keys, own, lines: state.lines && withOwn(state.lines, own).lines, sent: null };
}

/** The server refused it: it stays as it was typed, with the reason at its field. */
export function refused(state: LineState, refusal: Refusal<InputProduct>): Partial<LineState> {
  const { sent, drafts, redo } = state;
  const draft = sent && drafts[sent.key];
  if (!sent || !draft) return { sent: null };
  const { key, figures, removed, turn, idem } = draft;
  if (removed === sent.removed && isSameLine(figures, sent.figures)) {
    // Words without a field are shown at the line itself.
    const faults = Object.keys(refusal.errors).length > 0 ? refusal.errors : { line: [refusal.message] };
    return { sent: null, drafts: { ...drafts, [key]: { ...draft, faults, warned: refusal.code === 'warnings' } } };
  }
  // it was taken back meanwhile, and nothing was saved: it is taken back as if the answer had come before
  if (draft.undoing && !sent.undoing) {
    const back = draftUndone({ ...state, sent: null }, sent, { way: 'undo', idem: () => idem, turn });
    return { ...back, sent: null, redo: turn === 0 ? redo : (back.redo ?? redo) };
  }
  return { sent: null };
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

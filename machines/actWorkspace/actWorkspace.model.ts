import type { AnyMachineSnapshot } from 'xstate';
import { type Refusal, RefusedError } from '../../contract/refusal.ts';
import type { EventCase, WorkflowModel } from '../kit/model.ts';
import {
  type ActView,
  type ActWorkspaceContext,
  type ActWorkspaceEvent,
  actWorkspaceMachine,
  type DeedCounter,
  type DeedType,
  draftOf,
  hasWords,
  type Standing,
} from './actWorkspace.machine.ts';

const one = (name: string, event: ActWorkspaceEvent): EventCase => ({ name, event });

const refusal = (kind: Refusal['kind'], code: string, current: Standing | null = null): RefusedError<Standing> =>
  new RefusedError({ kind, message: code, code, requestId: 'r-1', errors: {}, lines: [], current });

const answered = (name: string, id: string, output: unknown): EventCase => ({
  name,
  event: { type: `xstate.done.actor.${id}`, output },
});

const rejected = (name: string, id: string, error: RefusedError<Standing>): EventCase => ({
  name,
  event: { type: `xstate.error.actor.${id}`, error },
});

/** What the person may do as the act goes its way: of each state only what tells it from the others. */
export const MODEL_ALLOWED = {
  created: ['residues.load'],
  loaded: ['counter.add'],
  counting: ['product.countManually', 'moved.resolve', 'comment.add'],
  counted: ['act.complete'],
  completed: ['act.form'],
} as const;

const act = (state: keyof typeof MODEL_ALLOWED, version = 3) => ({ version, allowed: MODEL_ALLOWED[state] });

export const MODEL_ACT = act('counted');

export const MODEL_COUNTER: DeedCounter = {
  id: 5,
  version: 2,
  title: '1',
  user_id: 9,
  name: 'Jasur Abdullayev',
  allowed: ['counter.release'],
};

const standing: Standing = { version: 8, by: 'Gulnora Yoʻldosheva', at: '2026-11-21T05:49:00Z' };

/** The first product is decided and commented, the other one only looked at. */
export const MODEL_PRODUCTS = { decided: 1, other: 2 } as const;

/** What the server answers to each deed that a path takes. */
const DONE: Partial<Record<DeedType, ActView>> = {
  'counter.release': act('counting', 4),
  'residues.load': act('loaded', 4),
  'act.complete': act('completed', 4),
};

const RUNS_IN: Record<string, string> = { perform: 'performing', decide: 'saving', comment: 'commenting' };

export const actWorkspaceModel: WorkflowModel = {
  machine: actWorkspaceMachine,
  told: ['act.read'],
  beginnings: [
    { name: 'a new act', input: { actId: 214, act: act('created') } },
    { name: 'an act being counted', input: { actId: 214, act: act('counting') } },
    { name: 'a counted act', input: { actId: 214, act: MODEL_ACT } },
  ],
  cases: [
    one('reads the act', { type: 'act.read', act: act('counting', 4) }),
    one('is asked about completing', { type: 'deed.ask', deed: { type: 'act.complete' } }),
    one('is asked about releasing a counter', {
      type: 'deed.ask',
      deed: { type: 'counter.release', counter: MODEL_COUNTER },
    }),
    one('loads residues', { type: 'deed.do', deed: { type: 'residues.load' }, key: 'k-1' }),
    one('confirms', { type: 'deed.confirm', words: { reason: 'kasal' }, key: 'k-2' }),
    one('sends it again', { type: 'deed.retry' }),
    one('closes', { type: 'deed.close' }),
    one('keeps the own step', { type: 'deed.keepMine', key: 'k-3' }),
    one('takes their step', { type: 'deed.takeTheirs' }),
    rejected('somebody was faster', 'perform', refusal('stale', 'stale', standing)),
    rejected('the server refuses', 'perform', refusal('refused', 'validation')),
    rejected('the server is not reached', 'perform', refusal('failed', 'unavailable')),
    answered('the counter is released', 'perform', DONE['counter.release']),
    answered('the residues are loaded', 'perform', DONE['residues.load']),
    answered('the act is completed', 'perform', DONE['act.complete']),
    one('opens a product', { type: 'row.open', productId: MODEL_PRODUCTS.decided }),
    one('opens another product', { type: 'row.open', productId: MODEL_PRODUCTS.other }),
    one('closes the pane', { type: 'row.close' }),
    one('writes a count', { type: 'draft.change', change: { count: 4 }, version: 1 }),
    one('writes a comment', { type: 'draft.change', change: { comment: 'vitrinada' }, version: 1 }),
    one('accepts', { type: 'draft.accept', key: 'd-1', next: null }),
    one('keeps the counted figure', { type: 'moved.keep', keep: 'count', version: 1, key: 'd-2', next: null }),
    answered('the decision is saved', 'decide', act('counting', 5)),
    rejected('somebody decided before', 'decide', refusal('stale', 'stale', { ...standing, count: 3 })),
    rejected('the decision is refused', 'decide', refusal('refused', 'validation')),
    answered('the comment is saved', 'comment', undefined),
    rejected('the comment is refused', 'comment', refusal('failed', 'unavailable')),
    one('keeps the own figure', { type: 'decision.keepMine', key: 'd-3' }),
    one('takes their figure', { type: 'decision.takeTheirs' }),
  ],
  serialize(snapshot: AnyMachineSnapshot) {
    const context = snapshot.context as ActWorkspaceContext;
    const draft = draftOf(context);
    const drafted = `${draft?.count == null ? '' : 'count'}${hasWords(draft) ? ' words' : ''}`;
    const deed = `${context.deed?.type ?? ''} ${context.asked ? 'asked' : ''}`;
    const decision = `${context.productId ?? '-'} ${drafted} ${context.decision?.kind ?? ''}`;
    return `${JSON.stringify(snapshot.value)} ${context.act.allowed.join()} ${deed} ${decision}`;
  },
  within(snapshot, event) {
    const context = snapshot.context as ActWorkspaceContext;
    const { deeds, evidence } = snapshot.value as { deeds: unknown; evidence: unknown };
    const { deed, asked, act: seen, productId } = context;
    const sent = event as ActWorkspaceEvent;
    const counting = seen.allowed.includes('product.countManually');
    // An actor answers while it runs, and only then; each deed is answered with what it leads to.
    const actor = /^xstate\.\w+\.actor\.(\w+)$/.exec(event.type)?.[1];
    if (actor !== undefined && RUNS_IN[actor] !== deeds && RUNS_IN[actor] !== evidence) return false;
    if (event.type === 'xstate.done.actor.perform' && (!deed || DONE[deed.type] !== event.output)) return false;
    // The regions do not know of one another: each is walked while the other rests.
    const ofDeeds = sent.type.startsWith('deed.') || sent.type.endsWith('.perform');
    if (ofDeeds && evidence !== 'closed') return false;
    if (!ofDeeds && JSON.stringify(deeds) !== '{"ready":"browsing"}') return false;
    // What the screen offers: a dialog shuts off the rest of the act, and only a dialog is confirmed.
    if (sent.type === 'deed.confirm') return asked;
    if (sent.type === 'deed.do') return !asked;
    if (sent.type === 'deed.ask') return !asked && (sent.deed.counter === undefined || counting);
    // Other people change an act while it is counted, and then products are decided.
    if (sent.type === 'act.read' || sent.type === 'row.open') {
      return counting && (sent.type === 'act.read' || sent.productId !== productId);
    }
    // One product tells every guard apart; the other one is only looked at.
    const deciding = sent.type === 'draft.change' || sent.type === 'draft.accept' || sent.type === 'moved.keep';
    return !deciding || productId === MODEL_PRODUCTS.decided;
  },
};

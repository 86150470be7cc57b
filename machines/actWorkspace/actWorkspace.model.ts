import type { AnyMachineSnapshot } from 'xstate';
import type { EventCase, WorkflowModel } from '../kit/model.ts';
import {
  type ActWorkspaceContext,
  type ActWorkspaceEvent,
  actWorkspaceMachine,
  type DeedCounter,
  draftOf,
  hasWords,
  type Refusal,
  RefusedError,
  type Standing,
} from './actWorkspace.machine.ts';

const one = (name: string, event: ActWorkspaceEvent): EventCase => ({ name, event });

const refusal = (kind: Refusal['kind'], code: string, current: Standing | null = null): RefusedError =>
  new RefusedError({ kind, message: code, code, requestId: 'r-1', errors: {}, lines: [], current });

const answered = (name: string, id: string, output: unknown): EventCase => ({
  name,
  event: { type: `xstate.done.actor.${id}`, output },
});

const rejected = (name: string, id: string, error: RefusedError): EventCase => ({
  name,
  event: { type: `xstate.error.actor.${id}`, error },
});

export const MODEL_ACT = { version: 3, allowed: ['residues.load', 'comment.add', 'act.complete'] };

export const MODEL_COUNTER: DeedCounter = {
  id: 5,
  version: 2,
  title: '1',
  user_id: 9,
  name: 'Jasur Abdullayev',
  allowed: ['counter.release'],
};

const standing: Standing = { version: 8, by: 'Gulnora Yoʻldosheva', at: '2026-11-21T05:49:00Z' };

/** The first product is counted and commented, the second one only commented. */
export const MODEL_PRODUCTS = { counted: 1, commented: 2 } as const;

const RUNS_IN: Record<string, string> = { perform: 'performing', decide: 'saving', comment: 'commenting' };

export const actWorkspaceModel: WorkflowModel = {
  machine: actWorkspaceMachine,
  beginnings: [{ name: '', input: { actId: 214, act: MODEL_ACT } }],
  cases: [
    one('reads the act', { type: 'act.read', act: MODEL_ACT }),
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
    answered('the deed is done', 'perform', { version: 4, allowed: MODEL_ACT.allowed }),
    rejected('somebody was faster', 'perform', refusal('stale', 'stale', standing)),
    rejected('the server refuses', 'perform', refusal('refused', 'disagreements')),
    rejected('the server is not reached', 'perform', refusal('failed', 'unavailable')),
    one('opens a product', { type: 'row.open', productId: MODEL_PRODUCTS.counted }),
    one('opens another product', { type: 'row.open', productId: MODEL_PRODUCTS.commented }),
    one('closes the pane', { type: 'row.close' }),
    one('writes a count', { type: 'draft.change', change: { count: 4 }, version: 1 }),
    one('writes a comment', { type: 'draft.change', change: { comment: 'vitrinada' }, version: 1 }),
    one('accepts', { type: 'draft.accept', key: 'd-1', next: MODEL_PRODUCTS.commented }),
    one('keeps the counted figure', { type: 'moved.keep', keep: 'count', version: 1, key: 'd-2', next: null }),
    answered('the decision is saved', 'decide', { version: 5, allowed: MODEL_ACT.allowed }),
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
    return `${JSON.stringify(snapshot.value)} ${context.productId ?? '-'} ${drafted} ${context.decision?.kind ?? ''}`;
  },
  within(snapshot, event) {
    const context = snapshot.context as ActWorkspaceContext;
    const { deeds, evidence } = snapshot.value as { deeds: unknown; evidence: unknown };
    const sent = event as ActWorkspaceEvent;
    // An actor answers while it runs, and only then.
    const actor = /^xstate\.\w+\.actor\.(\w+)$/.exec(event.type)?.[1];
    if (actor !== undefined && RUNS_IN[actor] !== deeds && RUNS_IN[actor] !== evidence) return false;
    // The regions do not know of one another: each is walked while the other rests.
    const ofDeeds = sent.type.startsWith('deed.') || sent.type.endsWith('.perform');
    if (ofDeeds && evidence !== 'closed') return false;
    if (!ofDeeds && sent.type !== 'act.read' && JSON.stringify(deeds) !== '{"ready":"browsing"}') return false;
    // The second product takes words only: one product of each kind tells every guard apart.
    if (sent.type === 'draft.change' && sent.change.count !== undefined) {
      return context.productId === MODEL_PRODUCTS.counted;
    }
    return true;
  },
};

import type { AnyMachineSnapshot } from 'xstate';
import { type Refusal, RefusedError } from '../../contract/refusal.ts';
import type { EventCase, WorkflowModel } from '../kit/model.ts';
import {
  type ActWorkspaceContext,
  type ActWorkspaceEvent,
  actWorkspaceMachine,
  draftOf,
  hasWords,
  type StoredDecision,
} from './actWorkspace.machine.ts';

const one = (name: string, event: ActWorkspaceEvent): EventCase => ({ name, event });

const refusal = (
  kind: Refusal['kind'],
  code: string,
  current: StoredDecision | null = null,
): RefusedError<StoredDecision> =>
  new RefusedError({ kind, message: code, code, requestId: 'r-1', errors: {}, lines: [], current });

const answered = (name: string, id: string, output: unknown): EventCase => ({
  name,
  event: { type: `xstate.done.actor.${id}`, output },
});

const rejected = (name: string, id: string, error: RefusedError<StoredDecision>): EventCase => ({
  name,
  event: { type: `xstate.error.actor.${id}`, error },
});

export const MODEL_ACT = { version: 3, allowed: ['product.countManually', 'moved.resolve', 'comment.add'] };

const stored: StoredDecision = { version: 8, by: 'Gulnora Yoʻldosheva', at: '2026-11-21T05:49:00Z', count: 3 };

/** The first product is decided and commented, the other one only looked at. */
export const MODEL_PRODUCTS = { decided: 1, other: 2 } as const;

const RUNS_IN: Record<string, string> = { decide: 'saving', comment: 'commenting' };

export const actWorkspaceModel: WorkflowModel = {
  machine: actWorkspaceMachine,
  beginnings: [{ name: 'an act being counted', input: { actId: 214, act: MODEL_ACT } }],
  cases: [
    one('opens a product', { type: 'row.open', productId: MODEL_PRODUCTS.decided }),
    one('opens another product', { type: 'row.open', productId: MODEL_PRODUCTS.other }),
    one('closes the pane', { type: 'row.close' }),
    one('writes a count', { type: 'draft.change', change: { count: 4 }, version: 1 }),
    one('writes a comment', { type: 'draft.change', change: { comment: 'vitrinada' }, version: 1 }),
    one('accepts', { type: 'draft.accept', key: 'd-1', next: null }),
    one('keeps the counted figure', { type: 'moved.keep', keep: 'count', version: 1, key: 'd-2', next: null }),
    answered('the decision is saved', 'decide', { ...MODEL_ACT, version: 5 }),
    rejected('somebody decided before', 'decide', refusal('stale', 'stale', stored)),
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
    const decision = `${context.productId ?? '-'} ${drafted} ${context.decision?.kind ?? ''}`;
    return `${JSON.stringify(snapshot.value)} ${decision}`;
  },
  within(snapshot, event) {
    const { productId } = snapshot.context as ActWorkspaceContext;
    const sent = event as ActWorkspaceEvent;
    // An actor answers while it runs, and only then.
    const actor = /^xstate\.\w+\.actor\.(\w+)$/.exec(event.type)?.[1];
    if (actor !== undefined) return RUNS_IN[actor] === snapshot.value;
    if (sent.type === 'row.open') return sent.productId !== productId;
    // One product distinguishes every guard; the other one is only looked at.
    const deciding = sent.type === 'draft.change' || sent.type === 'draft.accept' || sent.type === 'moved.keep';
    return !deciding || productId === MODEL_PRODUCTS.decided;
  },
};

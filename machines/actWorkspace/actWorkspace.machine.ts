/**
 * The act's window of the person who manages it: the pane in which a product's count is decided, and beside it the
 * commands on the act itself (the child actor `command`).
 *
 * A manager who waits for an answer about the act may still read evidence. A decision carries the version that the
 * person saw; when somebody else was faster the person chooses between the two, nothing is overwritten silently. Drafts
 * stay with their product whatever happens to the pane.
 *
 * For: managers of counting acts. See docs/workflows/actWorkspace.md; spec 4 "Counting act", decisions 17–20, 40, 43
 * and 51.
 */
import { assign, emit, fromPromise, sendTo, setup } from 'xstate';
import type { HeldFile } from '../../contract/heldFile.ts';
import { type Refusal, refusalIn } from '../../contract/refusal.ts';
import type { Stored, Subject } from '../command/command.machine.ts';
import { actCommandMachine } from './commands.ts';

/** What is stored of a product's decision after somebody else's step. */
export interface StoredDecision extends Stored {
  count?: number | null;
  serial_numbers?: string[];
  keep?: 'count' | 'difference' | null;
}

export interface Draft {
  /** Version of the row when the person began: a later decision of somebody else must meet a choice. */
  version: number;
  count: number | null;
  serial_numbers: string[] | null;
  comment: string;
  file: HeldFile | null;
}

export type DraftChange = Partial<Omit<Draft, 'version'>>;

export type Decision = { kind: 'count' } | { kind: 'moved'; keep: 'count' | 'difference'; version: number };

export interface ActWorkspaceContext {
  actId: number;
  /** The act as the window was opened with it; what is known of it later is the command's. */
  act: Subject;
  productId: number | null;
  drafts: Record<number, Draft>;
  decision: Decision | null;
  decisionKey: string;
  /** The product to go to when the decision is saved. */
  next: number | null;
  objection: Refusal<StoredDecision> | null;
}

export type ActWorkspaceEvent =
  | { type: 'row.open'; productId: number }
  | { type: 'row.close' }
  | { type: 'draft.change'; change: DraftChange; version: number }
  | { type: 'draft.accept'; key: string; next: number | null }
  | { type: 'moved.keep'; keep: 'count' | 'difference'; version: number; key: string; next: number | null }
  | { type: 'decision.keepMine'; key: string }
  | { type: 'decision.takeTheirs' };

export type ActWorkspaceEmitted = { type: 'product.decided'; productId: number; next: number | null };

export interface DecideInput {
  actId: number;
  productId: number;
  decision: Decision;
  draft: Draft | null;
  key: string;
}

export interface CommentInput {
  actId: number;
  productId: number;
  draft: Draft;
  key: string;
}

const answerOf = (event: unknown): Subject => (event as { output: Subject }).output;

const emptyDraft = (version: number): Draft => ({
  version,
  count: null,
  serial_numbers: null,
  comment: '',
  file: null,
});

export const hasWords = (draft: Draft | null | undefined): draft is Draft =>
  draft != null && (draft.comment.trim() !== '' || draft.file !== null);

/** Whether something is typed that leaving the window would lose. */
export const isWritten = (draft: Draft): boolean =>
  draft.count !== null || draft.serial_numbers !== null || hasWords(draft);

export const isDrafted = (drafts: Record<number, Draft>): boolean => Object.values(drafts).some(isWritten);

const isSame = (one: Decision | null, other: Decision): boolean =>
  one?.kind === other.kind && (one.kind === 'count' || (other.kind === 'moved' && one.keep === other.keep));

const without = (drafts: Record<number, Draft>, productId: number | null): Record<number, Draft> =>
  Object.fromEntries(Object.entries(drafts).filter(([id]) => Number(id) !== productId));

export const draftOf = ({ drafts, productId }: ActWorkspaceContext): Draft | null =>
  productId === null ? null : (drafts[productId] ?? null);

/** A copy of the drafts with this product's one changed; a product without a draft stays so. */
const changed = (context: ActWorkspaceContext, change: Partial<Draft>): Record<number, Draft> => {
  const draft = draftOf(context);
  return draft === null || context.productId === null
    ? context.drafts
    : { ...context.drafts, [context.productId]: { ...draft, ...change } };
};

export const actWorkspaceMachine = setup({
  types: {
    context: {} as ActWorkspaceContext,
    events: {} as ActWorkspaceEvent,
    input: {} as { actId: number; act: Subject },
    emitted: {} as ActWorkspaceEmitted,
    tags: {} as 'paneOpen' | 'saving',
    children: {} as { command: 'command'; decide: 'decide'; comment: 'comment' },
    meta: {} as { requirement: string },
  },
  actors: {
    command: actCommandMachine,
    decide: fromPromise<Subject, DecideInput>(() => {
      throw new Error('actWorkspace: actor decide is not provided');
    }),
    comment: fromPromise<void, CommentInput>(() => {
      throw new Error('actWorkspace: actor comment is not provided');
    }),
  },
  guards: {
    isStale: ({ event }) => refusalIn<StoredDecision>(event).kind === 'stale',
    countIsDrafted: ({ context }) => draftOf(context)?.count != null,
    onlyWordsAreDrafted: ({ context }) => hasWords(draftOf(context)),
    wordsAreLeft: ({ context }) => context.decision?.kind === 'count' && hasWords(draftOf(context)),
  },
  actions: {
    // Commands go on top of what the decision left.
    passAnswer: sendTo('command', ({ event }) => ({ type: 'subject.read', subject: answerOf(event) })),
    openRow: assign(({ event }) =>
      event.type === 'row.open' ? { productId: event.productId, objection: null, decision: null } : {},
    ),
    closeRow: assign({ productId: null, objection: null, decision: null }),
    changeDraft: assign(({ context, event }) => {
      if (event.type !== 'draft.change' || context.productId === null) return {};
      const before = draftOf(context) ?? emptyDraft(event.version);
      return { drafts: { ...context.drafts, [context.productId]: { ...before, ...event.change } }, objection: null };
    }),
    takeDecision: assign(({ context, event }) => {
      if (event.type !== 'draft.accept' && event.type !== 'moved.keep') return {};
      const decision: Decision =
        event.type === 'moved.keep' ? { kind: 'moved', keep: event.keep, version: event.version } : { kind: 'count' };
      // An unchanged decision after a lost answer is the same action: it goes under the key it had.
      const same = context.objection?.kind === 'failed' && isSame(context.decision, decision);
      return { decision, decisionKey: same ? context.decisionKey : event.key, next: event.next, objection: null };
    }),
    takeObjection: assign({ objection: ({ event }) => refusalIn<StoredDecision>(event) }),
    takeRowVersion: assign(({ context, event }) => {
      if (event.type !== 'decision.keepMine') return {};
      const version = context.objection?.current?.version ?? 0;
      const { decision } = context;
      return {
        decisionKey: event.key,
        objection: null,
        decision: decision?.kind === 'moved' ? { ...decision, version } : decision,
        drafts: changed(context, { version }),
      };
    }),
    // Words that were written stay; only the figure that lost is dropped.
    dropCount: assign(({ context }) => ({
      objection: null,
      decision: null,
      drafts: hasWords(draftOf(context))
        ? changed(context, { count: null, serial_numbers: null })
        : without(context.drafts, context.productId),
    })),
    // The count is on the server: were the words refused now, only they would be sent again.
    countIsSaved: assign(({ context }) => ({ drafts: changed(context, { count: null, serial_numbers: null }) })),
    // A choice about a move leaves the draft, which has now seen one version more: the person's own.
    dropSavedDraft: assign(({ context }) => {
      const { decision, drafts, productId } = context;
      if (decision?.kind !== 'moved') return { decision: null, drafts: without(drafts, productId) };
      const seen = draftOf(context)?.version === decision.version;
      return { decision: null, drafts: seen ? changed(context, { version: decision.version + 1 }) : drafts };
    }),
    notifyDecided: emit(
      ({ context }) => ({ type: 'product.decided', productId: context.productId ?? 0, next: context.next }) as const,
    ),
  },
}).createMachine({
  id: 'actWorkspace',
  description: 'The act’s window of the person who manages it.',
  context: ({ input }) => ({
    actId: input.actId,
    act: input.act,
    productId: null,
    drafts: {},
    decision: null,
    decisionKey: '',
    next: null,
    objection: null,
  }),
  invoke: { id: 'command', src: 'command', input: ({ context }) => ({ subject: context.act }) },
  initial: 'closed',
  states: {
    closed: {
      description: 'No product is open.',
      meta: { requirement: 'decision-35' },
      on: { 'row.open': { target: 'open', actions: 'openRow' } },
    },
    open: {
      description: 'A product is open; its draft may be changed and sent.',
      tags: ['paneOpen'],
      initial: 'deciding',
      on: {
        'row.open': { target: 'open', actions: 'openRow' },
        'row.close': { target: 'closed', actions: 'closeRow' },
        'draft.change': { target: '.deciding', actions: 'changeDraft' },
        'draft.accept': [
          { guard: 'countIsDrafted', target: 'saving', actions: 'takeDecision' },
          { guard: 'onlyWordsAreDrafted', target: 'commenting', actions: 'takeDecision' },
        ],
        'moved.keep': { target: 'saving', actions: 'takeDecision' },
      },
      states: {
        deciding: {
          description: 'The person reads the evidence and drafts a decision.',
          meta: { requirement: 'decision-19' },
        },
        failed: {
          description: 'The decision was not saved; the draft is kept.',
          meta: { requirement: 'decision-30' },
        },
      },
    },
    saving: {
      description: 'The decision is being sent to the server.',
      tags: ['paneOpen', 'saving'],
      meta: { requirement: 'decision-36' },
      invoke: {
        id: 'decide',
        src: 'decide',
        input: ({ context }) => ({
          actId: context.actId,
          productId: context.productId ?? 0,
          decision: context.decision ?? { kind: 'count' },
          draft: draftOf(context),
          key: context.decisionKey,
        }),
        onDone: [
          {
            guard: 'wordsAreLeft',
            target: 'commenting',
            actions: ['countIsSaved', 'passAnswer'],
          },
          {
            target: 'open',
            actions: ['notifyDecided', 'dropSavedDraft', 'passAnswer'],
          },
        ],
        onError: [
          { guard: 'isStale', target: 'conflicted', actions: 'takeObjection' },
          { target: 'open.failed', actions: 'takeObjection' },
        ],
      },
    },
    commenting: {
      description: 'The comment and its file are being sent to the server.',
      tags: ['paneOpen', 'saving'],
      meta: { requirement: 'decision-36' },
      invoke: {
        id: 'comment',
        src: 'comment',
        input: ({ context }) => ({
          actId: context.actId,
          productId: context.productId ?? 0,
          draft: draftOf(context) ?? emptyDraft(0),
          // A key belongs to one call: the count was sent under the plain one.
          key: `${context.decisionKey}-comment`,
        }),
        onDone: { target: 'open', actions: ['notifyDecided', 'dropSavedDraft'] },
        onError: { target: 'open.failed', actions: 'takeObjection' },
      },
    },
    conflicted: {
      description: 'Somebody else decided this product meanwhile; the person chooses which figure to keep.',
      tags: ['paneOpen'],
      meta: { requirement: 'decision-43' },
      on: {
        'decision.keepMine': { target: 'saving', actions: 'takeRowVersion' },
        'decision.takeTheirs': { target: 'open', actions: 'dropCount' },
      },
    },
  },
});

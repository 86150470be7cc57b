/**
 * The act's window of the person who manages it: one deed at a time on the act, and beside it the pane in which a
 * product's count is decided.
 *
 * Two regions, because a manager who waits for an answer about the act may still read evidence. Every deed carries
 * the version that the person saw; when somebody else was faster the person chooses between the two, nothing is
 * overwritten silently. Drafts stay with their product whatever happens to the pane.
 *
 * For: managers of counting acts. See docs/workflows/actWorkspace.md; spec 4 "Counting act", decisions 17–20, 40, 43
 * and 51.
 */
import { assign, emit, fromPromise, setup } from 'xstate';
import { keyOfSending, type Refusal, refusalIn } from '../../contract/refusal.ts';

export type DeedType =
  | 'residues.load'
  | 'act.update'
  | 'act.complete'
  | 'act.form'
  | 'act.cancel'
  | 'counter.add'
  | 'counter.rename'
  | 'counter.remove'
  | 'counter.release'
  | 'file.upload'
  | 'comment.add'
  | 'comment.edit';

/** A file that the browser holds; its contents stay outside, the context is JSON. */
export interface HeldFile {
  id: string;
  name: string;
  type: string;
  size: number;
}

/** The counter that a deed is about, as the person saw it. */
export interface DeedCounter {
  id: number;
  version: number;
  title: string;
  user_id: number;
  name: string;
  allowed: readonly string[];
}

/** What a person writes or chooses for a deed. */
export interface DeedWords {
  reason?: string;
  comment?: string;
  title?: string;
  user_id?: number;
  organization_id?: number;
  file?: HeldFile | null;
}

export interface Deed extends DeedWords {
  type: DeedType;
  /** Of the act whose words the person began to change: a later step of somebody else must meet a choice. */
  version?: number;
  counter?: DeedCounter;
  commentId?: number;
}

/** What the window knows of the act: how fresh, and what this person may do to it now. */
export interface ActView {
  version: number;
  allowed: readonly string[];
}

/** What stands on the server after somebody else's step. */
export interface Standing {
  version: number;
  by: string | null;
  at: string | null;
  count?: number | null;
  serial_numbers?: string[];
  keep?: 'count' | 'difference' | null;
  comment?: string;
  organization_id?: number;
  organization?: string;
  events?: string[];
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
  act: ActView;
  deed: Deed | null;
  /** The deed has a question of its own, so that its refusal is shown there. */
  asked: boolean;
  /** Idempotency key of what is being sent: the same on a repetition, another one for another attempt. */
  key: string;
  refusal: Refusal<Standing> | null;
  productId: number | null;
  drafts: Record<number, Draft>;
  decision: Decision | null;
  decisionKey: string;
  /** The product to go to when the decision is saved. */
  next: number | null;
  objection: Refusal<Standing> | null;
}

export type ActWorkspaceEvent =
  | { type: 'act.read'; act: ActView }
  | { type: 'deed.ask'; deed: Deed }
  | { type: 'deed.do'; deed: Deed; key: string }
  | { type: 'deed.confirm'; words: DeedWords; key: string }
  | { type: 'deed.retry' }
  | { type: 'deed.close' }
  | { type: 'deed.keepMine'; key: string }
  | { type: 'deed.takeTheirs' }
  | { type: 'row.open'; productId: number }
  | { type: 'row.close' }
  | { type: 'draft.change'; change: DraftChange; version: number }
  | { type: 'draft.accept'; key: string; next: number | null }
  | { type: 'moved.keep'; keep: 'count' | 'difference'; version: number; key: string; next: number | null }
  | { type: 'decision.keepMine'; key: string }
  | { type: 'decision.takeTheirs' };

export type ActWorkspaceEmitted =
  | { type: 'act.changed'; deed: DeedType }
  | { type: 'product.decided'; productId: number; next: number | null }
  /** Somebody else's step was left standing: what is shown is old. */
  | { type: 'theirs.taken' };

export interface PerformInput {
  actId: number;
  deed: Deed;
  version: number;
  key: string;
}

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

const answerOf = (event: unknown): ActView | null => (event as { output?: ActView | null }).output ?? null;

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
export const isDrafted = (drafts: Record<number, Draft>): boolean =>
  Object.values(drafts).some((draft) => draft.count !== null || draft.serial_numbers !== null || hasWords(draft));

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
    input: {} as {
      actId: number;
      act: ActView;
      /** Left by a page that had to be reloaded. */
      drafts?: Record<number, Draft>;
    },
    emitted: {} as ActWorkspaceEmitted,
    tags: {} as 'busy' | 'asking' | 'paneOpen' | 'saving',
    meta: {} as { requirement: string },
  },
  actors: {
    perform: fromPromise<ActView | null, PerformInput>(() => {
      throw new Error('actWorkspace: actor perform is not provided');
    }),
    decide: fromPromise<ActView | null, DecideInput>(() => {
      throw new Error('actWorkspace: actor decide is not provided');
    }),
    comment: fromPromise<void, CommentInput>(() => {
      throw new Error('actWorkspace: actor comment is not provided');
    }),
  },
  guards: {
    mayDo: ({ context, event }) => {
      if (event.type !== 'deed.ask' && event.type !== 'deed.do') return false;
      return (event.deed.counter?.allowed ?? context.act.allowed).includes(event.deed.type);
    },
    wasAsked: ({ context }) => context.asked,
    wasNotAsked: ({ context }) => !context.asked,
    isStale: ({ event }) => refusalIn<Standing>(event).kind === 'stale',
    isRefused: ({ event }) => refusalIn<Standing>(event).kind === 'refused',
    countIsDrafted: ({ context }) => draftOf(context)?.count != null,
    onlyWordsAreDrafted: ({ context }) => hasWords(draftOf(context)),
    wordsAreLeft: ({ context }) => context.decision?.kind === 'count' && hasWords(draftOf(context)),
  },
  actions: {
    takeAct: assign({ act: ({ context, event }) => (event.type === 'act.read' ? event.act : context.act) }),
    takeAnswer: assign({ act: ({ context, event }) => answerOf(event) ?? context.act }),
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
      if (event.type !== 'deed.keepMine') return {};
      const version = context.refusal?.current?.version ?? context.act.version;
      const { deed } = context;
      const counter = deed?.counter;
      const own = counter ? { counter: { ...counter, version } } : deed?.version === undefined ? {} : { version };
      return {
        key: event.key,
        refusal: null,
        deed: deed && { ...deed, ...own },
        act: counter ? context.act : { ...context.act, version },
      };
    }),
    takeRefusal: assign({ refusal: ({ event }) => refusalIn<Standing>(event) }),
    dropDeed: assign({ deed: null, asked: false, refusal: null }),
    tellActChanged: emit(({ context }) => ({ type: 'act.changed', deed: context.deed?.type ?? 'act.update' }) as const),
    tellTheirsTaken: emit({ type: 'theirs.taken' }),
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
      // An unchanged decision after a lost answer is the same deed: it goes under the key it had.
      const same = context.objection?.kind === 'failed' && isSame(context.decision, decision);
      return { decision, decisionKey: same ? context.decisionKey : event.key, next: event.next, objection: null };
    }),
    takeObjection: assign({ objection: ({ event }) => refusalIn<Standing>(event) }),
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
    tellDecided: emit(
      ({ context }) => ({ type: 'product.decided', productId: context.productId ?? 0, next: context.next }) as const,
    ),
  },
}).createMachine({
  id: 'actWorkspace',
  description: 'The act’s window of the person who manages it.',
  context: ({ input }) => ({
    actId: input.actId,
    act: input.act,
    deed: null,
    asked: false,
    key: '',
    refusal: null,
    productId: null,
    drafts: input.drafts ?? {},
    decision: null,
    decisionKey: '',
    next: null,
    objection: null,
  }),
  type: 'parallel',
  on: {
    'act.read': { description: 'The act was read again.', actions: 'takeAct' },
  },
  states: {
    deeds: {
      description: 'What the person does to the act, one deed at a time.',
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
            browsing: {
              description: 'The person looks at the act.',
              meta: { requirement: '4-counting-act' },
            },
            refused: {
              description: 'The server refused the deed and said why; the person may correct it.',
              meta: { requirement: 'decision-30' },
              on: {
                'deed.confirm': { target: '#actWorkspace.deeds.performing', actions: 'takeWords' },
                'deed.close': { target: 'browsing', actions: 'dropDeed' },
              },
            },
            failed: {
              description: 'The deed did not reach the server; the same one may be sent again.',
              meta: { requirement: 'decision-43' },
              on: {
                'deed.retry': { guard: 'wasNotAsked', target: '#actWorkspace.deeds.performing' },
                'deed.confirm': {
                  description: 'The dialog sends what it shows now.',
                  guard: 'wasAsked',
                  target: '#actWorkspace.deeds.performing',
                  actions: 'takeWords',
                },
                'deed.close': { target: 'browsing', actions: 'dropDeed' },
              },
            },
          },
        },
        asking: {
          description: 'A dialog asks about the deed before it is done.',
          tags: ['asking'],
          meta: { requirement: 'decision-51' },
          on: {
            'deed.confirm': { target: 'performing', actions: 'takeWords' },
            'deed.close': { target: 'ready', actions: 'dropDeed' },
          },
        },
        performing: {
          description: 'The deed is on its way to the server.',
          tags: ['busy'],
          meta: { requirement: '4-counting-act' },
          invoke: {
            id: 'perform',
            src: 'perform',
            input: ({ context }) => ({
              actId: context.actId,
              // The state is entered with a deed only.
              deed: context.deed ?? { type: 'act.update' },
              version: context.deed?.counter?.version ?? context.deed?.version ?? context.act.version,
              key: context.key,
            }),
            onDone: {
              target: 'ready',
              actions: ['tellActChanged', 'dropDeed', 'takeAnswer'],
            },
            onError: [
              { guard: 'isStale', target: 'conflicted', actions: 'takeRefusal' },
              { guard: 'isRefused', target: 'ready.refused', actions: 'takeRefusal' },
              { target: 'ready.failed', actions: 'takeRefusal' },
            ],
          },
        },
        conflicted: {
          description: 'Somebody else changed the act meanwhile; the person chooses whose step stands.',
          meta: { requirement: 'decision-43' },
          on: {
            'deed.keepMine': { target: 'performing', actions: 'takeNewVersion' },
            'deed.takeTheirs': { target: 'ready', actions: ['tellTheirsTaken', 'dropDeed'] },
          },
        },
      },
    },
    evidence: {
      description: 'The pane on one product: who counted what, and the decision.',
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
          description: 'The decision is on its way to the server.',
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
                actions: ['countIsSaved', 'takeAnswer'],
              },
              {
                target: 'open',
                actions: ['tellDecided', 'dropSavedDraft', 'takeAnswer'],
              },
            ],
            onError: [
              { guard: 'isStale', target: 'conflicted', actions: 'takeObjection' },
              { target: 'open.failed', actions: 'takeObjection' },
            ],
          },
        },
        commenting: {
          description: 'The comment and its file are on their way to the server.',
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
            onDone: { target: 'open', actions: ['tellDecided', 'dropSavedDraft'] },
            onError: { target: 'open.failed', actions: 'takeObjection' },
          },
        },
        conflicted: {
          description: 'Somebody else decided this product meanwhile; the person chooses whose figure stands.',
          tags: ['paneOpen'],
          meta: { requirement: 'decision-43' },
          on: {
            'decision.keepMine': { target: 'saving', actions: 'takeRowVersion' },
            'decision.takeTheirs': { target: 'open', actions: ['tellTheirsTaken', 'dropCount'] },
          },
        },
      },
    },
  },
});

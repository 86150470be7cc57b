/**
 * The widgets of the person's own dashboard: which are shown, in which order and size.
 *
 * Each change is saved whole and at once; one save is under way at a time, and what changed meanwhile is saved after it.
 * A save that failed loses nothing: the arrangement stays here (and in this tab's storage) until a try or the next
 * change brings it to the server. What another window saved meanwhile is never written over in silence: the server
 * answers 409 and the person chooses which to keep, except for a save of this very window whose answer was lost. Every
 * change, also the choice for the other window's, can be taken back.
 *
 * Not a child `command`: a save that goes on top of the next change is rebased, nobody is asked about it.
 *
 * For: everybody. See docs/workflows/widgets.md; areas 4.24, issue 6, decision 43.
 */
import { assign, fromPromise, setup } from 'xstate';
import { type Refusal, refusalIn } from '../../contract/refusal.ts';
import type { ChosenWidget, MyWidgets } from '../../contract/widgets.ts';
import { type ArrangeEvent, arranged, sameWidgets } from './arrangement.ts';

/** What was not saved when the page went away. */
export interface KeptWidgets {
  version: number;
  chosen: ChosenWidget[];
}

export interface WidgetsInput {
  answer: MyWidgets;
  kept: KeptWidgets | null;
}

export interface WidgetsContext {
  /** The server's version that this arrangement was made from. */
  version: number;
  offered: MyWidgets['offered'];
  chosen: ChosenWidget[];
  kept: KeptWidgets | null;
  /** What is being sent. */
  sent: ChosenWidget[];
  /** Sent, and no answer came: the server may have it all the same. */
  unanswered: ChosenWidget[][];
  /** Before each change, the last one last. */
  past: ChosenWidget[][];
  refusal: Refusal<MyWidgets> | null;
}

export type WidgetsEvent =
  | ArrangeEvent
  | { type: 'dashboard.undo' }
  /** The server was read again. */
  | { type: 'dashboard.read'; answer: MyWidgets }
  | { type: 'save.retry' }
  | { type: 'conflict.keepMine' }
  | { type: 'conflict.takeTheirs' };

export interface SaveInput {
  version: number;
  chosen: ChosenWidget[];
}

/** Changes that can be taken back. */
const PAST_MAX = 50;

const pastWith = ({ past, chosen }: WidgetsContext): ChosenWidget[][] => [...past, chosen].slice(-PAST_MAX);

const isArranging = (event: WidgetsEvent): event is ArrangeEvent =>
  event.type.startsWith('widget.') || event.type === 'dashboard.reset';

const afterEvent = ({ chosen, offered }: WidgetsContext, event: WidgetsEvent): readonly ChosenWidget[] =>
  isArranging(event) ? arranged(chosen, offered, event) : chosen;

const currentIn = (event: unknown): MyWidgets | null => refusalIn<MyWidgets>(event).current;

/** Whether what is stored on the server is what this window sent, or has. */
function isOwn({ sent, unanswered }: WidgetsContext, event: unknown): boolean {
  const current = currentIn(event);
  return current !== null && [sent, ...unanswered].some((one) => sameWidgets(one, current.chosen));
}

export const widgetsMachine = setup({
  types: {
    context: {} as WidgetsContext,
    events: {} as WidgetsEvent,
    input: {} as WidgetsInput,
    meta: {} as { requirement: string },
    children: {} as { save: 'save' },
  },
  actors: {
    save: fromPromise<MyWidgets, SaveInput>(() => {
      throw new Error('save is given by the app');
    }),
  },
  guards: {
    wasKept: ({ context }) => context.kept !== null,
    changes: ({ context, event }) => !sameWidgets(context.chosen, afterEvent(context, event)),
    hasPast: ({ context }) => context.past.length > 0,
    isNews: ({ context, event }) =>
      event.type === 'dashboard.read' &&
      event.answer.version >= context.version &&
      (!sameWidgets(event.answer.chosen, context.chosen) ||
        JSON.stringify(event.answer.offered) !== JSON.stringify(context.offered)),
    isNewer: ({ context }) => !sameWidgets(context.chosen, context.sent),
    isOwnAndNewer: ({ context, event }) =>
      isOwn(context, event) && !sameWidgets(context.chosen, currentIn(event)?.chosen ?? []),
    isOwn: ({ context, event }) => isOwn(context, event),
    isStale: ({ event }) => currentIn(event) !== null,
  },
  actions: {
    takeKept: assign(({ context }) => ({ ...context.kept, kept: null })),
    change: assign(({ context, event }) => ({ chosen: [...afterEvent(context, event)], past: pastWith(context) })),
    takeBack: assign(({ context: { chosen, past } }) => ({ chosen: past.at(-1) ?? chosen, past: past.slice(0, -1) })),
    follow: assign(({ event }) =>
      event.type === 'dashboard.read'
        ? { version: event.answer.version, offered: event.answer.offered, chosen: event.answer.chosen, past: [] }
        : {},
    ),
    markSent: assign({ sent: ({ context }) => context.chosen, refusal: null }),
    takeAnswer: assign((_, { answer }: { answer: MyWidgets }) => ({
      version: answer.version,
      offered: answer.offered,
      unanswered: [],
    })),
    takeCurrent: assign(({ event }) => ({ version: currentIn(event)?.version ?? 0, unanswered: [] })),
    takeRefusal: assign(({ context, event }) => {
      const refusal = refusalIn<MyWidgets>(event);
      const lost = refusal.kind === 'failed' && !context.unanswered.some((one) => sameWidgets(one, context.sent));
      return { refusal, unanswered: lost ? [...context.unanswered, context.sent] : context.unanswered };
    }),
    rebaseOnTheirs: assign(({ context: { refusal, version } }) => ({
      version: refusal?.current?.version ?? version,
      unanswered: [],
    })),
    takeTheirs: assign(({ context }) => ({
      chosen: context.refusal?.current?.chosen ?? context.chosen,
      offered: context.refusal?.current?.offered ?? context.offered,
      past: pastWith(context),
      refusal: null,
    })),
  },
}).createMachine({
  id: 'widgets',
  description: 'Which widgets a person’s dashboard shows, in which order and size.',
  context: ({ input: { answer, kept } }) => ({
    version: answer.version,
    offered: answer.offered,
    chosen: answer.chosen,
    kept,
    sent: [],
    unanswered: [],
    past: [],
    refusal: null,
  }),
  initial: 'beginning',
  states: {
    beginning: {
      description: 'It is seen whether this tab keeps an arrangement that was never saved.',
      meta: { requirement: 'areas-4.24' },
      always: [
        { description: 'It is saved now.', guard: 'wasKept', target: 'saving', actions: 'takeKept' },
        { target: 'saved' },
      ],
    },
    saved: {
      description: 'The server has the arrangement that is shown.',
      meta: { requirement: 'areas-4.24' },
      on: {
        'widget.add': { guard: 'changes', target: 'saving', actions: 'change' },
        'widget.remove': { guard: 'changes', target: 'saving', actions: 'change' },
        'widget.move': { guard: 'changes', target: 'saving', actions: 'change' },
        'widget.resize': { guard: 'changes', target: 'saving', actions: 'change' },
        'dashboard.reset': { guard: 'changes', target: 'saving', actions: 'change' },
        'dashboard.undo': { guard: 'hasPast', target: 'saving', actions: 'takeBack' },
        'dashboard.read': {
          description: 'Another window changed it, or the person’s rules did.',
          guard: 'isNews',
          actions: 'follow',
        },
      },
    },
    saving: {
      description: 'The arrangement is being sent to the server; it may change on meanwhile.',
      meta: { requirement: 'areas-4.24' },
      entry: 'markSent',
      invoke: {
        id: 'save',
        src: 'save',
        input: ({ context: { version, chosen } }) => ({ version, chosen }),
        onDone: [
          {
            description: 'It has changed meanwhile.',
            guard: 'isNewer',
            target: 'saving',
            reenter: true,
            actions: { type: 'takeAnswer', params: ({ event }) => ({ answer: event.output }) },
          },
          { target: 'saved', actions: { type: 'takeAnswer', params: ({ event }) => ({ answer: event.output }) } },
        ],
        onError: [
          {
            description: 'What is stored is an earlier save of this window, whose answer was lost.',
            guard: 'isOwnAndNewer',
            target: 'saving',
            reenter: true,
            actions: 'takeCurrent',
          },
          {
            description: 'What is stored is this very arrangement.',
            guard: 'isOwn',
            target: 'saved',
            actions: 'takeCurrent',
          },
          {
            description: 'Another window saved a different one.',
            guard: 'isStale',
            target: 'conflicted',
            actions: 'takeRefusal',
          },
          { target: 'unsaved', actions: 'takeRefusal' },
        ],
      },
      // the save that is under way is followed by one of these
      on: {
        'widget.add': { guard: 'changes', actions: 'change' },
        'widget.remove': { guard: 'changes', actions: 'change' },
        'widget.move': { guard: 'changes', actions: 'change' },
        'widget.resize': { guard: 'changes', actions: 'change' },
        'dashboard.reset': { guard: 'changes', actions: 'change' },
        'dashboard.undo': { guard: 'hasPast', actions: 'takeBack' },
      },
    },
    unsaved: {
      description: 'The arrangement is here alone; a try or the next change saves all of it.',
      meta: { requirement: '5-nothing-lost' },
      on: {
        'save.retry': 'saving',
        'widget.add': { guard: 'changes', target: 'saving', actions: 'change' },
        'widget.remove': { guard: 'changes', target: 'saving', actions: 'change' },
        'widget.move': { guard: 'changes', target: 'saving', actions: 'change' },
        'widget.resize': { guard: 'changes', target: 'saving', actions: 'change' },
        'dashboard.reset': { guard: 'changes', target: 'saving', actions: 'change' },
        'dashboard.undo': { guard: 'hasPast', target: 'saving', actions: 'takeBack' },
      },
    },
    conflicted: {
      description: 'Another window saved a different arrangement: the person chooses which one to keep.',
      meta: { requirement: 'decision-43' },
      on: {
        'conflict.keepMine': { target: 'saving', actions: 'rebaseOnTheirs' },
        'conflict.takeTheirs': {
          description: 'Mine can be taken back.',
          target: 'saved',
          actions: ['rebaseOnTheirs', 'takeTheirs'],
        },
      },
    },
  },
});

type Standing = Pick<WidgetsContext, 'chosen' | 'sent'> & { value: string };

/** Whether something would be lost if the page went away: a save that is being sent goes on without it. */
export const isUnsaved = ({ value, chosen, sent }: Standing): boolean =>
  value === 'unsaved' || value === 'conflicted' || (value === 'saving' && !sameWidgets(chosen, sent));

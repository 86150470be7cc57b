/**
 * What a person writes in a form and has not saved: kept at every pause, and offered when the form is opened again.
 *
 * One for each form that is open. What is offered is never put into the form unasked and never written over: what is typed
 * meanwhile is kept beside it, and what is set aside stays for a day.
 *
 * Not a child `command`: nothing is asked about and nothing can be stale, an older draft is compared field by field in the
 * form.
 *
 * For: everybody who writes something. See docs/workflows/formDraft.md; decisions 2, 3 and 98.
 */
import { assign, emit, fromPromise, not, setup, stateIn } from 'xstate';
import type { KeptDraft } from '../../contract/drafts.ts';

/** Without a key for so many milliseconds, what is written is kept. */
export const DRAFT_PAUSE = 1_000;
/** What could not be kept is tried again after so many milliseconds. */
export const DRAFT_RETRY = 15_000;

type Fields = KeptDraft['fields'];

/** What is written in the form: the changed fields, and what stood in them before. */
export interface Written {
  fields: Fields;
  base: Fields;
}

/** One draft to keep. */
export interface Keeping extends Written {
  visit: string;
}

export interface FormDraftContext extends Keeping {
  offered: KeptDraft | null;
}

export type FormDraftEvent =
  | ({ type: 'draft.write' } & Written)
  /** Nothing in the form is unsaved any more: it is saved, given up, or as it was. */
  | { type: 'draft.clear' }
  | { type: 'draft.take' }
  | { type: 'draft.setAside' }
  /** The form is emptied after a draft was taken; what is written next belongs to another opening. */
  | { type: 'draft.startOver'; visit: string }
  /** The form goes away, or the page is reloaded: there is no time for a pause. */
  | { type: 'form.leave' };

export type FormDraftEmitted = ({ type: 'draft.taken' } & Written) | { type: 'draft.startedOver' };

const given = (name: string) => () => {
  throw new Error(`${name} is given by the app`);
};

const NOTHING: Written = { fields: {}, base: {} };

export const formDraftMachine = setup({
  types: {
    context: {} as FormDraftContext,
    events: {} as FormDraftEvent,
    input: {} as { visit: string },
    emitted: {} as FormDraftEmitted,
    tags: {} as 'unkept',
    meta: {} as { requirement: string },
  },
  actors: {
    /** Drafts of this form that its person left, without those of this opening. */
    read: fromPromise<KeptDraft | null, { visit: string }>(given('read')),
    keep: fromPromise<void, Keeping>(given('keep')),
    drop: fromPromise<void, { visit: string }>(given('drop')),
  },
  guards: {
    someFound: (_, { found }: { found: KeptDraft | null }) => found !== null,
    /** What is typed beside the draft would be lost in its place. */
    isUnkept: stateIn({ writing: 'unkept' }),
  },
  actions: {
    takeFound: assign({ offered: (_, { found }: { found: KeptDraft | null }) => found }),
    takeWritten: assign(({ event }) =>
      event.type === 'draft.write' ? { fields: event.fields, base: event.base } : {},
    ),
    forgetWritten: assign(NOTHING),
    /** Goes on under the draft's own visit, so that it is not offered a second time. */
    adopt: assign(({ context: { offered, visit } }) => ({
      visit: offered?.visit ?? visit,
      fields: offered?.fields ?? {},
      base: offered?.base ?? {},
    })),
    takeVisit: assign(({ context, event }) => ({
      ...NOTHING,
      visit: event.type === 'draft.startOver' ? event.visit : context.visit,
    })),
    notifyTaken: emit(({ context: { offered } }) => ({
      type: 'draft.taken' as const,
      fields: offered?.fields ?? {},
      base: offered?.base ?? {},
    })),
    notifyStartedOver: emit({ type: 'draft.startedOver' as const }),
    keepNow: (_, _written: Keeping) => given('keepNow')(),
    setAside: (_, _draft: { visit: string }) => given('setAside')(),
  },
  delays: { pause: DRAFT_PAUSE, retry: DRAFT_RETRY },
}).createMachine({
  id: 'formDraft',
  description: 'What is written in a form and not saved, kept and offered again.',
  context: ({ input }) => ({ visit: input.visit, ...NOTHING, offered: null }),
  type: 'parallel',
  states: {
    // before `offer`: what was typed beside an offer is kept under its own visit before the offer's is gone on with
    writing: {
      description: 'What is in the form now.',
      initial: 'clean',
      states: {
        clean: {
          description: 'Nothing in the form is unsaved.',
          meta: { requirement: 'decision-2' },
          on: {
            'draft.write': { target: 'pausing', actions: 'takeWritten' },
            'draft.take': 'kept',
          },
        },
        pausing: {
          description: 'Something was typed; it is kept when the person pauses.',
          meta: { requirement: 'decision-2' },
          on: {
            'draft.write': { target: 'pausing', reenter: true, actions: 'takeWritten' },
            'draft.clear': 'dropping',
            'draft.take': {
              target: 'kept',
              actions: {
                type: 'keepNow',
                params: ({ context: { visit, fields, base } }) => ({ visit, fields, base }),
              },
            },
            'draft.startOver': 'clean',
            'form.leave': {
              target: 'kept',
              actions: {
                type: 'keepNow',
                params: ({ context: { visit, fields, base } }) => ({ visit, fields, base }),
              },
            },
          },
          after: { pause: 'keeping' },
        },
        keeping: {
          description: 'It is being kept.',
          meta: { requirement: 'decision-2' },
          on: {
            'draft.write': { target: 'pausing', actions: 'takeWritten' },
            'draft.clear': 'dropping',
            'draft.take': 'kept',
            'draft.startOver': 'clean',
          },
          invoke: {
            id: 'keep',
            src: 'keep',
            input: ({ context: { visit, fields, base } }) => ({ visit, fields, base }),
            onDone: 'kept',
            onError: 'unkept',
          },
        },
        kept: {
          description: 'It is kept as it is written.',
          meta: { requirement: 'decision-2' },
          on: {
            'draft.write': { target: 'pausing', actions: 'takeWritten' },
            'draft.clear': 'dropping',
            'draft.startOver': 'clean',
          },
        },
        unkept: {
          description: 'It could not be kept: no room, or no connection. It is tried again; the form says so.',
          tags: ['unkept'],
          meta: { requirement: 'decision-98' },
          on: {
            'draft.write': { target: 'pausing', actions: 'takeWritten' },
            'draft.clear': 'dropping',
            'draft.startOver': 'clean',
          },
          after: { retry: 'keeping' },
        },
        dropping: {
          description: 'What was kept of it is being removed.',
          meta: { requirement: 'decision-2' },
          entry: 'forgetWritten',
          on: { 'draft.write': { target: 'pausing', actions: 'takeWritten' } },
          invoke: {
            id: 'drop',
            src: 'drop',
            input: ({ context }) => ({ visit: context.visit }),
            onDone: 'clean',
            // it is offered once more, and gone after its days
            onError: 'clean',
          },
        },
      },
    },
    offer: {
      description: 'A draft of an earlier opening.',
      initial: 'reading',
      states: {
        reading: {
          description: 'Drafts of this form are being looked for.',
          meta: { requirement: 'decision-3' },
          invoke: {
            id: 'read',
            src: 'read',
            input: ({ context }) => ({ visit: context.visit }),
            onDone: [
              {
                guard: { type: 'someFound', params: ({ event }) => ({ found: event.output }) },
                target: 'offered',
                actions: { type: 'takeFound', params: ({ event }) => ({ found: event.output }) },
              },
              { target: 'none' },
            ],
            onError: 'none',
          },
        },
        none: {
          description: 'There is nothing to offer.',
          type: 'final',
          meta: { requirement: 'decision-3' },
        },
        offered: {
          description: 'The form says what was written and when; it is empty until the person chooses.',
          meta: { requirement: 'decision-3' },
          on: {
            'draft.take': { guard: not('isUnkept'), target: 'taken', actions: ['adopt', 'notifyTaken'] },
            'draft.setAside': {
              target: 'aside',
              actions: { type: 'setAside', params: ({ context }) => ({ visit: context.offered?.visit ?? '' }) },
            },
          },
        },
        taken: {
          description: 'What was written earlier is in the form again.',
          meta: { requirement: 'decision-3' },
          on: {
            'draft.startOver': {
              target: 'aside',
              actions: [
                { type: 'setAside', params: ({ context }) => ({ visit: context.visit }) },
                'takeVisit',
                'notifyStartedOver',
              ],
            },
            'draft.clear': 'none',
          },
        },
        aside: {
          description: 'The form began anew; the draft stays for a day and can be taken after all.',
          meta: { requirement: 'decision-3' },
          on: { 'draft.take': { guard: not('isUnkept'), target: 'taken', actions: ['adopt', 'notifyTaken'] } },
        },
      },
    },
  },
});

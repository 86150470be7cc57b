/**
 * Opening an act from the list: a form, its sending, and the link to the new act.
 *
 * Not a child `command`: nothing is stored yet that somebody else could have changed.
 *
 * For: managers who open acts. See docs/workflows/newAct.md; spec 4 "Counting act", decision 18.
 */
import { assign, emit, fromPromise, setup } from 'xstate';
import { keyOfSending, type Refusal, refusalIn } from '../../contract/refusal.ts';

export interface NewActForm {
  organization_id: number;
  comment: string;
}

export interface NewActContext {
  form: NewActForm | null;
  key: string;
  refusal: Refusal | null;
}

export type NewActEvent =
  | { type: 'form.open' }
  | { type: 'form.close' }
  | { type: 'form.send'; form: NewActForm; key: string };

export interface OpenActInput {
  form: NewActForm;
  key: string;
}

export const newActMachine = setup({
  types: {
    context: {} as NewActContext,
    events: {} as NewActEvent,
    emitted: {} as { type: 'act.opened'; actId: number },
    tags: {} as 'formOpen' | 'busy',
    meta: {} as { requirement: string },
  },
  actors: {
    openAct: fromPromise<{ actId: number }, OpenActInput>(() => {
      throw new Error('newAct: actor openAct is not provided');
    }),
  },
  actions: {
    takeForm: assign(({ context, event }) => {
      if (event.type !== 'form.send') return {};
      return { form: event.form, key: keyOfSending(context, context.form, event.form, event.key), refusal: null };
    }),
    takeRefusal: assign({ refusal: ({ event }) => refusalIn(event) }),
    forgetForm: assign({ form: null, refusal: null }),
    notifyOpened: emit(({ event }) => ({
      type: 'act.opened' as const,
      actId: (event as unknown as { output: { actId: number } }).output.actId,
    })),
  },
}).createMachine({
  id: 'newAct',
  description: 'Opening an act from the list of acts.',
  context: { form: null, key: '', refusal: null },
  initial: 'closed',
  states: {
    closed: {
      description: 'The form is not shown.',
      meta: { requirement: '4-counting-act' },
      on: { 'form.open': 'writing' },
    },
    writing: {
      description: 'The person chooses the organization and writes the comment; an earlier refusal is shown.',
      tags: ['formOpen'],
      meta: { requirement: '4-counting-act' },
      on: {
        'form.send': { target: 'sending', actions: 'takeForm' },
        'form.close': { target: 'closed', actions: 'forgetForm' },
      },
    },
    sending: {
      description: 'The act is being opened on the server.',
      tags: ['formOpen', 'busy'],
      meta: { requirement: '4-counting-act' },
      invoke: {
        id: 'openAct',
        src: 'openAct',
        input: ({ context }) => ({ form: context.form ?? { organization_id: 0, comment: '' }, key: context.key }),
        onDone: { target: 'closed', actions: ['notifyOpened', 'forgetForm'] },
        onError: { target: 'writing', actions: 'takeRefusal' },
      },
    },
  },
});

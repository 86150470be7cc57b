import type { AnyEventObject } from 'xstate';
import type { KeptDraft } from '../../contract/drafts.ts';
import type { EventCase, WorkflowModel } from '../kit/model.ts';
import { type FormDraftEvent, formDraftMachine } from './formDraft.machine.ts';

export const FOUND: KeptDraft = {
  visit: 'v-0',
  at: '2026-11-21T09:32:00.000Z',
  fields: { comment: 'Choraklik sanoq' },
  base: { comment: '' },
};

const one = (name: string, event: FormDraftEvent): EventCase => ({ name, event });
const caused = (name: string, event: AnyEventObject): EventCase => ({ name, event });

export const formDraftModel: WorkflowModel = {
  machine: formDraftMachine,
  beginnings: [{ name: 'of a form', input: { visit: 'v-1' } }],
  cases: [
    caused('finds a draft', { type: 'xstate.done.actor.read', output: FOUND }),
    caused('finds none', { type: 'xstate.done.actor.read', output: null }),
    caused('cannot look for one', { type: 'xstate.error.actor.read', error: new TypeError('network') }),
    one('types', { type: 'draft.write', fields: { comment: 'Yillik' }, base: { comment: '' } }),
    caused('pauses', { type: 'xstate.after.pause.formDraft.writing.pausing' }),
    caused('has it kept', { type: 'xstate.done.actor.keep', output: undefined }),
    caused('finds no room for it', { type: 'xstate.error.actor.keep', error: new Error('full') }),
    caused('waits for another try', { type: 'xstate.after.retry.formDraft.writing.unkept' }),
    one('saves, or empties the form', { type: 'draft.clear' }),
    caused('has it removed', { type: 'xstate.done.actor.drop', output: undefined }),
    caused('cannot have it removed', { type: 'xstate.error.actor.drop', error: new TypeError('network') }),
    one('goes on with the draft', { type: 'draft.take' }),
    one('sets the draft aside', { type: 'draft.setAside' }),
    one('starts over', { type: 'draft.startOver', visit: 'v-2' }),
    one('leaves the form', { type: 'form.leave' }),
  ],
  within(snapshot, { type }) {
    // the form is started over where an earlier draft stands in it
    if (type === 'draft.startOver') return snapshot.matches({ offer: 'taken' });
    if (type === 'draft.take') return snapshot.matches({ offer: 'offered' }) || snapshot.matches({ offer: 'aside' });
    const id = /^xstate\.(?:done|error)\.actor\.(.+)$/.exec(type)?.[1];
    return id === undefined || snapshot._nodes.some((node) => node.invoke.some((invoked) => invoked.id === id));
  },
  serialize: ({ value, context }) => JSON.stringify([value, context.visit, Object.keys(context.fields).length]),
};

import { RefusedError } from '../../contract/refusal.ts';
import type { WorkflowModel } from '../kit/model.ts';
import { newActMachine } from './newAct.machine.ts';

const error = new RefusedError({
  kind: 'refused',
  message: 'validation',
  code: 'validation',
  requestId: 'r-1',
  errors: { comment: ['required'] },
  lines: [],
  current: null,
});

export const newActModel: WorkflowModel = {
  machine: newActMachine,
  cases: [
    { name: 'opens the form', event: { type: 'form.open' } },
    { name: 'closes the form', event: { type: 'form.close' } },
    {
      name: 'sends the form',
      event: { type: 'form.send', form: { organization_id: 1, comment: 'choraklik' }, key: 'k-1' },
    },
    { name: 'the act is opened', event: { type: 'xstate.done.actor.openAct', output: { actId: 7 } } },
    { name: 'the form is refused', event: { type: 'xstate.error.actor.openAct', error } },
  ],
  serialize: (snapshot) => String(snapshot.value),
  // An actor answers while it runs, and only then.
  within: (snapshot, event) => !event.type.startsWith('xstate.') || snapshot.value === 'sending',
};

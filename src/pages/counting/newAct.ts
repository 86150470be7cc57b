/** The actor of opening an act: the list of acts comes without the window's. */
import { fromPromise } from 'xstate';
import { actCreate } from '../../../contract/counting/acts.ts';
import { RefusedError } from '../../../contract/refusal.ts';
import { newActMachine, type OpenActInput } from '../../../machines/actWorkspace/newAct.machine.ts';
import { request } from '../../api/client.ts';
import { refusalOf } from '../../api/refusal.ts';

const openAct = fromPromise<{ actId: number }, OpenActInput>(async ({ input: { form, key } }) => {
  try {
    const { data } = await request(actCreate, { body: form, key });
    return { actId: data.id };
  } catch (error) {
    throw new RefusedError(refusalOf(error));
  }
});

export const newAct = newActMachine.provide({ actors: { openAct } });

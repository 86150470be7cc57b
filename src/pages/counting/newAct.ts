/** The actor of opening an act: the list of acts comes without the window's. */
import { fromPromise } from 'xstate';
import { actCreate } from '../../../contract/counting/acts.ts';
import { newActMachine, type OpenActInput } from '../../../machines/actWorkspace/newAct.machine.ts';
import { request } from '../../api/client.ts';
import { orRefused } from '../../api/refusal.ts';

const openAct = fromPromise<{ actId: number }, OpenActInput>(async ({ input: { form, key } }) => {
  const { data } = await orRefused(() => request(actCreate, { body: form, key }));
  return { actId: data.id };
});

export const newAct = newActMachine.provide({ actors: { openAct } });

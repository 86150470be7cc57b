import { actCreate, loadResidues } from '../../../contract/counting/acts.ts';
import {
  counterCreate,
  counterDelete,
  counterIndex,
  counterRelease,
  counterStart,
  counterUpdate,
} from '../../../contract/counting/counters.ts';
import { saveEntries, submitList } from '../../../contract/counting/entries.ts';
import { counterMachine } from '../../../machines/counter/counter.machine.ts';
import { counterOracle } from '../../oracle/counter.ts';
import { type Answer, ORGANIZATION, PEOPLE, type Server, withServer } from '../world.ts';
import { runApiLayer } from './apiLayer.ts';

/** A fresh act with residues, and one assigned counter in it. */
async function assigned(on: Server): Promise<{ actId: number; id: number }> {
  const { data } = await on.do('keeper', actCreate, { body: { organization_id: ORGANIZATION, comment: 'Sanoq' } });
  await on.do('keeper', loadResidues, { params: { actId: data.id } });
  const counter = await on.do('keeper', counterCreate, {
    params: { actId: data.id },
    body: { title: '1-sanovchi', user_id: PEOPLE.counter1.id },
  });
  return { actId: data.id, id: counter.computing_act_user.id };
}

function send(on: Server, id: number, name: string): Promise<Answer<unknown>> {
  const params = { id };
  switch (name) {
    case 'is renamed':
      return on.call('keeper', counterUpdate, { params, body: { title: 'Ikkinchi', user_id: PEOPLE.counter1.id } });
    case 'is removed':
      return on.call('keeper', counterDelete, { params });
    case 'starts':
      return on.call('counter1', counterStart, { params });
    case 'saves entries':
      return on.call('counter1', saveEntries, {
        params,
        body: {
          entries: [
            {
              entry_id: crypto.randomUUID(),
              product_variant_id: 1,
              count: 1,
              source: 'scan',
              entered_at: new Date().toISOString(),
            },
          ],
        },
      });
    case 'submits':
      return on.call('counter1', submitList, {
        params,
        body: { listed_products: [{ product_variant_id: 1, count: 1 }] },
      });
    case 'is released':
      return on.call('keeper', counterRelease, { params, body: { reason: 'Ishdan ketdi' } });
    default:
      throw new Error(`no verb for "${name}"`);
  }
}

runApiLayer({
  machine: counterMachine,
  oracle: counterOracle,
  server: withServer(),
  async open(watched) {
    const on = watched.server;
    const { actId, id } = await assigned(on);
    return {
      id,
      send: (verb) => send(on, id, verb),
      async look() {
        const { data } = await on.do('keeper', counterIndex, { params: { actId } });
        const own = data.find((one) => one.id === id);
        return { state: own?.status ?? 'removed', whole: data, ...(own && { version: own.version }) };
      },
    };
  },
});

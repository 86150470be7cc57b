/** How a document gets to an end: each way is written by hand, then sent over the API as the people that it names. */
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { actCancel, actComplete, actForm, actShow, loadResidues } from '../../contract/counting/acts.ts';
import { counterCreate, counterStart } from '../../contract/counting/counters.ts';
import { addManually, rowsShow } from '../../contract/counting/matrix.ts';
import { appeal } from '../../contract/directories/appeal.ts';
import { client } from '../../contract/directories/client.ts';
import { invoiceConfirm, invoiceCreate, invoiceSend, invoiceShow } from '../../contract/invoices/heads.ts';
import { lineCreate } from '../../contract/invoices/lines.ts';
import { attachSerials } from '../../contract/invoices/serials.ts';
import { type WayMachine, type WorkflowWay, workflowWay } from '../../contract/workflowWay.ts';
import { addCounter, countingAct, NOTHING, openAct, submit } from './acts.ts';
import { directoryWorld } from './directoryWorld.ts';
import { head, line } from './lifecycles/invoice.driver.ts';
import { newUnit, Warehouse } from './outputKit.ts';
import { ORGANIZATION, OTHER_ORGANIZATION, PEOPLE, PHONE, type PersonName, PLAIN, withServer } from './world.ts';

const server = withServer();

const ask = (who: PersonName, machine: WayMachine, id: number, goal: string) =>
  server.current.call(who, workflowWay, { params: { id }, query: { machine, goal }, language: 'uz' });
const wayOf = async (who: PersonName, machine: WayMachine, id: number, goal: string): Promise<WorkflowWay> => {
  const { status, body, error } = await ask(who, machine, id, goal);
  expect(status, JSON.stringify(error)).toBe(200);
  return body.data;
};

/** Who takes a step, by the names of this world. */
const nameOf = (id: number) => Object.entries(PEOPLE).find(([, one]) => one.id === id)?.[0] ?? '?';
/** A way in lines: the event, the state it leads to, who takes it, what it waits for. */
const lines = ({ steps }: WorkflowWay): string[] =>
  steps.map(({ event, after, by, positions, facts, blocked }) =>
    [
      event,
      after === null ? '' : ` > ${after}`,
      ` · ${by === 'system' ? 'system' : positions.flatMap(({ people }) => people.map(({ id }) => nameOf(id))).sort().join(' ')}`,
      facts.length === 0 ? '' : ` · ${blocked ? 'waits: ' : ''}${facts.map(({ fact }) => fact).join(' ')}`,
    ].join(''),
  );

it('probe', async () => {
  const on = server.current;
  const id = await openAct(on);
  console.log(JSON.stringify(await wayOf('keeper', 'countingAct', id, 'formed'), null, 1));
  console.log(lines(await wayOf('keeper', 'countingAct', id, 'formed')));
  const { id: two } = await countingAct(on, ['counter1', 'counter2']);
  await addCounter(on, two, 'counter3');
  console.log(lines(await wayOf('keeper', 'countingAct', two, 'completed')));
  const invoice = (await on.do('purchaser', invoiceCreate, { body: head('W-1') })).data.id;
  console.log(lines(await wayOf('purchaser', 'invoice', invoice, 'confirmed')));
  await on.do('purchaser', lineCreate, { params: { invoiceId: invoice } as never, body: line({ product_variant_id: PHONE, count: 2 }) }).catch((e) => console.log(e.message));
  console.log(JSON.stringify(await wayOf('purchaser', 'invoice', invoice, 'confirmed'), null, 1));
});

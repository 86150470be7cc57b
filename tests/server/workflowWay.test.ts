/** How a document gets to an end: each way is written by hand, then sent over the API as the people that it names. */
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { cashDocumentConfirm, cashDocumentCreate } from '../../contract/cashDocuments.ts';
import { actCancel, actComplete, actForm, actShow, loadResidues } from '../../contract/counting/acts.ts';
import { counterStart } from '../../contract/counting/counters.ts';
import { addManually } from '../../contract/counting/matrix.ts';
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
import { ORGANIZATION, OTHER_ORGANIZATION, PEOPLE, type PersonName, PHONE, PLAIN, withServer } from './world.ts';

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
      ` · ${
        by === 'system'
          ? 'system'
          : positions
              .flatMap(({ people }) => people.map(({ id }) => nameOf(id)))
              .sort()
              .join(' ')
      }`,
      facts.length === 0 ? '' : ` · ${blocked ? 'waits: ' : ''}${facts.map(({ fact }) => fact).join(' ')}`,
    ].join(''),
  );

const ok = <T extends { status: number; error: unknown }>(answer: T): T => {
  expect(answer.status, JSON.stringify(answer.error)).toBe(200);
  return answer;
};
const list = (count: number) => [{ product_variant_id: PLAIN, count }];

describe('a count', () => {
  const stateOf = async (actId: number) =>
    (await server.current.do('keeper', actShow, { params: { id: actId } as never })).data.status;

  it('goes from its opening to the stock by its managers, its counters and the system', async () => {
    const on = server.current;
    const id = await openAct(on);
    expect(lines(await wayOf('keeper', 'countingAct', id, 'formed'))).toEqual([
      'residues.load > residues_loaded · deputy keeper',
      'counter.add · deputy keeper · someAssigned',
      'counter.start > counting · ',
      'counter.submit ·  · everyCounterSubmitted',
      'counters.allSubmitted > counted · system',
      'act.complete > completed · deputy keeper',
      'act.form > formed · deputy keeper',
    ]);
    await on.do('keeper', loadResidues, { params: { actId: id } });
    const counter = await addCounter(on, id, 'counter1');
    expect(lines(await wayOf('keeper', 'countingAct', id, 'completed'))).toEqual([
      'counter.start > counting · counter1',
      'counter.submit · counter1 · everyCounterSubmitted',
      'counters.allSubmitted > counted · system',
      'act.complete > completed · deputy keeper',
    ]);
    await on.do('counter1', counterStart, { params: { id: counter } });
    ok(await submit(on, 'counter1', counter, list(10)));
    // the list that is handed in last leads on by itself
    expect(await stateOf(id)).toBe('counted');
    await on.do('deputy', actComplete, { params: { actId: id } });
    expect(lines(await wayOf('deputy', 'countingAct', id, 'formed'))).toEqual(['act.form > formed · deputy keeper']);
    await on.do('keeper', actForm, { params: { id } });
    expect(await stateOf(id)).toBe('formed');
    expect((await wayOf('keeper', 'countingAct', id, 'formed')).none).toBe('there');
    expect((await wayOf('keeper', 'countingAct', id, 'completed')).none).toBe('past');
  });

  it('names who has not handed in, and what counters disagree about as completing itself refuses it', async () => {
    const on = server.current;
    const { id, counters } = await countingAct(on, ['counter1', 'counter2']);
    const late = await addCounter(on, id, 'counter3');
    const way = await wayOf('keeper', 'countingAct', id, 'completed');
    expect(lines(way)).toEqual([
      'counter.start · counter3',
      'counter.submit · counter1 counter2 counter3 · everyCounterSubmitted',
      'counters.allSubmitted > counted · system',
      'act.complete > completed · deputy keeper',
    ]);
    expect(way.steps.map(({ by, or }) => [by, or])).toEqual([
      ['each', [{ event: 'counter.remove', mine: true }]],
      ['each', [{ event: 'counter.release', mine: true }]],
      ['system', []],
      ['person', []],
    ]);
    await on.do('counter3', counterStart, { params: { id: late } });
    for (const [at, who] of (['counter1', 'counter2'] as const).entries())
      ok(await submit(on, who, counters[at] ?? NOTHING, list(8 + at)));
    ok(await submit(on, 'counter3', late, []));
    const decide = await wayOf('deputy', 'countingAct', id, 'completed');
    expect(lines(decide)).toEqual([
      'product.countManually · deputy keeper · noDisagreements',
      'act.complete > completed · deputy keeper',
    ]);
    const refused = await on.call('keeper', actComplete, { params: { actId: id } });
    expect(refused.status).toBe(409);
    expect(decide.steps[0]?.facts[0]?.text).toBe(refused.error.message);
    ok(
      await on.call('deputy', addManually, {
        params: { actId: id },
        body: { product_variant_id: PLAIN, listed_products: list(9) },
      }),
    );
    expect(lines(await wayOf('keeper', 'countingAct', id, 'completed'))).toEqual([
      'act.complete > completed · deputy keeper',
    ]);
    await on.do('keeper', actComplete, { params: { actId: id } });
    expect(await stateOf(id)).toBe('completed');
  });

  it('leads who counts in it to the own list', async () => {
    const on = server.current;
    const { id } = await countingAct(on, ['counter1']);
    const counter = await addCounter(on, id, 'deputy');
    expect((await wayOf('deputy', 'countingAct', id, 'completed')).beside).toEqual({ counter });
    expect((await wayOf('keeper', 'countingAct', id, 'completed')).beside).toEqual({});
    await on.do('keeper', actCancel, { params: { id } as never, body: { reason: 'Sinov' } });
  });

  it('names the reader of an office among those of its branch who may take a step, and first', async () => {
    const on = server.current;
    const move = (organization_id: number) =>
      on.db.kysely.updateTable('app_user').set({ organization_id }).where('id', '=', PEOPLE.deputy.id).execute();
    const id = await openAct(on);
    await move(OTHER_ORGANIZATION);
    const own = await wayOf('deputy', 'countingAct', id, 'formed');
    const theirs = await wayOf('keeper', 'countingAct', id, 'formed');
    await move(ORGANIZATION);
    const [first] = own.steps;
    expect([first?.event, first?.mine]).toEqual(['residues.load', true]);
    expect(first?.positions[0]?.people[0]?.id).toBe(PEOPLE.deputy.id);
    expect(lines(own)[0]).toBe('residues.load > residues_loaded · deputy keeper');
    // for others the branch does without the offices
    expect(lines(theirs)[0]).toBe('residues.load > residues_loaded · keeper');
  });

  it('that was called off has no way, and one of others is not shown', async () => {
    const on = server.current;
    const id = await openAct(on);
    await on.do('keeper', actCancel, { params: { id } as never, body: { reason: 'Xato ochilgan' } });
    expect(await wayOf('keeper', 'countingAct', id, 'formed')).toMatchObject({ none: 'over', steps: [] });
    // who opens acts sees the own ones; who counts, and who has nothing to do with counting, sees none
    for (const who of ['stranger', 'counter1', 'purchaser'] as const)
      expect((await ask(who, 'countingAct', id, 'formed')).status).toBe(404);
    expect((await ask('keeper', 'countingAct', id, 'counted')).status).toBe(422);
  });
});

it('a list of a count waits for the stock, then is begun and handed in by its person', async () => {
  const on = server.current;
  const act = await openAct(on);
  const id = await addCounter(on, act, 'counter1');
  const early = await wayOf('counter1', 'counter', id, 'submitted');
  expect(lines(early)).toEqual([
    'counter.start > counting · counter1 · waits: residuesLoaded',
    'counter.submit > submitted · counter1',
  ]);
  expect(early.beside).toEqual({ act });
  expect((await on.call('counter1', counterStart, { params: { id } })).status).toBe(409);
  await on.do('keeper', loadResidues, { params: { actId: act } });
  expect(lines(await wayOf('keeper', 'counter', id, 'submitted'))).toEqual([
    'counter.start > counting · counter1',
    'counter.submit > submitted · counter1',
  ]);
  await on.do('counter1', counterStart, { params: { id } });
  expect(lines(await wayOf('counter1', 'counter', id, 'submitted'))).toEqual(['counter.submit > submitted · counter1']);
  await addCounter(on, act, 'counter2');
  ok(await submit(on, 'counter1', id, list(10)));
  expect((await wayOf('counter1', 'counter', id, 'submitted')).none).toBe('there');
  // neither who counts beside that person nor anybody else has the list
  for (const who of ['counter2', 'counter3'] as const)
    expect((await ask(who, 'counter', id, 'submitted')).status).toBe(404);
});

it('a list of a count that was called off has no way', async () => {
  const on = server.current;
  const act = await openAct(on);
  const id = await addCounter(on, act, 'counter1');
  await on.do('keeper', actCancel, { params: { id: act } as never, body: { reason: 'Xato ochilgan' } });
  expect(await wayOf('counter1', 'counter', id, 'submitted')).toMatchObject({ none: 'over', steps: [] });
});

describe('an invoice', () => {
  const draft = async (number: string) =>
    (await server.current.do('purchaser', invoiceCreate, { body: head(number) })).data.id;

  it('gets lines and serial numbers on its way, and ends confirmed', async () => {
    const on = server.current;
    const id = await draft('W-1');
    const params = { id };
    const empty = await wayOf('purchaser', 'invoice', id, 'confirmed');
    expect(lines(empty)).toEqual([
      'line.add · director purchaser · hasLines',
      'invoice.send > sent · director purchaser',
      'invoice.confirm > confirmed · accountant director',
    ]);
    expect(empty.steps.map(({ mine }) => mine)).toEqual([true, true, false]);
    expect(empty.steps[0]?.facts[0]?.text).toBe('Hisob-fakturada hali qator yoʻq.');
    const { data } = await on.do('purchaser', lineCreate, {
      params,
      body: line({ product_variant_id: PHONE, count: 2 }),
    });
    await on.do('purchaser', invoiceSend, { params, body: { value: true } });
    const sent = await wayOf('accountant', 'invoice', id, 'confirmed');
    expect(lines(sent)).toEqual([
      'serials.attach · director purchaser warehouseman · everySerialSaved',
      'invoice.confirm > confirmed · accountant director',
    ]);
    expect(sent.steps[0]?.facts[0]?.text).toBe(
      (await on.call('accountant', invoiceConfirm, { params, body: { value: true } })).error.message,
    );
    ok(
      await on.call('purchaser', attachSerials, {
        body: {
          input_product_id: data.id,
          serial_numbers: ['W-A', 'W-B'].map((serial_number) => ({ serial_number, imei_numbers: [] })),
          has_many: true,
        },
      }),
    );
    expect(lines(await wayOf('accountant', 'invoice', id, 'confirmed'))).toEqual([
      'invoice.confirm > confirmed · accountant director',
    ]);
    await on.do('accountant', invoiceConfirm, { params, body: { value: true } });
    expect((await on.do('purchaser', invoiceShow, { params })).data.status).toBe('confirmed');
  });

  it('waits where its branch has no open day, and keeps that day from closing', async () => {
    const on = server.current;
    const id = await draft('W-2');
    await on.do('purchaser', lineCreate, { params: { id }, body: line() });
    const setDay = (status: string) =>
      sql`UPDATE practice_day SET status = ${status} WHERE organization_id = ${ORGANIZATION}`.execute(on.db.kysely);
    await setDay('closing');
    const way = await wayOf('purchaser', 'invoice', id, 'confirmed');
    expect(lines(way)).toEqual([
      'invoice.send > sent · director purchaser · waits: openDay',
      'invoice.confirm > confirmed · accountant director · waits: openDay',
    ]);
    const refused = await on.call('purchaser', invoiceSend, { params: { id }, body: { value: true } });
    expect(way.steps[0]?.facts[0]?.text).toBe(refused.error.message);
    await setDay('open');
    await on.do('purchaser', invoiceSend, { params: { id }, body: { value: true } });
    const { rows } = await sql<{
      id: number;
    }>`SELECT id FROM practice_day WHERE organization_id = ${ORGANIZATION}`.execute(on.db.kysely);
    expect(lines(await wayOf('director', 'practiceDay', rows[0]?.id ?? 0, 'closed'))).toEqual([
      'day.startClosing > closing · director stranger · waits: nothingBlocks',
      'day.close > closed · director',
    ]);
  });

  it('that nobody may confirm names who gives the right', async () => {
    const on = server.current;
    const id = await draft('W-3');
    const taken = (['accountant', 'director'] as const).map((who) => ({
      ...{ user_id: PEOPLE[who].id, resource: 'product_invoice', action: 'confirm', granted: false },
    }));
    await on.db.kysely.insertInto('user_rule').values(taken).execute();
    const way = await wayOf('purchaser', 'invoice', id, 'confirmed');
    expect(way.steps.map(({ event, nobody }) => [event, nobody])).toEqual([
      ['line.add', false],
      ['invoice.send', false],
      ['invoice.confirm', true],
    ]);
    expect(way.givers.flatMap(({ people }) => people)).toEqual([{ id: 13, fullname: 'Gulnora Hamidova' }]);
    await sql`DELETE FROM user_rule WHERE resource = 'product_invoice' AND NOT granted`.execute(on.db.kysely);
  });
});

const setDays = (from: 'open' | 'closing', status: 'open' | 'closing') =>
  server.current.db.kysely.updateTable('practice_day').set({ status }).where('status', '=', from).execute();

it('a contract comes into force by its first payment and the hand-over of its goods', async () => {
  const on = server.current;
  const store = new Warehouse(() => server.current);
  await store.till.desks();
  const serial = await newUnit(on, PHONE, '2020-01-01');
  const { client: clientId, contract } = await store.signed([{ variant: PHONE, qty: 1 }]);
  const signed = await wayOf('director', 'contract', contract, 'active');
  expect(lines(signed)).toEqual([
    'firstPayment.receive > awaiting_handover · cashier director · firstPaid',
    'output.pick > picking · director warehouseman',
    'serial.scan · director warehouseman',
    'goods.handOver > active · director warehouseman',
  ]);
  // the hand-over of the goods is made by the payment
  const output = { machine: 'output', id: null, branch: ORGANIZATION, beside: {} };
  expect(signed.steps.map(({ of, through }) => of ?? through)).toEqual([
    { machine: 'cashDocument', event: 'cash.confirm' },
    output,
    output,
    { machine: 'output', event: 'output.handOver', document: output },
  ]);
  // put aside first: it waits for an open day, and is taken at the desk
  const desk = { client_id: clientId, contract_ids: [contract], channel: 'cash', cash_account_id: 1 } as const;
  const { data: payment } = await on.do('cashier', cashDocumentCreate, { body: { ...desk, amount: 200_000 } });
  const paying = () => wayOf('cashier', 'cashDocument', payment.id, 'confirmed');
  await setDays('open', 'closing');
  expect(lines(await paying())).toEqual(['cash.confirm > confirmed · cashier director · waits: openDay']);
  const [unpaid] = lines(await wayOf('director', 'contract', contract, 'active'));
  expect(unpaid).toBe('firstPayment.receive > awaiting_handover · cashier director · waits: firstPaid openDay');
  await setDays('closing', 'open');
  expect(lines(await paying())).toEqual(['cash.confirm > confirmed · cashier director']);
  const mark = await store.till.mark(clientId);
  await on.do('cashier', cashDocumentConfirm, { params: { id: payment.id }, body: { mark } });
  expect((await paying()).none).toBe('there');
  const waiting = await store.outputOf(contract);
  const waits = await wayOf('warehouseman', 'output', waiting, 'handed_over');
  expect(lines(waits)).toEqual([
    'output.pick > picking · director warehouseman',
    'serial.scan · director warehouseman · allPicked',
    'output.handOver > handed_over · director warehouseman',
  ]);
  ok(await store.pick(waiting));
  ok(await store.scan(waiting, serial));
  expect(lines(await wayOf('warehouseman', 'output', waiting, 'handed_over'))).toEqual([
    'output.handOver > handed_over · director warehouseman',
  ]);
  ok(await store.handOver(waiting));
  expect(await store.till.status(waiting)).toBe('handed_over');
  expect((await wayOf('director', 'contract', contract, 'active')).none).toBe('there');
});

describe('an appeal', () => {
  const { create } = directoryWorld(server);
  const rights = {
    counter1: ['client_appeal.show', 'client_appeal.add'],
    counter2: ['client_appeal.show', 'client_appeal.edit'],
    viewer: ['client_appeal.show', 'client_appeal.confirm'],
  };
  const step = (verb: string) => appeal.steps[`appeal.${verb}`] as (typeof appeal.steps)[string];
  let about = { client_id: 0, kind_id: 0 };

  beforeAll(async () => {
    const { kysely } = server.current.db;
    const { rows } = await sql<{ id: number }>`
      INSERT INTO classifier_value (classifier_id, name_uz, name_ru, code, place, days, search_key)
      SELECT id, 'savol', 'вопрос', 'question', 1, 1, 'savol' FROM classifier WHERE code = 'appeal_kind' RETURNING id`.execute(
      kysely,
    );
    about = { client_id: (await create(client as never)).id, kind_id: rows[0]?.id ?? 0 };
    const given = Object.entries(rights).flatMap(([who, rules]) =>
      rules.map((rule) => {
        const [resource = '', action = ''] = rule.split('.');
        return { user_id: PEOPLE[who as PersonName].id, resource, action, granted: true };
      }),
    );
    await kysely.insertInto('user_rule').values(given).execute();
  });

  it('is given, answered by whoever may be given it, and closed', async () => {
    const on = server.current;
    const body = { ...about, channel: 'call', organization_id: ORGANIZATION, text: 'Jadval qachon oʻzgaradi?' };
    const { id } = (await on.do('counter1', appeal.calls.create, { body: body as never })).data;
    const take = (who: PersonName, verb: string, sent: object) =>
      on.call(who, step(verb), { params: { id }, body: sent } as never);
    expect(lines(await wayOf('counter1', 'appeal', id, 'closed'))).toEqual([
      'appeal.assign > assigned · counter2 director',
      'appeal.answer > answered · counter2 director',
      'appeal.close > closed · director viewer',
    ]);
    ok(await take('counter2', 'assign', { responsible_id: PEOPLE.counter2.id }));
    // now it has somebody who answers, and nobody else does
    expect(lines(await wayOf('viewer', 'appeal', id, 'closed'))).toEqual([
      'appeal.answer > answered · counter2',
      'appeal.close > closed · director viewer',
    ]);
    ok(await take('counter2', 'answer', { answer: 'Keyingi oydan.', answered_by: 'call' }));
    ok(await take('viewer', 'close', { told: true }));
    expect((await on.do('director', appeal.calls.show, { params: { id } })).data.status).toBe('closed');
  });

  it('of another branch is not shown', async () => {
    const on = server.current;
    const body = { ...about, channel: 'call', organization_id: ORGANIZATION, text: 'Jadval?' };
    const { id } = (await on.do('counter1', appeal.calls.create, { body: body as never })).data;
    const move = (organization_id: number) =>
      on.db.kysely.updateTable('app_user').set({ organization_id }).where('id', '=', PEOPLE.viewer.id).execute();
    await move(OTHER_ORGANIZATION);
    expect((await ask('viewer', 'appeal', id, 'closed')).status).toBe(404);
    await move(ORGANIZATION);
  });
});

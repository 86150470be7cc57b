/** Goods at the same moment: what leaves once however many hands it is in (V8; decisions 60, 63). Run it on PostgreSQL too. */
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { openOutput, withdrawOutput } from '../../server/outputs/waiting.ts';
import { newUnit, Warehouse } from './outputKit.ts';
import { newGoods, SHOP } from './saleKit.ts';
import { ORGANIZATION, withServer } from './world.ts';

const server = withServer();
const store = new Warehouse(() => server.current);
const kysely = () => server.current.db.kysely;
const statuses = (answers: readonly { status: number }[]) => answers.map(({ status }) => status).sort();

beforeAll(() => store.till.desks());

const newPhone = async () => (await newGoods(server.current, { qty: 0, serial: true })).id;

it('the same unit in two outputs is kept by one of them', async () => {
  const variant = await newPhone();
  const unit = await newUnit(server.current, variant, '2020-01-01');
  await newUnit(server.current, variant, '2020-01-01');
  const outputs = [await store.waiting([{ variant, qty: 1 }]), await store.waiting([{ variant, qty: 1 }])];
  for (const { output } of outputs) await store.pick(output);
  const answers = await Promise.all(outputs.map(({ output }) => store.scan(output, unit)));
  expect(statuses(answers)).toEqual([200, 422]);
  const { rows } = await sql`SELECT 1 FROM reservation r JOIN serial_number s ON s.id = r.serial_id
    WHERE s.serial_number = ${unit} AND r.ended_at IS NULL`.execute(kysely());
  expect(rows).toHaveLength(1);
});

it('eight hand-overs of one output are one: stock and debt move once', async () => {
  const variant = await newPhone();
  const unit = await newUnit(server.current, variant, '2020-01-01');
  const { output, contract } = await store.waiting([{ variant, qty: 1 }]);
  await store.pick(output);
  await store.scan(output, unit);
  const answers = await Promise.all(Array.from({ length: 8 }, () => store.handOver(output)));
  expect(statuses(answers)).toEqual([200, ...Array.from({ length: 7 }, () => 409)]);
  const { rows } = await sql<{ qty: number }>`SELECT qty FROM stock_move WHERE document_id = ${output}`.execute(
    kysely(),
  );
  expect(rows).toEqual([{ qty: -1 }]);
  expect(await store.till.entries(output)).toHaveLength(1);
  expect(await store.till.status(contract)).toBe('active');
  await store.till.clean();
});

it('two units scanned into the last place: one of them is taken', async () => {
  const variant = await newPhone();
  const units = [
    await newUnit(server.current, variant, '2020-01-01'),
    await newUnit(server.current, variant, '2020-01-01'),
  ];
  const { output, contract } = await store.waiting([{ variant, qty: 1 }]);
  await store.pick(output);
  const answers = await Promise.all(units.map((unit) => store.scan(output, unit)));
  expect(statuses(answers)).toEqual([200, 422]);
  expect(await store.kept(contract)).toHaveLength(1);
});

it('a pick and a reversal of the first payment: either the goods stay with the contract, or nothing waits', async () => {
  for (let turn = 0; turn < 3; turn += 1) {
    const { output, contract, payment } = await store.waiting([{ variant: 1, qty: 1 }]);
    const { mark } = (await store.till.preview(payment)).data;
    const [picked, reversed] = await Promise.all([store.pick(output), store.till.reverse(payment, mark)]);
    const state = await store.till.status(contract);
    if (picked.status === 200) {
      expect([reversed.status, reversed.error.code, state]).toEqual([409, 'goods_leaving', 'awaiting_handover']);
      await store.cancel(output);
      await store.till.reverse(payment);
    } else expect([picked.status, reversed.status, state]).toEqual([409, 200, 'signed']);
  }
  await store.till.clean();
});

it('a contract has one output, whoever opens another at the same moment', async () => {
  const { contract } = await store.signed([{ variant: 1, qty: 1 }]);
  const waiting = { id: contract, organizationId: ORGANIZATION, warehouseId: SHOP };
  const open = () => server.current.db.tx((db) => openOutput({ db, now: new Date() }, waiting));
  const opened = await Promise.allSettled([open(), open(), open()]);
  expect(opened.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  await server.current.db.tx((db) => withdrawOutput({ db, now: new Date() }, waiting));
});

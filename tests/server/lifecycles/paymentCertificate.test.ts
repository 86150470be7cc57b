/** Certificates for clients: their lifecycle, what is refused, frozen figures, and when one loses its force. */
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { closedContractIndex } from '../../../contract/cashClients.ts';
import { paymentCertificate } from '../../../contract/directories/paymentCertificate.ts';
import { noticeIndex } from '../../../contract/notices.ts';
import { certificateForm, contractGetAll } from '../../../contract/sale/certificates.ts';
import { paymentCertificateMachine } from '../../../machines/paymentCertificate/paymentCertificate.machine.ts';
import { paymentCertificateOracle } from '../../oracle/paymentCertificate.ts';
import { expectAttached } from '../attachedKit.ts';
import { K, Till } from '../moneyKit.ts';
import { OTHER_ORGANIZATION, PEOPLE, type PersonName, withServer } from '../world.ts';
import { runApiLayer } from './apiLayer.ts';

const server = withServer();
const till = new Till(() => server.current);
const { calls, steps } = paymentCertificate;
const ISSUE = steps['certificate.issue'] as never;

interface Closed {
  client: number;
  contract: number;
  last: number;
}

/** Contract K that is handed over on 24.11 and paid whole on 10.12. */
async function closed(): Promise<Closed> {
  await till.day('2026-11-23');
  const client = await till.client();
  const contract = await till.sign(client, K);
  await till.paid(client, [contract], 200_000);
  await till.day('2026-11-24');
  await till.handOver(client, contract);
  await till.day('2026-12-10');
  const last = await till.paid(client, [contract], 920_000);
  expect(await till.status(contract)).toBe('closed');
  return { client, contract, last };
}

beforeAll(async () => {
  await till.desks();
  const granted: [PersonName, string[]][] = [
    ['counter1', ['show', 'add']],
    ['viewer', ['show', 'print']],
    ['stranger', ['show', 'add', 'print']],
  ];
  const { kysely } = server.current.db;
  await kysely
    .insertInto('user_rule')
    .values(
      granted.flatMap(([name, actions]) =>
        actions.map((action) => ({
          ...{ user_id: PEOPLE[name].id, resource: 'payment_certificate', action, granted: true, until: null },
        })),
      ),
    )
    .execute();
  await kysely
    .updateTable('app_user')
    .set({ organization_id: OTHER_ORGANIZATION })
    .where('id', '=', PEOPLE.stranger.id)
    .execute();
});

const bodyOf = (contract_id: number, more: object = {}) => ({
  ...{ contract_id, statement: 'paid', as_of: '2026-12-10', ...more },
});
const create = (who: PersonName, contract: number, more: object = {}) =>
  server.current.call(who, calls.create, { body: bodyOf(contract, more) as never });
const make = async (contract: number, more: object = {}, who: PersonName = 'director') => {
  const answer = await create(who, contract, more);
  expect(answer.status, JSON.stringify(answer.error)).toBe(200);
  return answer.body.data;
};
const issue = (id: number, who: PersonName = 'director') =>
  server.current.call(who, ISSUE, { params: { id }, body: {} } as never);
const look = async (id: number) => (await server.current.do('director', calls.show, { params: { id } })).data;

runApiLayer({
  machine: paymentCertificateMachine,
  oracle: paymentCertificateOracle,
  server,
  document: true,
  async open({ server: on }) {
    const { contract, last } = await closed();
    const { data } = await on.do('director', calls.create, { body: bodyOf(contract) as never });
    const params = { id: data.id };
    return {
      id: data.id,
      async send(verb) {
        if (verb === 'is issued') return on.call('director', ISSUE, { params, body: {} } as never);
        if (verb === 'is corrected')
          return on.call('director', calls.update, {
            params,
            body: bodyOf(contract) as never,
          });
        await till.reverse(last);
        return { status: 200 } as never;
      },
      async make(facts) {
        if (facts.truthful === false)
          await sql`UPDATE payment_certificate SET as_of = '2026-12-09' WHERE id = ${data.id}`.execute(on.db.kysely);
        if (facts.paid === false)
          await sql`UPDATE payment_certificate SET statement = 'debt' WHERE id = ${data.id}`.execute(on.db.kysely);
      },
      async look() {
        const { data: whole } = await on.do('director', calls.show, { params });
        return { state: whole.status as string, version: whole.version, whole };
      },
    };
  },
});

describe('a certificate', () => {
  it('that a contract is paid has its number and frozen figures once it is issued, and is printed', async () => {
    const { contract, client } = await closed();
    const one = await make(contract, {}, 'counter1');
    expect(one).toMatchObject({ status: 'draft', number: null, client: { id: client }, owed: null });
    const early = await server.current.call('viewer', certificateForm, { params: { id: one.id } });
    expect([early.status, early.error.message]).toEqual([409, expect.stringContaining('avval uni bering')]);
    expect((await issue(one.id, 'viewer')).status).toBe(403);
    expect((await issue(one.id, 'counter1')).status).toBe(200);
    const { number } = await look(one.id);
    expect(number).toMatch(/^[A-Z]+-26-\d{4}$/);
    const form = await server.current.do('viewer', certificateForm, { params: { id: one.id } });
    expect([form.number, form.annulled]).toEqual([number, false]);
    expect(form.data).toMatchObject({
      ...{ kind: 'paid', as_of: '2026-12-10', issued_on: '2026-12-10', owed: 0, paid: 1_120_000, overdue: 0 },
      contract: { total: 1_120_000, closed_on: '2026-12-10' },
      buyer: { fullname: 'Aziza Karimova' },
    });
    // who may print has it open for printing: that is kept
    const { rows } = await sql<{ user_id: number }>`SELECT user_id FROM record_opening
      WHERE kind = 'client' AND record_id = ${client}`.execute(till.kysely);
    expect(rows).toContainEqual({ user_id: PEOPLE.viewer.id });
    expect((await server.current.call('counter1', certificateForm, { params: { id: one.id } })).status).toBe(403);
    expect((await server.current.call('stranger', certificateForm, { params: { id: one.id } })).status).toBe(404);
  });

  it('is named by the preview of a reversal and annulled with it; its author is notified', async () => {
    const { contract, client, last } = await closed();
    const one = await make(contract, {}, 'counter1');
    await issue(one.id, 'counter1');
    const { number } = await look(one.id);
    const { data: listed } = await server.current.do('director', closedContractIndex, { query: { per_page: 100 } });
    expect(listed.find(({ id }) => id === contract)?.certificate).toEqual({ id: one.id, number });
    const { data: preview } = await till.preview(last);
    expect(preview.contracts.find(({ id }) => id === contract)?.certificates).toEqual([{ id: one.id, number }]);
    const { body } = await till.reverse(last);
    expect(await look(one.id)).toMatchObject({
      ...{ status: 'annulled', number, annulled_on: '2026-12-10', annulled_by: body.data.reversed_by?.number, owed: 0 },
    });
    const { data: notices } = await server.current.do('counter1', noticeIndex);
    expect(notices[0]).toMatchObject({
      machine: 'paymentCertificate',
      event: 'certificate.annul',
      about: { name: number },
    });
    expect((await server.current.do('director', certificateForm, { params: { id: one.id } })).annulled).toBe(true);
    // paid again, it is certified anew
    await till.paid(client, [contract], 920_000);
    const next = await make(contract);
    expect((await issue(next.id)).status).toBe(200);
    expect((await look(one.id)).status).toBe('annulled');
  });

  it('of a debt on a day, and a schedule, are true of their day and stay', async () => {
    const { contract, last } = await closed();
    const debt = await make(contract, { statement: 'debt', as_of: '2026-11-30' });
    const schedule = await make(contract, { statement: 'schedule', as_of: '2026-11-30' });
    for (const { id } of [debt, schedule]) expect((await issue(id)).status).toBe(200);
    expect((await look(debt.id)).owed).toBe(920_000);
    const { data } = await server.current.do('director', certificateForm, { params: { id: schedule.id } });
    expect(data.instalments.map(({ amount, paid }) => [amount, paid])).toEqual([
      [200_000, 200_000],
      [306_000, 0],
      [306_000, 0],
      [308_000, 0],
    ]);
    await till.reverse(last);
    expect([(await look(debt.id)).status, (await look(schedule.id)).status]).toEqual(['issued', 'issued']);
  });

  it('is refused where it would not be true, with the field and the reason', async () => {
    const { contract, client, last } = await closed();
    const faults = async (id: number, more: object = {}) => {
      const answer = await create('director', id, more);
      return [answer.status, answer.error.errors];
    };
    expect(await faults(contract, { as_of: '2026-12-11' })).toEqual([
      422,
      { as_of: ['Sana 10.12.2026 dan keyin boʻlmasin.'] },
    ]);
    expect(await faults(contract, { as_of: '2026-11-23' })).toEqual([
      422,
      { as_of: ['Tovar 24.11.2026 da topshirilgan: sana undan oldin boʻlmasin.'] },
    ]);
    const waiting = await till.sign(client, K);
    expect(await faults(waiting, { statement: 'debt' })).toEqual([
      422,
      { contract_id: ['Tovari topshirilmagan shartnomaga maʼlumotnoma berilmaydi.'] },
    ]);
    expect((await create('stranger', contract)).status).toBe(403);
    const draft = await make(contract);
    await till.reverse(last);
    expect(await faults(contract)).toEqual([
      422,
      { statement: [`Shartnoma toʻliq yopilmagan: qarzi 920\u202f000 soʻm.`] },
    ]);
    // what was true when it was written
    const late = await issue(draft.id);
    expect([late.status, late.error.message]).toEqual([409, expect.stringContaining('Hisob bunday demaydi')]);
    expect((await look(draft.id)).refused?.['certificate.issue']).toContain('Hisob bunday demaydi');
  });

  it('is made out for contracts of one’s own branch that were handed over', async () => {
    const { contract } = await closed();
    const { rows } = await sql<{ number: string }>`SELECT number FROM document WHERE id = ${contract}`.execute(
      till.kysely,
    );
    const find = async (who: PersonName) =>
      (await server.current.do(who, contractGetAll, { query: { search: rows[0]?.number ?? '' } })).data;
    expect(await find('counter1')).toEqual([{ id: contract, title: `${rows[0]?.number}, Aziza Karimova` }]);
    expect(await find('stranger')).toEqual([]);
  });
});

it('has comments, files and a log, and is in its list', async () => {
  const { contract } = await closed();
  const { id } = await make(contract);
  await expectAttached(server.current, paymentCertificate, id, 'director');
});

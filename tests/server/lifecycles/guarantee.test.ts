/** Guarantees: their lifecycle, who may be a guarantor, what signing asks for, and when one is free. */
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { practiceDayClose, practiceDayStartClosing } from '../../../contract/practiceDay.ts';
import { contractAddendum } from '../../../contract/sale/addenda.ts';
import { contractCancel, contractForm, contractShow, contractSign } from '../../../contract/sale/contracts.ts';
import { guaranteeCreate, guaranteeDrop, guaranteeReplace } from '../../../contract/sale/guarantees.ts';
import { guaranteeMachine } from '../../../machines/guarantee/guarantee.machine.ts';
import { releaseGuarantors } from '../../../server/contracts/guarantees.ts';
import { guaranteeOracle } from '../../oracle/guarantee.ts';
import { inForceNow, newBuyer, newContract, openShop, type Wish } from '../contractsKit.ts';
import { documentOf, list, newClient } from '../saleKit.ts';
import { ORGANIZATION, PEOPLE, type PersonName, type Server, withServer } from '../world.ts';
import { runApiLayer } from './apiLayer.ts';

const server = withServer();
let on: Server;
beforeAll(async () => {
  on = server.current;
  await openShop(on);
});

const show = async (id: number) => (await on.do('director', contractShow, { params: { id } })).data;
const name = (contract_id: number, client_id: number, more: object = {}, who: PersonName = 'seller') =>
  on.call(who, guaranteeCreate, { body: { contract_id, client_id, ...more } });
const sign = (id: number) => on.call('seller', contractSign, { params: { id } });

runApiLayer({
  machine: guaranteeMachine,
  oracle: guaranteeOracle,
  server,
  kind: 'guarantee',
  async open({ server: seen }) {
    const { contract } = await newContract(on);
    const person = await newBuyer(on);
    const { data } = await on.do('seller', guaranteeCreate, {
      body: { contract_id: contract.id, client_id: person, relation: 'spouse' },
    });
    const read = async () => (await show(contract.id)).guarantees.find(({ id }) => id === data.id);
    const params = { id: contract.id };
    return {
      id: data.id,
      async send(verb) {
        // the draft is signed without somebody who was taken off
        if (verb === 'is signed')
          return (await read())?.status === 'dropped' ? undefined : seen.call('seller', contractSign, { params });
        if (verb === 'is taken off') return seen.call('seller', guaranteeDrop, { params: { id: data.id } });
        return seen.call('director', contractCancel, { params, body: { reason: 'Mijoz fikridan qaytdi' } });
      },
      async make({ fit }) {
        if (fit === false) await list(on, await documentOf(on, person));
      },
      async look() {
        const whole = await read();
        return { state: whole?.status ?? '', version: whole?.version ?? 0, whole };
      },
    };
  },
});

describe('a guarantor is named', () => {
  it('is another client than the buyer, once, on a draft, by who writes it on', async () => {
    const client_id = await newBuyer(on);
    const { contract } = await newContract(on, { client_id });
    const fields = async (person: number) => Object.keys((await name(contract.id, person)).error?.errors ?? {});
    expect(await fields(client_id)).toEqual(['client_id']);
    expect(await fields(999_999)).toEqual(['client_id']);
    const person = await newBuyer(on);
    expect((await name(contract.id, person)).status).toBe(200);
    expect(await fields(person)).toEqual(['client_id']);
    expect((await name(contract.id, await newBuyer(on), {}, 'keeper')).status).toBe(403);
    expect((await sign(contract.id)).status).toBe(200);
    expect((await name(contract.id, await newBuyer(on))).status).toBe(409);
  });

  it.each([
    ['without a PINFL', () => newClient(on), 'hujjati yoʻq'],
    ['who is not of age', () => newBuyer(on, { birth_date: '2009-06-15', pinfl: undefined }), 'hujjati yoʻq'],
  ])('somebody %s is named, and keeps the contract from being signed', async (_, person, words) => {
    const { contract } = await newContract(on);
    const { data } = await on.do('seller', guaranteeCreate, {
      body: { contract_id: contract.id, client_id: await person() },
    });
    expect(data.unfit).toContain(words);
    const refused = await sign(contract.id);
    expect([refused.status, refused.error.message]).toEqual([409, expect.stringContaining(words)]);
    await on.do('seller', guaranteeDrop, { params: { id: data.id } });
    expect((await sign(contract.id)).status).toBe(200);
  });

  it('somebody of 17 years is too young, of 18 not', async () => {
    const { contract } = await newContract(on);
    const person = await newBuyer(on);
    await name(contract.id, person);
    const unfit = async (birth: string) => {
      await sql`UPDATE client SET birth_date = ${birth} WHERE id = ${person}`.execute(on.db.kysely);
      return (await show(contract.id)).guarantees[0]?.unfit ?? null;
    };
    // the practice date is 21.11.2026
    expect(await unfit('2008-11-22')).toContain('18');
    expect(await unfit('2008-11-21')).toBeNull();
  });
});

describe('signing asks for guarantors', () => {
  it('from the sum of the category on, and not below it', async () => {
    const setting = await inForceNow(on, 'category_setting', {
      ...{ category_id: 1, terms: ['3', '12'], first_payment: 20, guarantor_from: 920_000, pledge_from: null },
      ...{ lock: false, delivery: false, installation: false },
    });
    const wish: Wish = { first_payment: 200_000, term: 3 };
    // T − F = 800,000 × 1.15 = 920,000
    const { contract } = await newContract(on, wish);
    const asked = (await show(contract.id)).conditions.find(({ code }) => code === 'guarantor');
    expect([asked?.holds, asked?.text]).toEqual([false, expect.stringContaining('920')]);
    expect((await sign(contract.id)).status).toBe(409);
    await name(contract.id, await newBuyer(on), { relation: 'parent' });
    const { data: ready } = await on.do('seller', contractSign, { params: { id: contract.id } });
    expect(ready.guarantees).toMatchObject([
      { status: 'signed', amount: 920_000, signed_on: '2026-11-21', relation: 'parent' },
    ]);
    const below = await newContract(on, { ...wish, first_payment: 201_000 });
    expect((await sign(below.contract.id)).status).toBe(200);
    await sql`UPDATE category_setting SET status = 'dropped' WHERE id = ${setting}`.execute(on.db.kysely);
  });

  it('as many as the terms without official income ask', async () => {
    const setting = await inForceNow(on, 'informal_setting', {
      ...{ max_limit: 50_000_000, max_term: 24, first_payment: 0, guarantors: 2, documents: [] },
    });
    const { contract } = await newContract(on);
    await name(contract.id, await newBuyer(on));
    expect((await sign(contract.id)).status).toBe(409);
    await name(contract.id, await newBuyer(on));
    expect((await sign(contract.id)).status).toBe(200);
    await sql`UPDATE informal_setting SET status = 'dropped' WHERE id = ${setting}`.execute(on.db.kysely);
  });

  it('the form has them as parties, and that it was opened is kept on their cards', async () => {
    const { contract } = await newContract(on);
    const person = await newBuyer(on, { fullname: 'Kafilov Anvar Botirovich' });
    await name(contract.id, person);
    await sign(contract.id);
    const { data } = await on.do('director', contractForm, { params: { id: contract.id } });
    expect(data.guarantors?.map(({ fullname }) => fullname)).toEqual(['Kafilov Anvar Botirovich']);
    const { rows } = await sql`SELECT 1 FROM record_opening WHERE kind = 'client' AND record_id = ${person}
      AND user_id = ${PEOPLE.director.id}`.execute(on.db.kysely);
    expect(rows).toHaveLength(1);
  });
});

describe('a guarantor is free', () => {
  it('once the day is closed on which the contract was paid, and not before', async () => {
    const { contract } = await newContract(on);
    await name(contract.id, await newBuyer(on));
    await sign(contract.id);
    const { kysely } = on.db;
    await sql`UPDATE document SET status = 'closed' WHERE id = ${contract.id}`.execute(kysely);
    await sql`UPDATE contract SET closed_on = '2026-11-21' WHERE id = ${contract.id}`.execute(kysely);
    const closed = (date: string) =>
      on.db.tx((db) => releaseGuarantors({ db, now: new Date() }, { organizationId: ORGANIZATION, date }));
    await closed('2026-11-20');
    expect((await show(contract.id)).guarantees[0]?.status).toBe('signed');
    const { rows } = await sql<{ id: number }>`SELECT id FROM practice_day WHERE organization_id = ${ORGANIZATION}
      AND status = 'open'`.execute(kysely);
    const params = { id: rows[0]?.id ?? 0 };
    await on.do('director', practiceDayStartClosing, { params });
    await on.do('director', practiceDayClose, { params });
    expect((await show(contract.id)).guarantees).toMatchObject([{ status: 'released', released_on: '2026-11-21' }]);
    await sql`UPDATE practice_day SET status = 'open', closed_at = NULL, closed_by = NULL WHERE id = ${params.id}`.execute(
      kysely,
    );
  });

  it('once the contract is called off: of a draft taken off, of a signed one free', async () => {
    const draft = (await newContract(on)).contract;
    await name(draft.id, await newBuyer(on));
    const body = { reason: 'Mijoz fikridan qaytdi' };
    await on.do('director', contractCancel, { params: { id: draft.id }, body });
    expect((await show(draft.id)).guarantees[0]?.status).toBe('dropped');
  });
});

describe('a guarantor of a signed contract is replaced', () => {
  const replace = (id: number, client_id: number, who: PersonName = 'accountant') =>
    on.call(who, guaranteeReplace, { params: { id }, body: { client_id, relation: 'sibling' } });
  beforeAll(async () => {
    // who keeps guarantors sees every contract
    await on.db.kysely
      .insertInto('user_rule')
      .values({ user_id: PEOPLE.accountant.id, resource: 'contract', action: 'allshow', granted: true, until: null })
      .execute();
  });

  it('by who keeps guarantors: the other one answers for the same sum, the first is free, and both sign an addendum', async () => {
    const { contract } = await newContract(on);
    await name(contract.id, await newBuyer(on));
    await sign(contract.id);
    const [first] = (await show(contract.id)).guarantees;
    const id = first?.id ?? 0;
    const person = await newBuyer(on, { fullname: 'Yangi Kafil Botirovich' });
    expect((await replace(id, person, 'seller')).status).toBe(403);
    const fields = async (client: number) => Object.keys((await replace(id, client)).error?.errors ?? {});
    expect(await fields(contract.client_id)).toEqual(['client_id']);
    expect(await fields(first?.client_id ?? 0)).toEqual(['client_id']);
    const unfit = await replace(id, await newClient(on));
    expect([unfit.status, unfit.error.message]).toEqual([409, expect.stringContaining('hujjati yoʻq')]);
    expect((await replace(id, person)).status).toBe(200);
    const after = await show(contract.id);
    expect(after.guarantees).toMatchObject([
      { id, status: 'released', released_on: '2026-11-21', replaceable: false },
      { client_id: person, status: 'signed', amount: 920_000, signed_on: '2026-11-21', relation: 'sibling' },
    ]);
    expect(after.addenda).toMatchObject([{ number: 1, kind: 'guarantor', contract: after.number, day: '2026-11-21' }]);
    const { data } = await on.do('director', contractAddendum, { params: { id: after.addenda[0]?.id ?? 0 } });
    expect(data).toMatchObject({
      ...{ kind: 'guarantor', amount: 920_000, changes: [], contract: { number: after.number } },
      guarantor: { fullname: 'Yangi Kafil Botirovich' },
    });
    expect(data.released?.fullname).toBe(first?.client);
    const { rows } = await sql<{ event: string; user_id: number | null }>`SELECT event, user_id FROM record_log
      WHERE kind = 'guarantee' AND record_id IN (SELECT id FROM guarantee WHERE contract_id = ${contract.id}) ORDER BY id`.execute(
      on.db.kysely,
    );
    expect(rows.slice(2).map(({ event, user_id }) => [event, user_id])).toEqual([
      ['guarantee.create', PEOPLE.accountant.id],
      ['guarantee.sign', PEOPLE.accountant.id],
      ['guarantee.release', null],
    ]);
    expect((await replace(id, await newBuyer(on))).status).toBe(409);
  });

  it('not while the contract is a draft', async () => {
    const { contract } = await newContract(on);
    const { data } = await on.do('seller', guaranteeCreate, {
      body: { contract_id: contract.id, client_id: await newBuyer(on) },
    });
    expect((await replace(data.id, await newBuyer(on))).status).toBe(409);
  });
});

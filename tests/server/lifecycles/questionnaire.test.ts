/** Applications of clients: their lifecycle, what a submission lacks, who sees what, the decision, what is offered, and the contract. */
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { questionnaire } from '../../../contract/directories/questionnaire.ts';
import type { DirectoryRow } from '../../../contract/directory/directory.ts';
import { noticeIndex } from '../../../contract/notices.ts';
import { questionnaireAgain, questionnaireResult } from '../../../contract/questionnaires.ts';
import { contractSign, saleTerms } from '../../../contract/sale/contracts.ts';
import { scoringRunReview, scoringRunShow } from '../../../contract/scoringRuns.ts';
import { questionnaireMachine } from '../../../machines/questionnaire/questionnaire.machine.ts';
import { expireQuestionnaires, markUsed } from '../../../server/directories/questionnaire.ts';
import { daysAfter, tashkentDay } from '../../../server/http/days.ts';
import { collectDue } from '../../../server/scoring/collect.ts';
import { questionnaireOracle } from '../../oracle/questionnaire.ts';
import { expectAttached } from '../attachedKit.ts';
import { newBuyer, newContract, openShop } from '../contractsKit.ts';
import { documentOf, list, newClient, newGoods, SHOP } from '../saleKit.ts';
import { applicationStep, pinflWith, TWO_SOURCES, withModel } from '../scoringKit.ts';
import { expectTotals } from '../totalsKit.ts';
import { type Answer, PEOPLE, type PersonName, type Server, withServer } from '../world.ts';
import { runApiLayer } from './apiLayer.ts';
import { fileForm, PNG } from './countingAct.driver.ts';

const server = withServer();
const { calls, attached, steps } = questionnaire;
const today = tashkentDay(new Date());
const DONE = { status: 200 } as Answer<unknown>;
const approval = { limit: 3_000_000, comment: 'Ish joyi tasdiqladi' };

let on: Server;
let model = 0;
beforeAll(async () => {
  on = server.current;
  await openShop(on);
  model = await withModel(on.db, TWO_SOURCES);
  const granted: [PersonName, string[]][] = [
    ['accountant', ['show']],
    ['seller', ['show', 'add']],
    ['viewer', ['show', 'allshow']],
  ];
  await on.db.kysely
    .insertInto('user_rule')
    .values(
      granted.flatMap(([name, actions]) =>
        actions.map((action) => ({
          ...{ user_id: PEOPLE[name].id, resource: 'questionnaire', action, granted: true, until: null },
        })),
      ),
    )
    .execute();
});

const setModel = (status: 'valid' | 'dropped') =>
  sql`UPDATE criterion_setting SET status = ${status} WHERE id = ${model}`.execute(on.db.kysely);

const bodyOf = (client_id: number, more: object = {}) => ({
  ...{ client_id, goods: 5_000_000, first_payment: 1_000_000, term: 12, employment: 'none', ...more },
});
const take = (who: PersonName, event: string, id: number, body: object = {}) =>
  on.call(who, steps[event as keyof typeof steps] as never, { params: { id }, body } as never);
const look = async (id: number, who: PersonName = 'director') =>
  (await on.do(who, calls.show, { params: { id } })).data;
const consent = (id: number, who: PersonName = 'director') =>
  on.do(who, attached.upload, { params: { id }, form: fileForm({}, new Uint8Array(PNG)) } as never);
async function made(more: object = {}, who: PersonName = 'director', client?: number) {
  const body = bodyOf(client ?? (await newBuyer(on)), more) as never;
  return (await on.do(who, calls.create, { body })).data;
}
/** Handed in with the file of consent. */
async function submitted(more: object = {}, who: PersonName = 'director', client?: number) {
  await setModel('valid');
  const one = await made(more, who, client);
  await consent(one.id, who);
  expect((await take(who, 'questionnaire.submit', one.id)).status).toBe(200);
  return one;
}

runApiLayer({
  machine: questionnaireMachine,
  oracle: questionnaireOracle,
  server,
  document: true,
  async open({ server: seen }) {
    await setModel('valid');
    const client = await newBuyer(on);
    const { data } = await seen.do('director', calls.create, { body: bodyOf(client) as never });
    const { id } = data;
    await consent(id);
    const params = { id };
    const step = (who: PersonName, event: keyof typeof steps, body: object = {}) =>
      seen.call(who, steps[event] as never, { params, body } as never);
    const PEOPLES: Readonly<Record<string, () => Promise<Answer<unknown>>>> = {
      'is corrected': () =>
        seen.call('director', calls.update, { params, body: bodyOf(client, { term: 24 }) as never }),
      'is submitted': () => step('director', 'questionnaire.submit'),
      'is cancelled': () => step('director', 'questionnaire.cancel'),
      'a person approves': () => step('accountant', 'review.approve', approval),
      'a person refuses': () => step('accountant', 'review.refuse', { comment: approval.comment }),
      'other terms are offered': () => step('accountant', 'questionnaire.offer', { lever: 'first_payment' }),
    };
    return {
      id,
      async send(verb) {
        const own = PEOPLES[verb];
        if (own !== undefined) return own();
        if (verb === 'is used') {
          const { contract } = await newContract(on);
          await on.db.tx((db) => markUsed({ db, now: new Date() }, contract.id, client));
        } else {
          await sql`UPDATE scoring_run SET status = 'collecting' WHERE questionnaire_id = ${id} AND status = 'failed'`.execute(
            on.db.kysely,
          );
          await applicationStep(on.db, id, verb);
        }
        return DONE;
      },
      async make({ gaps, listed, model: has, failed, helps }) {
        if (Number(gaps) > 0) await sql`DELETE FROM file WHERE document_id = ${id}`.execute(on.db.kysely);
        if (has === false) await setModel('dropped');
        if (listed) await list(on, await documentOf(on, client));
        if (failed)
          await sql`UPDATE scoring_run SET status = 'failed' WHERE questionnaire_id = ${id}`.execute(on.db.kysely);
        if (helps === false)
          await sql`UPDATE scoring_run SET said = '{}' WHERE questionnaire_id = ${id}`.execute(on.db.kysely);
      },
      async look() {
        const { data: whole } = await seen.do('director', calls.show, { params });
        return { state: whole.status as string, version: whole.version, whole };
      },
    };
  },
});

describe('an application is written', () => {
  it.each([
    ['first_payment', { first_payment: 5_000_000 }],
    ['term', { term: 7 }],
    ['goods', { goods: 50_000, first_payment: 0 }],
  ])('what cannot be asked for is a fault of its field: %s', async (field, more) => {
    const body = bodyOf(await newBuyer(on), more) as never;
    const { status, error } = await on.call('director', calls.create, { body });
    expect([status, Object.keys(error.errors ?? {})]).toEqual([422, [field]]);
  });

  it('the guarantor is another client than the one who asks', async () => {
    const client = await newBuyer(on);
    const { error } = await on.call('director', calls.create, {
      body: bodyOf(client, { guarantor_id: client }) as never,
    });
    expect(Object.keys(error.errors ?? {})).toEqual(['guarantor_id']);
    expect((await made({ guarantor_id: await newBuyer(on), relation: 'spouse' }, 'director', client)).relation).toBe(
      'spouse',
    );
  });

  it('of who leaves goes on in the hands of the heir', async () => {
    const { id, client } = await made();
    const change = () =>
      on.call('seller', calls.update, { params: { id }, body: bodyOf(client.id, { term: 24 }) as never });
    expect((await change()).status).toBe(403);
    await sql`UPDATE document SET owner_id = ${PEOPLE.seller.id} WHERE id = ${id}`.execute(on.db.kysely);
    expect((await look(id, 'seller')).allowed_events).toContain('questionnaire.cancel');
    expect((await change()).body.data.term).toBe(24);
  });

  it('what a submission lacks is said one after another', async () => {
    const client = await newClient(on);
    const one = await made({ employment: 'official' }, 'director', client);
    const why = async () => (await look(one.id)).refused?.['questionnaire.submit'] ?? '';
    expect(await why()).toContain('rozilik');
    await consent(one.id);
    expect(await why()).toContain('JSHSHIR');
    await sql`UPDATE client SET pinfl = ${pinflWith(620)} WHERE id = ${client}`.execute(on.db.kysely);
    expect(await why()).toContain('ish joyi');
    const body = bodyOf(client, { employment: 'pensioner' }) as never;
    await on.do('director', calls.update, { params: { id: one.id }, body });
    await sql`UPDATE client_phone SET active = false WHERE client_id = ${client}`.execute(on.db.kysely);
    expect(await why()).toContain('telefon');
    expect((await take('director', 'questionnaire.submit', one.id)).error.message).toContain('telefon');
  });

  it('a guarantor on the black list keeps it from being handed in', async () => {
    const guarantor = await newBuyer(on);
    const one = await made({ guarantor_id: guarantor });
    await consent(one.id);
    const end = await list(on, await documentOf(on, guarantor));
    const refused = await take('director', 'questionnaire.submit', one.id);
    expect([refused.status, refused.error.message]).toEqual([409, expect.stringContaining('qora roʻyxat')]);
    await end();
    expect((await take('director', 'questionnaire.submit', one.id)).status).toBe(200);
  });
});

describe('the scoring answers an application', () => {
  it('the worker begins a run in the name of the author, and the application moves with its decision', async () => {
    const client = await newBuyer(on, { pinfl: pinflWith(601) });
    const one = await submitted({}, 'seller', client);
    await collectDue(on.db);
    const after = await look(one.id);
    // 601: 44 points, so a person decides about 5,000,000 at most
    expect(after).toMatchObject({
      status: 'manual_review',
      score: 44,
      credit_limit: 5_000_000,
      client_kind: 'informal',
    });
    const { data } = await on.do('seller', questionnaireResult, { params: { id: one.id } });
    expect(data.run).toMatchObject({ score: 44, decision: 'manual', cut: false, stand_in: true, stopped: false });
    expect(data.run?.changes.map(({ lever }) => lever)).toEqual(['first_payment', 'goods', 'term']);
    const { data: run } = await on.do('director', scoringRunShow, { params: { id: data.run?.id ?? 0 } });
    expect([run.questionnaire?.id, run.created_by.id, run.client_id]).toEqual([one.id, PEOPLE.seller.id, client]);
    // what is left to a person is decided on the application alone
    expect(run.refused['run.review']).toContain('anketa');
    const body = { approve: true, limit: 1, comment: 'x' };
    expect((await on.call('director', scoringRunReview, { params: { id: run.id }, body })).status).toBe(403);
    const { data: waiting } = await on.do('accountant', noticeIndex);
    expect(waiting[0]).toMatchObject({ event: 'scoring.review', about: { name: one.number } });
  });

  it('waits without a version of the model, and begins once there is one', async () => {
    const one = await submitted();
    await setModel('dropped');
    await collectDue(on.db);
    expect((await look(one.id)).status).toBe('submitted');
    await setModel('valid');
    await collectDue(on.db);
    expect((await look(one.id)).status).not.toBe('submitted');
  });

  it('a person decides with a comment up to the limit of the run; the run carries it, and the author is notified', async () => {
    const one = await submitted({}, 'seller');
    await applicationStep(on.db, one.id, 'is scored');
    await applicationStep(on.db, one.id, 'is left to a person');
    const most = await take('accountant', 'review.approve', one.id, { limit: 5_000_001, comment: 'Koʻp' });
    expect([most.status, Object.keys(most.error.errors ?? {})]).toEqual([422, ['limit']]);
    expect((await take('accountant', 'review.approve', one.id, { limit: 5 })).status).toBe(422);
    expect((await take('accountant', 'review.approve', one.id, approval)).status).toBe(200);
    const after = await look(one.id);
    expect(after).toMatchObject({
      ...{ status: 'approved', credit_limit: 3_000_000, comment: approval.comment, valid_until: daysAfter(today, 30) },
      reviewed_by: { id: PEOPLE.accountant.id },
    });
    const { data } = await on.do('seller', questionnaireResult, { params: { id: one.id } });
    expect(data.run).toMatchObject({ decision: 'approved', credit_limit: 3_000_000, changes: [] });
    const { data: told } = await on.do('seller', noticeIndex);
    expect(told[0]).toMatchObject({ event: 'review.approve', words: approval.comment });
    const { rows } = await sql<{ user_id: number | null }>`SELECT user_id FROM record_log
      WHERE kind = 'scoring_run' AND record_id = ${data.run?.id} AND event = 'run.review'`.execute(on.db.kysely);
    expect(rows).toEqual([{ user_id: null }]);
  });

  it('offers the smallest change to the author, who makes a new application of it; the submitted one stays', async () => {
    const one = await submitted({}, 'seller');
    await applicationStep(on.db, one.id, 'is scored');
    await applicationStep(on.db, one.id, 'the cut-offs refuse');
    await sql`UPDATE scoring_run SET offers = '[{"term": 12, "markup": 38.5}]' WHERE questionnaire_id = ${one.id}`.execute(
      on.db.kysely,
    );
    const none = await take('accountant', 'questionnaire.offer', one.id, { lever: 'term' });
    expect(Object.keys(none.error.errors ?? {})).toEqual(['lever']);
    expect((await take('accountant', 'questionnaire.offer', one.id, { lever: 'first_payment' })).status).toBe(200);
    // (5,000,000 − F) × 1.385 ≤ 5,000,000 from F = 1,390,000 on
    const offered = { goods: 5_000_000, first_payment: 1_390_000, term: 12 };
    expect(await look(one.id)).toMatchObject({
      ...{ offered: true, offered_goods: 5_000_000, offered_first_payment: 1_390_000, offered_term: 12 },
      first_payment: 1_000_000,
    });
    const { data: told } = await on.do('seller', noticeIndex);
    expect(told[0]).toMatchObject({ event: 'questionnaire.offer' });
    const { data } = await on.do('seller', questionnaireAgain, { params: { id: one.id } });
    expect(await look(data.id)).toMatchObject({ ...offered, status: 'draft', client: one.client });
    expect((await on.call('viewer', questionnaireAgain, { params: { id: one.id } })).status).toBe(403);
  });

  it('is over after its last day, and not a day before', async () => {
    const one = await submitted();
    await applicationStep(on.db, one.id, 'is scored');
    await applicationStep(on.db, one.id, 'the cut-offs approve');
    const at = (day: string) => on.db.tx((db) => expireQuestionnaires({ db, now: new Date(`${day}T09:00:00+05:00`) }));
    await at(daysAfter(today, 30));
    expect((await look(one.id)).status).toBe('approved');
    await at(daysAfter(today, 31));
    expect((await look(one.id)).status).toBe('expired');
  });
});

describe('who sees what of the client', () => {
  it('its author while it is live and who may see numbers see them whole; what was handed in stays as it was', async () => {
    const pinfl = pinflWith(640);
    const client = await newBuyer(on, { pinfl, salary: 4_000_000 });
    const one = await submitted({}, 'seller', client);
    const seen = async (who: PersonName) =>
      (await on.do(who, questionnaireResult, { params: { id: one.id } })).data.applicant;
    expect(await seen('seller')).toMatchObject({ pinfl, salary: 4_000_000, masked: false });
    expect(await seen('director')).toMatchObject({ pinfl, masked: false });
    const hidden = { pinfl: `3*********${pinfl.slice(-4)}`, salary: null, checked_income: null, masked: true };
    expect(await seen('viewer')).toMatchObject(hidden);
    await sql`UPDATE client SET salary = 9 WHERE id = ${client}`.execute(on.db.kysely);
    expect(await seen('seller')).toMatchObject({ salary: 4_000_000, kept_at: expect.any(String) });
    await take('director', 'questionnaire.cancel', one.id);
    expect(await seen('seller')).toMatchObject(hidden);
    const { rows } = await sql<{ user_id: number }>`SELECT DISTINCT user_id FROM record_opening
      WHERE kind = 'client' AND record_id = ${client} ORDER BY 1`.execute(on.db.kysely);
    expect(rows.map(({ user_id }) => user_id)).toEqual([PEOPLE.director.id, PEOPLE.seller.id].sort((a, b) => a - b));
  });
});

describe('a sale goes on from it', () => {
  it('the terms of an order name it, and a signed contract uses it', async () => {
    const client = await newBuyer(on);
    const one = await submitted({ goods: 1_000_000, first_payment: 300_000 }, 'seller', client);
    await applicationStep(on.db, one.id, 'is scored');
    await applicationStep(on.db, one.id, 'the cut-offs approve');
    const goods = await newGoods(on);
    const body = { client_id: client, warehouse_id: SHOP, lines: [{ product_variant_id: goods.id, sum: 1_000_000 }] };
    const { data: terms } = await on.do('seller', saleTerms, { body });
    expect(terms.application).toEqual({ id: one.id, number: one.number, first_payment: 300_000, term: 12 });
    const { contract } = await newContract(on, { client_id: client });
    await on.do('seller', contractSign, { params: { id: contract.id } });
    expect((await look(one.id)).status).toBe('used');
    const { data } = await on.do('director', questionnaireResult, { params: { id: one.id } });
    expect(data.contract?.id).toBe(contract.id);
    expect((await on.do('seller', saleTerms, { body })).data.application).toBeNull();
  });
});

it('its list has totals of the columns of money, without drafts and what is void unless it is asked for', async () => {
  await made();
  type Row = DirectoryRow<typeof questionnaire>;
  for (const status of [undefined, 'draft', 'approved', 'every']) {
    const isVoid = ({ status: of }: { status?: unknown }) =>
      ['draft', 'expired', 'cancelled'].includes(String(of)) && of !== status;
    const of = (key: 'goods' | 'first_payment' | 'credit_limit') => (row: Row) => (isVoid(row as never) ? 0 : row[key]);
    const sums = await expectTotals<Row>(on, 'director', calls.index as never, status === undefined ? {} : { status }, {
      goods: of('goods'),
      first_payment: of('first_payment'),
      credit_limit: of('credit_limit'),
    });
    if (status !== 'approved') expect(sums.goods).toBeGreaterThan(0);
  }
});

it('has comments, files and a log, and is in its list', async () => {
  const { id } = await made();
  await expectAttached(on, questionnaire, id, 'director');
});

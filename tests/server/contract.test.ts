/** What crosses the wire: every call of the contract, errors and their order (decisions 30 and 54), OpenAPI, languages. */

import { describe, expect, it } from 'vitest';
import type { AnyStateMachine } from 'xstate';
import * as z from 'zod/mini';
import { addressOf, paramNames } from '../../contract/call.ts';
import { changePassword, loadUser, signIn, signOut } from '../../contract/cash.ts';
import { PAGE_SIZES } from '../../contract/common.ts';
import {
  actCancel,
  actComplete,
  actCreate,
  actIndex,
  actShow,
  actUpdate,
  loadResidues,
} from '../../contract/counting/acts.ts';
import { saveEntries } from '../../contract/counting/entries.ts';
import { calls } from '../../contract/index.ts';
import type { ServedCall } from '../../contract/server.ts';
import { bytesOf } from '../../contract/serverSide.ts';
import { announcementMachine } from '../../machines/announcement/announcement.machine.ts';
import { counterMachine } from '../../machines/counter/counter.machine.ts';
import { countingActMachine } from '../../machines/countingAct/countingAct.machine.ts';
import { directoryRecordMachine } from '../../machines/directoryRecord/directoryRecord.machine.ts';
import { invoiceMachine } from '../../machines/invoice/invoice.machine.ts';
import { practiceDayMachine } from '../../machines/practiceDay/practiceDay.machine.ts';
import { practiceMonthMachine } from '../../machines/practiceMonth/practiceMonth.machine.ts';
import { settingRevisionMachine } from '../../machines/settingRevision/settingRevision.machine.ts';
import { staffTestMachine } from '../../machines/staffTest/staffTest.machine.ts';
import { testSittingMachine } from '../../machines/testSitting/testSitting.machine.ts';
import { implementations } from '../../server/app.ts';
import { countingAct, fingerprintOf, NOTHING, openAct } from './acts.ts';
import { holderOf, ORGANIZATION, PASSWORD, withServer } from './world.ts';

const server = withServer();
const production = withServer({ production: true });

const each = (list: readonly ServedCall[]) => list.map((call) => ({ name: call.id, call }));
const paramsOf = (call: ServedCall, id: number) => Object.fromEntries(paramNames(call.path).map((name) => [name, id]));

/** The names of a call's body with an example of a wrong type for each. */
function wronglyTyped(call: ServedCall): Record<string, unknown> {
  const schema = z.toJSONSchema(call.body as z.ZodMiniType, { io: 'input', unrepresentable: 'any' });
  return Object.fromEntries(Object.keys(schema.properties ?? {}).map((name) => [name, { not: 'this' }]));
}

/** The calls of counting acts as the specification prints them (section 7), by hand. */
const PRINTED = [
  'GET /act_of_count/index',
  'POST /act_of_count/create',
  'PUT /act_of_count/update/{id}',
  'GET /computing_act_user/index/{actId}',
  'GET /user/get_all',
  'PUT /computing_act_user/create/{actId}',
  'PUT /computing_act_user/update/{id}',
  'DELETE /computing_act_user/delete/{id}',
  'PUT /count_act_product/loading_the_residues/{actId}',
  'GET /count_act_product/show/{actId}',
  'PUT /computing_act_user/start_counting/{id}',
  'PUT /computing_act_user/add_listed_product/{id}',
  'PUT /act_of_count/count_completion/{actId}',
  'GET /computing_act_user/get_all_listed_product/{id}',
  'PUT /count_act_product/add_manually/{actId}',
  'GET /count_act_product/information',
  'GET /count_act_product/download_excel/{actId}',
  'POST /count_result_comment/add_commentary',
  'POST /count_result_comment/edit_commentary',
  'PUT /act_of_count/act_was_formed/{id}',
  'POST /act_of_count/upload_file/{id}',
];

/** The calls of invoices as the specification prints them, by hand. */
const PRINTED_OF_INVOICES = [
  'GET /product_invoice/index',
  'GET /partner/get_all',
  'GET /partner/currency_change',
  'GET /partner/firms/{id}',
  'POST /product_invoice/create',
  'PUT /product_invoice/change_partner/{id}',
  'PUT /product_invoice/update/{id}',
  'PUT /product_invoice/send_for_confirmation/{id}',
  'PUT /product_invoice/invoice_confirmation/{id}',
  'PUT /product_invoice/cancel/{id}',
  'DELETE /product_invoice/delete/{id}',
  'DELETE /product_invoice/delete_file/{id}',
  'GET /input_product/show/{id}',
  'POST /input_product/create/{id}',
  'PUT /input_product/update/{id}',
  'DELETE /input_product/delete/{id}',
  'PUT /input_product/change_approved_product/{id}',
  'DELETE /input_product/delete_approved_product/{id}',
  'GET /currency/get_all',
  'GET /product_variant/get_all',
  'GET /product_variant/recommended_selling_price/{id}',
  'GET /product_variant/check_limit/{id}',
  'GET /product_delivery/additional_prices/{id}',
  'GET /organization/territory',
  'GET /warehouse-list/get-all-autocomplete',
  'POST /generate',
  'POST /partner-input/attach-serial-number',
  'GET /warehouse-list-income/get-serial-numbers/{id}',
  'POST /partner-input/delete-serial-number',
];

/** Query parameters as the specification prints them; more may be taken, as extensions. */
const PRINTED_QUERIES: Record<string, string[]> = {
  actIndex: ['page', 'organization_id', 'date'],
  invoiceIndex: ['page', 'id', 'partner', 'organization_id', 'territory_id', 'date', 'status', 'type'],
  partnerGetAll: ['page', 'search'],
  currencyChange: ['organization_id'],
  variantGetAll: ['page', 'search', 'id'],
  recommendedPrice: ['organization_id'],
  serialIndex: ['has_many'],
};

/** Body fields as the specification prints them. */
const PRINTED_BODIES: Record<string, string[]> = {
  signIn: ['username', 'password'],
  updateUserPassword: ['username', 'password', 'new_password', 'new_password_confirmation'],
  changePassword: ['password', 'new_password', 'new_password_confirmation'],
  saveFavourites: ['my_pages'],
  testSkip: ['attempt_id'],
  actCreate: ['organization_id', 'comment'],
  actUpdate: ['organization_id', 'comment'],
  counterCreate: ['title', 'user_id'],
  counterUpdate: ['title', 'user_id'],
  submitList: ['listed_products'],
  addManually: ['listed_products', 'product_variant_id'],
  invoiceCreate: [
    'partner_id',
    'comment',
    'invoice_date',
    'number_invoice',
    'partner_firm_id',
    'type',
    'warehouse_list_id',
  ],
  invoiceSend: ['value'],
  invoiceConfirm: ['value'],
  invoiceCancel: ['canceled_commentary', 'canceled_commentary_type'],
  generateSerials: ['count', 'product_variant_id', 'organization_id'],
  attachSerials: ['input_product_id', 'generate_count', 'serial_numbers', 'has_many'],
  deleteSerial: ['product_invoice_id', 'has_many', 'serial_number'],
};

/** Bodies that take extensions beside what is printed (decisions 22 and 47: overridden prices, labels, serial numbers). */
const PRINTED_PARTS: Record<string, string[]> = {
  lineCreate: [
    'product_variant_id',
    'currency_id',
    'value',
    'no_cash',
    'additional',
    'other_additional',
    'currency_change',
    'count',
    'check',
    'selling_price',
  ],
  lineCorrect: ['count', 'value'],
};

describe('the calls', () => {
  it('holds the printed calls of counting acts and invoices with method and path', () => {
    const printed = (service: string) =>
      calls
        .filter((call) => call.service === service && call.origin === 'specification')
        .map((call) => `${call.method} ${call.path}`)
        .sort();
    expect(PRINTED).toHaveLength(21);
    expect(PRINTED_OF_INVOICES).toHaveLength(29);
    expect(printed('warehouse')).toEqual([...PRINTED, ...PRINTED_OF_INVOICES].sort());
    expect(printed('client')).toEqual(['GET /organizations/get-territories']);
  });

  it('keeps printed bodies exact', () => {
    for (const [id, fields] of Object.entries(PRINTED_BODIES)) {
      const call = calls.find((one) => one.id === id) as ServedCall;
      expect(Object.keys(wronglyTyped(call)), id).toEqual(fields);
    }
    for (const [id, fields] of Object.entries(PRINTED_PARTS)) {
      const call = calls.find((one) => one.id === id) as ServedCall;
      expect(Object.keys(wronglyTyped(call)).slice(0, fields.length), id).toEqual(fields);
      const schema = z.toJSONSchema(call.body as z.ZodMiniType, { io: 'input', unrepresentable: 'any' });
      // What is not printed may be left out.
      for (const name of schema.required ?? []) expect(fields, id).toContain(name);
    }
    for (const [id, names] of Object.entries(PRINTED_QUERIES)) {
      const call = calls.find((one) => one.id === id) as ServedCall;
      const schema = z.toJSONSchema(call.query as z.ZodMiniType, { io: 'input', unrepresentable: 'any' });
      expect(Object.keys(schema.properties ?? {}), id).toEqual(expect.arrayContaining(names));
    }
  });

  it('declares each call once and implements each exactly once', () => {
    const declared = calls.map((call) => call.id).sort();
    expect(new Set(declared).size).toBe(declared.length);
    expect(new Set(calls.map((call) => `${call.method} ${addressOf(call)}`)).size).toBe(calls.length);
    const served = implementations(server.current.db);
    expect(served.map((one) => one.call.id).sort()).toEqual(declared);
    for (const one of served) expect(calls).toContain(one.call);
  });

  it('fires only events that a lifecycle of the contract has', () => {
    const lifecycles: Record<string, AnyStateMachine> = {
      countingAct: countingActMachine,
      counter: counterMachine,
      invoice: invoiceMachine,
      directoryRecord: directoryRecordMachine,
      settingRevision: settingRevisionMachine,
      practiceDay: practiceDayMachine,
      practiceMonth: practiceMonthMachine,
      announcement: announcementMachine,
      testSitting: testSittingMachine,
      staffTest: staffTestMachine,
    };
    const fires = ({ event, alsoFires = [] }: ServedCall) => [...(event ? [event] : []), ...alsoFires];
    for (const call of calls)
      for (const { machine, type } of fires(call)) expect(lifecycles[machine]?.events, call.id).toContain(type);
    const unsent = Object.entries(lifecycles).flatMap(([name, machine]) => {
      const fired = new Set(calls.flatMap(fires).flatMap((one) => (one.machine === name ? [one.type] : [])));
      return [...machine.events].filter((event) => !fired.has(event)).map((event) => `${name} ${event}`);
    });
    // What people send has its call; for the rest the gallery names the system as the sender.
    expect(unsent.sort()).toEqual([
      'announcement announcement.end',
      'countingAct counters.allSubmitted',
      'settingRevision revision.start',
      'settingRevision revision.supersede',
      'staffTest test.end',
      'testSitting time.isUp',
    ]);
  });
});

describe('token', () => {
  const guarded = calls.filter((call) => call.rule !== 'public');

  it.each(each(guarded))('401 without a token, with an unknown and with a revoked one: $name', async ({ call }) => {
    const revoked = await server.current.call(null, signIn, { body: { username: 'stranger', password: PASSWORD } });
    await server.current.call(revoked.body, signOut);
    // The shape is wrong as well, and the record is not there: the token comes first.
    const sent = {
      params: paramsOf(call, NOTHING),
      query: { nonsense: 1 },
      ...(call.method === 'GET' ? {} : { body: { nonsense: 1 } }),
    };
    for (const who of [null, { token: 'nobody-knows-this' }, revoked.body]) {
      const answer = await server.current.call(who, call, sent as never);
      expect(answer.status).toBe(401);
      expect(answer.error.code).toBe('unauthorized');
    }
  });

  it.each(each(guarded))('403 password_expired, but where the password is changed: $name', async ({ call }) => {
    const newcomer = await server.current.call(null, signIn, { body: { username: 'newcomer', password: PASSWORD } });
    expect(newcomer.body.expired).toBe(true);
    const answer = await server.current.call(newcomer.body, call, { params: paramsOf(call, NOTHING) } as never);
    if (call.whileExpired) {
      expect(answer.status).toBe(call.id === changePassword.id ? 422 : 200);
    } else {
      expect([answer.status, answer.error.code]).toEqual([403, 'password_expired']);
    }
  });

  it('only the three session calls are open to an expired password', () => {
    expect(calls.filter((call) => call.whileExpired).map((call) => call.id)).toEqual([
      signOut.id,
      loadUser.id,
      changePassword.id,
    ]);
  });
});

describe('shape and types', () => {
  const withBody = calls.filter((call) => call.body && !call.multipart);
  const multipart = calls.filter((call) => call.multipart);

  it.each(each(withBody))('names a field nobody knows, in production passes it by: $name', async ({ call }) => {
    const sent = { params: paramsOf(call, NOTHING), body: { nonsense: 1 } };
    const strict = await server.current.call(holderOf(call), call, sent as never);
    expect(strict.status).toBe(422);
    expect(strict.error.errors).toHaveProperty('nonsense');
    const lax = await production.current.call(holderOf(call), call, sent as never);
    expect(lax.error.errors ?? {}).not.toHaveProperty('nonsense');
  });

  it.each(each(withBody))('names every field of a wrong type: $name', async ({ call }) => {
    const body = wronglyTyped(call);
    for (const on of [server.current, production.current]) {
      const answer = await on.call(holderOf(call), call, { params: paramsOf(call, NOTHING), body } as never);
      expect(answer.status).toBe(422);
      expect(answer.error.code).toBe('validation');
      expect(Object.keys(answer.error.errors ?? {}).sort()).toEqual(
        // `after` and the like may be left out, but not be something else.
        Object.keys(body).sort(),
      );
    }
  });

  it.each(each(withBody))('names every field that is missing: $name', async ({ call }) => {
    const schema = z.toJSONSchema(call.body as z.ZodMiniType, { io: 'input', unrepresentable: 'any' });
    const answer = await server.current.call(holderOf(call), call, {
      params: paramsOf(call, NOTHING),
      body: '',
    } as never);
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.error.errors ?? {}).sort()).toEqual([...(schema.required ?? [])].sort());
  });

  it.each(each(multipart))('a form: unknown fields, missing ones, no form at all: $name', async ({ call }) => {
    const params = paramsOf(call, NOTHING);
    const form = new FormData();
    form.set('nonsense', '1');
    const answer = await server.current.call(holderOf(call), call, { params, form } as never);
    expect(answer.status).toBe(422);
    const schema = z.toJSONSchema(call.body as z.ZodMiniType, { io: 'output', unrepresentable: 'any' });
    expect(Object.keys(answer.error.errors ?? {})).toEqual(
      expect.arrayContaining(['nonsense', ...(schema.required ?? [])]),
    );
    const lax = await production.current.call(holderOf(call), call, { params, form } as never);
    expect(lax.error.errors ?? {}).not.toHaveProperty('nonsense');
    const json = await server.current.call(holderOf(call), call, { params, body: {} } as never);
    expect([json.status, json.error.code]).toEqual([400, 'bad_request']);
  });

  it('names unknown fields of a query and of things within lists by their whole path', async () => {
    const query = await server.current.call('keeper', actIndex, { query: { statu: 'formed' } as never });
    expect(query.error.errors).toHaveProperty('statu');
    const within = await server.current.call('keeper', saveEntries, {
      params: { id: NOTHING },
      body: {
        entries: [{ entry_id: 'no', product_variant_id: 0, count: 1.5, source: 'eye', entered_at: 7, extra: 1 }],
      },
    });
    expect(Object.keys(within.error.errors ?? {}).sort()).toEqual(
      ['count', 'entered_at', 'entry_id', 'extra', 'product_variant_id', 'source'].map((name) => `entries.0.${name}`),
    );
  });

  it('takes a call with a field nobody knows in production', async () => {
    const body = { organization_id: ORGANIZATION, comment: 'Sanoq', colour: 'red' };
    const answer = await production.current.call('keeper', actCreate, { body });
    expect(answer.status).toBe(200);
    expect((await server.current.call('keeper', actCreate, { body })).error.errors).toEqual({
      colour: [expect.any(String)],
    });
  });

  it('answers 400 to a body that is no JSON and to an If-Match that is no version', async () => {
    const broken = await server.current.call('keeper', actCreate, { body: '{"organization_id":1' });
    expect([broken.status, broken.error.code]).toEqual([400, 'bad_request']);
    const id = await openAct(server.current);
    const odd = await server.current.call('keeper', loadResidues, { params: { actId: id }, ifMatch: 'latest' });
    expect([odd.status, odd.error.code]).toEqual([400, 'bad_request']);
  });

  it.each(['[]', '7', '"text"', 'null', '{"__proto__": {"a": 1}, "constructor": 1}'])(
    'refuses %s as a body by 422',
    async (body) => {
      expect((await server.current.call('keeper', actCreate, { body })).status).toBe(422);
    },
  );
});

describe('order of errors: token, general right, size, shape, record, finer right, state, values', () => {
  const ruled = calls.filter((call) => call.rule !== 'public' && call.rule !== 'signedIn');

  it.each(each(ruled))('general right before size, shape and record: $name', async ({ call }) => {
    const answer = await server.current.call('nobody', call, {
      params: paramsOf(call, NOTHING),
      query: { nonsense: 1 },
      ...(call.method === 'GET' ? {} : { body: ' '.repeat(call.multipart ? 100 : bytesOf(call) + 1) }),
    } as never);
    expect([answer.status, answer.error.code]).toEqual([403, 'forbidden']);
  });

  it('size before shape', async () => {
    const answer = await server.current.call('keeper', actUpdate, {
      params: { id: NOTHING },
      body: { nonsense: 'x'.repeat(64_000) },
    });
    expect([answer.status, answer.error.code]).toEqual([413, 'too_large']);
  });

  it('shape before record', async () => {
    const answer = await server.current.call('keeper', actUpdate, { params: { id: NOTHING }, body: { comment: 'a' } });
    expect(answer.status).toBe(422);
  });

  it('record before finer right: who may not see an act learns nothing', async () => {
    const id = await openAct(server.current);
    for (const who of ['stranger', 'counter1'] as const) {
      expect((await server.current.call(who, actComplete, { params: { actId: id } })).status).toBe(404);
      expect((await server.current.call(who, actComplete, { params: { actId: NOTHING } })).status).toBe(404);
    }
  });

  it('finer right before state', async () => {
    const id = await openAct(server.current);
    // Completing is not allowed yet, but the viewer may not complete at all.
    expect((await server.current.call('viewer', actComplete, { params: { actId: id } })).status).toBe(403);
    expect((await server.current.call('keeper', actComplete, { params: { actId: id } })).status).toBe(409);
  });

  it('state before values', async () => {
    const id = await openAct(server.current);
    await server.current.do('keeper', actCancel, { params: { id }, body: { reason: 'Xato' } });
    const answer = await server.current.call('keeper', actUpdate, {
      params: { id },
      body: { organization_id: NOTHING, comment: 'Boshqa' },
    });
    expect(answer.status).toBe(409);
    const open = await openAct(server.current);
    const values = await server.current.call('deputy', actUpdate, {
      params: { id: open },
      body: { organization_id: NOTHING, comment: 'Boshqa' },
    });
    expect(values.status).toBe(422);
    expect(values.error.errors).toHaveProperty('organization_id');
  });

  it('a refused step is 409 with state and allowed, and changes nothing', async () => {
    const id = await openAct(server.current);
    const before = await fingerprintOf(server.current);
    const answer = await server.current.call('keeper', actComplete, { params: { actId: id } });
    expect(answer.status).toBe(409);
    expect(answer.error).toMatchObject({ code: 'not_allowed_now', state: 'created' });
    expect(answer.error.allowed).toEqual(expect.arrayContaining(['residues.load', 'counter.add', 'act.cancel']));
    expect(answer.error.allowed).not.toContain('act.complete');
    expect(answer.error.allowed).not.toContain('counters.allSubmitted');
    expect(await fingerprintOf(server.current)).toBe(before);
  });

  it.each(['0', '-1', '1.5', 'abc', '99999999999999', '1e3', '%00'])('404 for the id "%s"', async (id) => {
    const answer = await fetch(`${server.current.url}/warehouse/api/act_of_count/show/${id}`, {
      headers: { authorization: `Bearer ${await server.current.tokenOf('keeper')}` },
    });
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ code: 'not_found' });
  });

  it('404 in the shape of errors for a path that no call has', async () => {
    const answer = await fetch(`${server.current.url}/warehouse/api/no/such/call`, { method: 'POST' });
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ code: 'not_found', message: expect.any(String) });
  });
});

describe('answers', () => {
  it('one thing, a list, a command, a sign-in', async () => {
    const { id } = await countingAct(server.current);
    const one = await server.current.do('keeper', actShow, { params: { id } });
    expect(Object.keys(one)).toEqual(['data']);
    const list = await server.current.do('keeper', actIndex, { query: { page: 2 } });
    expect(Object.keys(list)).toEqual(['data', 'meta']);
    expect(list.meta).toMatchObject({ current_page: 2, total: expect.any(Number), per_page: 15 });
    const opened = await server.current.call(null, signIn, { body: { username: 'keeper', password: PASSWORD } });
    expect(Object.keys(opened.body).sort()).toEqual(['expired', 'token']);
    const out = await server.current.call(opened.body, signOut);
    expect(Object.keys(out.body)).toEqual(['message']);
  });

  it('pages: 15 a page, every act once, the newest first', async () => {
    for (let n = 0; n < 17; n += 1) await openAct(server.current, 'stranger');
    const pages = await Promise.all(
      [1, 2, 3].map((page) => server.current.do('stranger', actIndex, { query: { page } })),
    );
    expect(pages.map((page) => page.data.length)).toEqual([15, 2, 0]);
    const ids = pages.flatMap((page) => page.data.map((act) => act.id));
    expect(new Set(ids).size).toBe(17);
    expect(ids).toEqual([...ids].sort((a, b) => b - a));
    expect(pages[0]?.meta).toMatchObject({ current_page: 1, total: 17, per_page: 15 });
    for (const per_page of PAGE_SIZES) {
      const wide = await server.current.do('stranger', actIndex, { query: { per_page } });
      expect(wide.data).toHaveLength(Math.min(17, per_page));
      expect(wide.meta.per_page).toBe(per_page);
    }
  });

  it('speaks the language of Accept-Language', async () => {
    const said = async (language?: string) =>
      (
        await server.current.call('keeper', actCreate, {
          body: {},
          ...(language ? { headers: { 'accept-language': language } } : {}),
        })
      ).error;
    const [uz, ru, wide, other] = [await said(), await said('ru'), await said('ru-RU,ru;q=0.9'), await said('fr')];
    expect(uz.message).toBe('Maʼlumotlarda xato bor.');
    expect(ru.message).toMatch(/[а-я]/i);
    expect(ru.errors?.comment?.[0]).toMatch(/[а-я]/i);
    expect(wide.message).toBe(ru.message);
    expect(other.message).toBe(uz.message);
    const nowhere = await server.current.call(null, actIndex, { language: 'ru' });
    expect(nowhere.error.message).toMatch(/[а-я]/i);
  });

  it('gives each request a name that the header repeats', async () => {
    const answer = await server.current.call('keeper', actShow, { params: { id: NOTHING } });
    expect(answer.error.request_id).toBe(answer.headers.get('x-request-id'));
  });
});

describe('/openapi.json', () => {
  type Node = { [key: string]: Node } & { properties?: Record<string, unknown>; required?: string[] };

  it('holds every call with its body fields, its answer and its parameters', async () => {
    const document = (await (await fetch(`${server.current.url}/openapi.json`)).json()) as { paths: Node } & Node;
    expect(document.openapi).toMatch(/^3\.1/);
    const operations = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(operations.sort()).toEqual(calls.map((call) => `${call.method} /${call.service}/api${call.path}`).sort());
    for (const call of calls) {
      const operation = document.paths[`/${call.service}/api${call.path}`]?.[call.method.toLowerCase()] as Node;
      expect(operation.operationId).toBe(call.id);
      const parameters = operation.parameters as unknown as { name: string; in: string; required: boolean }[];
      expect(parameters.filter((one) => one.in === 'path').map((one) => one.name)).toEqual(paramNames(call.path));
      const query = call.query ? z.toJSONSchema(call.query, { io: 'output', unrepresentable: 'any' }) : undefined;
      expect(parameters.filter((one) => one.in === 'query').map((one) => one.name)).toEqual(
        Object.keys(query?.properties ?? {}),
      );
      const media = call.multipart ? 'multipart/form-data' : 'application/json';
      const schema = (operation.requestBody as Node | undefined)?.content?.[media]?.schema as Node | undefined;
      expect(Object.keys(schema?.properties ?? {})).toEqual(call.body ? Object.keys(wronglyTyped(call)) : []);
      const answer = operation.responses?.[200]?.content?.['application/json']?.schema as Node;
      expect(Object.keys(answer.properties ?? {}).length, call.id).toBeGreaterThan(0);
      expect(operation.security).toEqual(call.rule === 'public' ? [] : [{ token: [] }]);
    }
  });

  it('refers only to what is in it, and never to another file', async () => {
    const document = (await (await fetch(`${server.current.url}/openapi.json`)).json()) as Node;
    const refs: string[] = [];
    const walk = (value: unknown): void => {
      if (typeof value !== 'object' || value === null) return;
      for (const [key, inner] of Object.entries(value)) {
        if (key === '$ref') refs.push(String(inner));
        else walk(inner);
      }
    };
    walk(document);
    expect(refs.length).toBeGreaterThan(0);
    for (const ref of refs) {
      expect(ref).toMatch(/^#\//);
      const found = ref
        .slice(2)
        .split('/')
        .reduce<Node | undefined>((at, part) => at?.[part], document);
      expect(found, ref).toBeDefined();
    }
  });
});

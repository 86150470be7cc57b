/** Calls of the contract against the printed specification: shapes, types, OpenAPI (decision 30). */
import { describe, expect, it } from 'vitest';
import type { AnyStateMachine } from 'xstate';
import * as z from 'zod/mini';
import { addressOf, paramNames } from '../../contract/call.ts';
import { actCreate, actIndex, actShow, loadResidues } from '../../contract/counting/acts.ts';
import { saveEntries } from '../../contract/counting/entries.ts';
import { calls } from '../../contract/index.ts';
import type { ServedCall } from '../../contract/server.ts';
import { announcementMachine } from '../../machines/announcement/announcement.machine.ts';
import { appealMachine } from '../../machines/appeal/appeal.machine.ts';
import { approvalMachine } from '../../machines/approval/approval.machine.ts';
import { cashDocumentMachine } from '../../machines/cashDocument/cashDocument.machine.ts';
import { contractMachine } from '../../machines/contract/contract.machine.ts';
import { contractErrorMachine } from '../../machines/contractError/contractError.machine.ts';
import { counterMachine } from '../../machines/counter/counter.machine.ts';
import { countingActMachine } from '../../machines/countingAct/countingAct.machine.ts';
import { directoryRecordMachine } from '../../machines/directoryRecord/directoryRecord.machine.ts';
import { guaranteeMachine } from '../../machines/guarantee/guarantee.machine.ts';
import { importMachine } from '../../machines/import/import.machine.ts';
import { initiativeClientMachine } from '../../machines/initiativeClient/initiativeClient.machine.ts';
import { invoiceMachine } from '../../machines/invoice/invoice.machine.ts';
import { mobileDeviceMachine } from '../../machines/mobileDevice/mobileDevice.machine.ts';
import { myIdSessionMachine } from '../../machines/myIdSession/myIdSession.machine.ts';
import { outputMachine } from '../../machines/output/output.machine.ts';
import { paymentCertificateMachine } from '../../machines/paymentCertificate/paymentCertificate.machine.ts';
import { pledgeEvaluationMachine } from '../../machines/pledgeEvaluation/pledgeEvaluation.machine.ts';
import { practiceDayMachine } from '../../machines/practiceDay/practiceDay.machine.ts';
import { practiceMonthMachine } from '../../machines/practiceMonth/practiceMonth.machine.ts';
import { problemReportMachine } from '../../machines/problemReport/problemReport.machine.ts';
import { productLockMachine } from '../../machines/productLock/productLock.machine.ts';
import { questionnaireMachine } from '../../machines/questionnaire/questionnaire.machine.ts';
import { remarkMachine } from '../../machines/remark/remark.machine.ts';
import { saleOrderMachine } from '../../machines/saleOrder/saleOrder.machine.ts';
import { scoringRunMachine } from '../../machines/scoringRun/scoringRun.machine.ts';
import { settingRevisionMachine } from '../../machines/settingRevision/settingRevision.machine.ts';
import { smsAppDeviceMachine } from '../../machines/smsAppDevice/smsAppDevice.machine.ts';
import { staffTestMachine } from '../../machines/staffTest/staffTest.machine.ts';
import { testSittingMachine } from '../../machines/testSitting/testSitting.machine.ts';
import { userMachine } from '../../machines/user/user.machine.ts';
import { implementations } from '../../server/app.ts';
import { NOTHING, openAct } from './acts.ts';
import { each, paramsOf } from './contractKit.ts';
import { holderOf, ORGANIZATION, withServer } from './world.ts';

const server = withServer();
const production = withServer({ production: true });

/** The names of a call's body with an example of a wrong type for each. */
function wronglyTyped(call: ServedCall): Record<string, unknown> {
  const schema = z.toJSONSchema(call.body as z.ZodMiniType, { io: 'input', unrepresentable: 'any' });
  const wrong = (property: unknown) => ((property as { type?: string }).type === 'object' ? ['this'] : { not: 'this' });
  return Object.fromEntries(Object.entries(schema.properties ?? {}).map(([name, property]) => [name, wrong(property)]));
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
  invoiceSend: ['value'],
  invoiceConfirm: ['value'],
  invoiceCancel: ['canceled_commentary', 'canceled_commentary_type'],
  generateSerials: ['count', 'product_variant_id', 'organization_id'],
  attachSerials: ['input_product_id', 'generate_count', 'serial_numbers', 'has_many'],
  deleteSerial: ['product_invoice_id', 'has_many', 'serial_number'],
};

/** Bodies that take extensions beside what is printed (decisions 22 and 47: overridden prices, labels, serial numbers). */
const PRINTED_PARTS: Record<string, string[]> = {
  invoiceCreate: [
    'partner_id',
    'comment',
    'invoice_date',
    'number_invoice',
    'partner_firm_id',
    'type',
    'warehouse_list_id',
  ],
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
      cashDocument: cashDocumentMachine,
      counter: counterMachine,
      invoice: invoiceMachine,
      import: importMachine,
      directoryRecord: directoryRecordMachine,
      mobileDevice: mobileDeviceMachine,
      user: userMachine,
      settingRevision: settingRevisionMachine,
      practiceDay: practiceDayMachine,
      practiceMonth: practiceMonthMachine,
      problemReport: problemReportMachine,
      productLock: productLockMachine,
      smsAppDevice: smsAppDeviceMachine,
      announcement: announcementMachine,
      approval: approvalMachine,
      testSitting: testSittingMachine,
      staffTest: staffTestMachine,
      scoringRun: scoringRunMachine,
      myIdSession: myIdSessionMachine,
      contract: contractMachine,
      saleOrder: saleOrderMachine,
      appeal: appealMachine,
      contractError: contractErrorMachine,
      output: outputMachine,
      paymentCertificate: paymentCertificateMachine,
      pledgeEvaluation: pledgeEvaluationMachine,
      questionnaire: questionnaireMachine,
      guarantee: guaranteeMachine,
      remark: remarkMachine,
      initiativeClient: initiativeClientMachine,
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
      'contractError error.change',
      'contractError error.fix',
      'countingAct counters.allSubmitted',
      'initiativeClient lead.check',
      'initiativeClient lead.expire',
      'initiativeClient lead.register',
      'myIdSession myid.expire',
      'myIdSession myid.fail',
      'myIdSession myid.pass',
      'output output.withdraw',
      'paymentCertificate certificate.annul',
      'pledgeEvaluation pledge.expire',
      'questionnaire questionnaire.expire',
      'questionnaire scoring.approve',
      'questionnaire scoring.refuse',
      'questionnaire scoring.review',
      'questionnaire scoring.start',
      'saleOrder order.expire',
      'scoringRun run.decide',
      'scoringRun run.expire',
      'scoringRun run.fail',
      'scoringRun run.score',
      'scoringRun source.answer',
      'scoringRun source.fail',
      'settingRevision revision.end',
      'settingRevision revision.start',
      'settingRevision revision.supersede',
      'staffTest test.end',
      'testSitting time.isUp',
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
    const { required = [] } = schema;
    // where nothing is needed the record is looked for
    expect(answer.status).toBe(required.length === 0 ? 404 : 422);
    expect(Object.keys(answer.error.errors ?? {}).sort()).toEqual([...required].sort());
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

it('packs a long answer for who takes it packed, and no short one', async () => {
  const ask = (encoding: string, path = '/openapi.json') =>
    fetch(`${server.current.url}${path}`, { headers: { 'accept-encoding': encoding } });
  const [plain, packed, short] = await Promise.all([
    ask('identity'),
    ask('gzip'),
    ask('gzip', '/warehouse/api/act_of_count/index'),
  ]);
  expect([plain, packed, short].map(({ headers }) => headers.get('content-encoding'))).toEqual([null, 'gzip', null]);
  expect(short.headers.get('content-length')).toBe(String((await short.text()).length));
  expect(await packed.text()).toBe(await plain.text());
});

it('leaves no answer in a cache of the browser, a refusal neither', async () => {
  const asked = [
    await server.current.call('keeper', actIndex),
    await server.current.call('keeper', actShow, { params: { id: 999_999 } }),
    await fetch(`${server.current.url}/warehouse/api/act_of_count/index`),
  ];
  expect(asked.map(({ status }) => status)).toEqual([200, 404, 401]);
  expect(asked.map(({ headers }) => headers.get('cache-control'))).toEqual(['no-store', 'no-store', 'no-store']);
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

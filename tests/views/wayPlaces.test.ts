/** Where a fact of a way is changed: never the window that one stands in. */
import { expect, it } from 'vitest';
import { type WayMachine, wayMachines } from '../../contract/workflowWay.ts';
import uz from '../../locales/uz/server.json' with { type: 'json' };
import { WAY_FACTS } from '../../server/workflows/way/facts.ts';
import { pageOfDocument, partOfFact, placeOfFact } from '../../src/ui/way/links.ts';

const place = { id: 5, branch: 3, beside: { client: 71, order: 72 } };
const to = (machine: string, fact: string, of?: string) => placeOfFact(machine, fact, of, place);

it('a fact that blocks leads to the day of its own branch, to the locks and to the black list', () => {
  expect(to('practiceDay', 'nothingBlocks')).toBe('/settings/manage-practice-day?organization_id=3');
  expect(to('invoice', 'openDay')).toBe('/settings/manage-practice-day?organization_id=3');
  expect(to('invoice', 'products_locked')).toBe('/repositories/inactive-products');
  expect(to('saleOrder', 'client_listed')).toBe(to('contract', 'notListed'));
});

it('money that a contract waits for leads to the payment of its client, units of goods to their hand-over', () => {
  expect(to('contract', 'firstPaid')).toBe('/cashbox/payment?client=71');
  expect(to('contract', 'settled')).toBe('/cashbox/payment?client=71');
  expect(placeOfFact('contract', 'settled', undefined, { ...place, beside: {} })).toBe('/cashbox/clients');
  expect(to('output', 'allPicked')).toBe('/repository-output/create-update?id=5');
  expect(to('output', 'allExplained')).toBe('/repository-output/create-update?id=5');
});

it('each condition of signing leads to what it is about, and none to the contract itself', () => {
  expect(to('contract', 'nothingMissing', 'scoring')).toBe('/contracts/questionnaires?client_id=71');
  expect(to('contract', 'nothingMissing', 'identity')).toBe('/clients/info-card?id=71');
  expect(to('contract', 'nothingMissing', 'reservation')).toBe('/contracts/create-order?row=72');
  expect(to('contract', 'nothingMissing', 'findings')).toBe('/contracts/create-contract?row=5');
  expect(to('contract', 'nothingMissing', 'requisites')).toBe('/settings/requisites');
  const said = Object.keys(uz.signing).filter((of) => !['day', 'unpaid', 'stale'].includes(of));
  expect(said.filter((of) => to('contract', 'nothingMissing', of) === undefined)).toEqual([]);
});

it('lists that are not handed in lead to the own list, else to the counters of the act', () => {
  expect(placeOfFact('countingAct', 'everyCounterSubmitted', undefined, { ...place, beside: { counter: 9 } })).toBe(
    '/repositories/act-of-counting/5/counters/9',
  );
  expect(to('countingAct', 'everyCounterSubmitted')).toBeUndefined();
  document.body.innerHTML = '<section class="counters"></section>';
  expect(partOfFact('everyCounterSubmitted', undefined)).toBe(document.body.firstChild);
  expect(partOfFact('everySerialSaved', undefined)).toBeNull();
});

it('every condition of signing that is changed in the draft itself has a part of its window', () => {
  document.body.innerHTML =
    '<div class="sale-form"><input /><section data-testid="guarantors"><button></button></section></div>';
  const own = Object.keys(uz.signing).filter(
    (of) => to('contract', 'nothingMissing', of) === '/contracts/create-contract?row=5',
  );
  expect(own).toContain('terms');
  expect(own.filter((of) => partOfFact('nothingMissing', of) === null)).toEqual([]);
});

it('a car whose worth is not set leads to the settings of wear, one whose evaluation is over to a new one', () => {
  expect(to('pledgeEvaluation', 'isPriced')).toBe('/pledge/wear');
  expect(to('pledgeEvaluation', 'isCurrent')).toBe('/pledge/pledge-car-evaluations');
});

it('photos and the extract of the register lead to the files of the car; nothing that blocks it leads nowhere', () => {
  document.body.innerHTML = '<div role="tab" data-tab-id="comments"></div><div role="tab" data-tab-id="files"></div>';
  for (const fact of ['isPhotographed', 'isRegistered']) {
    expect(to('pledgeEvaluation', fact)).toBeUndefined();
    expect(partOfFact(fact, undefined)).toBe(document.body.lastChild);
  }
  const leads = (fact: string) => to('pledgeEvaluation', fact) !== undefined || partOfFact(fact, undefined) !== null;
  expect(Object.keys(WAY_FACTS.pledgeEvaluation.facts).filter((fact) => !leads(fact))).toEqual([]);
});

it('an application leads to the file of consent, the card of its client and the run whose source failed', () => {
  document.body.innerHTML = '<div role="tab" data-tab-id="files"></div>';
  expect(to('questionnaire', 'isWhole', 'questionnaire_consent')).toBeUndefined();
  expect(partOfFact('isWhole', 'questionnaire_consent')).toBe(document.body.firstChild);
  for (const gap of ['client', 'identity', 'copy', 'phone', 'workplace'])
    expect(to('questionnaire', 'isWhole', `questionnaire_${gap}`)).toBe('/clients/info-card?id=71');
  expect(placeOfFact('questionnaire', 'isFailed', undefined, { ...place, beside: { run: 8 } })).toBe(
    '/income/scoring-non-clients?run=8',
  );
});

it('a certificate that says something else than the ledger leads to its own form, and not to what is fixed there', () => {
  document.body.innerHTML = '<section class="document-form"><input disabled /><select></select></section>';
  expect(to('paymentCertificate', 'isTruthful')).toBeUndefined();
  expect(partOfFact('isTruthful', undefined)).toBe(document.querySelector('select'));
});

it('a fee that is waited for leads to the contract, of a client without one to a new order', () => {
  const earned = (beside: Record<string, number>) =>
    placeOfFact('initiativeClient', 'isEarned', undefined, { ...place, beside });
  expect(earned({ client: 71, contract: 73 })).toBe('/contracts/contracts?row=73');
  expect(earned({ client: 71 })).toBe('/contracts/create-order?client=71');
});

it('goods that are picked lead to their hand-over, a schedule that has begun to the contract and its calling off', () => {
  const beside = { client: 71, order: 72, output: 74 };
  expect(placeOfFact('contract', 'notLeaving', undefined, { ...place, beside })).toBe(
    '/repository-output/create-update?id=74',
  );
  expect(to('contract', 'inTime')).toBe('/contracts/contracts?row=5');
  expect(placeOfFact('output', 'inTime', undefined, { ...place, beside: { contract: 73 } })).toBe(
    '/contracts/contracts?row=73',
  );
  document.body.innerHTML = '<button data-testid="contract-cancel"></button>';
  expect(partOfFact('inTime', undefined)).toBe(document.body.firstChild);
});

/** What no place changes, each with its reason. */
const NOWHERE: Readonly<Record<string, string>> = {
  scoring_tries: 'MyID is asked of a person three times a day; who signs contracts hands the application in himself',
};

/** What stands behind a fact that `says` several conditions. */
const BEHIND: Readonly<Record<string, readonly string[]>> = {
  nothingMissing: Object.keys(uz.signing).filter((of) => !['day', 'unpaid', 'stale'].includes(of)),
  isWhole: [
    ...['consent', 'client', 'identity', 'copy', 'phone', 'workplace'].map((gap) => `questionnaire_${gap}`),
    'scoring_tries',
  ],
};

/** What the server refuses beside the charts, in steps that a way has. */
const BESIDE: Readonly<Partial<Record<WayMachine, readonly string[]>>> = {
  invoice: ['openDay', 'products_locked', 'serials_elsewhere'],
  saleOrder: ['client_listed', 'order_prices', 'goods_reserved', 'reservation_expired'],
};

it.each(wayMachines)('nothing that blocks a way of %s leads nowhere', (machine) => {
  // each part of a window that is known, as one of the windows has it
  document.body.innerHTML = `<div class="counters"></div><div role="tab" data-tab-id="files"></div>
    <div class="sale-form"><input /><section data-testid="guarantors"><input /></section></div>
    <div class="document-form"><input /></div><button data-testid="line-add"></button>
    <button data-problem="serials"></button><div data-testid="line-grid"></div>`;
  // records that are beside the document once they are there, and none of those that another machine has
  const beside: Readonly<Partial<Record<WayMachine, Record<string, number>>>> = {
    counter: { act: 70 },
    output: { contract: 73 },
    saleOrder: { client: 71 },
    contract: { client: 71, order: 72, output: 74 },
    questionnaire: { client: 71, run: 75 },
    initiativeClient: { client: 71 },
  };
  const own = { ...place, beside: beside[machine] ?? {} };
  const { facts, says = {} } = WAY_FACTS[machine];
  const every = [...Object.keys(facts), ...(BESIDE[machine] ?? [])].flatMap((fact) =>
    fact in says ? (BEHIND[fact] ?? [undefined]).map((of) => [fact, of] as const) : [[fact, undefined] as const],
  );
  const leads = ([fact, of]: (typeof every)[number]) =>
    placeOfFact(machine, fact, of, own) !== undefined || partOfFact(fact, of) !== null || (of ?? fact) in NOWHERE;
  expect(every.filter((one) => !leads(one))).toEqual([]);
});

it('a document that is not made yet leads to where it is made, one that is to its own window', () => {
  const beside = { client: 71, order: 72 };
  expect(pageOfDocument('contract', { ...place, beside })).toBe('/contracts/create-contract?row=5');
  expect(pageOfDocument('contract', { ...place, id: null, beside })).toBe('/contracts/create-order?row=72');
  expect(pageOfDocument('contract', { ...place, id: null, beside: {} })).toBe('/contracts/contracts');
  expect(pageOfDocument('saleOrder', { ...place, id: null, beside: { client: 71 } })).toBe(
    '/contracts/create-order?client=71',
  );
  expect(pageOfDocument('output', place)).toBe('/repository-output/create-update?id=5');
  expect(pageOfDocument('output', { ...place, id: null })).toBe('/repository-output/repository-output');
  // a condition of a draft that is not made is changed in the order that it is made over
  expect(placeOfFact('contract', 'nothingMissing', 'findings', { ...place, id: null })).toBe(
    '/contracts/create-order?row=72',
  );
});

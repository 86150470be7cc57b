/** Where a fact of a way is changed: pages beside the document's own window, and parts of that window. */
import { pathOf, withQuery } from '../../routes/registry.ts';

/** What of a document its pages are found by. */
export interface Place {
  /** null: it is not made yet. */
  readonly id: number | null;
  readonly branch: number;
  /** Records beside it, by what they are to it. */
  readonly beside: Readonly<Record<string, number>>;
}
type ToPage = (place: Place) => string | undefined;

const MATRIX =
  (filter: string): ToPage =>
  ({ id }) =>
    id === null ? undefined : withQuery(pathOf('act', { actId: id }), { view: 'matrix', filter });
const DAY: ToPage = ({ branch }) => withQuery(pathOf('managePracticeDay'), { organization_id: branch });
const LISTED: ToPage = () => pathOf('blackList');
const LOCKED: ToPage = () => pathOf('inactiveProducts');
const AT =
  (record: string, page: (of: number) => string): ToPage =>
  ({ beside }) => {
    const of = beside[record];
    return of === undefined ? undefined : page(of);
  };
const CLIENT = AT('client', (client) => withQuery(pathOf('clientCard'), { id: client }));
/** Where the client pays; who the client is may not be known yet. */
const DESK: ToPage = (place) =>
  AT('client', (client) => withQuery(pathOf('paymentWindow'), { client }))(place) ?? pathOf('cashboxClients');
const OUTPUT: ToPage = ({ id }) =>
  id === null ? pathOf('repositoryOutput') : withQuery(pathOf('outputWindow'), { id });
const ORDER = AT('order', (order) => withQuery(pathOf('createOrder'), { row: order }));
const DRAFT: ToPage = (place) =>
  place.id === null ? ORDER(place) : withQuery(pathOf('createContract'), { row: place.id });

const PICKED = AT('output', (id) => withQuery(pathOf('outputWindow'), { id }));
const CONTRACT_OF = (row: number | null) =>
  row === null ? pathOf('contracts') : withQuery(pathOf('contracts'), { row });
const SOLD = AT('client', (client) => withQuery(pathOf('createOrder'), { client }));

type Places = Readonly<Record<string, ToPage>>;

const PLACES: Readonly<Record<string, Places>> = {
  countingAct: {
    everyCounterSubmitted: (place) =>
      AT('counter', (counterId) => pathOf('counter', { actId: place.id ?? 0, counterId }))(place),
    noDisagreements: MATRIX('disagreements'),
    nothingMoved: MATRIX('moved'),
    nothingElsewhere: MATRIX('elsewhere'),
  },
  counter: { residuesLoaded: AT('act', (actId) => pathOf('act', { actId })) },
  // goods that are picked leave, or their picking is given up; of a schedule that has begun the contract is called off
  contract: { firstPaid: DESK, settled: DESK, notLeaving: PICKED, inTime: ({ id }) => CONTRACT_OF(id) },
  output: { allPicked: OUTPUT, allExplained: OUTPUT, inTime: AT('contract', CONTRACT_OF) },
  questionnaire: { isFailed: AT('run', (run) => withQuery(pathOf('scoringNonClients'), { run })) },
  // without a contract yet the client is sold one
  initiativeClient: { isEarned: (place) => AT('contract', CONTRACT_OF)(place) ?? SOLD(place) },
  // a car whose evaluation is over is evaluated anew
  pledgeEvaluation: { isPriced: () => pathOf('carWear'), isCurrent: () => pathOf('pledgeCarEvaluations') },
};
const EVERYWHERE: Places = {
  ...{ openDay: DAY, nothingBlocks: DAY, mayComeBack: DAY, notListed: LISTED },
  // what the server refuses beside the charts, by the names of its texts
  ...{ client_listed: LISTED, products_locked: LOCKED, reservation_expired: SOLD },
  hasModel: () => pathOf('scoringCriteria'),
};

/** Conditions that stand behind one fact, of signing a contract or of handing in an application, by the names of their texts. */
const CONDITIONS: Places = {
  reservation: ORDER,
  ...{ client: CLIENT, identity: CLIENT, document: CLIENT, age: CLIENT, listed: LISTED },
  scoring: AT('client', (client) => withQuery(pathOf('questionnaires'), { client_id: client })),
  ...{
    goods: DRAFT,
    terms: DRAFT,
    findings: DRAFT,
    guarantor: DRAFT,
    unfit: DRAFT,
    pledge_missing: DRAFT,
    pledge_taken: DRAFT,
  },
  ...{ pledge_over: DRAFT, pledge_extract: DRAFT, pledge_small: DRAFT, discount: DRAFT },
  requisites: () => pathOf('requisites'),
  ...{ questionnaire_client: CLIENT, questionnaire_identity: CLIENT, questionnaire_copy: CLIENT },
  ...{ questionnaire_phone: CLIENT, questionnaire_workplace: CLIENT },
};

/** The page where a fact is changed; undefined: in the window itself. */
export const placeOfFact = (machine: string, fact: string, of: string | undefined, place: Place): string | undefined =>
  (of === undefined ? (PLACES[machine]?.[fact] ?? EVERYWHERE[fact]) : CONDITIONS[of])?.(place);

const ADD = '[data-testid="line-add"], .goods-search input';
const FORM = '.sale-form :is(input, select, button)';
const FILES = '[role="tab"][data-tab-id="files"]';
const GUARANTORS = '[data-testid="guarantors"] :is(input, button)';
const OWN_FORM = '.document-form :is(input, select, button):not(:disabled)';
/** Parts of a window where a fact is changed: of a condition behind one, by the name of its text. */
const PARTS: Readonly<Record<string, string>> = {
  ...{ someAssigned: '.counters', everyCounterSubmitted: '.counters' },
  ...{ isPhotographed: FILES, isRegistered: FILES, questionnaire_consent: FILES },
  ...{ isTruthful: OWN_FORM, saysPaid: OWN_FORM },
  // the schedule is that of the contract, which is called off there
  inTime: '[data-testid="contract-cancel"]',
  ...{ hasLines: ADD, order_prices: ADD, goods_reserved: ADD },
  serials_elsewhere: '[data-testid="line-grid"]',
  // the button that leads to the next line without its numbers
  everySerialSaved: '[data-problem="serials"]',
  ...{
    goods: FORM,
    terms: FORM,
    findings: FORM,
    discount: FORM,
    pledge_missing: FORM,
    pledge_taken: FORM,
    pledge_over: FORM,
  },
  ...{ pledge_extract: FORM, pledge_small: FORM, guarantor: GUARANTORS, unfit: GUARANTORS },
};
export const partOfFact = (fact: string, of: string | undefined): HTMLElement | null => {
  const part = PARTS[of ?? fact];
  return part === undefined ? null : document.querySelector<HTMLElement>(part);
};

/** Pages of the documents by whose steps a way goes on: their own windows, else where they are made or found. */
const PAGES: Places = {
  cashDocument: DESK,
  output: OUTPUT,
  contract: (place) => DRAFT(place) ?? pathOf('contracts'),
  saleOrder: ({ id, beside: { client } }) =>
    withQuery(pathOf('createOrder'), id === null ? { ...(client !== undefined && { client }) } : { row: id }),
};
export const pageOfDocument = (machine: string, place: Place): string | undefined => PAGES[machine]?.(place);

/** What a browser test may ask of the harness, and the fixtures made from it. */
import { type BrowserContext, test as base, type Page } from '@playwright/test';
import type { StateValue } from 'xstate';
import type { Service } from '../../contract/call.ts';
import type { TacReport } from '../../server/invoices/importTac.ts';
import type { LedgerReport } from '../../server/stock/ledgerCheck.ts';
import type { WrittenQuestion } from '../../tests/server/testKit.ts';
import { interceptNothing } from './intercept.ts';

export interface BranchWish {
  /** Products of the branch's own, beside the twelve that every branch has. */
  products?: number;
  /** How many of them are serial goods, the first ones. */
  serials?: number;
  /** IMEIs that each of those carries; no phones when left out. */
  imeis?: number;
}

export interface BranchPerson {
  id: number;
  username: string;
  fullname: string;
  token: string;
}

export interface BranchProduct {
  id: number;
  title: string;
  sku: string;
  barcode: string;
  serial: boolean;
  qty: number;
  serials: string[];
}

export type BranchRole =
  | 'keeper'
  | 'deputy'
  | 'counter1'
  | 'counter2'
  | 'counter3'
  | 'counter4'
  | 'newcomer'
  | 'purchaser'
  | 'accountant'
  | 'warehouseman'
  | 'director';

export interface Branch {
  organizationId: number;
  organization: string;
  warehouseId: number;
  people: Record<BranchRole, BranchPerson>;
  products: BranchProduct[];
}

export interface MoveWish {
  organizationId: number;
  warehouseId: number;
  lines: { variantId: number; qty: number; serials?: string[] }[];
  /** The day when the serial goods of the lines came; today when left out. */
  came?: string;
}

/** Products with their stock, as `npm run import:catalogue` brings them: known ones by their sku. */
export interface CatalogueWish {
  organizationId: number;
  userId: number;
  csv: string;
  /** Skus of serial goods that carry one IMEI. */
  phones: string[];
}

export interface ApplicationStep {
  id: number;
  verb: string;
  /** Of `is used`: the contract that was signed, and whose. */
  contractId?: number;
  clientId?: number;
}

/** A draft contract over goods of one kind. */
export interface DraftWish {
  organizationId: number;
  warehouseId: number;
  /** Who sells. */
  userId: number;
  variantId: number;
  clientId: number;
}

export interface PricedGoods {
  variantId: number;
  price: number;
}

/** A contract of a client, signed on the open day of the branch. */
export interface ContractWish {
  branch: Branch;
  /** A client who is there; a new one when left out. */
  client?: number;
  firstPayment: number;
  instalments: readonly { due: string; amount: number }[];
  /** The day when it was signed and its goods left, without a document of their own: it is charged. */
  handedOver?: string;
  /** Kept for it, and waiting to be picked. */
  goods?: readonly { variant: number; qty: number }[];
}

/** A test for the people of one branch alone; its questions are those of tests/server/testKit.ts unless named. */
export interface StaffTestWish {
  organizationId: number;
  title: string;
  tries?: number;
  /** Minutes. */
  duration?: number;
  /** Minutes until the test ends; left out, it does not. */
  endsIn?: number;
  percent?: number;
  questions?: readonly WrittenQuestion[];
}

const port = Number(process.env.E2E_PORT ?? 4273);
export const SERVER = `http://127.0.0.1:${port}`;

/** Every test person's password. */
export const PASSWORD = 'Sinov-2026!';
/** Plain goods 1–10 (ten of each, barcode 47800000000NN) and phones 11, 12 with serials `SN-<organization>-<id>-<1..3>`. */
export const barcodeOf = (variant: number) => `47800000000${String(variant).padStart(2, '0')}`;

async function ask<T>(path: string, body: unknown): Promise<T> {
  const answer = await fetch(`http://127.0.0.1:${port + 1}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`control ${path} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as T;
}

export const control = {
  branch: (wish: BranchWish = {}) => ask<Branch>('/branch', wish),
  move: (wish: MoveWish) => ask<object>('/move', wish),
  catalogue: (wish: CatalogueWish) => ask<object>('/catalogue', wish),
  /** Models by the first digits of an IMEI, as `npm run import:tac` loads them, in place of those that were there. */
  tac: (csv: string) => ask<TacReport>('/tac', { csv }),
  /** The result of `npm run ledger:check`. */
  ledgers: () => ask<LedgerReport[]>('/ledger-check', {}),
  /** Lines of the partner ledger: 1 is UZS, 2 USD; above zero the chain owes it. */
  owe: (partner: string, entries: { currency: number; amount: number }[]) => ask<object>('/owe', { partner, entries }),
  /** A category of goods of the test's own, at the top of the tree. */
  category: (name: string) => ask<{ id: number }>('/category', { name }),
  /** The accountant has closed a month. */
  closeMonth: (year: number, month: number) => ask<object>('/close-month', { year, month }),
  /** A month of long ago in which the branch had one day, closed. */
  oldMonth: (organizationId: number) => ask<{ id: number; year: number }>('/old-month', { organizationId }),
  /** The day of a planned markup comes, and the server's job runs: others' days stay where they are. */
  markupDayComes: (id: number) => ask<object>('/markup-day-comes', { id }),
  /** Markups have no last day of their own: their lifecycle ends them as that of a setting that has one. */
  markupEnds: (id: number) => ask<object>('/markup-ends', { id }),
  staffTest: (wish: StaffTestWish) => ask<{ id: number }>('/staff-test', wish),
  /** The attempt's only result is one that was not enough, so many milliseconds ago. */
  testResult: (attemptId: number, ago: number) => ask<object>('/test-result', { attemptId, ago }),
  /** For the server so many milliseconds more have passed since a sitting began or a result was written. */
  timePasses: (attemptId: number, milliseconds: number) => ask<object>('/time-passes', { attemptId, milliseconds }),
  /** The minutes of a sitting and its grace have passed, and the server's job runs. */
  minutesUp: (attemptId: number) => ask<object>('/minutes-up', { attemptId }),
  /** The end of a published test has come, and the server's job runs. */
  staffTestEnds: (id: number) => ask<object>('/staff-test-ends', { id }),
  /** The end of a published announcement has come, and the server's job runs. */
  announcementEnds: (id: number) => ask<object>('/announcement-ends', { id }),
  /** What a branch has to have before it sells by instalments: terms, requisites, a seal, prices, a cash desk. */
  shop: (organizationId: number, goods: PricedGoods[]) =>
    ask<{ cashAccountId: number }>('/shop', { organizationId, goods }),
  /** Nothing is signed in the branch without a valid run of the scoring. */
  needsScoring: (organizationId: number) => ask<object>('/needs-scoring', { organizationId }),
  /** The hours for which goods are kept are over, and the server's job runs. */
  orderHoursOver: (id: number) => ask<object>('/order-hours-over', { id }),
  /** So many seconds are left of them. */
  orderSecondsLeft: (id: number, seconds: number) => ask<object>('/order-seconds-left', { id, seconds }),
  /** The day of a branch is closed and another one opened; what is prepaid and due by then is used. */
  nextDay: (organizationId: number, date: string) => ask<object>('/next-day', { organizationId, date }),
  /** The person decides about contracts that others wrote. */
  contractDecider: (userId: number) => ask<object>('/contract-decider', { userId }),
  /** Wear and terms of pledge are in force for cars of five years, and the person may decide about evaluations. */
  pledgeFigures: (userId: number) => ask<object>('/pledge-figures', { userId }),
  /** The last day of an approved evaluation is over, and the server's job runs. */
  evaluationDaysOver: (id: number) => ask<object>('/evaluation-days-over', { id }),
  /** Terms are in force for partners who bring clients: of shops one percent of the first contract. */
  leadTerms: () => ask<object>('/lead-terms', {}),
  /** What the server finds of somebody whom a partner has brought. */
  leadStep: (id: number, what: 'check' | 'register' | 'expire', earned: boolean) =>
    ask<object>('/lead-step', { id, what, earned }),
  /** A signed contract, with the output that waits for its goods where it has any. */
  contract: (wish: ContractWish) => ask<{ client: number; contract: number; output: number }>('/contract', wish),
  /**
   * A branch begins to sell its products for so much each: it has terms, requisites and a seal, asks for scoring, and two
   * people more.
   */
  sale: (branch: Branch, price: number) => ask<Record<'seller' | 'cashier', BranchPerson>>('/sale', { branch, price }),
  /** A cash desk of a branch. */
  desk: (organizationId: number) => ask<{ id: number }>('/desk', { organizationId }),
  /** A contract is signed over an approved car, or secures itself by it no more. */
  pledgeStep: (id: number, verb: 'attach' | 'release') => ask<object>('/pledge-step', { id, verb }),
  /** The checks of contracts find of one that its schedule is not its sum. */
  contractError: (contract: number) => ask<{ id: number }>('/contract-error', { contract }),
  /** They find other figures, or the error no more. */
  contractErrorStep: (id: number, verb: 'change' | 'fix') => ask<object>('/contract-error-step', { id, verb }),
  /** A draft contract of a client over goods of one kind. */
  draftContract: (wish: DraftWish) => ask<{ id: number }>('/draft-contract', wish),
  /** A step of the server itself on an application, by its name in the oracle. */
  applicationStep: (wish: ApplicationStep) => ask<object>('/application-step', wish),
  /** The guarantors of a contract sign with it, or are free. */
  guaranteeStep: (contractId: number, verb: string) => ask<object>('/guarantee-step', { contractId, verb }),
  /** A version of the scoring model that asks MyID and the bureau, in force since March. */
  scoringModel: () => ask<{ id: number }>('/scoring-model', {}),
  /** A step of the server itself with a run, by its name in the oracle. */
  scoringStep: (id: number, verb: string) => ask<object>('/scoring-step', { id, verb }),
  /** A step of the server itself with a session of MyID, by its name in the oracle. */
  myidStep: (id: number, verb: string) => ask<object>('/myid-step', { id, verb }),
  revoke: (userId: number) => ask<object>('/revoke', { userId }),
  /** The person's password expires now, the sessions go on. */
  expirePassword: (userId: number) => ask<object>('/expire-password', { userId }),
  token: (userId: number) => ask<{ token: string }>('/token', { userId }),
  stock: (organizationId: number) =>
    ask<{ quantities: Record<string, number>; serials: string[] }>('/stock', { organizationId }),
};

/** A call of the API by a person, as the contract has it: `path` under the service, e.g. `/act_of_count/create`. */
export async function api<T = { data: { id: number } }>(
  person: { token: string },
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: unknown,
  service: Service = 'warehouse',
): Promise<{ status: number; body: T }> {
  const answer = await fetch(`${SERVER}/${service}/api${path}`, {
    method,
    headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: (await answer.json().catch(() => ({}))) as T };
}

declare global {
  /** What keeps the page from being drawn, where it is not. */
  var __undrawn: CSSStyleSheet | undefined;
}

/**
 * Nobody looks at the screen of a test: laid out, hit and focused as ever, its pages are not painted into pixels, which
 * costs a quarter of a walk. Where something must be seen they are: axe switches the sheet off (axe.ts), paper has its
 * own medium, a picture may be asked for, and what has failed is recorded at its next try.
 */
async function undraw(context: BrowserContext): Promise<void> {
  if (base.info().retry > 0 || Object.keys(process.env).some((name) => name.endsWith('_PICTURES'))) return;
  await context.addInitScript(() => {
    if (globalThis.__undrawn !== undefined) return;
    globalThis.__undrawn = new CSSStyleSheet();
    globalThis.__undrawn.replaceSync('@media screen { html { opacity: 0 } }');
    document.adoptedStyleSheets.push(globalThis.__undrawn);
  });
}

/** Signs a context in without the form: the token is in the storage before the first page. Once: a log-out stays. */
export async function signIn(
  context: BrowserContext,
  person: BranchPerson,
  language: 'uz' | 'ru' = 'uz',
): Promise<void> {
  await undraw(context);
  await context.addInitScript(
    ({ token, language: chosen, mark }) => {
      if (window.name === mark || sessionStorage.getItem(mark)) return;
      sessionStorage.setItem(mark, 'done');
      localStorage.setItem('accessToken', token);
      localStorage.setItem('language', chosen);
    },
    { token: person.token, language, mark: 'e2e-signed-in' },
  );
}

export interface TakenInPage {
  machine: string;
  transitions: string[];
  value: StateValue;
  event: string;
  /** From one load of the page to the next. */
  life: string;
}

declare global {
  /** The life of the page that is watched. */
  var __life: string | undefined;
}

/** How many of its last steps a life of the page leaves to the next one. */
const KEPT = 20;

/**
 * Collects what the page's machines take (src/app/inspect.ts), across reloads. Before the first page. What a page reports
 * in the moment it goes away may not reach the test; the next page load sends it again.
 */
export async function watchMachines(page: Page): Promise<readonly TakenInPage[]> {
  const taken: TakenInPage[] = [];
  const known = new Set<string>();
  await page.exposeFunction('__reportStep', ({ id, ...one }: TakenInPage & { id: string }) => {
    if (known.has(id)) return;
    known.add(id);
    taken.push(one);
  });
  await page.addInitScript((kept) => {
    // a frame, or the empty page before the first one, has no machines and no storage
    if (window.top !== window || window.origin === 'null') return;
    const KEY = '__steps';
    const life = String(Math.random());
    const { __reportStep: tell } = globalThis as unknown as { __reportStep(one: object): void };
    for (const one of JSON.parse(sessionStorage.getItem(KEY) ?? '[]')) tell(one);
    const recorded: object[] = [];
    const list: NonNullable<typeof globalThis.__workflows> = [];
    list.push = (...steps) => {
      for (const step of steps) {
        const one = { ...step, life, id: `${life} ${recorded.length}` };
        recorded.push(one);
        tell(one);
      }
      sessionStorage.setItem(KEY, JSON.stringify(recorded.slice(-kept)));
      return 0;
    };
    globalThis.__life = life;
    globalThis.__workflows = list;
  }, KEPT);
  return taken;
}

/**
 * Between two tests Playwright empties the browser's cache too, so that each would fetch and unpack every file of the app
 * anew; it has no setting for that. Their names change with what is in them, and what else the server sends is asked for
 * each time. Should a release of Playwright have no such method inside, the cache is emptied and the run takes longer.
 */
function keepFiles(context: BrowserContext): void {
  const { _connection: connection } = context as unknown as {
    _connection?: { toImpl?(one: object): { clearCache?(): Promise<void> } | undefined };
  };
  const inner = connection?.toImpl?.(context);
  if (inner?.clearCache !== undefined) inner.clearCache = async () => {};
}

/** What a page keeps in memory of the files of its documents is given up: the next test's may be held or lost on their way. */
async function forget(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  for (const cacheDisabled of [true, false]) await session.send('Network.setCacheDisabled', { cacheDisabled });
  await session.detach();
}

/** A branch of the test's own. */
export const test = base.extend<{ branch: Branch }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the braces
  branch: async ({}, use) => {
    await use(await control.branch());
  },
  // a request that a test has intercepted may still be pending when the test ends: that is no fault
  page: async ({ page, context }, use) => {
    await undraw(context);
    keepFiles(context);
    await use(page);
    // the page of a worker goes on to the next test
    await page.context().setOffline(false);
    await interceptNothing(page);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await forget(page);
  },
});
export { expect } from '@playwright/test';

/** A walk through every page that is built: whose they are, how they are opened and dressed without a cold start. */
import type { Page } from '@playwright/test';
import { electronOrderSetting } from '../../contract/settings/electronOrderSetting.ts';
import { type PageId, pages, plainPathOf, withQuery } from '../../src/routes/registry.ts';
import { tabsOf } from '../../src/routes/tabs.ts';
import { TestAct } from './acts.ts';
import { type Branch, type BranchPerson, control } from './control.ts';
import { TestInvoice } from './invoices.ts';
import { must, TestSale } from './testSale.ts';

export interface Dress {
  /** Without it the language stays. */
  language?: 'uz' | 'ru';
  /** Pixels. */
  fontSize: number;
  theme?: 'light' | 'dark';
}

/** For what an open page has to become; in milliseconds. */
const PATIENCE = 25_000;

/** Language, letters and theme change under the open page, as by the person's own choice in another tab. */
export async function dress(page: Page, { theme = 'light', language, fontSize }: Dress): Promise<void> {
  const chosen = { theme, fontSize: String(fontSize), ...(language && { language }) };
  await page.evaluate(
    async ([values, patience]) => {
      const root = document.documentElement;
      const { theme, fontSize, language = root.lang }: Record<string, string> = values;
      for (const [key, newValue] of Object.entries(values)) {
        localStorage.setItem(key, newValue);
        window.dispatchEvent(new StorageEvent('storage', { key, newValue }));
      }
      const worn = () =>
        root.lang === language &&
        getComputedStyle(root).fontSize === `${fontSize}px` &&
        root.dataset.theme === theme &&
        document.querySelector('.skeleton, .navigation-bar') === null;
      for (const end = performance.now() + patience; !worn(); await new Promise(requestAnimationFrame))
        if (performance.now() > end) throw new Error(`the page does not become ${JSON.stringify(values)}`);
    },
    [chosen, PATIENCE] as const,
  );
}

/**
 * Within the app, as by a link: what a cold start costs is no part of a page. Another page has another title, another tab
 * or view of the same page may keep it and has a bar of its own.
 */
export async function openWithin(page: Page, path: string, ready = 'h1'): Promise<void> {
  await page.evaluate(
    async ([to, sign, patience]) => {
      const { title } = document;
      const bar =
        new URL(to, location.href).pathname === location.pathname ? document.querySelector('main .toolbar') : null;
      window.history.pushState(null, '', to);
      const open = () =>
        (document.title !== title || bar?.isConnected === false) &&
        document.querySelector('.skeleton, .navigation-bar') === null &&
        ['h1', sign].every((one) => document.querySelector(one)?.checkVisibility() === true);
      for (const end = performance.now() + patience; !open(); await new Promise(requestAnimationFrame))
        if (performance.now() > end) throw new Error(`${to} does not open, "${document.title}" is shown`);
    },
    [path, ready, PATIENCE] as const,
  );
}

/** A page that was loaded by its address has come, with what it reads at once. */
export const drawn = (page: Page) =>
  page.waitForFunction(
    () =>
      document.querySelector('h1')?.checkVisibility() === true &&
      document.querySelector('.skeleton, .navigation-bar, .top-bar') === null,
  );

/** Signs the page in as another person, when it is one. */
export function becomerOf(page: Page): (person: BranchPerson) => Promise<void> {
  let here: BranchPerson | null = null;
  return async (person) => {
    if (here === person) return;
    here = person;
    await page.goto('/404');
    await page.evaluate((token) => localStorage.setItem('accessToken', token), person.token);
    await page.reload();
  };
}

export interface Visit {
  as: BranchPerson;
  paths: readonly string[];
  /** The same page again, in another state or with something else at its side. */
  further?: readonly string[];
}

/** What several visits need is made once. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/**
 * The pages whose address names a document, those that have one in a window of their own, and those that the director may
 * not open. Each makes what it shows when it is visited.
 */
export function visitsOf(branch: Branch): Readonly<Partial<Record<PageId, () => Promise<Visit>>>> {
  const { counter1, counter2, keeper, director } = branch.people;
  const counted = once(async () => {
    const [first = 0, second = 0] = branch.products.map((one) => one.id);
    const act = await TestAct.of(branch, 'Yillik roʻyxatga olish, doʻkon va ombor birga');
    const counters = await act.begin(counter1, counter2);
    for (const [at, counter] of counters.entries()) await act.enter(counter, { [first]: 3 + at, [second]: 1 });
    return { id: act.id, own: `${plainPathOf('acts')}/${act.id}`, counter: counters[0]?.id, row: first };
  });
  const sale = once(() => TestSale.begin(branch, 'Abdurahmonova Gulchehra Rustambek qizi'));
  /** Goods that have left, a schedule of which the most is late, money that was taken. */
  const sold = once(async () => {
    const made = await sale();
    const { contract } = await control.contract({ branch, client: made.clientId, ...LATE });
    await made.pay(contract, 1_250_000);
    return { contract, client: made.clientId };
  });
  const drafted = once(async () => {
    const made = await sale();
    const { id } = await made.order({ lines: made.lines(), reserve: true });
    return made.contractOf(id);
  });
  const workflow = `${plainPathOf('workflows')}/countingAct`;
  const ofDirector = (...paths: string[]): Visit => ({ as: director, paths });
  return {
    acts: async () => ({ as: keeper, paths: [plainPathOf('acts')] }),
    act: async () => {
      const { own, row } = await counted();
      const cancelled = await TestAct.of(branch);
      await cancelled.cancel(keeper, 'Boshqa kunga koʻchirildi');
      const over = `${plainPathOf('acts')}/${cancelled.id}`;
      return { as: keeper, paths: [own, `${own}?view=matrix`], further: [`${own}?view=matrix&row=${row}`, over] };
    },
    counter: async () => {
      const { own, counter } = await counted();
      return { as: counter1, paths: [`${own}/counters/${counter}`] };
    },
    invoice: async () => {
      // a firm of the partner, a kind, a comment and a rate: the head has the most to say
      const words = { type: 'special', comment: 'Kuzgi savdo uchun maxsus buyurtma' } as const;
      const invoice = await TestInvoice.of(branch, { partner_firm_id: 1, ...words }, director);
      await invoice.line({ currency: 2, value: 345.5 });
      const own = `${plainPathOf('invoices')}/${invoice.id}`;
      const confirmed = await TestInvoice.of(
        branch,
        { number_invoice: '1043', partner_firm_id: 1, ...words },
        director,
      );
      await (await (await confirmed.line()).send()).confirm(director);
      const further = [`${plainPathOf('invoices')}/${confirmed.id}`, `${own}?side=history`];
      return { ...ofDirector(own), further };
    },
    user: async () => ofDirector(`${plainPathOf('users')}/${counter1.id}`),
    workflow: async () => {
      const { id } = await counted();
      const further = [`${workflow}?view=replay&document=${id}`];
      return { ...ofDirector(workflow, `${workflow}?view=times`), further };
    },
    createOrder: async () => {
      const made = await sale();
      const { id } = await made.order({ lines: made.lines() });
      return ofDirector(plainPathOf('createOrder'), rowOf('createOrder', id));
    },
    createContract: async () => ofDirector(rowOf('createContract', (await drafted()).id)),
    contracts: async () => ofDirector(plainPathOf('contracts'), rowOf('contracts', (await sold()).contract)),
    outputWindow: async () => {
      const goods = branch.products.slice(0, 3).map(({ id }) => ({ variant: id, qty: 2 }));
      const instalments = [{ due: '2026-12-20', amount: 1_000_000 }];
      const { output } = await control.contract({ branch, firstPayment: 0, instalments, goods });
      await must(director, 'warehouse', 'PUT', `/product_delivery/pick/${output}`);
      return ofDirector(withQuery(plainPathOf('outputWindow'), { id: String(output) }));
    },
    // with a sum, so that it shows where each soʻm goes
    paymentWindow: async () => {
      const { contract, client } = await sold();
      const draft = await (await sale()).putAside(contract, 4_000_000);
      return ofDirector(withQuery(plainPathOf('paymentWindow'), { client: String(client), draft: String(draft) }));
    },
    cashOperations: async () => {
      await sold();
      return ofDirector(plainPathOf('cashOperations'));
    },
    // words of several lines among the figures that hold
    electronOrderSettings: async () => {
      const { create, plan } = electronOrderSetting.calls;
      const reasons = 'Tovar qolmagan\nMijoz javob bermadi\nNarxi toʻgʻri kelmadi, boshqa doʻkondan olgan';
      const figures = { branches: [branch.organizationId], minutes: 15, reasons, templates: [] };
      const body = { source: 'site', ...figures, valid_from: '2026-11-21' };
      const { id } = await must<{ id: number }>(director, create.service, 'POST', create.path, body);
      await must(director, plan.service, 'PUT', plan.path.replace('{id}', String(id)));
      return ofDirector(plainPathOf('electronOrderSettings'));
    },
    clientCard: async () => ofDirector(withQuery(plainPathOf('clientCard'), { id: String((await sold()).client) })),
  };
}

const rowOf = (page: PageId, id: number): string => withQuery(plainPathOf(page), { row: String(id) });

/** A year of instalments; the branches of tests stand on 21.11.2026. */
const LATE = {
  firstPayment: 0,
  handedOver: '2026-03-20',
  instalments: Array.from({ length: 12 }, (_, month) => ({
    due: `${2026 + Math.floor((month + 3) / 12)}-${String(((month + 3) % 12) + 1).padStart(2, '0')}-15`,
    amount: 1_183_500,
  })),
} as const;

/** The public pages and the one that says that there is none have no header. */
export const shown = pages.filter((page) => page.built && !('public' in page) && page.layout !== 'notFound');

/** Views that a page keeps in its address beside its first one. */
const VIEWS: Readonly<Partial<Record<PageId, readonly string[]>>> = {
  managePracticeDay: ['branches', 'days', 'months'],
  allTestResults: ['branches', 'questions'],
};

/** What a page shows without a document: its address, and that of each further tab and view. */
export function plainAddressesOf(page: (typeof shown)[number]): readonly string[] {
  const path = plainPathOf(page.id);
  return [
    path,
    ...tabsOf(page)
      .slice(1)
      .map(({ name }) => withQuery(path, { tab: name })),
    ...(VIEWS[page.id] ?? []).map((view) => withQuery(path, { view })),
  ];
}

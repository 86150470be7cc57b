/** A walk through every page that is built: whose they are, how they are opened and dressed without a cold start. */
import type { Page } from '@playwright/test';
import { type PageId, pages, plainPathOf } from '../../src/routes/registry.ts';
import { TestAct } from './acts.ts';
import type { Branch, BranchPerson } from './control.ts';
import { TestInvoice } from './invoices.ts';

export interface Dress {
  /** Without it the language stays. */
  language?: 'uz' | 'ru';
  /** Pixels. */
  fontSize: number;
  theme?: 'light' | 'dark';
}

/** Language, letters and theme change under the open page, as by the person's own choice in another tab. */
export async function dress(page: Page, { theme = 'light', language, fontSize }: Dress): Promise<void> {
  const chosen = { theme, fontSize: String(fontSize), ...(language && { language }) };
  await page.evaluate((values) => {
    for (const [key, newValue] of Object.entries(values)) {
      localStorage.setItem(key, newValue);
      window.dispatchEvent(new StorageEvent('storage', { key, newValue }));
    }
  }, chosen);
  await page.waitForFunction(
    ({ theme, fontSize, language = document.documentElement.lang }: Record<string, string>) =>
      document.documentElement.lang === language &&
      getComputedStyle(document.documentElement).fontSize === `${fontSize}px` &&
      document.documentElement.dataset.theme === theme &&
      document.querySelector('.skeleton, .navigation-bar') === null,
    chosen,
  );
}

/** Within the app, as by a link: what a cold start costs is no part of a page. */
export async function openWithin(page: Page, path: string): Promise<void> {
  const title = await page.title();
  await page.evaluate((to) => window.history.pushState(null, '', to), path);
  await page.waitForFunction((before) => document.title !== before, title);
  await page.locator('h1').waitFor();
  await page.waitForFunction(() => document.querySelector('.skeleton, .navigation-bar') === null);
}

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
}

/** The pages whose address names a document, and those that the director may not open. */
export async function visitsOf(branch: Branch): Promise<Partial<Record<PageId, Visit>>> {
  const { counter1, counter2, keeper, director } = branch.people;
  const [first = 0, second = 0] = branch.products.map((one) => one.id);
  const act = await TestAct.of(branch, 'Yillik roʻyxatga olish, doʻkon va ombor birga');
  const counters = await act.begin(counter1, counter2);
  for (const [at, counter] of counters.entries()) await act.enter(counter, { [first]: 3 + at, [second]: 1 });
  const invoice = await TestInvoice.of(branch, {}, director);
  await invoice.line();
  const own = `${plainPathOf('acts')}/${act.id}`;
  return {
    acts: { as: keeper, paths: [plainPathOf('acts')] },
    act: { as: keeper, paths: [own, `${own}?view=matrix`] },
    counter: { as: counter1, paths: [`${own}/counters/${counters[0]?.id}`] },
    invoice: { as: director, paths: [`${plainPathOf('invoices')}/${invoice.id}`] },
    user: { as: director, paths: [`${plainPathOf('users')}/${counter1.id}`] },
    workflow: { as: director, paths: [`${plainPathOf('workflows')}/countingAct`] },
  };
}

/** The public pages and the one that says that there is none have no header. */
export const shown = pages.filter((page) => page.built && !('public' in page) && page.layout !== 'notFound');

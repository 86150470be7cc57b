/**
 * Every page once. Router, guard, sidebar, search, favourites, breadcrumbs, titles and permission tests are derived
 * from this list; a page is added by one entry and one file under `src/pages/`.
 */
import type { PageEntry } from './page.ts';
import { addresses } from './pages/addresses.ts';
import { autoPayment } from './pages/autoPayment.ts';
import { cashbox } from './pages/cashbox.ts';
import { clients } from './pages/clients.ts';
import { contracts } from './pages/contracts.ts';
import { electronicOrders } from './pages/electronicOrders.ts';
import { home } from './pages/home.ts';
import { levy } from './pages/levy.ts';
import { logistics } from './pages/logistics.ts';
import { notFound } from './pages/notFound.ts';
import { plans } from './pages/plans.ts';
import { pledge } from './pages/pledge.ts';
import { price } from './pages/price.ts';
import { promotions } from './pages/promotions.ts';
import { rating } from './pages/rating.ts';
import { reports } from './pages/reports.ts';
import { resale } from './pages/resale.ts';
import { scoring } from './pages/scoring.ts';
import { settings } from './pages/settings.ts';
import { signedOut } from './pages/signedOut.ts';
import { sms } from './pages/sms.ts';
import { specialOrders } from './pages/specialOrders.ts';
import { tests } from './pages/tests.ts';
import { warehouse } from './pages/warehouse.ts';
import { widgets } from './pages/widgets.ts';
import { plainPath } from './paths.ts';

export const pages: readonly PageEntry[] = [
  ...signedOut,
  ...home,
  ...warehouse,
  ...settings,
  ...specialOrders,
  ...sms,
  ...reports,
  ...resale,
  ...rating,
  ...promotions,
  ...price,
  ...pledge,
  ...plans,
  ...logistics,
  ...levy,
  ...scoring,
  ...electronicOrders,
  ...contracts,
  ...clients,
  ...cashbox,
  ...autoPayment,
  ...addresses,
  ...tests,
  ...widgets,
  ...notFound,
];

export { HOME, NOT_FOUND } from './paths.ts';

const byId = new Map(pages.map((page) => [page.id, page]));

export function pageOf(id: string): PageEntry {
  const page = byId.get(id);
  if (page === undefined) throw new Error(`no page ${id}`);
  return page;
}

/** The code of a page; one page stands for all that are planned. */
export const loadPage = (page: PageEntry) => (page.load ?? (() => import('../pages/notBuilt/NotBuiltPage.tsx')))();

/** The page in the menu that a page belongs to. */
export const menuPageOf = (page: PageEntry): string => page.parent ?? page.id;

const escaped = (segment: string) => segment.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const patternOf = (path: string) =>
  new RegExp(
    `^${path
      .replace(/\/$/, '')
      .split('/')
      .map((segment) => (segment.startsWith(':') ? `(?<${segment.slice(1)}>[^/]+)` : escaped(segment)))
      .join('/')}/?$`,
  );

const plain = new Map(pages.filter((page) => !page.path.includes(':')).map((page) => [page.path, page]));
const patterns = pages
  .filter((page) => page.path.includes(':'))
  .map((page) => ({ page, pattern: patternOf(page.path) }));

export interface Match {
  readonly page: PageEntry;
  readonly params: Readonly<Record<string, string>>;
}

/** The page of a path; undefined is the catch-all. Query and hash are no part of it. */
export function matchPath(path: string): Match | undefined {
  const page = plain.get(plainPath(path));
  if (page !== undefined) return { page, params: {} };
  for (const one of patterns) {
    const found = one.pattern.exec(path);
    if (found !== null) return { page: one.page, params: { ...found.groups } };
  }
  return undefined;
}

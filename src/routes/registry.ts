/**
 * Every page once. Router, guard, sidebar, search, favourites, breadcrumbs, titles and permission tests are derived
 * from this list. A page is added by one entry here (`pages/<area>.ts`), its code by one in `loaders.ts`.
 */
import type { PageDeclaration } from './page.ts';
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

const declared = [
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

type Declared = (typeof declared)[number];

/** The name of a page. */
export type PageId = Declared['id'];
/** The name of a page that `loaders.ts` has the code of: not of one that shows a declared directory or setting. */
export type BuiltPageId = Exclude<Extract<Declared, { built: true }>, { declared: unknown } | { dated: unknown }>['id'];

export interface PageEntry extends PageDeclaration {
  readonly id: PageId;
  readonly parent?: PageId;
}

export const pages: readonly PageEntry[] = declared;

const byId = Object.fromEntries(pages.map((page) => [page.id, page])) as Readonly<Record<PageId, PageEntry>>;

export const pageOf = (id: PageId): PageEntry => byId[id];

/** Names of the parameters in a pattern: `actId` and `counterId` of `/acts/:actId/counters/:counterId`. */
type ParamOf<Path extends string> = Path extends `${string}:${infer Param}/${infer Rest}`
  ? Param | ParamOf<Rest>
  : Path extends `${string}:${infer Param}`
    ? Param
    : never;
type Params<Id extends PageId> = ParamOf<Extract<Declared, { id: Id }>['path']>;
type Value = string | number;

/**
 * The address of a page: `pathOf('acts')`, `pathOf('act', { actId })`. The page's name and its parameters are checked
 * at compile time; a query is added with `withQuery`.
 */
export function pathOf<Id extends PageId>(
  id: Id,
  ...[params]: [Params<Id>] extends [never] ? [] : [params: Readonly<Record<Params<Id>, Value>>]
): string {
  const values: Readonly<Record<string, Value>> = params ?? {};
  return byId[id].path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values[name])));
}

/** The address of a page that has no parameters, by a name that only the run time knows. */
export const plainPathOf = (id: PageId): string => byId[id].path;

/** An address with its query, without what has no value. */
export function withQuery(path: string, query: Readonly<Record<string, Value | undefined>> | URLSearchParams): string {
  if (query instanceof URLSearchParams) return `${path}?${query}`;
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  return withQuery(path, new URLSearchParams(given.map(([name, value]) => [name, String(value)])));
}

/** The page in the menu that a page belongs to. */
export const menuPageOf = (page: PageEntry): PageId => page.parent ?? page.id;

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

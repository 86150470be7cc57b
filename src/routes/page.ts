/** How a page is declared. */

/** Sections of the menu in their order, then the areas that are in no menu. */
export const SECTIONS = [
  'home',
  'warehouse',
  'settings',
  'specialOrders',
  'sms',
  'reports',
  'resale',
  'rating',
  'promotions',
  'price',
  'pledge',
  'plans',
  'logistics',
  'levy',
  'scoring',
  'electronicOrders',
  'contracts',
  'clients',
  'cashbox',
  'autoPayment',
  'addresses',
  'tests',
  'widgets',
] as const;
export type Section = (typeof SECTIONS)[number];
export const isSection = (area: string): area is Section => SECTIONS.some((one) => one === area);
export type Area = Section | 'signedOut' | 'notFound';

/** What a page is, and so its icon: a list of things, a list of documents, one document, a place to work, … */
export type Kind = 'directory' | 'documents' | 'window' | 'workspace' | 'dashboard' | 'report' | 'settings' | 'public';

export type Layout = 'default' | 'repository' | 'empty' | 'notFound';

export interface PageDeclaration {
  /** Its texts: the title `pages:<id>`, `aliases:<id>`, and `plans/<area>:<id>` while it is not built. */
  readonly id: string;
  /** Pattern of wouter: `/acts/:actId`. The page reads its parameters with `useParams()`. */
  readonly path: string;
  readonly area: Area;
  readonly kind: Kind;
  readonly layout: Layout;
  /** Opens without a token, and goes to `/` with one. */
  readonly public?: true;
  /** Rule expression of the route (spec 2); without one any signed-in person may open the page. */
  readonly rule?: string;
  /** Rule of the menu where the route prints none (decision 10), or lets people in who can do nothing there. */
  readonly menuRule?: string;
  /** The page in the menu that a page outside it belongs to. */
  readonly parent?: string;
  /** An address beyond the 227 of the specification (decision 50). */
  readonly beyond?: true;
  /** Its code has an entry in `loaders.ts`, or it is declared; absent while the page is only planned. */
  readonly built?: true;
  /** The declared directory that it shows, of several a tab each: such a page needs no loader. */
  readonly declared?: string | readonly string[];
  /** The declared dated setting that it shows, or several; after the directories, where it has both. */
  readonly dated?: string | readonly string[];
}

type Entry = Omit<PageDeclaration, 'area' | 'layout'> & Partial<Pick<PageDeclaration, 'layout'>>;

/** Pages of an area, with what most of them share. Their names and paths stay literal types, for `pathOf`. */
export const pagesOf = <const E extends readonly Entry[]>(area: Area, entries: E) =>
  entries.map((entry: E[number]) => ({
    // what is declared is built
    ...((entry.declared ?? entry.dated) && { built: true as const }),
    ...entry,
    area,
    layout: entry.layout ?? ('default' as const),
  }));

/** Whether a page is in the menu: windows are reached from their lists. */
export const isInMenu = (page: PageDeclaration): boolean =>
  page.parent === undefined && page.area !== 'signedOut' && page.area !== 'notFound';

/** Whether the search may lead to a page: to every one in a section that has an address of its own. */
export const isSearched = (page: PageDeclaration): boolean => isSection(page.area) && !page.path.includes(':');

/**
 * Every page once. Router, guard, sidebar, titles and permission tests are derived from this list; a page is added by
 * one entry here and one file under `src/pages/`.
 */
import type { ComponentType } from 'react';

export type Area = 'home' | 'warehouse';
export type Layout = 'default' | 'empty' | 'repository';

export interface PageEntry {
  readonly id: string;
  /** Pattern of wouter: `/acts/:actId`. The page reads its parameters with `useParams()`. */
  readonly path: string;
  readonly area: Area;
  /** Opens without a token, and goes to `/` with one. */
  readonly public?: true;
  /** Rule expression of the route (spec 2); without one any signed-in person may open the page. */
  readonly rule?: string;
  /** Rule of the menu where the route prints none (decision 10). */
  readonly menuRule?: string;
  readonly layout: Layout;
  /** Key in `locales/<language>/shell.json`. */
  readonly titleKey: string;
  readonly inMenu: boolean;
  /** The page in the menu that a page outside it belongs to. */
  readonly parent?: string;
  /** Other words a person may search it by. */
  readonly aliases: readonly string[];
  readonly load: () => Promise<{ default: ComponentType }>;
}

export const pages: readonly PageEntry[] = [
  {
    id: 'signIn',
    path: '/auth/login',
    area: 'home',
    public: true,
    layout: 'empty',
    titleKey: 'pages.signIn',
    inMenu: false,
    aliases: [],
    load: () => import('../pages/signIn/SignInPage.tsx'),
  },
  {
    id: 'otherDevice',
    path: '/other-device/other-device',
    area: 'home',
    public: true,
    layout: 'empty',
    titleKey: 'pages.otherDevice',
    inMenu: false,
    aliases: [],
    load: () => import('../pages/otherDevice/OtherDevicePage.tsx'),
  },
  {
    id: 'home',
    path: '/',
    area: 'home',
    layout: 'default',
    titleKey: 'pages.home',
    inMenu: true,
    aliases: ['bosh sahifa', 'главная'],
    load: () => import('../pages/home/HomePage.tsx'),
  },
  {
    id: 'acts',
    path: '/repositories/act-of-counting',
    area: 'warehouse',
    menuRule: 'act_of_count.show|act_of_count.allshow',
    layout: 'default',
    titleKey: 'pages.acts',
    inMenu: true,
    aliases: ['inventarizatsiya', 'sanoq', 'инвентаризация', 'подсчёт', 'пересчёт'],
    load: () => import('../pages/counting/ActListPage.tsx'),
  },
  {
    id: 'act',
    path: '/repositories/act-of-counting/:actId',
    area: 'warehouse',
    layout: 'default',
    titleKey: 'pages.act',
    inMenu: false,
    parent: 'acts',
    aliases: [],
    load: () => import('../pages/counting/ActPage.tsx'),
  },
  {
    id: 'counter',
    path: '/repositories/act-of-counting/:actId/counters/:counterId',
    area: 'warehouse',
    layout: 'default',
    titleKey: 'pages.counter',
    inMenu: false,
    parent: 'acts',
    aliases: [],
    load: () => import('../pages/counting/CounterPage.tsx'),
  },
  {
    id: 'notFound',
    path: '/404',
    area: 'home',
    layout: 'default',
    titleKey: 'pages.notFound',
    inMenu: false,
    aliases: [],
    load: () => import('../pages/notFound/NotFoundPage.tsx'),
  },
];

export const SIGN_IN = '/auth/login';
export const OTHER_DEVICE = '/other-device/other-device';
export const HOME = '/';
export const NOT_FOUND = '/404';

const byId = new Map(pages.map((page) => [page.id, page]));

export function pageOf(id: string): PageEntry {
  const page = byId.get(id);
  if (page === undefined) throw new Error(`no page ${id}`);
  return page;
}

const escaped = (segment: string) => segment.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const patterns = pages.map((page) => ({
  page,
  pattern: new RegExp(
    `^${page.path
      .replace(/\/$/, '')
      .split('/')
      .map((segment) => (segment.startsWith(':') ? `(?<${segment.slice(1)}>[^/]+)` : escaped(segment)))
      .join('/')}/?$`,
  ),
}));

export interface Match {
  readonly page: PageEntry;
  readonly params: Readonly<Record<string, string>>;
}

/** The page of a path; undefined is the catch-all. Query and hash are no part of it. */
export function matchPath(path: string): Match | undefined {
  for (const { page, pattern } of patterns) {
    const found = pattern.exec(path);
    if (found !== null) return { page, params: { ...found.groups } };
  }
  return undefined;
}

export const isPublicPath = (path: string): boolean => matchPath(path)?.page.public === true;

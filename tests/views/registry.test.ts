/** The registry against the facts in `pages.csv`: every address of the specification with its rule and layout. */
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isWellFormed, type Rules } from '../../contract/rules.ts';
import { guard } from '../../src/routes/guard.ts';
import { isInMenu, SECTIONS } from '../../src/routes/page.ts';
import { matchPath, menuPageOf, pageOf, pages, withQuery } from '../../src/routes/registry.ts';
import { sectionsFor } from '../../src/shell/areas.ts';

const read = (file: string) => readFileSync(resolve(import.meta.dirname, file), 'utf8');
const json = (file: string) => JSON.parse(read(`../../locales/${file}`)) as Record<string, string>;

interface Fact {
  path: string;
  rule: string;
  layout: string;
}

const facts: Fact[] = read('pages.csv')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => {
    const [path = '', rule = '', layout = ''] = line.split(',');
    return { path, rule, layout };
  });

describe('the registry', () => {
  it('leaves what has no value out of an address', () => {
    expect(withQuery('/contracts/create-order', { row: 7, first: undefined, term: 12 })).toBe(
      '/contracts/create-order?row=7&term=12',
    );
  });
  it('holds the 227 addresses of the specification, with their rules and layouts, and lists those it adds', () => {
    expect(facts).toHaveLength(227);
    const held = pages
      .filter((page) => page.beyond === undefined)
      .map(({ path, rule = '', layout }) => ({ path, rule, layout: layout === 'notFound' ? '404' : layout }));
    const byPath = (one: Fact, other: Fact) => (one.path < other.path ? -1 : 1);
    expect([...held].sort(byPath)).toEqual([...facts].sort(byPath));
  });

  it('writes each rule well', () => {
    for (const { id, rule, menuRule } of pages) {
      for (const one of [rule, menuRule]) if (one !== undefined) expect(isWellFormed(one), id).toBe(true);
      // the menu of a page asks for the page's own rule, but where one does nothing without another
      expect(rule !== undefined && menuRule !== undefined, id).toBe(id === 'createAd');
    }
  });

  it.each(['uz', 'ru'])('has a title of each page in %s, no two in the menu alike', (language) => {
    const titles = json(`${language}/pages.json`);
    expect(Object.keys(titles).sort()).toEqual(pages.map((page) => page.id).sort());
    const shown = pages.filter(isInMenu).map((page) => titles[page.id]);
    expect(shown.filter((title, at) => shown.indexOf(title) !== at)).toEqual([]);
  });

  it.each(['uz', 'ru'])('shows in %s the purpose of each page that is not built', (language) => {
    for (const area of new Set(pages.map((page) => page.area))) {
      const planned = pages.filter((page) => page.area === area && page.built === undefined).map((page) => page.id);
      const file = `../../locales/${language}/plans/${area}.json`;
      if (planned.length === 0 && !existsSync(resolve(import.meta.dirname, file))) continue;
      const plans = JSON.parse(read(file)) as Record<string, { for: string; columns: string }>;
      for (const id of planned) {
        expect(plans[id]?.for.length, id).toBeGreaterThan(30);
        expect(plans[id]?.columns.split(' | ').length, id).toBeGreaterThan(2);
      }
    }
  });

  it('has the page in the menu above every page', () => {
    for (const page of pages)
      expect(isInMenu(pageOf(menuPageOf(page))) || page.layout !== 'default', page.id).toBe(true);
  });

  it('leaves no section empty for one who may see all', () => {
    const all = new Proxy({} as Rules, {
      getOwnPropertyDescriptor: () => ({ configurable: true, enumerable: true, value: every }),
      get: () => every,
    });
    expect(sectionsFor(all).map((section) => section.area)).toEqual([...SECTIONS]);
    expect(sectionsFor(all).flatMap((section) => section.pages)).toEqual(pages.filter(isInMenu));
  });
});

/** Grants every action of a resource. */
const every = new Proxy({} as Record<string, boolean>, {
  getOwnPropertyDescriptor: () => ({ configurable: true, enumerable: true, value: true }),
  get: () => true,
});

describe('access, over all pages and generated rules', () => {
  const resources = [...new Set(facts.flatMap(({ rule }) => rule.split('|').filter(Boolean)))];
  const [words, actions] = [0, 1].map((part) => [...new Set(resources.map((one) => one.split('.')[part] ?? ''))]);
  const rules = fc.dictionary(
    fc.constantFrom(...(words ?? []), 'constructor', '__proto__x'),
    fc.dictionary(fc.constantFrom(...(actions ?? []), 'toString'), fc.boolean()),
  ) as fc.Arbitrary<Rules>;

  /** The specification in other words than the guard's: some alternative of the rule is true. */
  const mayOpen = (some: Rules, rule: string) =>
    rule === '' ||
    rule.split('|').some((alternative) => {
      const [resource = '', action = ''] = alternative.split('.');
      const own = Object.entries(some).find(([name]) => name === resource)?.[1];
      return own !== undefined && Object.entries(own).some(([name, granted]) => name === action && granted);
    });

  it('opens what the rules open, sends the rest to /404', () => {
    fc.assert(
      fc.property(rules, (some) => {
        for (const { path, rule } of facts) {
          const page = matchPath(path)?.page;
          const verdict = guard({ kind: 'person', rules: some }, path);
          if (page?.public === true) expect(verdict, path).toEqual({ kind: 'go', path: '/' });
          else if (mayOpen(some, rule))
            expect(verdict, path).toMatchObject({ kind: 'show', match: { page: { path } } });
          else expect(verdict, path).toEqual({ kind: 'go', path: '/404' });
        }
      }),
      { numRuns: 200, examples: [[{}]] },
    );
  });

  it('opens each page by each of its alternatives alone', () => {
    for (const { path, rule } of facts.filter((fact) => fact.rule !== '')) {
      for (const alternative of rule.split('|')) {
        const [resource = '', action = ''] = alternative.split('.');
        const granted = { [resource]: { [action]: true } };
        expect(guard({ kind: 'person', rules: granted }, path).kind, alternative).toBe('show');
        expect(guard({ kind: 'person', rules: { [resource]: { [action]: false } } }, path).kind, alternative).toBe(
          'go',
        );
      }
    }
  });

  it('opens nothing but the public pages to nobody, and one page to a phone', () => {
    for (const { path } of facts) {
      const open = matchPath(path)?.page.public === true;
      expect(guard({ kind: 'nobody' }, path).kind, path).toBe(open ? 'show' : 'go');
      expect(guard({ kind: 'phone' }, path).kind, path).toBe(path === '/other-device/other-device' ? 'show' : 'go');
      expect(guard({ kind: 'unknown' }, path).kind, path).toBe('wait');
    }
  });

  it('leads nobody to the form of a new client who may not add one', () => {
    const shown = (some: Rules) => sectionsFor(some).flatMap((section) => section.pages.map(({ id }) => id));
    expect(shown({ client: { show: true } })).not.toContain('addClient');
    expect(shown({ client: { show: true, add: true } })).toContain('addClient');
  });

  it('shows a page in the menu only by its rule, and a section only with a page', () => {
    fc.assert(
      fc.property(rules, (some) => {
        const shown = new Set(sectionsFor(some).flatMap((section) => section.pages));
        for (const page of pages.filter(isInMenu)) {
          expect(shown.has(page), page.id).toBe(mayOpen(some, page.menuRule ?? page.rule ?? ''));
        }
        for (const section of sectionsFor(some)) expect(section.pages.length).toBeGreaterThan(0);
      }),
      { numRuns: 100 },
    );
  });
});

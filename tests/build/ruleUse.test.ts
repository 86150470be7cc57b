/** The catalogue of rules names each page on which a rule is used: also where only the records of a page ask for it. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { directories } from '../../contract/directories/index.ts';
import { type AnyDirectory, ruleFor, ruleOfStep } from '../../contract/directory/directory.ts';
import { settings } from '../../contract/settings/index.ts';
import { titledRules } from '../../server/seed/ruleTitles.ts';
import type { PageDeclaration } from '../../src/routes/page.ts';
import { pages } from '../../src/routes/registry.ts';
import { pagesAbout } from '../../src/routes/ruleUse.ts';
import { tabsOf } from '../../src/routes/tabs.ts';

const rulesOf = new Map<string, string[]>([
  ...(directories as readonly AnyDirectory[]).map((directory): [string, string[]] => [
    directory.spec.name,
    [
      ...(['show', 'add', 'edit', 'report'] as const).map((action) => ruleFor(directory, action)),
      ...Object.keys(directory.steps).map((event) => ruleOfStep(directory, event)),
    ],
  ]),
  ...settings.map(({ spec }): [string, string[]] => [spec.name, [`${spec.rule}.show`]]),
]);

it('names the page of each declaration for the rules that it asks for', () => {
  const lacking = (pages as readonly PageDeclaration[]).flatMap((page) =>
    tabsOf(page)
      .flatMap(({ name }) => rulesOf.get(name) ?? [])
      .flatMap((rule) => rule.split('|'))
      .map((rule) => rule.slice(0, rule.indexOf('.')))
      .filter((resource) => !pagesAbout(resource).some(({ id }) => id === page.id))
      .map((resource) => `${page.id} ${resource}`),
  );
  expect([...new Set(lacking)]).toEqual([]);
});

it('names a page by another action of the resource that it asks for', () => {
  expect(pagesAbout('act_of_count').map(({ id }) => id)).toContain('acts');
});

it('a text names a right as the catalogue of rules does, never by its code', () => {
  const codes = titledRules.map(({ resource, action }) => `${resource}.${action}`);
  const titles = new Set(titledRules.flatMap(({ uz, ru }) => [uz, ru]));
  const actions = new Set([...titles].map((title) => title.slice(title.indexOf(':') + 2)));
  const files = readdirSync('locales', { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.json'));
  const wrong = files.flatMap((name) => {
    const texts = [...readFileSync(join('locales', name), 'utf8').matchAll(/: "(.*)",?$/gm)].map(
      ([, text = '']) => text,
    );
    return texts
      .filter((text) => {
        const named = [...text.matchAll(/«([^«»]+: ([^«»]+))»/g)].filter(([, , action = '']) => actions.has(action));
        return codes.some((code) => text.includes(code)) || named.some(([, title = '']) => !titles.has(title));
      })
      .map((text) => `${name}: ${text}`);
  });
  expect(wrong).toEqual([]);
});

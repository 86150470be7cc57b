/** Where the resource of a list has a right `report`, the whole list is taken into Excel with that right alone (decision 93). */
import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { directories } from '../../contract/directories/index.ts';
import { type AnyDirectory, ruleFor } from '../../contract/directory/directory.ts';
import { calls } from '../../contract/index.ts';
import { settings } from '../../contract/settings/index.ts';
import { RULES } from '../../server/seed/rules.ts';

const root = resolve(import.meta.dirname, '../..');
const ruleOf = new Map(calls.map(({ id, rule }) => [id, rule]));

/** Lists that are read by a right of another resource; what they are about has no `report`. */
const BESIDE = new Set(['sale/OrderListPage.tsx contract', 'scoring/ScoringRunsPage.tsx scoring_log']);

/** Resources of a rule that have the right. */
const reported = (rule: string): string[] =>
  rule
    .split('|')
    .map((one) => one.slice(0, one.indexOf('.')))
    .filter((resource) => RULES[resource]?.split(' ').includes('report'));

it('of lists that are written by hand', () => {
  const lists = readdirSync(resolve(root, 'src/pages'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx'))
    .map((file) => ({ file, text: readFileSync(resolve(root, 'src/pages', file), 'utf8') }))
    .filter(({ text }) => /<List(Page|View)\b/.test(text));
  expect(lists.length).toBeGreaterThan(20);
  const open = lists.flatMap(({ file, text }) =>
    [...text.matchAll(/\bcall: (\w+)/g)]
      .flatMap(([, call = '']) => reported(ruleOf.get(call) ?? ''))
      .filter(() => !text.includes('excel={'))
      .map((resource) => `${file} ${resource}`),
  );
  expect(new Set(open)).toEqual(BESIDE);
});

it('of declared ones', () => {
  const open = (directories as readonly AnyDirectory[]).flatMap((directory) =>
    reported(ruleFor(directory, 'show'))
      .filter((resource) => !ruleFor(directory, 'report').split('|').includes(`${resource}.report`))
      .map((resource) => `${directory.spec.name} ${resource}`),
  );
  const openSettings = settings.flatMap(({ spec }) =>
    reported(`${spec.rule}.show`)
      .filter(() => !('report' in spec && spec.report === true))
      .map((resource) => `${spec.name} ${resource}`),
  );
  expect([...open, ...openSettings]).toEqual([]);
});

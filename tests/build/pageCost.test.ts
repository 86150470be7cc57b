/** A plain page is a declaration and little else: what the next one costs. */
import { expect, it } from 'vitest';
import { median } from '../../scripts/median.ts';
import { costs } from '../../scripts/pageCost.ts';

it('has 30 lines of code at most in the middle of all plain pages, and SQL and texts in both languages', () => {
  const plain = costs().filter((cost) => cost.plain);
  expect(plain.length).toBeGreaterThan(40);
  expect(median(plain.map(({ code }) => code))).toBeLessThanOrEqual(30);
  for (const { path, code, sql, texts } of plain) {
    expect(code, path).toBeGreaterThan(0);
    expect(sql, path).toBeGreaterThan(0);
    expect(texts, path).toBeGreaterThan(0);
  }
});

it('counts the hooks of a page, its tests, and no table of another declaration', () => {
  const users = costs().find(({ path }) => path === '/settings/users');
  expect(users).toMatchObject({ names: ['branchUser'], plain: false });
  expect(users?.tests).toBeGreaterThan(100);
  const warehouses = costs().find(({ path }) => path === '/repositories/warehouse-management');
  expect(warehouses?.code).toBeLessThanOrEqual(70);
});

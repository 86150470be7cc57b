/** A right that is taken while a form of its page is open: what is typed stays, and the form says why it is not saved. */
import { expect } from '@playwright/test';
import type { RuleMatrix } from '../contract/rights.ts';
import common from '../locales/uz/common.json' with { type: 'json' };
import records from '../locales/uz/records.json' with { type: 'json' };
import shell from '../locales/uz/shell.json' with { type: 'json' };
import { api, type Branch, signIn, test } from './harness/control.ts';

/** Gives rules to the warehouseman, or what is left to the position again: nothing. */
async function give({ people: { director, warehouseman } }: Branch, rules: readonly string[], own: 'added' | 'none') {
  const { body } = await api<{ data: RuleMatrix }>(director, 'GET', '/position_rule/matrix', undefined, 'cash');
  const ids = rules.map((rule) => body.data.rules.find((one) => `${one.resource}.${one.action}` === rule)?.id);
  const changes = ids.map((rule_id) => ({ rule_id, own }));
  const { status } = await api(director, 'PUT', `/user_rule/update/${warehouseman.id}`, { changes }, 'cash');
  expect(status).toBe(200);
}

const FORMS = [
  {
    what: 'a record of a directory',
    rules: ['car_brands.show', 'car_brands.add', 'car_brands.edit'],
    path: '/pledge/pledge-car-brands?row=new',
    words: 'Yozib tugatilmagan',
  },
  {
    what: 'a revision of a dated setting',
    rules: ['car_wear_percents.show', 'car_wear_percents.edit'],
    path: '/pledge/wear?revision=new',
    words: '7',
  },
];
for (const { what, rules, path, words } of FORMS)
  test(`${what}: stays with what is typed until it is left, and is gone then`, async ({ page, branch }) => {
    await give(branch, rules, 'added');
    await signIn(page.context(), branch.people.warehouseman);
    await page.goto(path);
    const field = page.locator('aside.pane form').getByRole('textbox').first();
    await field.fill(words);
    await field.press('Tab');
    await give(branch, rules, 'none');

    // the refused save says so; so does the stream, which hears of it without one
    await page.getByTestId('record-save').click();
    const gone = page.getByRole('status').filter({ hasText: records.rightGone.text });
    await expect(gone).toBeVisible({ timeout: 20_000 });
    await expect(field).toHaveValue(words);

    // given back, the same form goes on
    await give(branch, rules, 'added');
    await expect(gone).toHaveCount(0, { timeout: 20_000 });
    await expect(field).toHaveValue(words);
    await give(branch, rules, 'none');
    await expect(gone).toBeVisible({ timeout: 20_000 });

    await page.locator('aside.pane').getByLabel(common.close, { exact: true }).click();
    await page.getByTestId('record-drop').click();
    await expect(page).toHaveURL(/\/404$/);
    await expect(page.getByRole('heading', { name: shell.notFound.title })).toBeVisible();
  });

/** Residues in a real browser: whose stock is seen, the pane of batches by hand and by key, a past day, Excel. */
import { expect } from '@playwright/test';
import readSheets from 'read-excel-file/node';
import kit from '../locales/uz/kit.json' with { type: 'json' };
import texts from '../locales/uz/residues.json' with { type: 'json' };
import { control, signIn, test } from './harness/control.ts';

const PATH = '/repositories/residue-products';

test('a storekeeper: own stock without costs, batches and their units at the side', async ({ page }) => {
  const branch = await control.branch({ products: 3, serials: 1 });
  const [phone] = branch.products;
  await signIn(page.context(), branch.people.warehouseman);
  await page.goto(PATH);
  const table = page.getByRole('table', { name: texts.title });
  const rows = table.locator('tbody tr');
  await rows.first().waitFor();
  await expect(table.getByRole('columnheader', { name: texts.cost, exact: true })).toHaveCount(0);
  await expect(table.getByRole('columnheader', { name: texts.organization })).toHaveCount(0);

  await page.getByLabel(texts.search).fill(phone?.serials[1]?.toLowerCase() ?? '');
  await expect(rows).toHaveCount(1);
  await expect(page).toHaveURL(/search=/);
  await rows
    .first()
    .getByRole('link', { name: phone?.title ?? '' })
    .click();
  const pane = page.getByRole('complementary', { name: phone?.title ?? '' });
  await expect(pane.getByTestId('batches')).toContainText(phone?.serials[0] ?? '');
  await expect(pane.getByTestId('batches')).not.toContainText(texts.cost);
  await expect(page).toHaveURL(new RegExp(`row=${phone?.id}-${branch.warehouseId}`));
  await page.reload();
  await expect(pane.getByTestId('batches')).toContainText(phone?.serials[1] ?? '');
  await pane.getByRole('button').first().focus();
  await page.keyboard.press('Escape');
  await expect(pane).toHaveCount(0);
  await expect(page).not.toHaveURL(/row=/);
});

test('arrows take the pane along, and a past day has what lay then', async ({ page }) => {
  const branch = await control.branch({ products: 4 });
  const titles = branch.products.map((one) => one.title).sort();
  await signIn(page.context(), branch.people.warehouseman);
  await page.goto(`${PATH}?search=Buyum`);
  const rows = page.getByRole('table', { name: texts.title }).locator('tbody tr');
  await expect(rows).toHaveCount(4);
  // a report is not theirs to take out; paper is
  await expect(page.getByTestId('list-print')).toBeEnabled();
  await expect(page.getByTestId('list-excel')).toHaveCount(0);
  await rows.first().focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('complementary', { name: titles[0] })).toBeVisible();
  await rows.first().focus();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('complementary', { name: titles[1] })).toBeVisible();

  const day = page.getByLabel(texts.day, { exact: true });
  await day.fill('01.03.2024');
  await day.press('Enter');
  await expect(page).toHaveURL(/date=2024-03-01/);
  await expect(rows).toHaveCount(0);
  await expect(page.getByText(texts.notFound)).toBeVisible();
  await expect(page.getByText(texts.pane.nothing)).toBeVisible();

  // an invalid day is marked beside the field, and the previous day stays
  await day.fill('01.01.2030');
  await day.press('Enter');
  await expect(page.getByRole('alert')).toContainText(kit.form.rules.tooLate.split('{{')[0] ?? '');
  await expect(page).toHaveURL(/date=2024-03-01/);
  await expect(rows).toHaveCount(0);
});

test('names are shown for the ids of an address', async ({ page }) => {
  const branch = await control.branch();
  await signIn(page.context(), branch.people.director);
  await page.goto(`${PATH}?organization_id=${branch.organizationId}&warehouse_id=${branch.warehouseId}&category_id=1`);
  const filter = (name: string) => page.getByRole('main').getByRole('button', { name, exact: true });
  await expect(filter(texts.organization)).toContainText(branch.organization);
  for (const name of [texts.warehouse, texts.category]) await expect(filter(name)).not.toContainText('№');
});

test('Excel has the whole filtered list, with costs for who may report', async ({ page }) => {
  const branch = await control.branch({ products: 20 });
  await signIn(page.context(), branch.people.director);
  await page.goto(`${PATH}?organization_id=${branch.organizationId}`);
  const rows = page.getByRole('table', { name: texts.title }).locator('tbody tr');
  await expect(rows).toHaveCount(15);
  const download = page.waitForEvent('download');
  await page.getByTestId('list-excel').click();
  const [sheet] = await readSheets(await (await download).path());
  const [heads = [], ...lines] = sheet?.data ?? [];
  expect(heads).toContain(texts.cost);
  const at = heads.indexOf(texts.organization);
  expect(lines.length).toBeGreaterThan(15);
  expect(new Set(lines.map((line) => line[at]))).toEqual(new Set([branch.organization]));
});

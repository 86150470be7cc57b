/** The main path of both directories: add, find, change, owe, refuse, archive, bring back, export. */
import { expect } from '@playwright/test';
import readSheets from 'read-excel-file/node';
import kit from '../locales/uz/kit.json' with { type: 'json' };
import { control, signIn, test } from './harness/control.ts';
import { PARTNERS_PATH, RecordPage, texts, WAREHOUSES_PATH } from './pages/recordPage.ts';

const { directory: shared, partners, records, warehouses } = texts;
const firms = partners.lines.firms;

test('a supplier from the first line to the archive', async ({ page, branch }) => {
  await signIn(page.context(), branch.people.director);
  const suppliers = new RecordPage(page, PARTNERS_PATH);
  const name = `Yangi hamkor ${branch.organization}`;
  const stir = String(360_000_000 + branch.organizationId);
  const firmStir = String(370_000_000 + branch.organizationId);
  await suppliers.goto();

  await test.step('adds it with a firm and an agreement; what is wrong is shown at its field', async () => {
    await suppliers.begin();
    await suppliers.name.fill(name);
    await suppliers.form.getByLabel(partners.fields.stir, { exact: true }).fill('12345');
    await suppliers.save();
    await expect(suppliers.form.getByText('9 ta raqam kerak, 5 ta yozilgan')).toBeVisible();
    await suppliers.form.getByLabel(partners.fields.stir, { exact: true }).fill(stir);
    await page.getByTestId('line-add').click();
    const firm = page.getByTestId('line');
    await firm.getByLabel(firms.fields.name).fill(`Birinchi MChJ ${branch.organization}`);
    await firm.getByLabel(firms.fields.stir).fill(firmStir);
    await firm.getByLabel(firms.fields.mfo).fill('0097');
    await suppliers.save();
    await expect(firm.getByText('5 ta raqam kerak, 4 ta yozilgan')).toBeVisible();
    await firm.getByLabel(firms.fields.mfo).fill('00974');
    await suppliers.form.getByLabel(partners.fields.credit_limit).fill('500000000');
    await suppliers.save();
    await expect(suppliers.form.getByText(partners.need.defer_days)).toBeVisible();
    await suppliers.form.getByLabel(partners.fields.defer_days).fill('30');
    await suppliers.form.getByLabel(partners.fields.valid_from).fill('01.11.2026');
    await page.keyboard.press('Tab');
    await suppliers.save();
    await expect(suppliers.title(name)).toBeVisible();
  });

  await test.step('finds it among the reliable ones by the STIR of its firm; the filters stand in the address', async () => {
    await page.getByRole('searchbox', { name: shared.search }).fill(firmStir);
    await expect(page).toHaveURL(new RegExp(`search=${firmStir}`));
    await suppliers.chip(shared.status, partners.groups.reliable).click();
    await expect(page).toHaveURL(/status=reliable/);
    await expect(suppliers.row(name)).toHaveCount(1);
    await page.reload();
    await expect(suppliers.row(name)).toContainText(shared.yes);
  });

  await test.step('a debt in two currencies is shown, summed, exported, and forbids the archive', async () => {
    await control.owe(name, [
      { currency: 1, amount: 12_450_000 },
      { currency: 2, amount: 41_360.5 },
    ]);
    await page.reload();
    const row = suppliers.row(name);
    await expect(row).toContainText('12\u202f450\u202f000soʻm');
    await expect(row).toContainText('41\u202f360,50USD');
    await expect(page.locator('tfoot')).toContainText('41\u202f360,50USD');
    const download = page.waitForEvent('download');
    await page.getByTestId('list-excel').click();
    const [sheet] = await readSheets(await (await download).path());
    const [heads = [], values = []] = sheet?.data ?? [];
    const cellOf = (head: string) => values[heads.indexOf(head)];
    expect(cellOf(`${partners.fields.debts}, UZS`)).toBe(12_450_000);
    expect(cellOf(`${partners.fields.debts}, USD`)).toBe(41_360.5);
    expect(cellOf(partners.fields.stir)).toBe(stir);

    await suppliers.openRow(name);
    await expect(suppliers.archiveButton).toBeDisabled();
    await expect(suppliers.pane).toContainText('hisob-kitob yopilmagan');
    await suppliers.pane.getByRole('tab', { name: partners.debt.title }).click();
    const lines = suppliers.pane.getByRole('table', { name: partners.debt.title }).locator('tbody tr');
    await expect(lines).toHaveCount(2);
    await expect(lines.first()).toContainText('41\u202f360,50USD');
  });

  await test.step('once it is paid it is archived, and its history shows every step', async () => {
    await control.owe(name, [
      { currency: 1, amount: -12_450_000 },
      { currency: 2, amount: -41_360.5 },
    ]);
    await page.goto(`${PARTNERS_PATH}?search=${firmStir}`);
    await suppliers.openRow(name);
    await suppliers.archive();
    await expect(suppliers.restoreButton).toBeVisible();
    await expect(suppliers.row(name)).toHaveCount(0);
    await suppliers.pane.getByRole('tab', { name: records.tabs.history }).click();
    const history = page.getByTestId('record-history').locator(':scope > li');
    await expect(history).toHaveCount(2);
    await expect(history.first()).toContainText(branch.people.director.fullname);
    await expect(history.first()).toHaveAttribute('data-event', 'record.archive');
    await suppliers.chip(shared.status, shared.archived).click();
    await expect(suppliers.row(name)).toHaveCount(1);
  });
});

test('a warehouse with its keepers', async ({ page, branch }) => {
  await signIn(page.context(), branch.people.director);
  const directory = new RecordPage(page, WAREHOUSES_PATH);
  const name = `Fond ${branch.organization}`;
  const { keeper, counter1 } = branch.people;
  await page.goto(`${WAREHOUSES_PATH}?organization_id=${branch.organizationId}`);
  await expect(page.locator('tbody tr')).toHaveCount(3);

  await test.step('adds it; people are found by name', async () => {
    await directory.begin();
    await directory.name.fill(name);
    await directory.choose(warehouses.fields.organization, branch.organization);
    await directory.form.getByLabel(warehouses.fields.kind, { exact: true }).selectOption('fund');
    await directory.choose(warehouses.fields.keepers, keeper.fullname);
    await directory.choose(warehouses.fields.keepers, counter1.fullname);
    await directory.save();
    await expect(directory.row(name)).toContainText(keeper.fullname);
    await expect(directory.row(name)).toContainText(counter1.fullname);
  });

  await test.step('takes one keeper off; a closed window asks about what is typed', async () => {
    const off = kit.form.select.remove.replace('{{name}}', counter1.fullname);
    await directory.form.getByRole('button', { name: off }).click();
    await page.keyboard.press('Escape');
    await expect(directory.dialog).toContainText(records.leave.title);
    await page.getByTestId('record-stay').click();
    await directory.save();
    await expect(directory.row(name)).not.toContainText(counter1.fullname);
  });

  await test.step('with goods it keeps its kind and is not archived: the number of units is shown', async () => {
    await control.move({
      organizationId: branch.organizationId,
      warehouseId: branch.warehouseId,
      lines: [{ variantId: 1, qty: 5 }],
    });
    await directory.openRow('shop');
    await expect(directory.form.getByLabel(warehouses.fields.kind, { exact: true })).toBeDisabled();
    await expect(directory.archiveButton).toBeDisabled();
    await expect(directory.pane).toContainText(/Omborda \d+ dona tovar bor/);
  });

  await test.step('an empty one goes to the archive and comes back', async () => {
    await directory.openRow(name);
    await directory.archive();
    await directory.restore();
    await expect(directory.archiveButton).toBeEnabled();
    await expect(directory.row(name)).toHaveCount(1);
  });
});

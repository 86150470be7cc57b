/** Excel in, as a person does it: the list taken out, changed in Excel, read back, written, taken back. */
import { readFileSync, writeFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import readSheets, { type SheetData } from 'read-excel-file/node';
import writeExcelFile from 'write-excel-file/node';
import words from '../locales/uz/import.json' with { type: 'json' };
import { BY_TAGS, violations } from './harness/axe.ts';
import { api, signIn, test } from './harness/control.ts';
import { RecordPage } from './pages/recordPage.ts';

test('a list is taken out, changed, read back, written and taken back', async ({ page, branch }, info) => {
  const { director } = branch.people;
  const name = `${branch.organization} bank`;
  const mfo = String(80_000 + branch.organizationId);
  await api(director, 'POST', '/bank/create', { name, mfo }, 'cash');
  await signIn(page.context(), director);
  const banks = new RecordPage(page, '/cashbox/banks');
  await banks.goto(mfo);
  const download = page.waitForEvent('download');
  await page.getByTestId('list-excel').click();
  const exported = await (await download).path();

  // untouched it changes nothing
  await page.getByTestId('list-import').click();
  const choose = page.locator('input[type="file"]');
  await choose.setInputFiles({ name: 'banklar.xlsx', mimeType: 'application/zip', buffer: readFileSync(exported) });
  await expect(banks.dialog.getByText(words.nothing)).toBeVisible();
  await expect(page.getByTestId('import-write')).toBeDisabled();

  // a new name, and a row that lost its zeros
  await banks.dialog.getByRole('button', { name: words.other }).click();
  const [sheet] = await readSheets(exported);
  const [heads = [], row = []] = (sheet?.data ?? []) as SheetData;
  const file = info.outputPath('banklar.xlsx');
  const text = (value: unknown) => ({ value: String(value), type: String });
  const rows = [
    heads.map(text),
    [text(`${name} fayldan`), ...row.slice(1).map((cell) => (cell === null ? null : text(cell)))],
    [text('Xato bank'), { value: 14, type: Number }],
  ];
  writeFileSync(file, await writeExcelFile(rows).toBuffer());
  await choose.setInputFiles(file);
  await expect(banks.dialog.getByText('boshidagi nol yoʻqolgan boʻlishi mumkin')).toBeVisible();
  expect(await violations(page, BY_TAGS, '.import')).toEqual([]);
  await expect(page.getByTestId('import-write')).toBeDisabled();
  await banks.dialog.getByText('1 ta xato qatorsiz yozilsin').click();
  await page.getByTestId('import-write').click();
  await page.getByTestId('import-back').waitFor();
  await expect(banks.row(`${name} fayldan`)).toBeVisible();

  await page.getByTestId('import-back').click();
  await page.getByTestId('import-back-now').click();
  await expect(banks.dialog.getByText(words.figures.back, { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(banks.dialog).toHaveCount(0);
  await expect(banks.row(name)).toBeVisible();
});

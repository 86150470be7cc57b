/** Excel in, as a person does it: the list taken out, changed in Excel, read back, written, taken back. */
import { readFileSync, writeFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import readSheets, { type SheetData } from 'read-excel-file/node';
import writeExcelFile from 'write-excel-file/node';
import words from '../locales/uz/import.json' with { type: 'json' };
import settingWords from '../locales/uz/setting.json' with { type: 'json' };
import limitWords from '../locales/uz/settings/productLimit.json' with { type: 'json' };
import { tashkentDay } from '../src/format/dates.ts';
import { BY_TAGS, violations } from './harness/axe.ts';
import { api, control, signIn, test } from './harness/control.ts';
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

test('a setting begins with its sample: read, written from a day on, taken back', async ({ page }, info) => {
  const branch = await control.branch({ products: 1 });
  const { director } = branch.people;
  const product = branch.products[0]?.title ?? '';
  await signIn(page.context(), director);
  const limits = new RecordPage(page, '/repositories/product-limit');
  // of a new branch the list is empty
  await page.goto(limits.path);
  await page.getByTestId('list-import').click();
  const download = page.waitForEvent('download');
  await page.getByTestId('import-sample').click();
  const [sheet] = await readSheets(await (await download).path());
  const [heads = []] = (sheet?.data ?? []) as SheetData;
  const { organization, variant, min, max } = limitWords.fields;
  expect(heads).toEqual([organization, variant, min, max, settingWords.from]);

  const text = (value: unknown) => ({ value: String(value), type: String });
  const figure = (value: number) => ({ value, type: Number });
  const today = tashkentDay(Date.now()).split('-').reverse().join('.');
  const line = (day: string) => [text(branch.organization), text(product), figure(2), figure(9), text(day)];
  const file = info.outputPath('limitlar.xlsx');
  writeFileSync(file, await writeExcelFile([heads.map(text), line('10.06.2091'), line('1.6.2091')]).toBuffer());
  const choose = page.locator('input[type="file"]');

  // what holds at once is said before it is written, with its row
  const early = info.outputPath('bugun.xlsx');
  writeFileSync(early, await writeExcelFile([heads.map(text), line('10.06.2091'), line(today)]).toBuffer());
  await choose.setInputFiles(early);
  const note = limits.dialog.getByTestId('import-notes').getByRole('row');
  await expect(note.filter({ hasText: 'Bugundan: darhol kuchga kiradi.' })).toContainText('3');
  await expect(note.filter({ hasText: '09.06.2091 gacha amal qiladi' })).toContainText('3');
  expect(await violations(page, BY_TAGS, '.import')).toEqual([]);
  await limits.dialog.getByRole('button', { name: words.other }).click();

  await choose.setInputFiles(file);
  await expect(limits.dialog.getByText('Sana kerak: sana katagi yoki kk.oo.yyyy')).toBeVisible();
  expect(await violations(page, BY_TAGS, '.import')).toEqual([]);
  await limits.dialog.getByText('1 ta xato qatorsiz yozilsin').click();
  await page.getByTestId('import-write').click();
  await page.getByTestId('import-back').waitFor();
  await expect(limits.row(product)).toContainText('10.06.2091dan');

  await page.getByTestId('import-back').click();
  await page.getByTestId('import-back-now').click();
  await expect(limits.dialog.getByText(words.figures.back, { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(limits.row(product)).not.toContainText('10.06.2091dan');
});

test('villages are read below their district, written, and taken back within the seven days', async ({
  page,
}, info) => {
  const branch = await control.branch();
  const { director } = branch.people;
  const n = String(branch.organizationId).padStart(3, '0');
  const place = (of: string, body: object) => api(director, 'POST', `/${of}/create`, body, 'client');
  const named = (name: string) => ({ uz: `${name} ${n}`, ru: `${name} ${n}` });
  const province = await place('province', { name: named('Viloyat'), code: `9${n}` });
  expect(province.status).toBe(200);
  const region = await place('region', {
    ...{ name: named('Tuman'), code: `9${n}001` },
    province_id: province.body.data.id,
  });
  expect(region.status).toBe(200);
  await signIn(page.context(), director);
  const villages = new RecordPage(page, '/addresses/village');
  await page.goto(`${villages.path}?search=${n}`);
  await page.getByTestId('list-import').click();
  const download = page.waitForEvent('download');
  await page.getByTestId('import-sample').click();
  const [sheet] = await readSheets(await (await download).path());
  const [heads = []] = (sheet?.data ?? []) as SheetData;

  const text = (value: unknown) => ({ value: String(value), type: String });
  const line = (name: string, code: string, district: string) => {
    const cells: Record<number, string> = { 0: `${name} ${n}`, 1: `${name} ${n}`, 2: code, 3: district };
    return heads.map((_, at) => (cells[at] === undefined ? null : text(cells[at])));
  };
  const file = info.outputPath('mahallalar.xlsx');
  const rows = [
    line('Boʻston', `9${n}001551`, `Tuman ${n}`),
    line('Dalvarzin', `9${n}001552`, `Tuman ${n}`),
    line('Yoʻqtuman', `9${n}001553`, `Boshqa tuman ${n}`),
  ];
  writeFileSync(file, await writeExcelFile([heads.map(text), ...rows]).toBuffer());
  await page.locator('input[type="file"]').setInputFiles(file);
  await expect(villages.dialog.getByText(`“Boshqa tuman ${n}” degan yozuv yoʻq`)).toBeVisible();
  await villages.dialog.getByText('1 ta xato qatorsiz yozilsin').click();
  await page.getByTestId('import-write').click();
  await page.getByTestId('import-back').waitFor();
  await expect(villages.row(`Dalvarzin ${n}`)).toBeVisible();

  // later within the seven days: the file is found again among the own ones
  await page.keyboard.press('Escape');
  await expect(villages.dialog).toHaveCount(0);
  await page.getByTestId('list-import').click();
  await villages.dialog.getByRole('button', { name: 'mahallalar.xlsx' }).click();
  // and so is the row that was left out, with its reason
  const leftOut = page.waitForEvent('download');
  await page.getByTestId('import-bad').click();
  const [bad] = await readSheets(await (await leftOut).path());
  expect(bad?.data).toHaveLength(2);
  expect(bad?.data[1]?.[0]).toContain(`“Boshqa tuman ${n}” degan yozuv yoʻq`);
  await page.getByTestId('import-back').click();
  await page.getByTestId('import-back-now').click();
  await expect(villages.dialog.getByText(words.figures.back, { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(villages.row(`Dalvarzin ${n}`)).toHaveCount(0);
});

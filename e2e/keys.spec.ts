/** `?` shows the keys of the page that is open, and takes nothing from a field that is typed into. */
import { expect } from '@playwright/test';
import invoiceTexts from '../locales/uz/invoice.json' with { type: 'json' };
import keys from '../locales/uz/keys.json' with { type: 'json' };
import { type PageId, plainPathOf } from '../src/routes/registry.ts';
import { control, signIn, test } from './harness/control.ts';
import { becomerOf, openWithin, visitsOf } from './harness/everyPage.ts';

/** Whose keys the sheet lists on each page, beside those of every page. */
const PAGES: Readonly<Partial<Record<PageId, readonly string[]>>> = {
  home: [keys.queue.title],
  acts: [keys.list.title],
  act: [keys.form.title],
  invoices: [keys.list.title],
  invoice: [invoiceTexts.keys.title],
  markupCategory: [keys.list.title],
  matrixCategory: [keys.grid.title],
  widgetsPage: [keys.widgets.title],
  workflow: [keys.diagram.title],
  profile: [],
};

/** What binds the keys of a page, where it comes after the page. */
const READY: Readonly<Partial<Record<PageId, string>>> = {
  invoice: '[data-testid="grid-keys"]',
  matrixCategory: '[role="grid"]',
  workflow: 'svg.chart',
};

test('? lists the keys of each page', async ({ page, context }) => {
  const branch = await control.branch({ products: 4 });
  const { director } = branch.people;
  const visits = visitsOf(branch);
  await signIn(context, director);
  const become = becomerOf(page);
  const sheet = page.getByTestId('keys');
  for (const [id, titles] of Object.entries(PAGES) as [PageId, readonly string[]][]) {
    const { as, paths } = (await visits[id]?.()) ?? { as: director, paths: [plainPathOf(id)] };
    await become(as);
    await test.step(id, async () => {
      await openWithin(page, paths[0] ?? '');
      await page
        .locator(READY[id] ?? 'h1')
        .first()
        .waitFor();
      // where work begins in a field, it is left first
      await page.locator('h1').focus();
      await page.keyboard.press('?');
      await expect(sheet.getByRole('heading', { name: keys.everywhere.title })).toBeVisible();
      for (const title of titles) await expect(sheet.getByRole('heading', { name: title, exact: true })).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(sheet).toHaveCount(0);
    });
  }
  await openWithin(page, plainPathOf('reliablePartners'));
  const field = page.getByRole('searchbox').first();
  await field.focus();
  await page.keyboard.press('?');
  await expect(field).toHaveValue('?');
  await expect(sheet).toHaveCount(0);
});

test('/ searches a list, an arrow goes into it, n makes a new record', async ({ page, context }) => {
  const branch = await control.branch({ products: 4 });
  await signIn(context, branch.people.director);
  await page.goto(plainPathOf('reliablePartners'));
  const row = page.locator('main tr[tabindex="0"]').first();
  await row.waitFor();
  await page.keyboard.press('/');
  const field = page.getByRole('searchbox').first();
  await expect(field).toBeFocused();
  await page.keyboard.type('n/');
  await expect(field).toHaveValue('n/');
  await field.fill('');
  await row.waitFor();
  const leave = () => page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await leave();
  await page.keyboard.press('?');
  const sheet = page.getByTestId('keys');
  await expect(sheet.getByRole('heading', { name: keys.page.title, exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
  await leave();
  await page.keyboard.press('ArrowDown');
  await expect(row).toBeFocused();
  // the key of the letter, whichever language the keyboard has
  await page.evaluate(() =>
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'т', code: 'KeyN', bubbles: true })),
  );
  await expect(page).toHaveURL(/row=new/);
});

/** Way, reports, remarks and "where work gets stuck" on a phone, in Russian: named, reachable, nothing over anything else. */
import { expect, type Page } from '@playwright/test';
import common from '../locales/ru/common.json' with { type: 'json' };
import chart from '../locales/ru/machines/countingAct.json' with { type: 'json' };
import reports from '../locales/ru/reports.json' with { type: 'json' };
import shell from '../locales/ru/shell.json' with { type: 'json' };
import way from '../locales/ru/way.json' with { type: 'json' };
import { pathOf } from '../src/routes/registry.ts';
import { TestAct } from './harness/acts.ts';
import { control, signIn, test } from './harness/control.ts';
import { TestInvoice } from './harness/invoices.ts';
import { RemarksPage } from './pages/remarksPage.ts';

test.use({ viewport: { width: 390, height: 844 } });

/** What cannot be reached: wider than the window, without a name, or under another control. */
const faults = (page: Page) =>
  page.evaluate(() => {
    const root = document.documentElement;
    const found = root.scrollWidth > window.innerWidth ? [`scrolls sideways: ${root.scrollWidth}`] : [];
    // a dialog, and on a phone a pane, lies over the rest of the page
    const within = document.querySelector('[role="dialog"]') ?? document.querySelector('aside.pane') ?? document.body;
    const covering = (one: HTMLElement) => {
      const { left, top, width, height } = one.getBoundingClientRect();
      const over = document.elementFromPoint(left + width / 2, top + height / 2);
      const control = over?.closest<HTMLElement>('button, a[href], select, textarea');
      return control && control !== one && !control.contains(one) && !one.contains(control) ? control : null;
    };
    for (const one of within.querySelectorAll<HTMLElement>('button, a[href], select, textarea')) {
      const { left, top, width, height } = one.getBoundingClientRect();
      const [x, y] = [left + width / 2, top + height / 2];
      if (width === 0 || x < 0 || x > window.innerWidth || y < 0 || y > window.innerHeight) continue;
      const name = (one.getAttribute('aria-label') ?? one.innerText ?? '').trim() || one.title;
      if (name === '' && one.matches('button, a')) found.push(`no name: ${one.outerHTML.slice(0, 80)}`);
      if (covering(one) === null) continue;
      // a row below a head or a foot that stays is reached by scrolling
      one.scrollIntoView({ block: 'center' });
      const over = covering(one);
      if (over !== null) found.push(`${name.slice(0, 30)} is under ${over.innerText.slice(0, 30)}`);
    }
    return found;
  });

const sound = async (page: Page) => expect.poll(() => faults(page)).toEqual([]);

test('an act is followed, reported, remarked on and measured at 390 px', async ({ page, context, browser }) => {
  const branch = await control.branch({ products: 1 });
  const { keeper, counter1, director } = branch.people;
  const act = await TestAct.of(branch);
  const words = `Кнопка не видна ${act.id}`;
  await signIn(context, keeper, 'ru');
  await page.goto(pathOf('act', { actId: act.id }));

  await test.step('the way has its word, names the reader and says what is lacking', async () => {
    const entrance = page.getByTestId('way-open');
    await expect(entrance).toHaveText(common.way);
    await sound(page);
    await entrance.click();
    const steps = page.getByTestId('way').locator('[data-event]');
    await expect(steps.first()).toContainText(`${keeper.fullname}${way.you}`);
    await expect(steps.nth(1)).toContainText(way.lacks.countingAct.someAssigned);
    await expect(steps.nth(1)).not.toContainText(chart.guards.someAssigned);
    await sound(page);
    await page.getByRole('button', { name: common.close }).click();
    await expect(page.getByTestId('way')).toBeHidden();
    await act.begin(counter1);
  });

  await test.step('a report is sent from a dialog that closes in the reader’s language', async () => {
    await page.locator('.account-button').click();
    await page.getByRole('button', { name: shell.account.report }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('button', { name: common.close })).toBeVisible();
    await dialog.getByRole('textbox').fill(words);
    await sound(page);
    await dialog.getByTestId('question-send').click();
    await expect(dialog).toHaveCount(0);
  });

  const office = await browser.newContext({ viewport: { width: 390, height: 844 } });
  await signIn(office, director, 'ru');
  const theirs = await office.newPage();

  await test.step('the list of reports names the document, and so does its pane', async () => {
    await theirs.goto(`${pathOf('workflows')}?list=reports`);
    const row = theirs.getByRole('row', { name: words });
    await expect(row).toContainText(chart.name);
    await sound(theirs);
    await row.getByRole('link', { name: words }).click();
    // who reads reports and no acts sees the kind of the document alone
    await expect(theirs.getByTestId('report')).toContainText(reports.recordHidden.replace('{{record}}', chart.name));
    await sound(theirs);
    await theirs.getByTestId('report-settle').click();
    await expect(theirs.getByTestId('report-reopen')).toBeVisible();
  });

  await test.step('a remark is written, and its chart named in the list', async () => {
    const remarks = new RemarksPage(theirs);
    await theirs.goto(RemarksPage.path('countingAct', { state: 'counted' }));
    await remarks.write(words);
    await expect(remarks.part.locator('[data-remark]').filter({ hasText: words })).toBeVisible();
    await remarks.openList();
    const row = theirs.getByRole('row', { name: words });
    await expect(row).toContainText(chart.name);
    await sound(theirs);
    await row.getByRole('link', { name: words }).click();
    await expect(remarks.list).toContainText(words);
  });

  await test.step('where work gets stuck is read and switched', async () => {
    await (await TestInvoice.of(branch)).line();
    await theirs.goto('/workflows/invoice?view=stuck');
    await expect(theirs.getByTestId('stuck-states').locator('[data-row="draft"]')).toBeVisible();
    await theirs.getByRole('button', { name: 'По отказам' }).click();
    await expect(theirs).toHaveURL(/by=refusals/);
    await sound(theirs);
  });
  await office.close();
});

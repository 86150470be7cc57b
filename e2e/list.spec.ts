/**
 * The list kit on the list of acts, in a real browser: order, size of a page and columns that survive a reload, the
 * keyboard, the Excel file read back, the paper, the rows in sight.
 */
import { expect, type Page } from '@playwright/test';
import readSheets from 'read-excel-file/node';
import kit from '../locales/uz/kit.json' with { type: 'json' };
import { TestAct } from './harness/acts.ts';
import { type Branch, signIn, test } from './harness/control.ts';
import { ActListPage, LIST_PATH, texts } from './pages/actPage.ts';
import { tick, untick } from './pages/tick.ts';

const ACTS = 33;
const { list } = texts.counting;

class ListPage extends ActListPage {
  get table() {
    return this.page.getByRole('table', { name: list.title });
  }
  get rows() {
    return this.table.locator('tbody tr');
  }
  get size() {
    return this.page.getByLabel(kit.list.perPage);
  }
  head = (words: string) => this.table.getByRole('columnheader', { name: words });
  comments = () => this.rows.locator('td:nth-child(4)').allTextContents();
  columns = () => this.table.getByRole('columnheader').allTextContents();
  numberOf = (row: number) => this.rows.nth(row).getByRole('link').textContent();
}

async function actsOf(branch: Branch, count = ACTS): Promise<string[]> {
  const written: string[] = [];
  for (let index = 1; index <= count; index += 1) {
    const comment = `Choraklik sanoq ${index}`;
    await TestAct.of(branch, comment);
    written.unshift(comment);
  }
  return written;
}

async function open(page: Page, branch: Branch, search = ''): Promise<ListPage> {
  await signIn(page.context(), branch.people.keeper);
  await page.goto(LIST_PATH + search);
  const opened = new ListPage(page);
  await opened.rows.first().waitFor();
  return opened;
}

test('order, size of a page and columns', async ({ page, branch }) => {
  const newest = await actsOf(branch);
  const opened = await open(page, branch);

  await test.step('fifteen, the newest first, and in reverse order after a click on the column head', async () => {
    await expect(opened.rows).toHaveCount(15);
    expect(await opened.comments()).toEqual(newest.slice(0, 15));
    await expect(opened.head(list.created)).toHaveAttribute('aria-sort', 'descending');
    await opened.head(list.created).getByRole('button').click();
    await expect(page).toHaveURL(/\?sort=created$/);
    await expect.poll(opened.comments).toEqual(newest.toReversed().slice(0, 15));
    await page.goBack();
    await expect.poll(opened.comments).toEqual(newest.slice(0, 15));
  });

  await test.step('the size stays after a reload, and a further page is in the address', async () => {
    await opened.size.selectOption('30');
    await expect(opened.rows).toHaveCount(30);
    await page.reload();
    await expect(opened.rows).toHaveCount(30);
    await page.getByRole('button', { name: '2-sahifa', exact: true }).click();
    await expect(page).toHaveURL(/\?page=2&per_page=30$/);
    await expect.poll(opened.comments).toEqual(newest.slice(30));
  });

  await test.step('columns stay after a reload', async () => {
    await page.getByRole('button', { name: kit.list.columns.button }).click();
    await untick(page.getByRole('checkbox', { name: list.comment }));
    await tick(page.getByRole('checkbox', { name: list.lines, exact: true }));
    await page.keyboard.press('Escape');
    const shown = [list.number, list.status, list.organization, list.counters, list.lines, list.progress];
    const columns = [...shown, list.differenceSum, list.created];
    await expect.poll(opened.columns).toEqual(columns);
    await page.reload();
    await opened.rows.first().waitFor();
    expect(await opened.columns()).toEqual(columns);
  });

  await test.step('another person of this browser has its own', async () => {
    const kept = await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('list-')));
    expect(kept.sort()).toEqual([
      `list-columns:acts:${branch.people.keeper.id}`,
      `list-page-size:${branch.people.keeper.id}`,
    ]);
  });
});

test('keys: arrows move, Enter opens, back brings the place again', async ({ page, branch }) => {
  await actsOf(branch, 4);
  const opened = await open(page, branch);
  await opened.rows.first().focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(opened.rows.nth(2)).toBeFocused();
  await page.keyboard.press('End');
  await expect(opened.rows.nth(3)).toBeFocused();
  await page.keyboard.press('ArrowUp');
  const number = (await opened.numberOf(2)) ?? '';
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`${LIST_PATH}/\\d+$`));
  await expect(page.getByRole('heading', { level: 1 })).toContainText(number);
  await page.goBack();
  await expect(opened.rows).toHaveCount(4);
});

test('back and a reload bring the place on the list again, a filter begins at the top', async ({ page, branch }) => {
  await actsOf(branch, 15);
  await page.setViewportSize({ width: 1440, height: 480 });
  const opened = await open(page, branch);
  const scroller = page.locator('.table-scroll');
  const top = () => scroller.evaluate((element) => element.scrollTop);
  await expect(opened.rows).toHaveCount(15);
  await scroller.evaluate((element) => element.scrollTo(0, 90));
  await expect.poll(top).toBe(90);
  await opened.head(list.created).getByRole('button').click();
  await expect(page).toHaveURL(/sort=created/);
  await scroller.evaluate((element) => element.scrollTo(0, 0));
  await page.goBack();
  await expect(page).not.toHaveURL(/sort=/);
  await expect.poll(top).toBe(90);
  await page.reload();
  await expect.poll(top).toBe(90);
});

test('Excel has the whole list, whatever the page shows', async ({ page, branch }) => {
  const newest = await actsOf(branch, 20);
  const opened = await open(page, branch, '?page=2');
  await expect(opened.rows).toHaveCount(5);
  const download = page.waitForEvent('download');
  await page.getByTestId('list-excel').click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(new RegExp(`^${list.title} \\d{4}-\\d\\d-\\d\\d\\.xlsx$`));
  const [sheet] = await readSheets(await file.path());
  const [heads = [], ...whole] = sheet?.data ?? [];
  const rows = whole.slice(0, newest.length);
  expect(whole.slice(newest.length + 1)[0]?.[0]).toBe(kit.list.total);
  expect(heads.slice(0, 4)).toEqual([list.number, list.status, list.organization, list.comment]);
  expect(rows.map((row) => row[3])).toEqual(newest);
  for (const row of rows) {
    expect(row[2]).toBe(branch.organization);
    const at = row[heads.indexOf(list.created)];
    expect(at).toBeInstanceOf(Date);
    // the clock of Tashkent, five hours ahead
    expect(Math.abs((at as unknown as Date).getTime() - 5 * 3_600_000 - Date.now())).toBeLessThan(600_000);
  }
});

test('paper has the whole filtered list, its filters, who and when', async ({ page, branch }) => {
  const newest = await actsOf(branch, 17);
  await page.addInitScript(() => {
    window.print = () => document.body.setAttribute('data-printed', 'yes');
  });
  const opened = await open(page, branch, '?status=created');
  await expect(opened.rows).toHaveCount(15);
  const sheet = page.getByTestId('print-list');

  // by the browser itself the list is printed as it is; its foot sums all of it, so that it is not under each page
  await page.emulateMedia({ media: 'print' });
  await expect(opened.table.locator('tfoot')).toHaveCSS('display', 'table-row-group');
  await page.emulateMedia({ media: 'screen' });

  await page.getByTestId('list-print').click();
  await page.getByRole('menuitem', { name: kit.list.print.whole }).click();
  await expect(page.locator('body')).toHaveAttribute('data-printed', 'yes');
  await page.emulateMedia({ media: 'print' });
  await expect(sheet).toBeVisible();
  await expect(page.locator('.sidebar')).toBeHidden();
  await expect(opened.table.first()).toBeHidden();
  await expect(sheet.getByRole('heading')).toHaveText(list.title);
  await expect(sheet).toContainText(`${list.status}${texts.countingAct.states.created.name}`);
  await expect(sheet).toContainText(branch.people.keeper.fullname);
  expect(await sheet.locator('tbody:not(.print-totals) td:nth-child(4)').allTextContents()).toEqual(newest);
  await page.emulateMedia({ media: 'screen' });
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await expect(sheet).toHaveCount(0);

  await page.getByTestId('list-print').click();
  await page.getByRole('menuitem', { name: kit.list.print.page }).click();
  await expect(sheet.locator('tbody:not(.print-totals) tr')).toHaveCount(15);
});

test('at 1440 × 900 and font size 14 at least twenty rows are in sight', async ({ page, branch }) => {
  await actsOf(branch, 30);
  const { id } = branch.people.keeper;
  await page.addInitScript((person) => localStorage.setItem(`list-page-size:${person}`, '30'), id);
  const opened = await open(page, branch);
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '14px';
  });
  const seen = await opened.rows.evaluateAll((rows) => {
    const scroll = document.querySelector('.table-scroll') as HTMLElement;
    const foot = scroll.querySelector('tfoot tr')?.getBoundingClientRect().top ?? Number.POSITIVE_INFINITY;
    const end = Math.min(foot, scroll.getBoundingClientRect().bottom);
    return rows.filter((row) => row.getBoundingClientRect().bottom <= end + 0.5).length;
  });
  expect(seen, 'rows in sight').toBeGreaterThanOrEqual(20);
});

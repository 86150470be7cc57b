/** The gallery on a phone, in Russian: matrix, simulator, comparison and paper are used by the thumb. */
import { inflateSync } from 'node:zlib';
import { expect, type Page } from '@playwright/test';
import type { WorkflowPositions } from '../contract/workflows.ts';
import { pathOf } from '../src/routes/registry.ts';
import { api, control, signIn, test } from './harness/control.ts';
import { TestInvoice } from './harness/invoices.ts';

test.use({ viewport: { width: 390, height: 844 } });

const open = (page: Page, machine: string, view = '') => page.goto(`${pathOf('workflow', { machine })}${view}`);

/** Nothing makes the page itself scroll sideways. */
const fits = async (page: Page) =>
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
  ).toBeLessThanOrEqual(0);

/** The names of the states stay over the matrix while it is scrolled, and nothing lies over them. */
async function headStays(page: Page): Promise<void> {
  const last = page.getByTestId('matrix').locator('tbody tr').last();
  await last.scrollIntoViewIfNeeded();
  await last.evaluate((row) => {
    row.scrollIntoView({ block: 'end' });
    // and the page to its own end, where it scrolls as well
    row.closest('.workflow')?.scrollTo({ top: Number.MAX_SAFE_INTEGER });
  });
  const covered = await page.getByTestId('matrix').evaluate((matrix) => {
    const { right } = matrix.getBoundingClientRect();
    return [...matrix.querySelectorAll('thead th')].filter((head) => {
      const { left, top } = head.getBoundingClientRect();
      // what is scrolled sideways out of sight is not asked
      return left + 20 < right && !document.elementFromPoint(left + 20, top + 8)?.closest('thead');
    }).length;
  });
  expect(covered).toBe(0);
}

/** How many texts each page of a PDF has, in the order of its pages. */
function textsOf(pdf: Buffer): number[] {
  const file = pdf.toString('latin1');
  return [...file.matchAll(/\/Type \/Page\b[\s\S]*?\/Contents (\d+) 0 R/g)].map(([, id]) => {
    const [, body = ''] = new RegExp(`\\n${id} 0 obj[^]*?stream\\r?\\n([^]*?)\\r?\\nendstream`).exec(file) ?? [];
    const drawn = inflateSync(Buffer.from(body, 'latin1')).toString('latin1');
    return drawn.match(/T[jJ]/g)?.length ?? 0;
  });
}

test('matrix, simulator, comparison and paper of a workflow on a phone', async ({ page, context }) => {
  const branch = await control.branch();
  await signIn(context, branch.people.director);
  await context.addInitScript(() => localStorage.setItem('language', 'ru'));

  await test.step('the matrix is narrowed to what is refused', async () => {
    await open(page, 'countingAct', '?view=matrix');
    const matrix = page.getByTestId('matrix');
    await expect(matrix.locator('tbody tr').first()).toBeVisible();
    await fits(page);
    await headStays(page);
    await page.setViewportSize({ width: 1440, height: 900 });
    await headStays(page);
    await page.setViewportSize({ width: 390, height: 844 });
  });

  await test.step('an act is walked with its counter', async () => {
    await open(page, 'countingAct', '?view=simulate');
    const main = page.getByTestId('simulate-main');
    await main.locator('[data-case="counter.add"]').click();
    await main.locator('[data-case="residues.load"]').click();
    await page.getByRole('region', { name: 'Вместе с' }).getByRole('button').first().click();
    await main.locator('[data-case="counter.start"]').click();
    await expect(page.getByTestId('simulate-counter').locator('[data-case="counter.submit"]')).toBeVisible();
    await expect(page.locator('.chart-state.is-lit[data-state="counting"]')).toBeVisible();
    await fits(page);
  });

  await test.step('a changed text is chosen on the picture and read; rows of the table are unfolded', async () => {
    await open(page, 'countingAct', '?view=compare');
    await page
      .locator('.workflow-drawn .chart-state:has(.chart-worded)')
      .first()
      .click({ position: { x: 12, y: 12 } });
    await expect(page.getByTestId('here')).toContainText('по-русски');
    const rows = page.locator('[data-group="rows"]');
    await rows.locator('summary').click();
    await expect(rows.locator('li').first()).toBeVisible();
    await fits(page);
  });

  await test.step('a chart of many states begins readable and whole', async () => {
    await open(page, 'countingWorkspace');
    const ground = page.locator('.workflow-ground');
    await expect(ground.locator('.chart-state').first()).toBeVisible();
    const zoom = Number.parseInt(await page.locator('.workflow-zoom .num').innerText(), 10);
    expect(zoom).toBeGreaterThanOrEqual(80);
    expect(await ground.evaluate((one) => one.scrollWidth - one.clientWidth)).toBeLessThanOrEqual(1);
  });

  await test.step('figures of times and of where it gets stuck are read without scrolling sideways', async () => {
    await (await TestInvoice.of(branch)).line();
    for (const view of ['times', 'stuck']) {
      await open(page, 'invoice', `?view=${view}`);
      const tables = page.locator('.times-table');
      await expect(tables.first().locator('tbody tr').first()).toBeVisible();
      const beyond = await tables.evaluateAll(
        (all) =>
          all.filter(({ parentElement: place }) => place === null || place.scrollWidth > place.clientWidth).length,
      );
      expect(beyond, view).toBe(0);
    }
  });

  await test.step('on paper the first page begins with the drawing', async () => {
    await open(page, 'countingAct');
    await expect(page.locator('.workflow-drawn .chart-state').first()).toBeVisible();
    for (const landscape of [false, true]) {
      const [first, ...others] = textsOf(await page.pdf({ format: 'A4', landscape }));
      // its title alone has some twenty
      expect(first).toBeGreaterThan(200);
      expect(others.length).toBeGreaterThan(0);
    }
  });
});

test('a question that names a position leads to what it may do, in Russian', async ({ page, context }) => {
  const { people } = await control.branch();
  await signIn(context, people.director, 'ru');
  const positions = await api<{ data: WorkflowPositions }>(
    people.director,
    'GET',
    '/workflow/positions',
    undefined,
    'cash',
  );
  const named = positions.body.data.find(({ title, machines }) => title.length > 3 && machines.includes('countingAct'));
  const query = `что может ${named?.title} с посчитанным актом`;
  await page.goto(`${pathOf('workflows')}?search=${encodeURIComponent(query)}`);
  const hits = page.locator('[data-hits="countingAct"]');
  await hits.getByRole('link', { name: `${named?.title}: что может в каждом состоянии` }).click();
  await expect(page).toHaveURL(new RegExp(`workflows/countingAct\\?view=matrix&position=${named?.id}$`));
  const position = page
    .getByRole('combobox')
    .filter({ hasText: named?.title ?? '?' })
    .first();
  await expect(position.locator('option:checked')).toContainText(named?.title ?? '?');
  await fits(page);
});

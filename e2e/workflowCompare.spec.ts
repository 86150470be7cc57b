/** Two versions of a chart compared in the gallery. */
import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { workflowStanding } from '../contract/workflows.ts';
import type { Chart } from '../machines/kit/chart.ts';
import type { ChartRecord } from '../machines/kit/release.ts';
import { control, signIn, test } from './harness/control.ts';
import { TestInvoice } from './harness/invoices.ts';

test('a version is compared with this build, and a file that is none is refused in words', async ({
  page,
  context,
}) => {
  const { people } = await control.branch();
  await signIn(context, people.director);
  await context.addInitScript(() => localStorage.setItem('language', 'ru'));
  await page.goto('/workflows/countingAct?view=compare');
  const changes = page.getByTestId('changes');
  await expect(changes.locator('[data-change="added"]').first()).toContainText('Ограничение категориями');
  const chart = page.locator('.workflow-drawn svg.chart');
  await expect(chart.locator('.is-added')).not.toHaveCount(0);
  // states whose words changed have a mark of their own; rows of the table do not bury the rest
  await expect(page.getByTestId('compare-legend')).toContainText('Текст изменён');
  const worded = chart.locator('.chart-state:has(.chart-worded)').first();
  await expect(worded).toHaveAttribute('aria-label', /Текст изменён/);
  await worded.press('Enter');
  await expect(page.getByTestId('here').locator('[data-change="changed"]').first()).toContainText('Текст');
  const rows = changes.locator('[data-group="rows"]');
  await expect(rows.locator('li').first()).toBeHidden();
  await rows.locator('summary').click();
  await expect(rows.locator('li').first()).toBeVisible();
  await page.locator('input[type="file"]').setInputFiles({
    name: 'other.json',
    mimeType: 'application/json',
    buffer: Buffer.from('{"chart":{"id":"other"}}'),
  });
  await expect(page.getByText('Это не схема этого процесса')).toBeVisible();
  await page.getByRole('button', { name: 'Вернуться к версии' }).click();
  await expect(changes).toBeVisible();
});

test('a limit that is another one is shown in words, with its name in the code when that is asked for', async ({
  page,
  context,
}) => {
  const { people } = await control.branch();
  await signIn(context, people.director, 'ru');
  const now = JSON.parse(await readFile('docs/generated/charts/inactivity.json', 'utf8')) as ChartRecord;
  const other = { ...now, constants: { ...now.constants, INACTIVITY_LIMIT: '1_860_000' } };
  await page.goto('/workflows/inactivity?view=compare');
  await page.locator('input[type="file"]').setInputFiles({
    name: 'inactivity.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(other)),
  });
  const change = page.getByTestId('changes').locator('[data-change="changed"]');
  await expect(change).toContainText('время бездействия, после которого сеанс заканчивается');
  await expect(change).not.toContainText('INACTIVITY_LIMIT');
  await page.getByText('Кодовые имена').click();
  await expect(change).toContainText('INACTIVITY_LIMIT');
});

test('a version whose states vanish says how many documents stand in them, and nothing before it knows', async ({
  page,
  context,
}) => {
  const branch = await control.branch();
  await TestInvoice.of(branch);
  await signIn(context, branch.people.director, 'ru');
  const { chart, ...rest } = JSON.parse(await readFile('docs/generated/charts/invoice.json', 'utf8')) as ChartRecord;
  const draft = chart.states.find(({ path }) => path === 'draft') as Chart['states'][number];
  const first = chart.transitions.find(({ source }) => source === 'draft') as Chart['transitions'][number];
  const earlier = {
    ...rest,
    chart: {
      ...chart,
      states: [...chart.states, { ...draft, path: 'parked', initial: false }],
      transitions: [...chart.transitions, { ...first, key: 'draft park', event: 'invoice.park', targets: ['parked'] }],
    },
  };
  const standing = `**/cash/api${workflowStanding.path}*`;
  await page.route(standing, (route) => route.abort());
  await page.goto('/workflows/invoice?view=compare');
  const give = () =>
    page.locator('input[type="file"]').setInputFiles({
      name: 'earlier.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify(earlier)),
    });
  await give();
  const gone = page.locator('[data-stranded="parked"]');
  await expect(gone).toContainText('документов ….');
  await expect(page.getByText('узнать не удалось')).toBeVisible({ timeout: 30_000 });
  await page.unroute(standing);
  await page.reload();
  await give();
  await expect(gone).toHaveText('Состояние «parked» исчезло: в нём документов 0.');
  await expect(page.locator('[data-stranded="draft"]')).toHaveText(/«Черновик» потеряло выход: в нём документов [1-9]/);
});

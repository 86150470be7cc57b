/** A run of the scoring as its specialist goes through it: what is typed once, what the open window learns by itself, axe. */
import { expect } from '@playwright/test';
import scoring from '../locales/uz/scoring.json' with { type: 'json' };
import { plainPathOf } from '../src/routes/registry.ts';
import { newDocument } from '../tests/server/scoringKit.ts';
import { control, signIn, test } from './harness/control.ts';
import { drawn } from './harness/everyPage.ts';
import { lookAtLayout } from './harness/layout.ts';
import { expectClean } from './harness/looks.ts';
import { pinflOf } from './harness/testSale.ts';
import { tick } from './pages/tick.ts';

test('a run is written, its window follows the sources, and its author may not decide', async ({
  page,
  context,
  browser,
}) => {
  const branch = await control.branch();
  await control.scoringModel();
  await signIn(context, branch.people.director);
  const asked: string[] = [];
  page.on('request', (sent) => asked.push(sent.url()));
  const pinfl = pinflOf(branch);

  await page.goto(`${plainPathOf('scoringNonClients')}?row=new`);
  const pane = page.getByTestId('scoring-run-pane');
  const field = (name: string) => pane.locator(`[name=${name}]`);
  await field('pinfl').fill(pinfl);
  // what the number says is not typed twice
  await expect(field('birth_date')).toHaveValue('15.06.1985');
  await field('document').fill(newDocument());
  await field('fullname').fill('Sinov Odam Odilovich');
  await field('goods').fill('5000000');
  await field('first_payment').fill('5000000');
  await field('term').selectOption('12');
  await tick(field('consent'));
  await page.getByTestId('record-save').click();
  await expect(pane.getByText(scoring.firstPaymentTooLarge)).toBeVisible();
  await field('first_payment').fill('1000000');
  await page.getByTestId('record-save').click();

  const window = page.getByTestId('scoring-run');
  await expect(window).toHaveAttribute('data-status', 'collecting');
  const id = Number(new URL(page.url()).searchParams.get('run'));
  for (const verb of ['the first source answers', 'the last source answers', 'is scored', 'is left to a person'])
    await control.scoringStep(id, verb);
  await expect(window).toHaveAttribute('data-decision', 'manual');
  await expect(page.getByTestId('scoring-paragraph')).toContainText(scoring.paragraph.manual);
  await expect(page.getByTestId('scoring-sources').getByText(scoring.standIn)).toHaveCount(2);
  await expect(page.getByTestId('scoring-approve')).toBeDisabled();
  await drawn(page);
  await expectClean(page, 'the window of a run');
  // on a phone columns give way, none is cut through its figures
  await page.setViewportSize({ width: 390, height: 844 });
  const criteria = page.getByRole('table', { name: scoring.criteria });
  const over = () =>
    criteria.evaluate((table) => (table.parentElement?.scrollWidth ?? 0) - (table.parentElement?.clientWidth ?? 0));
  await expect.poll(over).toBe(0);
  await page.goto(plainPathOf('scoringAnalysis'));
  await expect(page.getByRole('table', { name: scoring.analysis.bySource })).toBeVisible();
  await drawn(page);
  expect((await lookAtLayout(page)).faults.filter((fault) => fault.includes('wider than its place'))).toEqual([]);
  await page.goBack();
  await page.setViewportSize({ width: 1440, height: 900 });
  expect(asked.filter((url) => url.includes(pinfl))).toEqual([]);

  const apart = await browser.newContext({ reducedMotion: 'reduce' });
  await signIn(apart, branch.people.accountant);
  const another = await apart.newPage();
  await another.goto(page.url());
  await another.getByTestId('scoring-approve').click();
  await another.getByRole('dialog').locator('[name=limit]').fill('6000000');
  await expect(another.getByTestId('question-send')).toBeDisabled();
  await expectClean(another, 'the question before an approval');
  await apart.close();
});

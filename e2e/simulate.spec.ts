/** The simulator of the gallery: a chart is walked by hand, the walk is sent as an address and kept as a scenario. */
import { expect } from '@playwright/test';
import act from '../locales/uz/machines/countingAct.json' with { type: 'json' };
import { workflowPath } from '../src/pages/workflows/addresses.ts';
import { control, signIn, test } from './harness/control.ts';

test('an analyst walks an act, branches, sends the address, keeps the walk and sees who refuses', async ({
  page,
  context,
}) => {
  const { people } = await control.branch();
  await signIn(context, people.director);
  await page.goto(`${workflowPath('countingAct')}?view=simulate`);
  const main = page.getByTestId('simulate-main');
  const way = page.getByTestId('simulate-way').getByRole('listitem');
  await expect(way).toHaveCount(1);
  // words in two lines stay within their button
  const cut = await main
    .locator('[data-case]')
    .evaluateAll((all) => all.filter((one) => one.scrollHeight > one.clientHeight).map((one) => one.textContent));
  expect(cut).toEqual([]);

  // what this state has no way for is named with the states that have one
  const { events, states } = act;
  await expect(main.getByTestId('elsewhere')).toContainText(`${events['act.complete'].name} – ${states.counted.name}`);
  // "n" of the accepted events has its digit
  const keyOf = async (name: string) => {
    const cases = await main.locator('[data-case]').evaluateAll((all) => all.map((one) => one.dataset.case));
    return String(cases.indexOf(name) + 1);
  };
  await page.keyboard.press(await keyOf('counter.add'));
  await expect(way).toHaveCount(2);
  await page.keyboard.press(await keyOf('residues.load'));
  await expect(way.last().getByRole('button')).toHaveAttribute('aria-current', 'step');
  await expect(page.locator('.chart-state.is-lit[data-state="residues_loaded"]')).toBeVisible();

  // back, and another event begins a branch
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press(await keyOf('act.cancel'));
  await expect(way).toHaveCount(4);
  await expect(page.locator('.chart-state.is-lit[data-state="cancelled"]')).toBeVisible();

  // the address alone brings it again
  const address = page.url();
  await page.goto('about:blank');
  await page.goto(address);
  await expect(way).toHaveCount(4);
  await expect(page.locator('.chart-state.is-lit[data-state="cancelled"]')).toBeVisible();

  const scenarios = page.getByTestId('scenarios');
  const name = `Bekor ${Date.now()}`;
  await scenarios.getByRole('textbox').fill(name);
  await page.keyboard.press('Enter');
  await expect(scenarios.getByRole('button', { name, exact: true })).toBeVisible();

  // a fact refuses completing, one press takes it back
  await page.goto(
    `${workflowPath('countingAct')}?view=simulate&walk=${encodeURIComponent('!counted~=>disagreements=1')}`,
  );
  const refused = main.locator('[data-refused="act.complete"]');
  await refused.getByRole('button').click();
  await expect(main.locator('[data-case="act.complete"]')).toBeVisible();
  await main.locator('[data-case="act.complete"]').click();
  await expect(page.locator('.chart-state.is-lit[data-state="completed"]')).toBeVisible();

  // the kept one is shown again, deleted, and brought back
  await scenarios.getByRole('button', { name, exact: true }).click();
  await expect(page.locator('.chart-state.is-lit[data-state="cancelled"]')).toBeVisible();
  const kept = scenarios.getByRole('listitem').filter({ hasText: name });
  await kept.getByRole('button').last().click();
  await expect(kept.getByRole('button')).toHaveCount(1);
  await kept.getByRole('button').click();
  await expect(scenarios.getByRole('button', { name, exact: true })).toBeVisible();
});

test('an act and its counter go together: what the act refuses is refused to the counter', async ({
  page,
  context,
}) => {
  const { people } = await control.branch();
  await signIn(context, people.director);
  const walk = encodeURIComponent('!created~+>counter.add~&counter>assigned');
  await page.goto(`${workflowPath('countingAct')}?view=simulate&walk=${walk}`);
  const counter = page.getByTestId('simulate-counter');
  await expect(counter.locator('[data-case="counter.remove"]')).toBeVisible();
  await expect(counter.locator('[data-case="counter.start"]')).toHaveCount(0);
  await page.getByTestId('simulate-main').locator('[data-case="residues.load"]').click();
  await counter.locator('[data-case="counter.start"]').click();
  await expect(page.locator('.chart-state.is-lit[data-state="counting"]')).toBeVisible();
  await expect(counter.locator('[data-case="counter.submit"]')).toBeVisible();
  // one step of both: sent at the act it moves the counter, and a second time there is nobody to start
  await expect(counter.locator('[data-case="counter.start"]')).toHaveCount(0);
  await page.getByTestId('simulate-main').locator('[data-case="counter.submit"]').click();
  await expect(page.locator('.chart-state.is-lit[data-state="counted"]')).toBeVisible();
  await expect(counter.locator('[data-case]')).toHaveCount(0);
});

test('what is refused is refused in the words of the app, and nothing is written', async ({ page, context }) => {
  const { people } = await control.branch();
  await signIn(context, people.director);
  await context.addInitScript(() => localStorage.setItem('language', 'ru'));
  const writes: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET' && request.url().includes('/api/')) writes.push(request.url());
  });
  await page.goto(`${workflowPath('invoice')}?view=simulate`);
  const main = page.getByTestId('simulate-main');
  await expect(main.getByRole('region', { name: '«В накладной ещё нет строк.»' })).toBeVisible();
  await expect(main.locator('[data-case="line.add/phones"]')).toContainText('· два телефона');
  await main.locator('[data-case="line.add"]').click();
  await main.locator('[data-case="invoice.send"]').click();
  await main.locator('[data-case="invoice.confirm"]').click();
  await expect(page.getByTestId('simulate-way').getByRole('listitem').last()).toContainText('Подтверждена');
  expect(writes.filter((url) => url.includes('invoice'))).toEqual([]);

  // a workflow that lives on a page begins in any state that its tests come to
  await page.goto(`${workflowPath('session')}?view=simulate`);
  const from = page.getByRole('combobox', { name: 'Начать с состояния' });
  await from.selectOption('present.signedIn.known');
  await expect(page.locator('svg.chart [data-state="present.signedIn.known"]')).toHaveClass(/is-lit/);
});

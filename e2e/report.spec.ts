/** Something is wrong: written in a window, read in the gallery, walked in the simulator from that state, made a scenario. */
import { expect, type Page } from '@playwright/test';
import errors from '../locales/uz/errors.json' with { type: 'json' };
import keys from '../locales/uz/keys.json' with { type: 'json' };
import counterChart from '../locales/uz/machines/counter.json' with { type: 'json' };
import chart from '../locales/uz/machines/countingAct.json' with { type: 'json' };
import outputChart from '../locales/uz/machines/output.json' with { type: 'json' };
import reports from '../locales/uz/reports.json' with { type: 'json' };
import shell from '../locales/uz/shell.json' with { type: 'json' };
import simulate from '../locales/uz/simulate.json' with { type: 'json' };
import { reportPath } from '../src/pages/workflows/addresses.ts';
import { pathOf } from '../src/routes/registry.ts';
import { TestAct } from './harness/acts.ts';
import { barcodeOf, control, signIn, test } from './harness/control.ts';
import { HeldChunk } from './harness/heldChunk.ts';
import { CountedList, CounterPage } from './pages/counterPage.ts';
import { OutputPage } from './pages/outputPage.ts';

test('a storekeeper reports an act that counts; QA walks on from that state and makes a scenario of it', async ({
  page,
  context,
  browser,
}) => {
  const branch = await control.branch({ products: 1 });
  const { keeper, counter1, counter2, director } = branch.people;
  const act = await TestAct.of(branch);
  await act.begin(counter1, counter2);
  const words = `Tugma yoʻq ${act.id}`;
  let id = 0;

  await test.step('in the window of the act, by its key', async () => {
    await signIn(context, keeper);
    await page.goto(pathOf('act', { actId: act.id }));
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.keyboard.press('!');
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByTestId('report-sent')).toContainText(chart.name);
    // the kind of the document and no number of it; numbers of a release and of counts stand in other lines
    await expect(dialog.getByTestId('report-sent').getByRole('listitem').nth(1)).not.toContainText(/\d/);
    await dialog.getByRole('textbox').fill(`${words}, mijoz 998901234567`);
    const sent = page.waitForResponse((answer) => answer.url().endsWith('/workflow/reports'));
    await dialog.getByTestId('question-send').click();
    const answer = await sent;
    id = ((await answer.json()) as { id: number }).id;
    // names of the person and what the window shows of others stay in the browser
    const body = answer.request().postData() ?? '';
    for (const { fullname } of [keeper, counter1, counter2]) expect(body).not.toContain(fullname);
    await expect(dialog).toHaveCount(0);
  });

  await test.step('or from the account menu, where what was written is kept', async () => {
    await page.locator('.account-button').click();
    await page.getByRole('button', { name: shell.account.report }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox').fill('Yana bir narsa');
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.keyboard.press('!');
    await expect(dialog.getByText('Yana bir narsa')).toBeVisible();
  });

  const office = await browser.newContext();
  await signIn(office, director);
  const theirs = await office.newPage();
  const pane = theirs.getByTestId('report');
  const main = pane.locator('[data-machine="countingAct"]');

  await test.step('is read in the gallery', async () => {
    await theirs.goto(`${pathOf('workflows')}?list=reports`);
    await theirs.getByRole('link', { name: words }).click();
    await expect(theirs).toHaveURL(new RegExp(`row=${id}`));
    await expect(pane).toContainText(`${words}, mijoz •••`);
    // who reads reports and no acts sees the kind of the document alone
    await expect(pane).toContainText(reports.recordHidden.replace('{{record}}', chart.name));
    await expect(main).toHaveAttribute('data-state', 'counting');
  });

  await test.step('is made a scenario by one press', async () => {
    await main.getByTestId('report-scenario').click();
    await expect(main.getByRole('link', { name: `№ ${id} · ${words}` })).toBeVisible();
  });

  await test.step('is walked in the simulator from that very state', async () => {
    await main.getByRole('link', { name: reports.simulate }).click();
    const lit = theirs.locator('.chart-state.is-lit[data-state="counting"]');
    await expect(lit).toBeVisible();
    const facts = theirs.getByTestId('simulate-main');
    await expect(facts.getByRole('combobox', { name: chart.facts.counting })).toHaveValue('2');
    await expect(facts.getByRole('combobox', { name: chart.facts.assigned })).toHaveValue('0');
    const scenarios = theirs.getByTestId('scenarios');
    await expect(scenarios.getByRole('button', { name: `№ ${id} · ${words}, mijoz •••`, exact: true })).toBeVisible();
    await expect(scenarios).toContainText(simulate.scenarios.works);
  });

  await test.step('is settled, and opened again', async () => {
    await theirs.goto(reportPath(id));
    await theirs.getByTestId('report-settle').click();
    await theirs.getByTestId('report-reopen').click();
    await expect(theirs.getByTestId('report-settle')).toBeVisible();
  });
  await office.close();
});

/** Opened by its key where nothing was typed yet, and closed again. @returns what is said to go with the report */
async function noted(page: Page): Promise<string> {
  await page.keyboard.press('!');
  const dialog = page.getByRole('dialog');
  const words = await dialog.getByTestId('report-sent').innerText();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  return words;
}

test('a counter’s list is named wherever its screen stands: before, while and after it is counted', async ({
  page,
  context,
}) => {
  const branch = await control.branch({ products: 1 });
  const list = await CountedList.create(branch);
  const counter = new CounterPage(page);
  const names = (words: string) => expect(words).toContain(counterChart.name);
  await signIn(context, branch.people.counter1);

  await counter.open(list.actId, list.counterId);
  await expect(page.getByTestId('assigned')).toBeVisible();
  names(await noted(page));

  await list.load();
  await page.getByTestId('check').click();
  await counter.start();
  names(await noted(page));
  // the field that every code goes to stays empty, and its sheet says the key
  await expect(counter.field).toHaveValue('');
  await counter.field.focus();
  await page.keyboard.press('?');
  await expect(page.getByTestId('keys')).toContainText(keys.everywhere.report);
  await page.keyboard.press('Escape');

  await counter.submit();
  await expect(page.getByTestId('over')).toBeVisible();
  names(await noted(page));
});

test('the desk of an output, where a scanner types, reports by the same key', async ({ page, context }) => {
  const branch = await control.branch();
  const { output } = await control.contract({
    ...{ branch, firstPayment: 0, instalments: [{ due: '2026-12-20', amount: 200_000 }] },
    goods: [{ variant: 1, qty: 1 }],
  });
  await signIn(context, branch.people.director);
  const desk = new OutputPage(page);
  await desk.open(output);
  await desk.pickButton.click();
  await expect(desk.field).toBeEnabled();
  for (const begin of [() => page.locator('h1').focus(), () => desk.field.focus()]) {
    await begin();
    expect(await noted(page)).toContain(outputChart.name);
    await expect(desk.field).toHaveValue('');
    await begin();
    await page.keyboard.press('?');
    await expect(page.getByTestId('keys')).toContainText(keys.everywhere.report);
    await page.keyboard.press('Escape');
    await expect(page.getByTestId('keys')).toHaveCount(0);
  }
  // within a code they are letters
  await desk.field.focus();
  await page.keyboard.type('A!?');
  await expect(desk.field).toHaveValue('A!?');
});

test('a dialog that does not come leaves the screen as it is, and comes when it is asked for again', async ({
  page,
  context,
}) => {
  const branch = await control.branch({ products: 1 });
  const list = await CountedList.create(branch);
  const counter = new CounterPage(page);
  await list.begin();
  await signIn(context, branch.people.counter1);
  const chunk = await HeldChunk.at(page, /\/assets\/ReportDialog-.*\.js/);
  await counter.open(list.actId, list.counterId);
  await expect(counter.field).toBeFocused();
  await page.keyboard.press('!');
  await chunk.lose();
  await expect(page.locator('.bp6-toast', { hasText: errors.network })).toBeVisible();
  await counter.field.focus();
  await counter.scan(barcodeOf(1));
  await expect(counter.entries).toHaveCount(1);
  await expect(counter.field).toHaveValue('');
  await page.keyboard.press('!');
  await chunk.pass();
  await expect(page.getByTestId('report-sent')).toContainText(counterChart.name);
});

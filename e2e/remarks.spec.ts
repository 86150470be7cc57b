/** Remarks of the gallery, as two analysts work with them, in both languages. */
import { expect } from '@playwright/test';
import russian from '../locales/ru/remarks.json' with { type: 'json' };
import russianShell from '../locales/ru/shell.json' with { type: 'json' };
import uzbek from '../locales/uz/remarks.json' with { type: 'json' };
import uzbekShell from '../locales/uz/shell.json' with { type: 'json' };
import { api, control, signIn, test } from './harness/control.ts';
import { RemarksPage } from './pages/remarksPage.ts';

const BELL = { uz: uzbekShell.bell.label, ru: russianShell.bell.label };
const TEXTS = { uz: uzbek, ru: russian };
const OPEN = { uz: /1 ta ochiq izoh/, ru: /1 открытое замечание/ };

for (const language of ['uz', 'ru'] as const)
  test(`a remark is written, marked, answered, settled and found again, in ${language}`, async ({
    page,
    context,
    browser,
  }) => {
    const t = TEXTS[language];
    const { people } = await control.branch();
    const other = (await control.branch()).people.director;
    await signIn(context, people.director, language);
    const remarks = new RemarksPage(page);
    // the charts are everybody's: each language has a state of its own, and a second try another chart
    const [machine, places] = (
      [
        ['drawer', { uz: 'beside', ru: 'closed' }],
        ['replay', { uz: 'idle', ru: 'open.ended' }],
      ] as const
    )[test.info().retry] as [string, Record<typeof language, string>];
    const place = places[language];
    const words = `${language} ${people.director.id}`;
    await page.goto(RemarksPage.path(machine, { state: place }));
    await remarks.write(words);
    const card = remarks.part.locator('[data-remark]').filter({ hasText: words });
    await expect(card).toContainText(t.same);
    await expect(remarks.text).toHaveValue('');
    const id = Number(await card.getAttribute('data-remark'));

    // the drawing marks the state, with a name
    const state = page.locator(`svg.chart [data-state="${place}"]`);
    await expect(state).toHaveAccessibleName(OPEN[language]);
    await expect(state.locator('.chart-remark')).toBeVisible();

    // somebody else answers, and finds no way to settle it before
    const theirs = await browser.newContext();
    await signIn(theirs, other, language);
    const second = await theirs.newPage();
    const others = new RemarksPage(second);
    await others.openList(`&remark=${id}`);
    const seen = others.remark(id, others.list);
    await expect(seen.getByTestId('remark-settle')).toHaveCount(0);
    await others.answer(seen, 'Shunday kelishilgan');
    await expect(seen).toHaveAttribute('data-status', 'answered');
    await theirs.close();

    // the bell of who asked has it, and leads there
    await page.locator(`header button[aria-label^="${BELL[language]}"]`).click();
    await page.locator('.notice-name').filter({ hasText: words }).click();
    await expect(page).toHaveURL(new RegExp(`list=remarks.*remark=${id}`));
    const mine = remarks.remark(id, remarks.list);
    await expect(mine).toContainText('Shunday kelishilgan');
    await mine.getByTestId('remark-settle').click();
    await expect(mine).toHaveAttribute('data-status', 'settled');

    // the address has the filter
    const unsettled = `${words}, hali ochiq`;
    const body = { machine, kind: 'state', place: 'measuring', print: '0'.repeat(16), text: unsettled };
    await api(people.director, 'POST', '/workflow/remarks', body, 'cash');
    await page.goto(`/workflows?list=remarks&status=settled&machine=${machine}`);
    await expect(page.getByRole('link', { name: words, exact: true })).toBeVisible();
    await page.goto(`/workflows?list=remarks&status=open&machine=${machine}`);
    await expect(page.getByRole('link', { name: unsettled })).toBeVisible();
    await expect(page.getByRole('link', { name: words, exact: true })).toHaveCount(0);

    // its place is opened from it, and nothing is marked there any more
    await remarks.openList(`&remark=${id}`);
    await mine.getByRole('link').first().click();
    await expect(page).toHaveURL(new RegExp(`/workflows/${machine}\\?state=${place}`));
    await expect(remarks.remark(id)).toBeVisible();
    await expect(state.locator('.chart-remark')).toHaveCount(0);
  });

test('a remark on a walk opens the walk; one on what is no more stays and says so', async ({ page, context }) => {
  const { people } = await control.branch();
  const { director } = people;
  const words = `Yoʻl ${director.id}`;
  const walk = '!counted~=>disagreements=1';
  const older = { machine: 'countingAct', print: '0'.repeat(16) };
  await signIn(context, director);
  const remarks = new RemarksPage(page);
  await page.goto(RemarksPage.path('countingAct', { view: 'simulate', walk }));
  await remarks.write(words);
  const card = remarks.part.locator('[data-remark]').filter({ hasText: words });
  await page.goto(RemarksPage.path('countingAct', { view: 'simulate' }));
  await card.getByRole('link', { name: uzbek.walk }).click();
  await expect(page.getByTestId('simulate-way').getByRole('listitem')).toHaveCount(2);
  await expect(page.locator('.chart-state.is-lit[data-state="counted"]')).toBeVisible();

  const write = async (change: object) => {
    const body = { ...older, kind: 'state', place: 'counted', text: words, ...change };
    return (await api<{ data: { id: number } }>(director, 'POST', '/workflow/remarks', body, 'cash')).body.data.id;
  };
  const [state, transition, chart, stays] = [
    await write({ place: 'weighed' }),
    await write({ kind: 'transition', place: 'weighed | act.weigh |  | counted' }),
    await write({ machine: 'weighing' }),
    await write({}),
  ];
  // of a chart that is another one since
  await page.goto(RemarksPage.path('countingAct', { state: 'counted' }));
  await expect(remarks.remark(stays)).toContainText(uzbek.changed);
  await expect(remarks.remark(state)).toHaveCount(0);
  // nothing is chosen: every remark of the chart
  await page.goto(RemarksPage.path('countingAct'));
  await expect(remarks.remark(state)).toContainText(uzbek.gone.state);
  await expect(remarks.remark(transition)).toContainText(uzbek.gone.transition);
  await remarks.openList(`&remark=${chart}`);
  await expect(remarks.remark(chart, remarks.list)).toContainText(uzbek.gone.chart);
});

test('what is written and not sent is offered again, on its own state', async ({ page, context }) => {
  const { people } = await control.branch();
  await signIn(context, people.director);
  const remarks = new RemarksPage(page);
  await page.goto(RemarksPage.path('drawer', { state: 'beside' }));
  await remarks.text.fill('Yozib tugatilmagan');
  await page.locator('svg.chart [data-state="closed"]').click();
  await expect(remarks.text).toHaveValue('');
  await page.evaluate(() => sessionStorage.clear());
  await page.goto(RemarksPage.path('drawer', { state: 'beside' }));
  await page.getByTestId('draft-take').click();
  await expect(remarks.text).toHaveValue('Yozib tugatilmagan');
});

test('the history of versions leads to the comparison of each chart that a version changed', async ({
  page,
  context,
}) => {
  const { people } = await control.branch();
  await signIn(context, people.director);
  await page.goto('/versions');
  const changed = page.getByTestId('version-charts');
  // a version without kept charts before it has none
  await expect(changed).toHaveCount(1);
  await changed.locator('summary').click();
  await changed.getByRole('link').first().click();
  await expect(page).toHaveURL(/\/workflows\/\w+\?view=compare&since=1\.3\.0$/);
  await expect(page.getByTestId('changes').getByRole('listitem').first()).toBeVisible();
});

/** The live panel: the machines of a page while they run, for who may see workflows; sent elsewhere only where allowed. */
import { type BrowserContext, expect, type Page } from '@playwright/test';
import live from '../locales/uz/live.json' with { type: 'json' };
import machine from '../locales/uz/machines/invoiceWorkspace.json' with { type: 'json' };
import dialog from '../locales/uz/machines/searchDialog.json' with { type: 'json' };
import sessionWords from '../locales/uz/machines/session.json' with { type: 'json' };
import shell from '../locales/uz/shell.json' with { type: 'json' };
import { chartOf } from '../machines/kit/chart.ts';
import { sessionMachine } from '../machines/session/session.machine.ts';
import { control, PASSWORD, signIn, test } from './harness/control.ts';
import { TestInvoice } from './harness/invoices.ts';

const ACTS = '/repositories/act-of-counting';
const INVOICES = '/repositories/organization-invoice';

const panel = (page: Page) => page.getByTestId('live');
const choose = (page: Page, machine: string) => panel(page).locator(`[data-machine="${machine}"].live-one`).click();
const lit = (page: Page) =>
  panel(page)
    .locator('svg.chart .is-lit')
    .evaluateAll((boxes) => boxes.map((box) => (box as SVGElement).dataset.state).sort());
async function search(page: Page, words: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').fill(words);
}

/** Files that the page has fetched, by their names. */
const fetched = (page: Page) =>
  page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name.split('/').at(-1) ?? ''));

test('states are lit, events come with what they set off, and what a guard keeps shut is named', async ({
  page,
  context,
}) => {
  const branch = await control.branch();
  const { director, keeper } = branch.people;
  const draft = await TestInvoice.of(branch);
  await signIn(context, director);
  await page.goto(`${INVOICES}/${draft.id}?live=on`);
  await expect(panel(page)).toBeVisible();

  await test.step('running machines with their states', async () => {
    await choose(page, 'session');
    const { states } = chartOf(sessionMachine);
    const expected = states
      .map(({ path }) => path)
      .filter((path) => ['session', 'present', 'present.signedIn', 'present.signedIn.known'].includes(path));
    await expect.poll(() => lit(page)).toEqual(expected.sort());
    await choose(page, 'invoiceWorkspace');
    await expect(
      panel(page).locator('[data-verdict=closed]').filter({ hasText: machine.guards.someReady }),
    ).toBeVisible();
  });

  await test.step('an event of another machine, and the transition that it took', async () => {
    await choose(page, 'sidebar');
    const before = await lit(page);
    await page.getByRole('button', { name: shell.sidebar.collapse }).click();
    await expect(panel(page).locator('.live-event[data-machine=sidebar]').first()).toBeVisible();
    await expect.poll(() => lit(page)).not.toEqual(before);
    await expect(panel(page).locator('svg.chart .is-taken').first()).toBeAttached();
  });

  await test.step('nothing that was typed', async () => {
    await search(page, 'Abdurahmonova');
    await expect(panel(page).locator('.live-event[data-machine=searchDialog]').first()).toBeVisible();
    await expect(panel(page)).not.toContainText('Abdurahmonova');
    await page.keyboard.press('Escape');
    // names of the code, and what came under them, only when they are asked for
    await expect(panel(page).locator('.live-payload')).toHaveCount(0);
    await expect(panel(page).locator('.live-event .code')).toHaveCount(0);
    await panel(page).getByText(live.codes).click();
    await expect(panel(page).locator('.live-payload').filter({ hasText: '•••' }).first()).toBeVisible();
    await expect(panel(page)).not.toContainText('Abdurahmonova');
  });

  await test.step('answers of actors and delays in people’s words, in both lists', async () => {
    // the search has fetched its pages
    const loaded = dialog.events['xstate.done.actor.loadPages'].name;
    await expect(panel(page).locator('.live-event b').filter({ hasText: loaded }).first()).toBeVisible();
    await choose(page, 'session');
    await expect(panel(page).locator('[data-verdict]').first()).toBeVisible();
    for (const titles of [panel(page).locator('.live-event'), panel(page).locator('.live-way')])
      expect((await titles.allInnerTexts()).filter((words) => words.includes('xstate.'))).toEqual([]);
  });

  await test.step('kept over a reload, gone when it is closed', async () => {
    await page.goto(INVOICES);
    await expect(panel(page)).toBeVisible();
    await panel(page).getByRole('button', { name: live.close }).click();
    await expect(panel(page)).toHaveCount(0);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(panel(page)).toHaveCount(0);
    await page.locator('.account-button').click();
    await page.getByRole('button', { name: shell.account.live }).click();
    await expect(panel(page)).toBeVisible();
  });

  await test.step('who may not see workflows has neither the button nor the panel, nor its code', async () => {
    const other = await page.context().browser()?.newContext();
    if (other === undefined) throw new Error('no browser');
    await signIn(other, keeper);
    const theirs = await other.newPage();
    await theirs.goto(`${ACTS}?live=on`);
    await theirs.locator('.account-button').click();
    await expect(theirs.getByRole('button', { name: shell.account.logOut, exact: true })).toBeVisible();
    await expect(theirs.getByRole('button', { name: shell.account.live })).toHaveCount(0);
    await expect(panel(theirs)).toHaveCount(0);
    expect((await fetched(theirs)).filter((name) => /^(LivePanel|stately)/.test(name))).toEqual([]);
    await other.close();
  });
});

/** The viewer's protocol: it announces itself, and receives events in the package's own version. */
const RECEIVER = `<!doctype html><title>viewer</title><script>
  globalThis.received = [];
  addEventListener('message', ({ data }) => { if (typeof data?._version === 'string') globalThis.received.push(data); });
  opener.postMessage({ type: '@statelyai.connected' }, '*');
</script>`;

interface Told {
  type: string;
  name?: string;
  definition?: string;
  snapshot?: { value?: unknown; context?: unknown };
  event?: { type: string };
}

async function allowed(context: BrowserContext): Promise<void> {
  await context.route('**/config.json', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), INSPECTOR: 'on' } });
  });
  await context.route('**/viewer.html', (route) => route.fulfill({ contentType: 'text/html', body: RECEIVER }));
  await context.addInitScript(() => localStorage.setItem('inspectorUrl', '/viewer.html'));
}

test('an external viewer receives the same, masked, and only where the operator allows it', async ({
  page,
  context,
}) => {
  const { people } = await control.branch();
  const { director } = people;
  await signIn(context, director);

  const answer = await page.goto(`${INVOICES}?live=on`);
  expect(answer?.headers()['cross-origin-opener-policy']).toBe('same-origin-allow-popups');
  await expect(panel(page)).toBeVisible();
  await expect(panel(page).getByRole('button', { name: live.send })).toHaveCount(0);
  expect((await fetched(page)).filter((name) => name.startsWith('stately'))).toEqual([]);

  await allowed(context);
  await page.reload();
  const opened = context.waitForEvent('page');
  await panel(page).getByRole('button', { name: live.send }).click();
  const viewer = await opened;
  const received = () => viewer.evaluate(() => (globalThis as unknown as { received: Told[] }).received);
  await expect
    .poll(async () => (await received()).filter(({ type }) => type === '@xstate.actor').length)
    .toBeGreaterThan(3);
  const session = (await received()).find(({ type, name }) => type === '@xstate.actor' && name === 'session');
  expect(session?.snapshot?.value).toEqual({ present: { signedIn: 'known' } });
  expect(Object.keys(JSON.parse(session?.definition ?? '{}').states).sort()).toEqual(
    Object.keys(sessionMachine.config.states ?? {}).sort(),
  );
  // the reader's words, as the exported JSON has them
  expect(JSON.parse(session?.definition ?? '{}').description).toBe(sessionWords.description);

  await page.bringToFront();
  await search(page, 'Abdurahmonova');
  await expect.poll(async () => (await received()).some(({ event }) => event?.type === 'query.change')).toBe(true);
  const everything = JSON.stringify(await received());
  for (const secret of ['Abdurahmonova', director.username, director.fullname, director.token, PASSWORD])
    expect(everything.includes(secret), secret).toBe(false);
  // neither who may do what, nor which records: a figure under a key that names one
  expect(everything).not.toMatch(/\\?"(show|allshow|confirm)\\?":(true|false)/);
  expect(everything).not.toMatch(/\\?"(id|\w+_id|\w+Id)\\?":\d/);

  await page.keyboard.press('Escape');
  await panel(page).getByRole('button', { name: live.stopSending }).click();
  await expect(panel(page).getByRole('button', { name: live.send })).toBeVisible();
  const before = (await received()).length;
  await page.getByRole('button', { name: shell.sidebar.collapse }).click();
  await expect(panel(page).locator('.live-event[data-machine=sidebar]').first()).toBeVisible();
  expect((await received()).length).toBe(before);
});

/**
 * Two managers of one act at once (decision 43): who comes second sees mine and theirs and chooses, nothing is
 * overwritten silently, and what was saved stays in the history.
 */
import type { Browser, Page } from '@playwright/test';
import { actUpdate } from '../contract/counting/acts.ts';
import { type CountingPerson, TestAct } from './harness/acts.ts';
import { type BranchPerson, control, expect, signIn, test } from './harness/control.ts';
import { lineBody, TestInvoice } from './harness/testInvoice.ts';
import { Gate } from './machines/kit.ts';
import { ActPage, texts } from './pages/actPage.ts';
import { ActWindow } from './pages/actWindow.ts';
import { InvoiceWindow, texts as invoiceTexts } from './pages/invoiceWindow.ts';
import { invoiceWithLine, newImei, SerialDeskPage } from './pages/serialDeskPage.ts';

const { act: asks } = texts.counting.ask;

/** The act's window of one person, in a browser of its own whose clock a test may move. */
async function windowOf(browser: Browser, person: BranchPerson, actId: number, search = ''): Promise<ActPage> {
  const context = await browser.newContext();
  await context.clock.install();
  await signIn(context, person);
  const page = new ActPage(await context.newPage());
  await page.open(actId, search);
  return page;
}

/** Five seconds later the window has asked again. */
async function askedAgain(page: Page, call: string): Promise<void> {
  // one that was begun anew meanwhile never finishes
  const answered = page.waitForEvent('requestfinished', (request) => request.url().includes(call));
  await page.clock.fastForward(5_000);
  await answered;
}

for (const choice of ['mine', 'theirs'] as const) {
  test(`two creators decide one product differently, the second takes ${choice}`, async ({ browser, branch }) => {
    const { keeper, deputy, counter1, counter2 } = branch.people;
    const product = 3;
    const act = await TestAct.of(branch);
    const [one, two] = (await act.begin(counter1, counter2)) as [CountingPerson, CountingPerson];
    await act.enter(one, { [product]: 8 });
    await act.enter(two, { [product]: 12 });
    const [first, second] = (await Promise.all(
      [deputy, keeper].map((person) => windowOf(browser, person, act.id, `?view=matrix&row=${product}`)),
    )) as [ActPage, ActPage];

    await first.chooseCount('12');
    await second.chooseCount('8');
    await first.accept();
    await expect(first.pane.getByText(deputy.fullname)).toBeVisible();

    // the second one may even have read it meanwhile: the draft began before
    await askedAgain(second.page, '/count_act_product/information');
    await expect(second.pane.getByText(deputy.fullname)).toBeVisible();
    await second.accept();
    await second.expectChoice({ by: deputy.fullname, mine: '8', theirs: '12' });
    expect((await act.row(product))?.final_count).toBe(12);
    expect(await act.history('product.countManually')).toHaveLength(1);

    if (choice === 'mine') await second.keepMine();
    else await second.takeTheirs();
    await expect(second.dialog).toHaveCount(0);
    const [by, count] = choice === 'mine' ? [keeper, 8] : [deputy, 12];
    await expect(second.pane.getByTestId('decision')).toContainText(new RegExp(`^${by.fullname} .* ${count} dona`));
    expect((await act.row(product))?.final_count).toBe(count);
    await expect(second.acceptButton).toBeDisabled();

    // the other window learns it too, and the history names both
    await askedAgain(first.page, '/count_act_product/information');
    await expect(first.pane.getByTestId('decision')).toContainText(by.fullname);
    for (const window of [first, second]) {
      await window.leaveMatrix();
      const lines = window.historyOf('product.countManually');
      await expect(lines).toHaveCount(choice === 'mine' ? 2 : 1);
      await expect(lines.last()).toContainText(deputy.fullname);
      await expect(lines.last()).toContainText('12 dona');
      await expect(lines.first()).toContainText(by.fullname);
      await expect(lines.first()).toContainText(`${count} dona`);
    }
    await Promise.all([first, second].map((window) => window.page.context().close()));
  });

  test(`two creators change the comment of one act, the second takes ${choice}`, async ({ browser, branch }) => {
    const { keeper, deputy } = branch.people;
    const act = await TestAct.of(branch, 'Oylik sanoq');
    const [first, second] = (await Promise.all(
      [deputy, keeper].map((person) => windowOf(browser, person, act.id)),
    )) as [ActPage, ActPage];
    const sent = await Gate.at(second.page, actUpdate);
    for (const window of [first, second]) {
      await window.askBeside(asks.update.do);
      await expect(window.actComment).toHaveValue('Oylik sanoq');
    }
    await first.actComment.fill('Yillik sanoq');
    await first.confirm();
    await expect(first.dialog).toHaveCount(0);

    // the second one's window has read it behind the dialog: that is not what the person wrote upon
    await askedAgain(second.page, '/act_of_count/show/');
    await expect(second.page.getByText('Yillik sanoq').first()).toBeAttached();
    await second.actComment.fill('Choraklik sanoq');
    await second.confirm();
    await sent.pass();
    await second.expectChoice({ by: deputy.fullname, mine: 'Choraklik sanoq', theirs: 'Yillik sanoq' });
    expect((await act.read()).comment).toBe('Yillik sanoq');

    if (choice === 'theirs') {
      await second.takeTheirs();
    } else {
      // refused after the choice: the dialog comes back with the own words, and they can be sent again
      await second.keepMine();
      const errors = { comment: ['Boshqacha yozing'] };
      await sent.answer(422, { message: '', code: 'validation', request_id: '7f3a-91c2', errors });
      await expect(second.dialog.getByRole('alert')).toHaveText('Boshqacha yozing');
      await expect(second.actComment).toHaveValue('Choraklik sanoq');
      await second.confirm();
      await sent.pass();
    }
    await expect(second.dialog).toHaveCount(0);
    const comment = choice === 'mine' ? 'Choraklik sanoq' : 'Yillik sanoq';
    await expect.poll(async () => (await act.read()).comment).toBe(comment);
    await expect(second.page.getByText(comment).first()).toBeVisible();

    const lines = second.historyOf('act.update');
    await expect(lines).toHaveCount(choice === 'mine' ? 2 : 1);
    await expect(lines.last()).toContainText(deputy.fullname);
    await expect(lines.last()).toContainText('Yillik sanoq');
    await expect(lines.first()).toContainText(choice === 'mine' ? keeper.fullname : deputy.fullname);
    await expect(lines.first()).toContainText(comment);
    await Promise.all([first, second].map((window) => window.page.context().close()));
  });
}

test('what one did oneself is no other person’s step, though the window is still being read', async ({
  page,
  branch,
}) => {
  const { keeper, counter1 } = branch.people;
  const act = await TestAct.of(branch);
  await signIn(page.context(), keeper);
  const window = new ActWindow(page);
  await window.open(act.id);
  const reads: (() => Promise<void>)[] = [];
  await page.route(/\/(act_of_count\/show|computing_act_user\/index)\//, (route) => {
    reads.push(() => route.continue());
  });
  await window.next();
  await window.done();
  await window.update({ comment: 'Choraklik sanoq' });
  await expect.poll(async () => (await act.read()).comment).toBe('Choraklik sanoq');
  // the form begins with what was just saved
  await window.askBeside(asks.update.do);
  await expect(window.actComment).toHaveValue('Choraklik sanoq');
  await page.getByTestId('command-close').click();
  await expect(window.dialog).toHaveCount(0);
  await window.update({ comment: 'Yillik sanoq' });
  await expect.poll(async () => (await act.read()).comment).toBe('Yillik sanoq');
  await expect(window.dialog).toHaveCount(0);

  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await Promise.all(reads.map((go) => go().catch(() => {})));
  await window.addCounter(counter1.fullname);
  await expect(window.counterRow(counter1.fullname)).toBeVisible();
  await page.route(/\/(act_of_count\/show|computing_act_user\/index)\//, () => {});
  await window.rename(counter1.fullname, 'Birinchi nom');
  await expect(window.counterRow(counter1.fullname)).toContainText('Birinchi nom');
  await window.rename(counter1.fullname, 'Ikkinchi nom');
  await expect(window.dialog).toHaveCount(0);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.reload();
  await expect(window.counterRow(counter1.fullname)).toContainText('Ikkinchi nom');
  await expect(window.historyOf('act.update')).toHaveCount(2);
});

test('serial numbers of one’s own are no other person’s step on the invoice that is sent next', async ({ page }) => {
  const branch = await control.branch({ products: 1, serials: 1, imeis: 1 });
  const invoice = await invoiceWithLine(branch, branch.products[0]?.id ?? 0, 1);
  await signIn(page.context(), branch.people.purchaser);
  const desk = new SerialDeskPage(page);
  await desk.open(invoice.id);
  await page.route(/\/product_invoice\/show\//, () => {});
  await page.keyboard.type(newImei(), { delay: 2 });
  await page.keyboard.press('Enter');
  await expect(desk.figure('listed')).toHaveText('1');
  await desk.save();
  await expect(desk.figure('saved')).toHaveText('1');
  await desk.close();
  const window = new InvoiceWindow(page);
  await window.next();
  await window.confirm();
  await expect(window.dialog).toHaveCount(0);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.reload();
  await expect(window.chip).toHaveText(invoiceTexts.machine.states.sent.name);
});

test('the head of an invoice begins with what was just saved, and keeps it', async ({ page, branch }) => {
  const invoice = await TestInvoice.of(branch, [lineBody(1)]);
  await signIn(page.context(), invoice.director);
  const window = new InvoiceWindow(page);
  await window.open(invoice.id);
  await expect(page.getByTestId('head-edit')).toBeVisible();
  await page.route(/\/product_invoice\/show\//, () => {});
  const { head } = invoiceTexts.invoice;
  const pane = page.getByRole('complementary', { name: head.title });
  await page.getByTestId('head-edit').click();
  await pane.getByLabel(new RegExp(`^${head.comment}`)).fill('Birinchi izoh');
  await page.getByTestId('head-save').click();
  await expect(pane).toHaveCount(0);
  await page.getByTestId('head-edit').click();
  await expect(pane.getByLabel(new RegExp(`^${head.comment}`))).toHaveValue('Birinchi izoh');
  await pane.getByLabel(head.number, { exact: true }).fill('R-2');
  await page.getByTestId('head-save').click();
  await expect(pane).toHaveCount(0);
  await expect(page.getByTestId('invoice-head')).toContainText('R-2');
  await expect(page.getByTestId('invoice-head')).toContainText('Birinchi izoh');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.reload();
  await expect(page.getByTestId('invoice-head')).toContainText('Birinchi izoh');
});

/**
 * What is written in a form and not saved is offered again after the session ended by itself: for every form that exists,
 * from the one list of forms (`src/ui/form/drafts/forms.ts`).
 */
import { expect, type Locator, type Page } from '@playwright/test';
import { draftKeep } from '../contract/drafts.ts';
import cashTexts from '../locales/uz/cashbox.json' with { type: 'json' };
import variantTexts from '../locales/uz/directories/variant.json' with { type: 'json' };
import kit from '../locales/uz/kit.json' with { type: 'json' };
import viewTexts from '../locales/uz/listViews.json' with { type: 'json' };
import question from '../locales/uz/question.json' with { type: 'json' };
import rights from '../locales/uz/rights.json' with { type: 'json' };
import saleTexts from '../locales/uz/sale.json' with { type: 'json' };
import { type FORMS, type FormName, keptOn } from '../src/ui/form/drafts/forms.ts';
import { TestAct } from './harness/acts.ts';
import { api, type Branch, type BranchPerson, control, signIn, test } from './harness/control.ts';
import { TestInvoice } from './harness/invoices.ts';
import { TestSale } from './harness/testSale.ts';
import { LIST_PATH as ACTS, ActListPage, ActPage } from './pages/actPage.ts';
import { ActWindow, texts as actTexts } from './pages/actWindow.ts';
import { LIST_PATH as INVOICES, InvoiceListPage } from './pages/invoicePage.ts';
import { InvoiceWindow, texts as invoiceTexts } from './pages/invoiceWindow.ts';
import { MARKUPS_PATH, MarkupPage, texts as markupTexts } from './pages/markupPage.ts';
import { PastePage } from './pages/pastePage.ts';
import { PracticeDayPage } from './pages/practiceDayPage.ts';
import { PARTNERS_PATH, RecordPage, texts, WAREHOUSES_PATH } from './pages/recordPage.ts';
import { SerialDeskPage } from './pages/serialDeskPage.ts';
import { SessionPage } from './pages/sessionPage.ts';

const HALF_AN_HOUR = 30 * 60_000;
const WORDS = 'Yozib tugatilmagan';

interface World {
  page: Page;
  branch: Branch;
  category: string;
  act: TestAct;
  /** With residues and a counter. */
  counted: TestAct;
  invoice: TestInvoice;
  /** With a line of phones without numbers. */
  phones: TestInvoice;
  /** With a line that is in stock. */
  confirmed: TestInvoice;
  /** Whose day is closed, so that the next one is opened. */
  closed: Branch;
  /** Goods of a contract that are being picked. */
  output: number;
  /** Who owes for them. */
  payer: number;
  /** A draft of a contract, on whose terms nothing is decided. */
  contract: number;
}

interface WrittenForm {
  /** Who writes it; the director when left out. */
  by?: (world: World) => BranchPerson;
  open: (world: World) => Promise<unknown>;
  field: (page: Page) => Locator;
  /** How it is written where nothing is typed. */
  write?: (page: Page) => Promise<unknown>;
  words?: string;
  /** What ends the writing: a scanner's Enter, or going on. */
  key?: 'Enter' | 'Tab';
  /** Where the words stand once they are back; in the field where left out. */
  back?: (page: Page) => Locator;
}

/** What a tab keeps of its own outlives a reload: this one is as good as new. */
const asNewTab = (page: Page) => page.evaluate(() => sessionStorage.clear());

const textbox = (name: string) => (page: Page) => page.getByRole('textbox', { name, exact: true });
const directory = (path: string): WrittenForm => ({
  open: ({ page }) => page.goto(`${path}?row=new`),
  field: (page) => new RecordPage(page, path).name,
});

async function closedDay({ page }: World): Promise<void> {
  const day = new PracticeDayPage(page);
  await day.goto();
  await day.button('start-closing').or(day.button('open')).waitFor();
  if (await day.button('open').isVisible()) return;
  await day.startClosing();
  await day.close();
}

async function confirmedInvoice(branch: Branch): Promise<TestInvoice> {
  const invoice = await TestInvoice.of(branch, {}, branch.people.director);
  return (await (await invoice.line()).send()).confirm(branch.people.director);
}

/** Each form: how it is opened, and where something is typed. */
const WRITTEN: {
  readonly [name in
    | keyof typeof FORMS
    | 'record.warehouse'
    | 'personal.partner'
    | 'record.markupCategory'
    | 'record.branchUser.suspend'
    | 'record.listView'
    | 'record.scenario']: WrittenForm;
} = {
  act: {
    by: ({ branch }) => branch.people.keeper,
    open: ({ page }) => page.goto(`${ACTS}?form=new`),
    field: (page) => new ActListPage(page).comment,
  },
  actCommand: {
    by: ({ branch }) => branch.people.keeper,
    async open({ page, act }) {
      const window = new ActWindow(page);
      await window.open(act.id);
      await window.askBeside(actTexts.counting.ask.act.cancel.do);
    },
    field: (page) => new ActWindow(page).reason,
  },
  actComment: {
    by: ({ branch }) => branch.people.keeper,
    open: ({ page, counted }) => new ActPage(page).open(counted.id),
    field: (page) => textbox(actTexts.counting.comments.write)(page),
  },
  announcement: {
    open: ({ page }) => page.goto('/settings/create-ad'),
    field: (page) => page.locator('[name=title_uz]'),
  },
  blackList: {
    open: ({ page }) => page.goto('/clients/black-list?row=new'),
    field: (page) => page.locator('[name=fullname]'),
  },
  contractTerms: {
    open: ({ page, contract }) => page.goto(`/contracts/create-contract?row=${contract}`),
    field: (page) => page.getByLabel(saleTexts.paymentDay),
    // what can be saved is saved as soon as the hand rests
    words: '99',
  },
  payment: {
    open: ({ page, payer }) => page.goto(`/cashbox/payment?client=${payer}`),
    field: (page) => page.getByLabel(cashTexts.tendered),
    words: '150',
  },
  correction: {
    async open({ page, confirmed }) {
      await page.goto(`${INVOICES}/${confirmed.id}`);
      await new InvoiceWindow(page).row(0).getByTestId('line-correct').click();
    },
    field: (page) => new InvoiceWindow(page).why,
  },
  test: {
    open: ({ page }) => page.goto('/tests/tests?write=new'),
    field: (page) => page.getByTestId('test-window').locator('[name=title]'),
  },
  scoringRun: {
    open: ({ page }) => page.goto('/income/scoring-non-clients?row=new'),
    field: (page) => page.locator('[name=fullname]'),
  },
  'record.warehouse': directory(WAREHOUSES_PATH),
  'personal.partner': directory(PARTNERS_PATH),
  'record.markupCategory': {
    async open({ page, category }) {
      const markups = new MarkupPage(page, MARKUPS_PATH);
      await markups.goto(category);
      await markups.openRow(category);
      await markups.begin();
    },
    field: (page) => textbox(markupTexts.markups.fields.additional)(page),
    words: '17',
  },
  'record.listView': {
    by: ({ branch }) => branch.people.keeper,
    async open({ page }) {
      await page.goto(`${ACTS}?status=created`);
      await page.getByTestId('list-views').click();
    },
    field: (page) => page.locator('.view-menu').getByLabel(viewTexts.keep),
  },
  'record.scenario': {
    open: ({ page }) => page.goto('/workflows/countingAct?view=simulate'),
    field: (page) => page.getByTestId('scenarios').getByRole('textbox'),
  },
  'record.branchUser.suspend': {
    async open({ page, branch }) {
      await page.goto(`/settings/users?row=${branch.people.counter1.id}`);
      await page.getByTestId('record-suspend').click();
    },
    field: (page) => page.locator('[name=reason]'),
  },
  price: {
    async open({ page }) {
      await page.goto('/products/products?tab=variant');
      await page.locator('tbody tr button.link').first().click();
      await page.getByRole('tab', { name: variantTexts.prices }).click();
    },
    field: (page) => page.locator('[name=reason]'),
  },
  receiver: {
    async open({ page, output }) {
      await page.goto(`/repository-output/create-update?id=${output}`);
      await page.getByTestId('output').getByRole('radio').last().click();
    },
    field: (page) => page.locator('[name=receiver]'),
  },
  rates: {
    async open({ page }) {
      await new PracticeDayPage(page).goto();
      await page.getByTestId('rates-change').click();
    },
    field: (page) => new PracticeDayPage(page).rate('USD'),
    words: '12345',
  },
  day: {
    by: ({ closed }) => closed.people.director,
    open: closedDay,
    field: (page) => new PracticeDayPage(page).rate('EUR'),
    words: '13456',
  },
  reason: {
    by: ({ closed }) => closed.people.director,
    async open(world) {
      await closedDay(world);
      await new PracticeDayPage(world.page).button('reopen').click();
    },
    field: (page) => page.getByLabel(question.reason),
  },
  invoiceHead: {
    async open({ page, invoice }) {
      await page.goto(`${INVOICES}/${invoice.id}`);
      await page.getByTestId('head-edit').click();
    },
    field: (page) => page.locator('[name=comment]'),
  },
  decision: {
    by: ({ branch }) => branch.people.keeper,
    open: ({ page, counted }) => new ActPage(page).open(counted.id, '?view=matrix&row=1'),
    field: (page) => new ActPage(page).words,
  },
  firm: {
    async open({ page, invoice }) {
      await page.goto(`${INVOICES}/${invoice.id}`);
      await page.getByTestId('head-edit').click();
      await page.getByTestId('quick-firm').click();
      await expect(page.getByText(texts.partners.lines.firms.new).first()).toBeVisible();
    },
    field: (page) => page.getByLabel(texts.partners.lines.firms.fields.name),
  },
  serials: {
    async open({ page, phones }) {
      await asNewTab(page);
      await new SerialDeskPage(page).open(phones.id);
    },
    field: (page) => new SerialDeskPage(page).field,
    words: 'SN-QORALAMA-1',
    key: 'Enter',
    back: (page) => new SerialDeskPage(page).units,
  },
  invoiceLines: {
    async open({ page, invoice }) {
      await asNewTab(page);
      await new InvoiceWindow(page).open(invoice.id);
    },
    field: (page) => page.getByTestId('line-add'),
    words: 'NOMAʼLUM-77',
    key: 'Enter',
    back: (page) => page.getByTestId('codes-kept'),
  },
  pastedLines: {
    async open({ page, phones }) {
      await asNewTab(page);
      await new InvoiceWindow(page).open(phones.id);
      const paste = new PastePage(page);
      await page.getByTestId('lines-paste').waitFor();
      await paste.pasteOnPage('Artikul\tSoni\tNarxi\nSKU-1\t5\t10 000');
      await expect(paste.lines).toHaveCount(1);
    },
    field: (page) => new PastePage(page).count(2),
    words: '17',
    key: 'Tab',
  },
  positionRules: {
    open: ({ page }) => page.goto('/settings/attach-rule-to-positions'),
    field: (page) => page.getByTestId('look-rights'),
    async write(page) {
      await page.getByRole('gridcell').first().click();
      await page.keyboard.press('Space');
    },
    words: '1',
    back: (page) => page.getByTestId('look-rights'),
  },
  userRules: {
    open: ({ page, branch }) => page.goto(`/settings/user-rules?user_id=${branch.people.keeper.id}`),
    field: (page) => page.getByTestId('save-user-rules'),
    async write(page) {
      await page.getByRole('searchbox', { name: rights.search }).fill('user_rule.show');
      await page
        .getByRole('row')
        .filter({ has: page.locator('.rights-code', { hasText: /^show$/ }) })
        .click();
      await page.getByRole('button', { name: rights.own.added, exact: true }).click();
    },
    words: '1',
    back: (page) => page.getByTestId('save-user-rules'),
  },
  invoice: { open: ({ page }) => page.goto(`${INVOICES}?form=new`), field: (page) => new InvoiceListPage(page).number },
};

/** Parts of the walk through all forms, each of a minute. */
const PARTS = 3;

for (let part = 0; part < PARTS; part += 1)
  test(`what was being written is offered again after half an hour without a person, part ${part + 1}`, async ({
    page,
    context,
    branch,
  }) => {
    // every form twice, each from the address
    test.slow();
    const category = `Boʻlim ${branch.organization}`;
    await control.category(category);
    const { director } = branch.people;
    const counted = await TestAct.of(branch, 'Yillik sanoq');
    await counted.begin(branch.people.counter1);
    const { output, client: payer } = await control.contract({
      ...{ branch, firstPayment: 0, goods: [{ variant: 1, qty: 1 }] },
      instalments: [{ due: '2026-12-20', amount: 100_000 }],
    });
    await api(director, 'PUT', `/product_delivery/pick/${output}`);
    const world = {
      page,
      branch,
      category,
      act: await TestAct.of(branch),
      counted,
      invoice: await TestInvoice.of(branch, {}, director),
      phones: await (await TestInvoice.of(branch, { number_invoice: '1043' }, director)).line({
        product: 11,
        count: 3,
      }),
      confirmed: await confirmedInvoice(branch),
      closed: await control.branch(),
      ...{ output, payer, contract: (await (await TestSale.begin()).contract()).id },
    };
    // the last one is what stands in the address when the session ends
    const forms = (Object.entries(WRITTEN) as [FormName, WrittenForm][]).filter(
      ([name], at) => at % PARTS === part || name === 'invoice',
    );
    page.on('dialog', (dialog) => void dialog.accept());
    await signIn(context, director);
    await page.clock.install();

    /** Somebody else sits down at the computer. */
    const isHere = async (by: WrittenForm['by']) => {
      const { token } = await control.token((by?.(world) ?? director).id);
      await page.evaluate((stored) => localStorage.setItem('accessToken', stored), token);
    };
    await page.goto('/profile');

    for (const [name, { by, open, field, write, words = WORDS, key }] of forms)
      await test.step(`${name} is written`, async () => {
        await isHere(by);
        await open(world);
        const kept = page.waitForResponse(
          (answer) => answer.request().method() === draftKeep.method && answer.url().endsWith(draftKeep.path),
        );
        if (write !== undefined) await write(page);
        else await field(page).fill(words);
        if (key !== undefined) await field(page).press(key);
        if (keptOn(name) === 'server') await kept;
        else kept.catch(() => {});
      });

    await test.step('the session ends, and the place comes back', async () => {
      const session = new SessionPage(page, context);
      const last = await session.lastActivity();
      await page.clock.setSystemTime(last + HALF_AN_HOUR);
      await page.mouse.move(300, 300);
      await session.expectSignInForm();
      await session.signIn(director.username);
      await expect(page.getByTestId('form-draft')).toContainText(`«${WORDS}»`);
      await expect(WRITTEN.invoice.field(page)).toHaveValue('');
    });

    for (const [name, { by, open, field, words = WORDS, back }] of forms)
      await test.step(`${name} is offered`, async () => {
        await isHere(by);
        await open(world);
        await page.getByRole('button', { name: kit.form.draft.take, exact: true }).last().click();
        // the button is gone: who wrote goes on in a field, with its keys
        await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY');
        if (back !== undefined) await expect(back(page)).toContainText(words);
        else await expect(field(page)).toHaveValue(words.length > 3 && /^\d+$/.test(words) ? /^1\d\s?\d{3}$/ : words);
      });
  });

test('a count and a person that were chosen in an act come back with their names, and go once they are saved', async ({
  page,
  context,
  branch,
}) => {
  const { keeper, counter1, counter2 } = branch.people;
  const act = await TestAct.of(branch);
  await act.begin(counter1);
  page.on('dialog', (dialog) => void dialog.accept());
  await signIn(context, keeper);
  const window = new ActPage(page);
  const take = page.getByTestId('draft-take');
  const offer = page.getByTestId('form-draft');

  await window.open(act.id, '?view=matrix&row=1');
  await window.typeCount('7');
  await window.open(act.id, '?view=matrix&row=2');
  await expect(offer).toContainText('«Tovar 1»');
  await take.click();
  // what was open stays open
  await expect(window.otherCount).toHaveValue('');
  await window.openRow(1);
  await expect(window.otherCount).toHaveValue('7');
  await window.accept();
  await expect.poll(async () => (await act.row(1))?.final_count).toBe(7);

  await window.open(act.id);
  await window.askAddCounter();
  await window.choosePerson(counter2.fullname, counter2.fullname);
  await window.open(act.id);
  await expect(page.getByTestId('counter-add')).toBeVisible();
  // nothing is left of the count that was saved
  await expect(offer).toHaveCount(0);
  await window.askAddCounter();
  await take.click();
  await expect(window.dialog.getByLabel(actTexts.counting.form.person, { exact: true })).toHaveText(counter2.fullname);
  await window.confirmButton.click();
  await expect(window.dialog).toHaveCount(0);
  await expect(page.getByTestId('counters').getByRole('row', { name: counter2.fullname })).toBeVisible();
});

test('the correction of a confirmed line comes back with its figures and its reason, and goes once it is saved', async ({
  page,
  context,
  branch,
}) => {
  const confirmed = await confirmedInvoice(branch);
  page.on('dialog', (dialog) => void dialog.accept());
  await signIn(context, branch.people.director);
  const window = new InvoiceWindow(page);
  const count = window.dialog.getByLabel(invoiceTexts.invoice.correct.count, { exact: true });
  const offer = page.getByTestId('form-draft');
  await window.open(confirmed.id);
  await window.row(0).getByTestId('line-correct').click();
  await count.fill('3');
  await window.why.fill(WORDS);

  await window.open(confirmed.id);
  await window.row(0).getByTestId('line-correct').click();
  await expect(count).toHaveValue('4');
  await page.getByTestId('draft-take').click();
  await expect(count).toHaveValue('3');
  await expect(window.why).toHaveValue(WORDS);
  await window.confirm();
  await expect(window.dialog).toHaveCount(0);

  await window.open(confirmed.id);
  await window.row(0).getByTestId('line-correct').click();
  await expect(count).toHaveValue('3');
  await expect(offer).toHaveCount(0);
});

test('numbers that another tab left are offered without those that the server has by now, and none is sent twice', async ({
  page,
  context,
  branch,
}) => {
  const { director } = branch.people;
  const phones = await (await TestInvoice.of(branch, {}, director)).line({ product: 11, count: 3 });
  page.on('dialog', (dialog) => void dialog.accept());
  await signIn(context, director);
  const desk = new SerialDeskPage(page);
  await desk.open(phones.id);
  for (const code of ['SN-A', 'SN-B', 'SN-C']) await desk.scan(code);
  await expect(desk.figure('listed')).toHaveText('3');
  await page.goto('/profile');

  // somebody else saves one of them meanwhile
  const other = await context.newPage();
  const theirs = new SerialDeskPage(other);
  await theirs.open(phones.id);
  await theirs.scan('SN-B');
  await theirs.save();
  await expect(theirs.figure('saved')).toHaveText('1');
  await expect(other.getByTestId('form-draft')).toContainText('«SN-A»');
  await expect(other.getByTestId('form-draft')).not.toContainText('SN-B');
  await other.getByTestId('draft-take').click();
  await expect(theirs.units).toHaveText([/SN-C/, /SN-A/]);
  await theirs.save();
  await expect(theirs.figure('saved')).toHaveText('3');

  // the first tab has them still, and the server has them: it says so and has nothing to save
  await desk.open(phones.id);
  await expect(desk.faulty).toHaveCount(3);
  await expect(desk.saveButton).toBeDisabled();
  await expect(page.getByTestId('form-draft')).toHaveCount(0);
});

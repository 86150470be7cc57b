/**
 * The full lifecycle of an invoice, with real goods: a supplier's list of 200 lines pasted, forty phones scanned,
 * sent, confirmed by another person, one line corrected; then stock, debt and history looked at. Every figure is reckoned
 * here in whole cents, by nothing that the product reckons with.
 */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Browser, expect, type Page } from '@playwright/test';
import readSheets from 'read-excel-file/node';
import pasteTexts from '../locales/uz/pasteLines.json' with { type: 'json' };
import residues from '../locales/uz/residues.json' with { type: 'json' };
import { api, type BranchPerson, control, SERVER, signIn, test } from './harness/control.ts';
import { InvoiceListPage } from './pages/invoicePage.ts';
import { InvoiceWindow, texts } from './pages/invoiceWindow.ts';
import { PastePage } from './pages/pastePage.ts';
import { texts as directory, PARTNERS_PATH, RecordPage } from './pages/recordPage.ts';
import { imeiOf, SerialDeskPage } from './pages/serialDeskPage.ts';

const file = fileURLToPath(new URL('../../shared/data/electronics_catalogue.csv', import.meta.url));
const here = existsSync(file);

const LINES = 200;
const PHONES = 40;
const PHONE_CATEGORY = 'Smartphones & mobile phones';
/** Soʻm for a dollar on the practice day of every test branch. */
const RATE = 12_000;
/** Soʻm that a unit had cost that is in stock before. */
const OLD_COST = 50_000;
/** A keystroke of a scanner, in milliseconds. */
const KEY = 2;

interface Product {
  sku: string;
  title: string;
  category: string;
  brand: string;
  barcode: string;
  /** Of a unit, in cents. */
  cents: number;
  count: number;
  /** In stock before. */
  before: number;
  phone: boolean;
}

/** Fields of a CSV line; quotes inside quotes are doubled. */
const fieldsOf = (line: string): string[] =>
  [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))/g)].map(([, quoted, plain]) =>
    (quoted ?? plain ?? '').replaceAll('""', '"'),
  );

/** Every so many-th product with a price in dollars, so that all kinds of goods are there; the first phone is forty. */
function realList(): Product[] {
  const records = readFileSync(file, 'utf8').trim().split('\n').slice(1).map(fieldsOf);
  const priced = records.filter((cells) => cells[5] !== '' && cells[6] === 'USD');
  const step = Math.floor(priced.length / LINES);
  const picked = Array.from({ length: LINES }, (_, at) => priced[at * step] ?? []);
  const phoneAt = picked.findIndex((cells) => cells[2] === PHONE_CATEGORY);
  return picked.map(([sku = '', brand = '', category = '', title = '', , price = '', , barcode = ''], at) => ({
    sku,
    brand,
    category,
    title: title.replace(/\s+/g, ' '),
    barcode,
    cents: Math.round(Number(price) * 100),
    count: at === phoneAt ? PHONES : (at % 9) + 1,
    before: at === phoneAt ? 0 : at % 5,
    phone: at === phoneAt,
  }));
}

const quoted = (words: string) => `"${words.replaceAll('"', '""')}"`;
const spaced = (whole: number, by: string) => String(whole).replace(/\B(?=(\d{3})+$)/g, by);
/** Cents as a supplier writes dollars. */
const written = (cents: number) => `${spaced(Math.floor(cents / 100), ' ')},${String(cents % 100).padStart(2, '0')}`;
/** Cents and units as the screen has them. */
const dollars = (cents: number) =>
  `${spaced(Math.floor(cents / 100), '\u202f')},${String(cents % 100).padStart(2, '0')}`;
const figure = (whole: number) => spaced(whole, '\u202f');
const digits = (words: string | null) => (words ?? '').replace(/\s/g, '');
const totalOf = (list: readonly Product[]) => list.reduce((sum, one) => sum + one.cents * one.count, 0);

/** Soʻm that a unit is sold for, `extra` percent on top: to hundreds up to 100,000, above that to ten thousands. */
function priceOf(cents: number, extra = 0): number {
  // in ten-thousandths of a soʻm: whole numbers throughout
  const exact = cents * (RATE / 100) * (100 + extra);
  const unit = exact > 100_000 * 100 ? 10_000 * 100 : 100 * 100;
  return (Math.floor((2 * exact + unit) / (2 * unit)) * unit) / 100;
}

/** The list as it is copied from the supplier's table: with its title, a line nobody knows, and the sum at the foot. */
function pasted(list: readonly Product[]): string {
  const rows = list.map(({ title, barcode, count, cents }, at) => [
    at + 1,
    quoted(title),
    barcode,
    `${count} шт`,
    `${written(cents)} $`,
    `${written(cents * count)} $`,
  ]);
  return [
    'Счёт-фактура № 118',
    ['№', 'Наименование', 'Штрих-код', 'Кол-во, шт', 'Цена за ед.', 'Сумма'].join('\t'),
    ...rows.map((row) => row.join('\t')),
    [LINES + 1, 'Услуга доставки до склада', '', '1 шт', '25,00 $', '25,00 $'].join('\t'),
    `Итого\t\t\t\t\t${written(totalOf(list) + 2_500)} $`,
  ].join('\n');
}

async function pageOf(browser: Browser, person: BranchPerson): Promise<Page> {
  const context = await browser.newContext({ baseURL: SERVER, viewport: { width: 1440, height: 900 } });
  await signIn(context, person);
  return context.newPage();
}

/** Rows of a table that is wholly in the document. */
/** Of the correction. */
const WHY = 'Bir dona kam keldi, narxi boshqa';

const cellsOf = (page: Page, id: string): Promise<string[][]> =>
  page
    .getByTestId(id)
    .locator('tbody tr')
    .evaluateAll((rows) =>
      rows.map((row) => [...row.querySelectorAll('th, td')].map((cell) => cell.textContent?.trim() ?? '')),
    );

test(
  here ? 'from the paper of a supplier to stock, debt and history' : `not gone: ${file} is absent`,
  async ({ browser, branch }) => {
    if (!here) return;
    const { purchaser, accountant, director } = branch.people;
    const list = realList();
    const phone = list.find((one) => one.phone) as Product;
    expect(new Set(list.map((one) => one.title.toLowerCase())).size).toBe(LINES);
    await control.catalogue({
      organizationId: branch.organizationId,
      userId: director.id,
      csv: [
        'sku,title,category,brand,barcode,is_serial_number,cost,quantity',
        ...list.map(({ sku, title, category, brand, barcode, phone: serial, before }) =>
          [sku, quoted(title), quoted(category), quoted(brand), barcode, serial, OLD_COST, before].join(','),
        ),
      ].join('\n'),
      phones: [phone.sku],
    });
    const partner = `Elektronika import ${branch.organization}`;
    const made = await api(director, 'POST', '/partner/create', {
      name: partner,
      kind: 'company',
      stir: String(380_000_000 + branch.organizationId),
      firms: [{ name: `${partner} MChJ`, stir: String(390_000_000 + branch.organizationId) }],
    });
    expect(made.status).toBe(200);

    const buying = new InvoiceWindow(await pageOf(browser, purchaser));
    await test.step('a new invoice from the list', async () => {
      const invoices = new InvoiceListPage(buying.page);
      await invoices.page.goto('/repositories/organization-invoice');
      await invoices.openForm();
      await invoices.choose(invoices.partner, partner);
      await invoices.number.fill('118');
      // the list of the partner is gone before that of the warehouse opens
      await expect(invoices.page.getByPlaceholder(directory.common.search, { exact: true })).toHaveCount(0);
      await invoices.choose(invoices.warehouse, 'shop', /shop/);
      await invoices.send();
      await expect(buying.page.getByTestId('lines-paste')).toBeVisible();
    });
    const invoiceId = Number(new URL(buying.page.url()).pathname.split('/').at(-1));

    await test.step('200 lines pasted, the two that are no goods named and left out', async () => {
      const paste = new PastePage(buying.page);
      await paste.pasteOnPage(pasted(list));
      const { bad } = pasteTexts;
      await expect(paste.addButton).toContainText(String(LINES));
      const shown = buying.page.getByRole('group', { name: pasteTexts.filter.label }).getByRole('button');
      await shown.nth(1).click();
      await expect(paste.lines).toHaveCount(2);
      await expect(paste.lines.first()).toContainText(bad.unknown);
      await expect(paste.lines.last()).toContainText(bad.total);
      // without a markup a price that was rounded down is below the cost: the server asks once
      const below = list.filter(({ cents }) => priceOf(cents) < cents * (RATE / 100)).length;
      await paste.press('add');
      await expect(buying.page.getByTestId('paste-warned')).toBeVisible();
      await expect(shown.nth(2)).toHaveText(`${pasteTexts.filter.warned}${below}`);
      await paste.press('accept');
      await expect(buying.page.getByTestId('paste-done')).toContainText(String(LINES));
      await paste.press('close');
      await expect(paste.dialog).toHaveCount(0);
      await expect(buying.page.getByTestId('sums')).toContainText(dollars(totalOf(list)));
      await expect(buying.page.getByTestId('foot-units')).toHaveText(
        figure(list.reduce((sum, one) => sum + one.count, 0)),
      );
      for (const at of [0, 1, 2]) {
        const { cents } = list[at] as Product;
        await expect(buying.cell(at, 'value')).toHaveText(dollars(cents));
        await expect(buying.cell(at, 'selling_price')).toHaveText(figure(priceOf(cents)));
      }
    });

    await test.step('a markup typed into the first line: its price follows', async () => {
      const { cents } = list[0] as Product;
      await buying.cell(0, 'additional').click();
      await buying.page.keyboard.type('12');
      await expect(buying.page.getByTestId('rule-price')).toHaveText(figure(priceOf(cents, 12)));
      await buying.page.keyboard.press('Enter');
      await buying.expectSaved();
      await expect(buying.cell(0, 'selling_price')).toHaveText(figure(priceOf(cents, 12)));
    });

    const imeis = Array.from({ length: PHONES }, (_, at) => imeiOf(branch.organizationId * 1_000 + at, '35000344'));
    await test.step('forty phones scanned', async () => {
      // only rows in sight are in the document: the cursor goes to the phone's
      await buying.grid.focus();
      await buying.page.keyboard.press('Control+Home');
      const row = buying.grid.locator('tbody tr[data-line]').filter({ hasText: phone.title });
      for (let pages = 0; pages < LINES / 15 && (await row.count()) === 0; pages += 1)
        await buying.page.keyboard.press('PageDown');
      await row.getByTestId('line-serials').click();
      const desk = new SerialDeskPage(buying.page);
      await desk.desk.waitFor();
      await expect(desk.figure('needed')).toHaveText(String(PHONES));
      for (const imei of imeis) {
        await buying.page.keyboard.type(imei, { delay: KEY });
        await buying.page.keyboard.press('Enter');
      }
      await expect(desk.figure('listed')).toHaveText(String(PHONES));
      await expect(desk.figure('bad')).toHaveText('0');
      await desk.save();
      await expect(desk.figure('saved')).toHaveText(String(PHONES));
      await desk.close();
      await expect(row).toContainText(`${PHONES} / ${PHONES}`);
    });

    await test.step('sent; who bought may not confirm', async () => {
      await buying.next();
      await buying.confirm();
      await expect(buying.chip).toHaveText(texts.machine.states.sent.name);
      await expect(buying.nextButton).toBeDisabled();
    });

    const checking = new InvoiceWindow(await pageOf(browser, accountant));
    await test.step('confirmed by another person, who sees what the stock becomes', async () => {
      await checking.open(invoiceId);
      await checking.next();
      await expect(checking.page.getByTestId('before-after')).toBeVisible();
      const wanted = list.map(({ title, before, count }) => [
        title,
        figure(before),
        `+${figure(count)}`,
        figure(before + count),
      ]);
      expect((await cellsOf(checking.page, 'before-after')).sort()).toEqual(wanted.sort());
      // a new partner: nothing is owed yet
      const { confirm } = texts.invoice.ask.invoice;
      const whole = dollars(totalOf(list));
      await expect
        .poll(() => cellsOf(checking.page, 'confirm-money'))
        .toEqual([
          [confirm.owed, dollars(0)],
          [confirm.sum, `+${whole}`],
          [confirm.owedAfter, whole],
        ]);
      await checking.confirm();
      await expect(checking.chip).toHaveText(texts.machine.states.confirmed.name);
    });

    // one unit less than was written, each dearer by one dollar and a half
    const at = list.findIndex((one) => !one.phone && one.before > 0 && one.count > 3);
    const wrong = list[at] as Product;
    const right: Product = { ...wrong, count: wrong.count - 1, cents: wrong.cents + 150 };
    const debts = [wrong, right].map((one) => one.cents * one.count) as [number, number];
    await test.step('a line corrected: before and after stand there', async () => {
      await checking.row(at).getByTestId('line-correct').click();
      const [value, count] = await checking.dialog.getByRole('textbox').all();
      await value?.fill(written(right.cents));
      await count?.fill(String(right.count));
      expect((await cellsOf(checking.page, 'correction')).map((cells) => cells.map(digits))).toEqual([
        [digits(texts.invoice.correct.onLine), figure(wrong.count), figure(right.count)],
        [
          digits(texts.invoice.correct.stock),
          digits(figure(wrong.before + wrong.count)),
          digits(figure(wrong.before + right.count)),
        ],
        [digits(texts.invoice.correct.debt), ...debts.map((cents) => digits(`${dollars(cents)}USD`))],
        // nobody set the price: it follows the cost
        [
          digits(texts.invoice.lines.selling_price),
          ...[wrong, right].map(({ cents }) => digits(`${figure(priceOf(cents))}soʻm`)),
        ],
      ]);
      await checking.why.fill(WHY);
      await checking.confirm();
      await expect(checking.row(at)).toContainText(dollars(right.cents));
    });
    const after = list.map((one) => (one === wrong ? right : one));
    await expect(checking.page.getByTestId('sums')).toContainText(dollars(totalOf(after)));

    const looking = await pageOf(browser, director);
    await test.step('stock: every product by Excel, the phones by their numbers', async () => {
      await looking.goto(`/repositories/residue-products?organization_id=${branch.organizationId}`);
      const table = looking.getByRole('table', { name: residues.title });
      await table.locator('tbody tr').first().waitFor();
      const download = looking.waitForEvent('download');
      await looking.getByTestId('list-excel').click();
      const [sheet] = await readSheets(await (await download).path());
      const [heads = [], ...rows] = sheet?.data ?? [];
      const [skuAt, quantityAt, costAt] = [residues.sku, residues.quantity, residues.costSum].map((one) =>
        heads.indexOf(one),
      ) as [number, number, number];
      const found = new Map(rows.map((row) => [row[skuAt], [row[quantityAt], row[costAt]]]));
      for (const { sku, before, count, cents } of after)
        expect([sku, found.get(sku)]).toEqual([
          sku,
          [before + count, before * OLD_COST + count * cents * (RATE / 100)],
        ]);

      await looking.getByLabel(residues.search).fill(imeis[39] ?? '');
      await expect(table.locator('tbody tr')).toHaveCount(1);
      await table.getByRole('link', { name: phone.title }).click();
      const batches = looking.getByTestId('batches');
      await batches.locator('summary').click();
      const units = await batches.locator('.units li').allTextContents();
      expect(units.map((words) => words.slice(0, 15)).sort()).toEqual([...imeis].sort());
    });

    await test.step('debt: the current values, and the three entries that it came from', async () => {
      const partners = new RecordPage(looking, PARTNERS_PATH);
      await partners.goto(partner);
      await partners.openRow(partner);
      await partners.pane.getByRole('tab', { name: directory.partners.debt.title }).click();
      const lines = partners.pane.getByRole('table', { name: directory.partners.debt.title }).locator('tbody tr');
      await expect(lines).toHaveCount(3);
      const amounts = [debts[1], debts[0], totalOf(list)];
      const balances = [totalOf(after), totalOf(list) - debts[0], totalOf(list)];
      for (const [place, amount] of amounts.entries()) {
        await expect(lines.nth(place).locator(':scope > *').nth(1)).toContainText(dollars(amount));
        await expect(lines.nth(place).locator(':scope > *').nth(2)).toContainText(dollars(balances[place] ?? 0));
      }
      await expect(partners.pane.locator('.debt-now')).toContainText(dollars(totalOf(after)));
    });

    await test.step('history: who did what, and the correction with its figures', async () => {
      await checking.open(invoiceId, '?side=history');
      const history = checking.page.getByTestId('history').locator(':scope > li');
      const entries = [
        ['line.correct', accountant],
        ['invoice.confirm', accountant],
        ['invoice.send', purchaser],
        ['serials.attach', purchaser],
        ['line.change', purchaser],
        ['line.add', purchaser],
        ['invoice.create', purchaser],
      ] as const;
      await expect(history).toHaveCount(entries.length);
      for (const [place, [event, person]] of entries.entries()) {
        await expect(history.nth(place)).toHaveAttribute('data-event', event);
        await expect(history.nth(place)).toContainText(person.fullname);
      }
      const { fields } = texts.invoice.history;
      const changes = await history.first().locator('.changes li').allTextContents();
      const words = (field: string, ...[before, now]: [string, string]) => digits(`${field}${before}${now}`);
      expect(changes.map(digits)).toEqual([
        words(fields.value, dollars(wrong.cents), `${dollars(right.cents)}USD`),
        words(fields.count, figure(wrong.count), figure(right.count)),
        words(fields.selling_price, figure(priceOf(wrong.cents)), `${figure(priceOf(right.cents))}soʻm`),
        words(fields.stock, figure(wrong.before + wrong.count), figure(wrong.before + right.count)),
        words(fields.debt, dollars(debts[0]), `${dollars(debts[1])}USD`),
      ]);
      await expect(history.first()).toContainText(`${texts.invoice.correct.why}: «${WHY}»`);
      await expect(history.nth(5)).toContainText(String(LINES));
    });

    const ledgers = await control.ledgers();
    // nobody sells here: ledgers of clients and of cash may be empty, but what an invoice moves is not
    const moved = ledgers.filter(({ ledger }) => /^(stock|partners): /.test(ledger));
    expect(moved.length).toBeGreaterThan(5);
    for (const { ledger, checked } of moved) expect(checked, ledger).toBeGreaterThan(0);
    for (const { ledger, differences } of ledgers) expect(differences, ledger).toEqual([]);
  },
);

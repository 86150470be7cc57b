/**
 * The browser layer of the invoice's lifecycle: every step a click in the window of the person whose step it is, or what
 * the storekeeper's scanner and another program do meanwhile. A state counts when the window and the server agree on it.
 */
import { writeFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import type { InvoiceContext } from '../../machines/invoice/invoice.machine.ts';
import { invoiceModel } from '../../machines/invoice/invoice.model.ts';
import { control, signIn, test } from '../harness/control.ts';
import { PNG } from '../harness/files.ts';
import { lineBody, TestInvoice, unused } from '../harness/testInvoice.ts';
import { InvoiceWindow, LIST_PATH, texts } from '../pages/invoiceWindow.ts';
import { type Moment, type Opening, runBrowserLayer } from './kit.ts';

const PLAIN = 'SKU-1';
const PHONE = 'SKU-11';

class World extends InvoiceWindow {
  readonly invoice: TestInvoice;
  readonly photo: string;
  price = 100_000;

  constructor({ page }: Opening, invoice: TestInvoice) {
    super(page);
    this.invoice = invoice;
    this.photo = test.info().outputPath('surat.png');
    writeFileSync(this.photo, PNG);
  }

  /** A product with its count and price: it is one step, for the line is sent when the price is there. */
  async addProduct(code: string, count: number): Promise<void> {
    await this.add(code);
    await expect(this.rows).toHaveCount(1);
    await this.type(0, 'count', String(count));
    await this.type(0, 'value', String(this.price));
    await this.expectSaved();
  }

  async keepPhoto(): Promise<void> {
    const before = (await this.invoice.read()).files.length;
    await this.addFile(this.photo);
    await expect.poll(async () => (await this.invoice.read()).files.length).toBe(before + 1);
  }

  async scan(): Promise<void> {
    const [line] = await this.invoice.lines();
    await this.invoice.attach(line?.id ?? 0, [unused('NEW')]);
    await this.reload();
  }
}

async function open(opening: Opening): Promise<World> {
  const branch = await control.branch();
  const invoice = await TestInvoice.of(branch);
  await signIn(opening.context, branch.people.director);
  const world = new World(opening, invoice);
  await world.open(invoice.id);
  // every draft has a paper that may be taken off
  await world.addFile(world.photo);
  await expect(await world.files()).toContainText('surat.png');
  return world;
}

/** The window shows the state, the server answers the facts. */
const seen =
  (status: 'draft' | 'sent' | 'confirmed' | 'cancelled') =>
  async (world: World, { step, path }: Moment): Promise<void> => {
    await expect(world.chip).toHaveText(texts.machine.states[status].name);
    const snapshot = step?.after ?? path.begins;
    const { lines, missing } = snapshot.context as InvoiceContext;
    await expect.poll(async () => (await world.invoice.read()).status).toBe(status);
    await expect.poll(async () => (await world.invoice.read()).facts).toEqual({ lines, missing });
    if (status === 'draft' || status === 'sent') await expect(world.rows).toHaveCount(lines);
  };

runBrowserLayer<World>('invoice', invoiceModel, {
  onServer: true,
  open,
  verbs: {
    async 'changes the partner'(world) {
      const number = unused('P-');
      await world.editHead();
      await world.number.fill(number);
      await world.saveHead();
      await expect(world.page.getByTestId('invoice-head')).toContainText(number);
    },
    async 'replaces head and lines'(world) {
      await world.invoice.replace([lineBody(1, { count: 7 })]);
      await world.reload();
    },
    'adds a line': (world) => world.addProduct(PLAIN, 5),
    'adds two phones': (world) => world.addProduct(PHONE, 2),
    async 'changes the price of a line'(world) {
      world.price += 10_000;
      await world.type(0, 'value', String(world.price));
      await expect.poll(async () => (await world.invoice.lines())[0]?.value).toBe(world.price);
    },
    async 'makes them three phones'(world) {
      await world.type(0, 'count', '3');
      await world.expectSaved();
    },
    async 'removes the line'(world) {
      await world.remove(0);
      await expect(world.rows).toHaveCount(0);
    },
    'scans the first phone': (world) => world.scan(),
    'scans the last phone': (world) => world.scan(),
    async 'takes a scanned phone off'(world) {
      const [line] = await world.invoice.lines();
      const [serial] = await world.invoice.serials(line?.id ?? 0);
      await world.invoice.detach(serial ?? '');
      await world.reload();
    },
    async 'marks labels'(world) {
      const box = world.row(0).getByRole('checkbox');
      const before = await box.isChecked();
      await box.click();
      await expect.poll(async () => (await world.invoice.lines())[0]?.print).toBe(!before);
    },
    'adds a file': (world) => world.keepPhoto(),
    async 'removes a file'(world) {
      // all were taken off before
      if ((await world.invoice.read()).files.length === 0) await world.keepPhoto();
      const before = (await world.invoice.read()).files.length;
      const name = texts.files.remove.replace('{{name}}', 'surat.png');
      await (await world.files()).getByRole('button', { name }).first().click();
      await world.confirm();
      await expect.poll(async () => (await world.invoice.read()).files.length).toBe(before - 1);
    },
    async sends(world) {
      await world.next();
      await world.confirm();
    },
    async 'takes the sending back'(world) {
      await world.ask(texts.invoice.ask.invoice.takeBack.do);
      await world.confirm();
    },
    async confirms(world) {
      await world.next();
      // the person sees what the stock becomes
      await expect(world.page.getByTestId('before-after')).toBeVisible();
      await world.confirm();
    },
    async cancels(world) {
      await world.ask(texts.invoice.ask.invoice.cancel.do);
      await world.cancel('goods_not_received', 'Tovar kelmadi');
    },
    async 'deletes the draft'(world) {
      await world.ask(texts.invoice.ask.invoice.delete.do);
      await world.confirm();
    },
    async 'corrects a line'(world) {
      const [line] = await world.invoice.lines();
      await world.row(0).getByTestId('line-correct').click();
      await world.dialog
        .getByRole('textbox')
        .first()
        .fill(String((line?.value ?? 0) + 500));
      await world.why.fill('Narxi notoʻgʻri yozilgan');
      await world.confirm();
      await expect.poll(async () => (await world.invoice.lines())[0]?.value).toBe((line?.value ?? 0) + 500);
    },
    async 'withdraws a line'(world) {
      await world.row(0).getByTestId('line-correct').click();
      await world.page.getByTestId('line-withdraw').click();
      await world.why.fill('Tovar kelmagan');
      await world.confirm();
      await expect(world.rows).toHaveCount(0);
    },
  },
  states: {
    draft: seen('draft'),
    sent: seen('sent'),
    confirmed: seen('confirmed'),
    cancelled: seen('cancelled'),
    async deleted(world) {
      await expect(world.page).toHaveURL(new RegExp(`${LIST_PATH}$`));
      await expect(world.page.getByText(world.invoice.number)).toHaveCount(0);
    },
  },
});

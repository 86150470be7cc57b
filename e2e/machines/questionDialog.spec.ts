/** The browser layer of the dialog that calls an invoice off or drops a draft, from the list of invoices. */
import { expect } from '@playwright/test';
import { invoiceCancel, invoiceDelete } from '../../contract/invoices/heads.ts';
import { questionDialogModel } from '../../machines/questionDialog/questionDialog.model.ts';
import { control, signIn } from '../harness/control.ts';
import { TestInvoice } from '../harness/invoices.ts';
import { InvoiceListPage, texts } from '../pages/invoicePage.ts';
import { tick } from '../pages/tick.ts';
import { Gate, type Opening, runBrowserLayer } from './kit.ts';

const REASON = 'duplicate_invoice';
const WORDS = 'Ikki marta kiritilgan';
const REFUSED = 'Hozir bekor qilib boʻlmaydi';

class World extends InvoiceListPage {
  readonly invoice: TestInvoice;
  readonly gate: Gate;
  readonly drops: boolean;
  /** As the person has left them. */
  written = '';
  chosen = '';
  readonly keys: (string | null)[] = [];

  constructor({ page }: Opening, invoice: TestInvoice, gate: Gate, drops: boolean) {
    super(page);
    this.invoice = invoice;
    this.gate = gate;
    this.drops = drops;
  }

  async write(words: string): Promise<void> {
    this.written = words;
    await this.description.fill(words);
  }
  async turnReason(): Promise<void> {
    this.chosen = this.chosen === '' ? REASON : '';
    await this.reason.selectOption(this.chosen);
  }

  /** Nothing that was written is lost. */
  async keepsWords(): Promise<void> {
    if (this.drops) return;
    await expect(this.description).toHaveValue(this.written);
    await expect(this.reason).toHaveValue(this.chosen);
  }
}

async function open(opening: Opening): Promise<World> {
  const { page, context, path } = opening;
  const branch = await control.branch();
  const drops = path.beginning.name === 'a draft is dropped';
  const draft = await TestInvoice.of(branch);
  const invoice = drops ? draft : await (await draft.line()).send();
  const world = new World(opening, invoice, await Gate.at(page, drops ? invoiceDelete : invoiceCancel), drops);
  page.on('request', (request) => {
    if (/\/product_invoice\/(cancel|delete)\//.test(request.url()))
      world.keys.push(request.headers()['idempotency-key'] ?? null);
  });
  const { director, purchaser } = branch.people;
  await signIn(context, drops ? purchaser : director);
  await world.open(`?id=${invoice.id}`);
  const { number } = await invoice.read();
  const { actions } = texts.invoiceList;
  await world.ask(number, drops ? actions.drop : actions.cancel);
  await world.dialog.waitFor();
  // it takes the focus a frame after it is seen, and Escape goes to what has the focus
  await page.waitForFunction(() =>
    document.querySelector('[role=dialog]')?.closest('[class*="-portal"]')?.contains(document.activeElement),
  );
  return world;
}

runBrowserLayer<World>('questionDialog', questionDialogModel, {
  open,
  // a page draws its first state twice
  ambient: ['writing.incomplete | always | asksNothing | writing.complete'],
  verbs: {
    'chooses the reason': (world) => world.turnReason(),
    'takes the reason away': (world) => world.turnReason(),
    'writes what happened': (world) => world.write(WORDS),
    'writes more': (world) => world.write(`${WORDS}, birinchisi qoladi`),
    'empties the description': (world) => world.write(' '),
    agrees: (world) => tick(world.agreement),
    sends: (world) => world.cancelSend.click(),
    'closes the dialog': (world) => world.page.keyboard.press('Escape'),
    'leaves what is written': (world) => world.leaveButton.click(),
    stays: (world) => world.stayButton.click(),
    'it is done': ({ gate }) => gate.pass(),
    'the server refuses': ({ gate }) =>
      gate.answer(409, { message: REFUSED, code: 'illegal', request_id: '7f3a-91c2' }),
    'no answer comes': ({ gate }) => gate.lose(),
  },
  states: {
    async 'writing.incomplete'(world) {
      await expect(world.cancelSend).toBeDisabled();
      await expect(world.dialog).toContainText(texts.invoiceCancel.missing.split(':')[0] as string);
      await world.keepsWords();
    },
    async 'writing.complete'(world) {
      await expect(world.cancelSend).toBeEnabled();
      await expect(world.refusal).toHaveCount(0);
      await world.keepsWords();
    },
    async 'writing.refused'(world) {
      await expect(world.refusal).toContainText(REFUSED);
      await expect(world.cancelSend).toBeEnabled();
      await world.keepsWords();
    },
    async 'writing.failed'(world) {
      await expect(world.refusal).toBeVisible();
      await expect(world.cancelSend).toHaveText(texts.common.retry);
      await world.keepsWords();
    },
    async leaving(world) {
      await expect(world.dialog.getByRole('alert').filter({ hasText: texts.invoiceCancel.leaving })).toBeVisible();
      await expect(world.description).toBeDisabled();
      await world.keepsWords();
    },
    async sending(world, { path, step }) {
      await expect(world.cancelClose).toBeDisabled();
      // a retry goes under the key of the answer that was lost
      const at = step === undefined ? -1 : path.steps.indexOf(step);
      if (path.steps[at - 1]?.case.name === 'no answer comes') expect(world.keys.at(-1)).toBe(world.keys.at(-2));
      await world.keepsWords();
    },
    async done(world) {
      await expect(world.dialog).toHaveCount(0);
      if (world.drops) expect(await world.invoice.isThere()).toBe(false);
      else
        expect(await world.invoice.read()).toMatchObject({
          status: 'cancelled',
          canceled_commentary: world.written,
          canceled_commentary_type: REASON,
        });
    },
    async closed(world) {
      await expect(world.dialog).toHaveCount(0);
      expect((await world.invoice.read()).status).toBe(world.drops ? 'draft' : 'sent');
    },
  },
});

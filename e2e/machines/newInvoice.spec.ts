/** The browser layer of a new invoice from the list, with the look for one that is there already. */
import { expect } from '@playwright/test';
import { invoiceCreate } from '../../contract/invoices/heads.ts';
import { newInvoiceModel } from '../../machines/invoiceWorkspace/newInvoice.model.ts';
import { api, type Branch, control, signIn } from '../harness/control.ts';
import { type HeldCall, intercept } from '../harness/intercept.ts';
import { TestInvoice } from '../harness/invoices.ts';
import { InvoiceListPage, LIST_PATH, texts } from '../pages/invoicePage.ts';
import { Gate, type Moment, type Opening, runBrowserLayer } from './kit.ts';

const REFUSED = 'Bunday raqam qabul qilinmaydi';
/** Numbers of invoices that are there already: as many as a path may write. */
const TAKEN = ['T-1', 'T-2', 'T-3', 'T-4', 'T-5', 'T-6'];

/** Looks for a twin wait here; the list asks the same call without a partner and goes through. */
class Looks {
  readonly #waiting: HeldCall[] = [];

  static async at(opening: Opening): Promise<Looks> {
    const looks = new Looks();
    await intercept(opening.page, '*/product_invoice/index?*', {
      hold: (call) => (call.url.searchParams.has('partner') ? looks.#waiting.push(call) : call.pass()),
    });
    return looks;
  }

  /** The last one; the page has given up those before it. */
  async next(): Promise<HeldCall> {
    await expect.poll(() => this.#waiting.length, { message: 'looks for a twin' }).not.toBe(0);
    const last = this.#waiting.at(-1) as HeldCall;
    this.#waiting.length = 0;
    return last;
  }
  get waiting(): number {
    return this.#waiting.length;
  }
}

class World extends InvoiceListPage {
  readonly branch: Branch;
  readonly gate: Gate;
  readonly looks: Looks;
  taken = 0;
  free = 0;
  opened = 0;
  written = '';

  constructor({ page }: Opening, branch: Branch, gate: Gate, looks: Looks) {
    super(page);
    this.branch = branch;
    this.gate = gate;
    this.looks = looks;
  }

  count = async (): Promise<number> => {
    const { body } = await api<{ meta: { total: number } }>(
      this.branch.people.purchaser,
      'GET',
      '/product_invoice/index',
    );
    return body.meta.total;
  };

  async write(number: string): Promise<void> {
    this.written = number;
    await this.number.fill(number);
  }

  async choosePartner(): Promise<void> {
    if ((await this.partner.textContent())?.includes('Artel')) return;
    await this.choose(this.partner, 'artel', /Artel Savdo/);
    // the one firm is chosen by itself
    await expect(this.firm.locator('option:checked')).toContainText('Artel Savdo MChJ');
  }
}

async function open(opening: Opening): Promise<World> {
  const branch = await control.branch();
  for (const number_invoice of TAKEN) await TestInvoice.of(branch, { number_invoice });
  const gate = await Gate.at(opening.page, invoiceCreate);
  const world = new World(opening, branch, gate, await Looks.at(opening));
  await signIn(opening.context, branch.people.purchaser);
  await world.open();
  return world;
}

/** What the path finds next decides which number is written. */
const findsOne = ({ next }: Moment): boolean => next?.case.name === 'one is found';

runBrowserLayer<World>('newInvoice', newInvoiceModel, {
  open,
  verbs: {
    async 'opens the form'(world) {
      // the list is left for the invoice that was opened
      if (!world.page.url().endsWith(LIST_PATH)) {
        await world.page.getByRole('link', { name: texts.invoiceList.title, exact: true }).last().click();
      }
      await world.openForm();
    },
    'closes the form': (world) => world.closeForm(),
    async 'sends the head'(world) {
      await world.choose(world.warehouse, 'main');
      await world.send();
    },
    async 'writes partner, number and date'(world, moment) {
      // nothing is sent while a field is empty
      if (world.written === '') {
        await world.send();
        await expect(world.form.getByText(texts.invoiceList.form.needNumber)).toBeVisible();
      }
      await world.choosePartner();
      if (findsOne(moment)) {
        await world.write(TAKEN[world.taken] as string);
        world.taken += 1;
      } else {
        world.free += 1;
        await world.write(`X-${world.free}`);
      }
    },
    'empties the number': (world) => world.write(''),
    async 'one is found'({ looks }) {
      await (await looks.next()).pass();
    },
    async 'none is found'({ looks }) {
      await (await looks.next()).pass();
    },
    async 'the look fails'({ looks }) {
      await (await looks.next()).lose();
    },
    async 'the invoice is opened'(world) {
      await world.gate.pass();
      await expect(world.page).toHaveURL(new RegExp(`${LIST_PATH}/\\d+$`));
      world.opened += 1;
      world.written = '';
    },
    'the head is refused': ({ gate }) =>
      gate.answer(422, {
        message: '',
        code: 'validation',
        request_id: '7f3a-91c2',
        errors: { number_invoice: [REFUSED] },
      }),
  },
  states: {
    async closed(world) {
      await expect(world.form).toHaveCount(0);
      expect(await world.count()).toBe(TAKEN.length + world.opened);
      world.written = '';
    },
    async 'open.form.writing'(world, { step }) {
      await expect(world.form).toBeVisible();
      await expect(world.sendButton).toBeEnabled();
      await expect(world.number).toHaveValue(world.written);
      if (step?.case.name === 'the head is refused') {
        await expect(world.form.getByRole('alert').filter({ hasText: REFUSED })).toBeVisible();
      }
    },
    async 'open.form.sending'(world) {
      await expect(world.sendButton).toBeDisabled();
      await expect(world.cancelButton).toBeDisabled();
      await expect(world.number).toBeDisabled();
    },
    async 'open.twins.unknown'(world) {
      await expect(world.twins).toHaveCount(0);
    },
    async 'open.twins.looking'(world) {
      await expect.poll(() => world.looks.waiting).toBeGreaterThan(0);
      await expect(world.twins).toHaveCount(0);
    },
    async 'open.twins.none'(world) {
      await expect(world.twins).toHaveCount(0);
    },
    async 'open.twins.found'(world) {
      await expect(world.twins).toContainText(texts.invoice.states.draft.name);
      await expect(world.twins.getByRole('link')).toHaveAttribute('href', new RegExp(`${LIST_PATH}/\\d+$`));
    },
  },
});

/** The browser layer of contracts: what a seller sees of each state; money and goods move at the desk and in the warehouse. */
import { type Browser, expect } from '@playwright/test';
import chart from '../../locales/uz/machines/contract.json' with { type: 'json' };
import texts from '../../locales/uz/sale.json' with { type: 'json' };
import type { ContractContext } from '../../machines/contract/contract.machine.ts';
import { contractModel } from '../../machines/contract/contract.model.ts';
import { formatNumber } from '../../src/format/numbers.ts';
import { control, signIn } from '../harness/control.ts';
import { sendPicture } from '../harness/files.ts';
import { TERMS, TestSale } from '../harness/testSale.ts';
import { SaleWindow } from '../pages/saleWindow.ts';
import { type Opening, runBrowserLayer } from './kit.ts';

/** Three years after the last instalment. */
const AGED = '2030-02-20';
/** By then every instalment is due. */
const ALL_DUE = '2027-02-20';

class World extends SaleWindow {
  readonly sale: TestSale;
  readonly id: number;
  paymentDay = TERMS.payment_day;

  constructor({ page }: Opening, sale: TestSale, id: number) {
    super(page, 'contract');
    this.sale = sale;
    this.id = id;
  }

  goto = () => this.open('contracts', this.id);

  /** What others do, which an open window learns of when it is opened again. */
  async meanwhile(others: () => Promise<unknown>): Promise<void> {
    await others();
    await this.goto();
  }

  payDown = (left: number) =>
    this.meanwhile(async () => {
      await control.nextDay(this.sale.branch.organizationId, ALL_DUE);
      await this.sale.pay(this.id, (await this.sale.show(this.id)).owed - left);
    });

  /** Another one than who wrote the contract decides, with a file that hangs on it. */
  async giveUp(): Promise<void> {
    const { branch } = this.sale;
    await sendPicture(branch.people.director, `/client/api/contract/upload_file/${this.id}`);
    await control.nextDay(branch.organizationId, AGED);
    const { accountant } = branch.people;
    await control.contractDecider(accountant.id);
    const context = await (this.page.context().browser() as Browser).newContext();
    await signIn(context, accountant);
    const window = new SaleWindow(await context.newPage(), 'contract');
    await window.open('contracts', this.id);
    const { owed, instalments } = await this.sale.show(this.id);
    await window.button('write-off').click();
    const dialog = window.page.getByRole('dialog');
    const unpaid = instalments.filter(({ amount, paid, written_off }) => amount > paid + written_off);
    await expect(dialog.getByTestId('write-off-rows').locator('tbody tr')).toHaveCount(unpaid.length);
    await expect(dialog.getByTestId('write-off-rows').locator('tfoot')).toContainText(formatNumber(owed));
    await expect(dialog.getByTestId('write-off-client')).toContainText(`${formatNumber(owed)} → 0`);
    await dialog.getByRole('textbox').fill('Mijoz topilmadi');
    await window.page.getByTestId('question-send').click();
    await expect(dialog).toHaveCount(0);
    await context.close();
    await this.goto();
  }

  async see(state: keyof typeof chart.states, offered: readonly ('amend' | 'cancel')[]): Promise<void> {
    await this.seeState(chart.states[state].name);
    for (const step of ['amend', 'cancel'] as const)
      await expect(this.button(step)).toHaveCount(offered.includes(step) ? 1 : 0);
  }
}

runBrowserLayer<World>('contract', contractModel, {
  async open(opening) {
    const sale = await TestSale.begin();
    const { id } = await sale.contract();
    await signIn(opening.context, sale.branch.people.director);
    const world = new World(opening, sale, id);
    await world.goto();
    return world;
  },
  onServer: true,
  verbs: {
    async 'changes its terms'(world) {
      await world.button('amend').click();
      // one change after another: each is saved by itself
      for (let times = 0; times < 2; times += 1) {
        world.paymentDay -= 1;
        await world.page.getByLabel(texts.paymentDay, { exact: true }).fill(String(world.paymentDay));
        await expect.poll(async () => (await world.sale.show(world.id)).payment_day).toBe(world.paymentDay);
      }
      await world.goto();
    },
    async signs(world) {
      await world.button('amend').click();
      await world.button('sign').click();
      await expect(world.page.getByTestId('contract')).toBeVisible();
    },
    cancels: (world) => world.callOff('Mijoz fikridan qaytdi'),
    'the first payment comes': (world) => world.meanwhile(() => world.sale.pay(world.id, TERMS.first_payment)),
    'the first payment is reversed': (world) => world.meanwhile(() => world.sale.reverseLast()),
    'the goods are handed over': (world) =>
      world.meanwhile(async () => world.sale.handOver((await world.sale.show(world.id)).number ?? '')),
    'a part is paid': (world) => world.payDown(420_000),
    'the rest is paid': (world) => world.payDown(0),
    // the payment of the last soʻm has done it
    async 'the debt is settled'() {},
    'the debt is given up': (world) => world.giveUp(),
    'a payment is reversed': (world) => world.meanwhile(() => world.sale.reverseLast()),
  },
  states: {
    async draft(world) {
      await world.see('draft', ['amend', 'cancel']);
      await expect(world.page.getByTestId('contract')).toContainText(formatNumber(1_120_000));
    },
    async signed(world) {
      await world.see('signed', ['cancel']);
      await expect(world.page.getByText(texts.waitsForFirst.split('{{until}}')[0] as string)).toBeVisible();
      await expect(world.page.getByRole('heading', { name: /-26-\d{4}/ })).toBeVisible();
    },
    async awaiting_handover(world) {
      await world.see('awaiting_handover', ['cancel']);
      await expect(world.page.getByText(texts.waitsForGoods)).toBeVisible();
    },
    async active(world, { step }) {
      const unpaid = (step?.after.context as ContractContext | undefined)?.unpaid ?? 0;
      // one that owes nothing is closed at once
      await world.see(unpaid > 0 ? 'active' : 'closed', []);
    },
    async closed(world) {
      await world.see('closed', []);
      await expect(world.page.getByText(texts.closedOn)).toBeVisible();
    },
    async written_off(world) {
      await world.see('written_off', []);
      await expect(world.page.getByTestId('contract')).toContainText('Mijoz topilmadi');
      await expect(world.page.getByTestId('instalments').getByText(texts.writeOff.column)).toBeVisible();
      await expect(world.button('write-off')).toHaveCount(0);
    },
    async cancelled(world) {
      await world.see('cancelled', []);
      await expect(world.page.getByTestId('contract')).toContainText('Mijoz fikridan qaytdi');
    },
  },
});

/** The browser layer of orders: what a seller sees of each state, and does in it; contracts and the clock go on behind it. */
import { expect } from '@playwright/test';
import chart from '../../locales/uz/machines/saleOrder.json' with { type: 'json' };
import orders from '../../locales/uz/orders.json' with { type: 'json' };
import type { SaleOrderContext } from '../../machines/saleOrder/saleOrder.machine.ts';
import { saleOrderModel } from '../../machines/saleOrder/saleOrder.model.ts';
import { control, signIn } from '../harness/control.ts';
import { TestSale } from '../harness/testSale.ts';
import { SaleWindow } from '../pages/saleWindow.ts';
import { type Moment, type Opening, runBrowserLayer } from './kit.ts';

const STEPS = ['reserve', 'prolong', 'edit', 'cancel'] as const;

class World extends SaleWindow {
  readonly sale: TestSale;
  readonly id: number;

  constructor({ page }: Opening, sale: TestSale, id: number) {
    super(page, 'order');
    this.sale = sale;
    this.id = id;
  }

  goto = () => this.open('createOrder', this.id);
  get rows() {
    return this.page.getByTestId('order-lines').locator('tbody tr');
  }

  async see(state: keyof typeof chart.states, offered: readonly (typeof STEPS)[number][]): Promise<void> {
    await this.seeState(chart.states[state].name);
    for (const step of STEPS) await expect(this.button(step)).toHaveCount(offered.includes(step) ? 1 : 0);
  }
}

const factsOf = ({ step, path }: Moment) => (step?.after ?? path.begins).context as SaleOrderContext;

runBrowserLayer<World>('saleOrder', saleOrderModel, {
  async open({ page, context, ...opening }) {
    const sale = await TestSale.begin();
    const { id } = await sale.order();
    await signIn(context, sale.branch.people.director);
    const world = new World({ page, context, ...opening }, sale, id);
    await world.goto();
    return world;
  },
  onServer: true,
  verbs: {
    async 'chooses goods'(world) {
      await world.page.getByTestId('goods-search').fill(world.sale.branch.products[0]?.title ?? '');
      await world.page.keyboard.press('Enter');
      await expect(world.rows).toHaveCount(1);
    },
    async 'takes all goods out'(world) {
      const name = orders.removeOne.split('{{')[0];
      if ((await world.rows.count()) > 0) await world.rows.getByRole('button', { name }).click();
    },
    reserves: (world) => world.button('reserve').click(),
    'goes back to choosing': (world) => world.button('edit').click(),
    prolongs: (world) => world.button('prolong').click(),
    async 'becomes a contract'(world) {
      await world.sale.sign((await world.sale.contractOf(world.id)).id);
      await world.goto();
    },
    async 'its hours are over'(world) {
      await control.orderHoursOver(world.id);
      await world.goto();
    },
    cancels: (world) => world.callOff('Mijoz fikridan qaytdi'),
  },
  states: {
    async draft(world, moment) {
      const { lines } = factsOf(moment);
      await world.see('draft', lines > 0 ? ['reserve', 'cancel'] : ['cancel']);
      await expect(world.rows).toHaveCount(lines);
      await expect(world.page.getByTestId('goods-search')).toBeVisible();
      await expect(world.page.getByText(orders.noLines)).toHaveCount(lines > 0 ? 0 : 1);
    },
    async reserved(world, moment) {
      const { prolongs } = factsOf(moment);
      await world.see('reserved', prolongs > 0 ? ['prolong', 'edit', 'cancel'] : ['edit', 'cancel']);
      await expect(world.page.getByText(prolongs > 0 ? /Yana 1 marta/ : orders.prolonged)).toBeVisible();
      // what is kept is not changed, and may become a contract
      await expect(world.page.getByTestId('goods-search')).toHaveCount(0);
      await expect(world.page.getByTestId('make-contract')).toBeEnabled();
    },
    async converted(world) {
      await world.see('converted', []);
      await expect(world.page.getByTestId('order-contract')).toContainText(/-26-\d{4}/);
      await expect(world.page.getByTestId('make-contract')).toHaveCount(0);
    },
    async expired(world) {
      await world.see('expired', []);
      await expect(world.page.getByTestId('make-contract')).toHaveCount(0);
    },
    async cancelled(world) {
      await world.see('cancelled', []);
      await expect(world.page.getByTestId('order')).toContainText('Mijoz fikridan qaytdi');
    },
  },
});

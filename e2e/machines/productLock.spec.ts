/** The browser layer of locked products: what who keeps goods sees of each state. */
import { expect } from '@playwright/test';
import lock from '../../locales/uz/directories/productLock.json' with { type: 'json' };
import chart from '../../locales/uz/machines/productLock.json' with { type: 'json' };
import { productLockModel } from '../../machines/productLock/productLock.model.ts';
import { type Branch, control, signIn } from '../harness/control.ts';
import { RecordPage } from '../pages/recordPage.ts';
import { type Opening, runBrowserLayer } from './kit.ts';

const PATH = '/repositories/inactive-products';

class World extends RecordPage {
  readonly product: string;
  reasons = 1;

  constructor({ page }: Opening, branch: Branch) {
    super(page, PATH);
    this.product = branch.products.at(-1)?.title ?? '';
  }

  reason = () => this.form.getByRole('textbox', { name: lock.fields.reason, exact: true });

  async step(verb: 'lock' | 'unlock'): Promise<void> {
    await this.page.getByTestId(`record-${verb}`).click();
    if (verb === 'lock') await this.dialog.getByRole('textbox', { name: lock.fields.reason }).fill('Yana tekshiriladi');
    await this.confirmButton.click();
    await expect(this.dialog).toHaveCount(0);
  }

  async see(state: keyof typeof chart.states, offers: 'lock' | 'unlock'): Promise<void> {
    await expect(this.pane.getByText(chart.states[state].name, { exact: true })).toBeVisible();
    await expect(this.page.getByTestId(`record-${offers}`)).toHaveText(lock.steps[offers].do);
    await expect(this.page.getByTestId(`record-${offers === 'lock' ? 'unlock' : 'lock'}`)).toHaveCount(0);
    await expect(this.saveButton).toHaveCount(state === 'locked' ? 1 : 0);
    // what is over leaves the list, its pane stays
    await expect(this.row(this.product)).toHaveCount(state === 'locked' ? 1 : 0);
  }
}

runBrowserLayer<World>('productLock', productLockModel, {
  async open(opening) {
    const branch = await control.branch({ products: 1 });
    const world = new World(opening, branch);
    await signIn(opening.context, branch.people.director);
    // the list may have nothing yet
    await world.page.goto(PATH);
    await world.begin();
    await world.choose(lock.fields.variant, world.product);
    await world.reason().fill('Sertifikati tekshirilmoqda');
    await world.save();
    await expect(world.title(world.product)).toBeVisible();
    return world;
  },
  onServer: true,
  verbs: {
    async 'gets another reason'(world) {
      world.reasons += 1;
      await world.reason().fill(`Sababi boshqa ${world.reasons}`);
      await world.save();
      await expect(world.row(world.product)).toContainText(`Sababi boshqa ${world.reasons}`);
    },
    'is unlocked': (world) => world.step('unlock'),
    'is locked again': (world) => world.step('lock'),
  },
  states: {
    locked: (world) => world.see('locked', 'unlock'),
    active: (world) => world.see('active', 'lock'),
  },
});

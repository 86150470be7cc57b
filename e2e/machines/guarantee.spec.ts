/** The browser layer of guarantees: what who writes the contract sees of each state. */
import { expect } from '@playwright/test';
import chart from '../../locales/uz/machines/guarantee.json' with { type: 'json' };
import { guaranteeModel } from '../../machines/guarantee/guarantee.model.ts';
import { plainPathOf } from '../../src/routes/registry.ts';
import { api, control, signIn } from '../harness/control.ts';
import { openAnew } from '../harness/openAnew.ts';
import { pinflOf } from '../harness/testSale.ts';
import { type Opening, runBrowserLayer } from './kit.ts';

class World {
  readonly page: Opening['page'];
  readonly contractId: number;

  constructor({ page }: Opening, contractId: number) {
    this.page = page;
    this.contractId = contractId;
  }

  goto = () => openAnew(this.page, `${plainPathOf('contracts')}?row=${this.contractId}`);
  get drop() {
    return this.page.getByTestId('guarantor-drop');
  }

  async byServer(verb: string): Promise<void> {
    await control.guaranteeStep(this.contractId, verb);
    await this.goto();
  }

  see = (state: keyof typeof chart.states) =>
    expect(this.page.getByTestId('guarantors')).toContainText(chart.states[state].name);
}

runBrowserLayer<World>('guarantee', guaranteeModel, {
  async open(opening) {
    const branch = await control.branch();
    const { director } = branch.people;
    const person = async (name: string, more: object) => {
      const { body } = await api(
        director,
        'POST',
        '/client/create',
        {
          ...{ fullname: `${name} ${branch.organizationId}`, birth_date: '1985-06-15', gender: 'male' },
          ...{ consent: true, doubles_checked: true, ...more },
          phones: [{ phone: '+998901234567', owner: 'self', relation: null }],
        },
        'client',
      );
      return body.data.id;
    };
    const number = `GK${String(branch.organizationId).padStart(7, '0')}`;
    const known = {
      pinfl: pinflOf(branch),
      documents: [{ number, issued_by: null, issued_on: null, expires_on: null }],
    };
    const { id } = await control.draftContract({
      ...{ organizationId: branch.organizationId, warehouseId: branch.warehouseId, userId: director.id, variantId: 1 },
      clientId: await person('Sinov Xaridor', { documents: [] }),
    });
    const body = { contract_id: id, client_id: await person('Sinov Kafil', known), relation: 'sibling' };
    expect((await api(director, 'POST', '/guarantee/create', body, 'client')).status).toBe(200);
    const world = new World(opening, id);
    await signIn(opening.context, director);
    await world.goto();
    return world;
  },
  onServer: true,
  verbs: {
    'is signed': (world) => world.byServer('is signed'),
    'is released': (world) => world.byServer('is released'),
    'is taken off': (world) => world.drop.click(),
  },
  states: {
    async draft(world) {
      await world.see('draft');
      await expect(world.drop).toBeVisible();
    },
    async signed(world) {
      await world.see('signed');
      await expect(world.drop).toHaveCount(0);
    },
    released: (world) => world.see('released'),
    async dropped(world) {
      await world.see('dropped');
      await expect(world.drop).toHaveCount(0);
    },
  },
});

/** The browser layer of devices: what the person who looks after them sees of each state. */
import { expect } from '@playwright/test';
import device from '../../locales/uz/directories/mobileDevice.json' with { type: 'json' };
import chart from '../../locales/uz/machines/mobileDevice.json' with { type: 'json' };
import { mobileDeviceModel } from '../../machines/mobileDevice/mobileDevice.model.ts';
import { api, type Branch, control, signIn } from '../harness/control.ts';
import { RecordPage } from '../pages/recordPage.ts';
import { type Opening, runBrowserLayer } from './kit.ts';

const PATH = '/settings/mobile-device-settings';

class World extends RecordPage {
  readonly branch: Branch;
  readonly model: string;

  constructor({ page }: Opening, branch: Branch) {
    super(page, PATH);
    this.branch = branch;
    this.model = `Redmi ${branch.organization}`;
  }

  /** As the application does at its start; its session is not the one of the page. */
  register = () => {
    const device = { device: `dev-${this.branch.organizationId}`, model: this.model, app_version: '1.4.2' };
    return api(this.branch.people.keeper, 'POST', '/mobile_device/register', device, 'cash');
  };

  async step(verb: 'allow' | 'block'): Promise<void> {
    await this.page.getByTestId(`record-${verb}`).click();
    await this.confirmButton.click();
    await expect(this.dialog).toHaveCount(0);
  }

  async see(state: keyof typeof chart.states, offers: 'allow' | 'block'): Promise<void> {
    const { name } = chart.states[state];
    await expect(this.pane.getByText(name, { exact: true })).toBeVisible();
    await expect(this.row(this.model)).toContainText(name);
    await expect(this.page.getByTestId(`record-${offers}`)).toHaveText(device.steps[offers].do);
    await expect(this.page.getByTestId(`record-${offers === 'allow' ? 'block' : 'allow'}`)).toHaveCount(0);
  }
}

runBrowserLayer<World>('mobileDevice', mobileDeviceModel, {
  async open(opening) {
    const branch = await control.branch();
    const world = new World(opening, branch);
    expect((await world.register()).status).toBe(200);
    await signIn(opening.context, branch.people.director);
    await world.goto(world.model);
    await world.openRow(world.model);
    await expect(world.form).toBeVisible();
    return world;
  },
  onServer: true,
  verbs: {
    async 'is registered again'(world) {
      expect((await world.register()).status).toBe(200);
      await world.page.reload();
      await expect(world.form).toBeVisible();
    },
    async 'is given to somebody else'(world) {
      await world.choose(device.fields.user, world.branch.people.deputy.fullname);
      await world.save();
      await expect(world.row(world.model)).toContainText(world.branch.people.deputy.fullname);
    },
    'is allowed': (world) => world.step('allow'),
    'is blocked': (world) => world.step('block'),
  },
  states: {
    waiting: (world) => world.see('waiting', 'allow'),
    allowed: (world) => world.see('allowed', 'block'),
    blocked: (world) => world.see('blocked', 'allow'),
  },
});

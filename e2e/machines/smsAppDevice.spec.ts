/** The browser layer of phones that send SMS: what the person who looks after them sees of each state. */
import { expect } from '@playwright/test';
import device from '../../locales/uz/directories/smsAppDevice.json' with { type: 'json' };
import chart from '../../locales/uz/machines/smsAppDevice.json' with { type: 'json' };
import { smsAppDeviceModel } from '../../machines/smsAppDevice/smsAppDevice.model.ts';
import { api, type Branch, control, signIn } from '../harness/control.ts';
import { RecordPage } from '../pages/recordPage.ts';
import { type Opening, runBrowserLayer } from './kit.ts';

const PATH = '/sms-app/servers';

class World extends RecordPage {
  readonly branch: Branch;
  readonly device: string;
  limit = 300;

  constructor({ page }: Opening, branch: Branch) {
    super(page, PATH);
    this.branch = branch;
    this.device = `Ucell ${branch.organization}`;
  }

  add = () => {
    const phone = `+99890${String(7_000_000 + this.branch.organizationId)}`;
    const body = { name: this.device, phone, operator: 'ucell', daily_limit: this.limit };
    return api(this.branch.people.director, 'POST', '/app_device/create', body, 'sms');
  };

  async step(verb: 'block' | 'unblock'): Promise<void> {
    await this.page.getByTestId(`record-${verb}`).click();
    await this.confirmButton.click();
    await expect(this.dialog).toHaveCount(0);
  }

  async see(state: keyof typeof chart.states, offers: 'block' | 'unblock'): Promise<void> {
    const { name } = chart.states[state];
    await expect(this.pane.getByText(name, { exact: true })).toBeVisible();
    await expect(this.row(this.device)).toContainText(name);
    await expect(this.page.getByTestId(`record-${offers}`)).toHaveText(device.steps[offers].do);
    await expect(this.page.getByTestId(`record-${offers === 'block' ? 'unblock' : 'block'}`)).toHaveCount(0);
  }
}

runBrowserLayer<World>('smsAppDevice', smsAppDeviceModel, {
  async open(opening) {
    const branch = await control.branch();
    const world = new World(opening, branch);
    expect((await world.add()).status).toBe(200);
    await signIn(opening.context, branch.people.director);
    await world.goto(world.device);
    await world.openRow(world.device);
    await expect(world.form).toBeVisible();
    return world;
  },
  onServer: true,
  verbs: {
    async 'gets another limit'(world) {
      world.limit += 1;
      await world.form.getByRole('textbox', { name: device.fields.daily_limit, exact: true }).fill(String(world.limit));
      await world.save();
      await expect(world.row(world.device)).toContainText(String(world.limit));
    },
    'is blocked': (world) => world.step('block'),
    'is unblocked': (world) => world.step('unblock'),
  },
  states: {
    offline: (world) => world.see('offline', 'block'),
    blocked: (world) => world.see('blocked', 'unblock'),
  },
});

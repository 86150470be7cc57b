/** The browser layer of employees: what the person who looks after them sees of each state. */
import { expect } from '@playwright/test';
import texts from '../../locales/uz/directories/branchUser.json' with { type: 'json' };
import chart from '../../locales/uz/machines/user.json' with { type: 'json' };
import { userModel } from '../../machines/user/user.model.ts';
import { type Branch, control, signIn } from '../harness/control.ts';
import { RecordPage } from '../pages/recordPage.ts';
import { type Opening, runBrowserLayer } from './kit.ts';

type Verb = keyof typeof texts.steps;

class World extends RecordPage {
  readonly branch: Branch;
  readonly fullname: string;

  constructor({ page }: Opening, branch: Branch) {
    super(page, '/settings/users');
    this.branch = branch;
    this.fullname = branch.people.counter1.fullname;
  }

  async step(verb: Verb): Promise<void> {
    await this.page.getByTestId(`record-${verb}`).click();
    // what is open is read first
    await expect(this.confirmButton).toBeEnabled();
    await this.confirmButton.click();
    await expect(this.dialog).toHaveCount(0);
  }

  async see(state: keyof typeof chart.states, offers: readonly Verb[]): Promise<void> {
    await expect(this.pane.getByText(chart.states[state].name, { exact: true })).toBeVisible();
    for (const verb of Object.keys(texts.steps) as Verb[])
      await expect(this.page.getByTestId(`record-${verb}`)).toHaveCount(offers.includes(verb) ? 1 : 0);
  }
}

runBrowserLayer<World>('user', userModel, {
  async open(opening) {
    const branch = await control.branch();
    const world = new World(opening, branch);
    await signIn(opening.context, branch.people.director);
    await world.goto(world.fullname);
    await world.openRow(world.fullname);
    await expect(world.form).toBeVisible();
    return world;
  },
  onServer: true,
  verbs: {
    async 'is changed'(world) {
      await world.form.getByText(texts.fields.prizma_status, { exact: true }).click();
      await world.save();
    },
    async 'gets a new password'(world) {
      await world.step('resetPassword');
      await expect(world.page.getByTestId('once-password')).toContainText(texts.once.password);
    },
    'is signed out everywhere': (world) => world.step('endSessions'),
    'is suspended': (world) => world.step('suspend'),
    'is let in again': (world) => world.step('restore'),
    leaves: (world) => world.step('dismiss'),
  },
  states: {
    active: (world) => world.see('active', ['resetPassword', 'endSessions', 'suspend', 'dismiss']),
    suspended: (world) => world.see('suspended', ['restore', 'dismiss']),
    dismissed: (world) => world.see('dismissed', []),
  },
});

/** The browser layer of people whom partners have brought: what who calls them and grants fees sees of each state. */
import { expect } from '@playwright/test';
import lead from '../../locales/uz/directories/initiativeClient.json' with { type: 'json' };
import chart from '../../locales/uz/machines/initiativeClient.json' with { type: 'json' };
import { initiativeClientModel } from '../../machines/initiativeClient/initiativeClient.model.ts';
import { api, type Branch, control, signIn } from '../harness/control.ts';
import { DocumentWindow } from '../pages/documentWindow.ts';
import { type Opening, runBrowserLayer } from './kit.ts';

const STEPS = ['call', 'refuse', 'reward'] as const;
const SAID = 'Shanba kuni keladi.';

class World extends DocumentWindow {
  readonly branch: Branch;
  readonly earned: boolean;
  id = 0;
  corrections = 0;

  constructor({ page, path }: Opening, branch: Branch) {
    super(page, '/clients/initiative-client');
    this.branch = branch;
    this.earned = path.beginning.name !== 'somebody who buys nothing in time';
  }

  /** A person brought by a shop of nobody else; its branch makes the numbers. */
  async bring(): Promise<void> {
    const { director } = this.branch.people;
    const digits = String(this.branch.organizationId).padStart(7, '0');
    const made = async (path: string, body: object) => {
      const { status, body: answer } = await api(director, 'POST', path, body, 'initiative');
      expect(status, JSON.stringify(answer)).toBe(200);
      return answer.data.id as number;
    };
    await control.leadTerms();
    const partner_id = await made('/initiative_partner/create', {
      ...{ name: `Doʻkon ${digits}`, kind: 'shop', phone: `+99895${digits}`, pinfl: null, terms: null },
    });
    this.id = await made('/initiative_client/create', {
      ...{ partner_id, fullname: `Keltirilgan ${digits}`, phone: `+99894${digits}`, pinfl: null, goods: 'Televizor' },
    });
    await this.open(this.id);
  }

  /** What the server does by itself is seen after the page is read again. */
  async byServer(what: 'check' | 'register' | 'expire'): Promise<void> {
    await control.leadStep(this.id, what, this.earned);
    await this.open(this.id);
  }

  seeState = (state: keyof typeof chart.states, offered: readonly (typeof STEPS)[number][]) =>
    this.see(chart.states[state].name, offered, STEPS);
}

const say = (world: World) => world.dialog.getByRole('textbox').fill(SAID);

runBrowserLayer<World>('initiativeClient', initiativeClientModel, {
  async open(opening) {
    const branch = await control.branch();
    const world = new World(opening, branch);
    await signIn(opening.context, branch.people.director);
    await world.bring();
    return world;
  },
  onServer: true,
  verbs: {
    async 'is corrected'(world) {
      world.corrections += 1;
      const field = world.page.getByLabel(lead.fields.fullname, { exact: true });
      await field.fill(`Keltirilgan odam ${world.corrections}`);
      await world.page.getByTestId('record-save').click();
      await expect(world.page.getByTestId('record-save')).toHaveCount(0);
    },
    'is called': (world) => world.step('call', () => say(world)),
    'does not want to': (world) => world.step('refuse', () => say(world)),
    'brings the fee': (world) => world.step('reward'),
    'was a client before': (world) => world.byServer('check'),
    'becomes a client': (world) => world.byServer('register'),
    'is too late': (world) => world.byServer('expire'),
  },
  states: {
    async new(world) {
      await world.seeState('new', ['call', 'refuse']);
      await expect(world.page.getByLabel(lead.fields.phone, { exact: true })).toBeEditable();
    },
    async called(world) {
      await world.seeState('called', []);
      await expect(world.page.getByText(SAID)).toBeVisible();
    },
    async client(world) {
      await world.seeState('client', ['reward']);
      // what would be granted is said before it is
      const due = world.page.getByTestId('document').getByText(/11\s200/);
      if (world.earned) {
        await expect(world.button('reward')).toBeEnabled();
        await expect(due).toBeVisible();
      } else {
        await expect(world.button('reward')).toBeDisabled();
        await expect(due).toHaveCount(0);
      }
    },
    async rewarded(world) {
      await world.seeState('rewarded', []);
      // by hand: one percent of 200,000 at once and 920,000 in three months
      await expect(world.page.getByTestId('document')).toContainText(/11\s200/);
      await expect(world.page.getByText(lead.paidElsewhere)).toBeVisible();
    },
    refused: (world) => world.seeState('refused', []),
    expired: (world) => world.seeState('expired', []),
    duplicate: (world) => world.seeState('duplicate', []),
  },
});

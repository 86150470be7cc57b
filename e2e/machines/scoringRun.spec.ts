/** The browser layer of runs of the scoring: what a specialist sees of each state, and what is offered. */
import { expect } from '@playwright/test';
import chart from '../../locales/uz/machines/scoringRun.json' with { type: 'json' };
import scoring from '../../locales/uz/scoring.json' with { type: 'json' };
import { scoringRunModel } from '../../machines/scoringRun/scoringRun.model.ts';
import { plainPathOf } from '../../src/routes/registry.ts';
import { runBody } from '../../tests/server/scoringKit.ts';
import { api, control, signIn } from '../harness/control.ts';
import { openAnew } from '../harness/openAnew.ts';
import { pinflOf } from '../harness/testSale.ts';
import { type Opening, runBrowserLayer } from './kit.ts';

class World {
  readonly page: Opening['page'];
  readonly id: number;

  constructor({ page }: Opening, id: number) {
    this.page = page;
    this.id = id;
  }

  goto = () => openAnew(this.page, `${plainPathOf('scoringNonClients')}?run=${this.id}`);
  button = (name: string) => this.page.getByTestId(`scoring-${name}`);

  /** A step of the server, which an open page that waits for nothing learns of when it is opened again. */
  async byServer(verb: string): Promise<void> {
    await control.scoringStep(this.id, verb);
    await this.goto();
  }

  async press(name: string, reason?: string): Promise<void> {
    await this.button(name).click();
    const dialog = this.page.getByRole('dialog');
    if (reason !== undefined) await dialog.getByRole('textbox').last().fill(reason);
    await this.page.getByTestId('question-send').click();
    await expect(dialog).toHaveCount(0);
  }

  async see(state: keyof typeof chart.states): Promise<void> {
    await expect(this.page.locator('[aria-current=step]')).toContainText(chart.states[state].name);
  }
}

const SERVERS = [
  ...['the first source answers', 'the last source answers', 'the first source fails', 'the needed source fails'],
  ...['is scored', 'the cut-offs decide', 'is left to a person', 'fails', 'its time is over'],
];

runBrowserLayer<World>('scoringRun', scoringRunModel, {
  async open(opening) {
    const branch = await control.branch();
    await control.scoringModel();
    // MyID is asked of a person three times a day
    const body = runBody({ pinfl: pinflOf(branch) });
    const made = await api(branch.people.director, 'POST', '/scoring_run/create', body, 'scoring');
    const world = new World(opening, made.body.data.id);
    await signIn(opening.context, branch.people.accountant);
    await world.goto();
    return world;
  },
  onServer: true,
  verbs: {
    ...Object.fromEntries(SERVERS.map((verb) => [verb, (world: World) => world.byServer(verb)])),
    'is started': (world) => world.press('start'),
    'is tried again': (world) => world.press('retry'),
    'a person decides': (world) => world.press('approve', 'Ish joyi tasdiqladi'),
  },
  states: {
    async created(world) {
      await world.see('created');
      await expect(world.button('start')).toBeEnabled();
    },
    async collecting(world) {
      await world.see('collecting');
      await expect(world.page.getByText(scoring.collecting)).toBeVisible();
      await expect(world.page.getByTestId('scoring-sources')).toContainText(scoring.source.myid);
    },
    scored: (world) => world.see('scored'),
    async decided(world, { step }) {
      await world.see('decided');
      const manual = step?.after.context.manual === true;
      await expect(world.button('approve')).toHaveCount(manual ? 1 : 0);
      await expect(world.page.getByTestId('scoring-paragraph')).not.toBeEmpty();
    },
    async failed(world) {
      await world.see('failed');
      await expect(world.page.getByText(scoring.sourceFailed)).toBeVisible();
      await expect(world.button('retry')).toBeEnabled();
    },
    async expired(world) {
      await world.see('expired');
      await expect(world.button('approve')).toHaveCount(0);
    },
  },
});

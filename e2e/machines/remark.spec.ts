/** The browser layer of remarks: what who reads the gallery sees of each state beside the chart. */
import { expect } from '@playwright/test';
import chart from '../../locales/uz/machines/remark.json' with { type: 'json' };
import { remarkModel } from '../../machines/remark/remark.model.ts';
import { api, type BranchPerson, control, signIn } from '../harness/control.ts';
import { RemarksPage } from '../pages/remarksPage.ts';
import { type Opening, runBrowserLayer } from './kit.ts';

class World extends RemarksPage {
  readonly id: number;
  readonly other: BranchPerson;

  constructor({ page }: Opening, id: number, other: BranchPerson) {
    super(page);
    this.id = id;
    this.other = other;
  }

  get card() {
    return this.remark(this.id);
  }

  async see(state: keyof typeof chart.states, buttons: readonly string[]): Promise<void> {
    await expect(this.card).toHaveAttribute('data-status', state);
    await expect(this.card).toContainText(chart.states[state].name);
    for (const name of ['remark-answer', 'remark-settle', 'remark-reopen'])
      await expect(this.card.getByTestId(name)).toHaveCount(buttons.includes(name) ? 1 : 0);
  }
}

runBrowserLayer<World>('remark', remarkModel, {
  async open(opening) {
    const branch = await control.branch();
    const other = await control.branch();
    const { director } = branch.people;
    const body = {
      machine: 'drawer',
      kind: 'state',
      place: 'open',
      text: `Savol ${director.id}`,
      print: '0'.repeat(16),
    };
    const { body: made } = await api<{ data: { id: number } }>(director, 'POST', '/workflow/remarks', body, 'cash');
    const world = new World(opening, made.data.id, other.people.director);
    await signIn(opening.context, director);
    await world.page.goto(RemarksPage.path('drawer'));
    return world;
  },
  onServer: true,
  verbs: {
    async 'somebody else answers'(world) {
      await api(world.other, 'POST', `/workflow/remarks/${world.id}/answers`, { text: 'Javob' }, 'cash');
      await world.page.goto(RemarksPage.path('drawer'));
    },
    'its author adds to it': (world) => world.answer(world.card, 'Yana bir savol'),
    'settles it': (world) => world.card.getByTestId('remark-settle').click(),
    'opens it again': (world) => world.card.getByTestId('remark-reopen').click(),
  },
  states: {
    open: (world) => world.see('open', ['remark-answer', 'remark-settle']),
    answered: (world) => world.see('answered', ['remark-answer', 'remark-settle']),
    settled: (world) => world.see('settled', ['remark-reopen']),
  },
});

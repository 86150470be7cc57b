/** The browser layer of errors of contracts: what who corrects them sees of each state. */
import { expect } from '@playwright/test';
import error from '../../locales/uz/directories/contractError.json' with { type: 'json' };
import chart from '../../locales/uz/machines/contractError.json' with { type: 'json' };
import { contractErrorModel } from '../../machines/contractError/contractError.model.ts';
import { type Branch, control, signIn } from '../harness/control.ts';
import { DocumentWindow } from '../pages/documentWindow.ts';
import { type Opening, runBrowserLayer } from './kit.ts';

const STEPS = ['take', 'accept'] as const;

/** The schedule of a contract of 100,000. */
const INSTALMENTS = [{ due: '2026-12-15', amount: 100_000 }];

class World extends DocumentWindow {
  readonly branch: Branch;
  readonly id: number;
  plans = 0;

  constructor({ page }: Opening, branch: Branch, id: number) {
    super(page, '/contracts/contain-error-contracts');
    this.branch = branch;
    this.id = id;
  }

  seeState = (state: keyof typeof chart.states, offered: readonly (typeof STEPS)[number][]) =>
    this.see(chart.states[state].name, offered, STEPS);

  /** A step of the checks. */
  async checked(verb: 'change' | 'fix'): Promise<void> {
    await control.contractErrorStep(this.id, verb);
    await this.open(this.id);
  }
}

runBrowserLayer<World>('contractError', contractErrorModel, {
  async open(opening) {
    const branch = await control.branch();
    const { contract } = await control.contract({ branch, firstPayment: 0, instalments: INSTALMENTS });
    const { id } = await control.contractError(contract);
    const world = new World(opening, branch, id);
    await signIn(opening.context, branch.people.director);
    await world.open(id);
    return world;
  },
  onServer: true,
  verbs: {
    'is taken': (world) => world.step('take'),
    async 'gets a plan'(world) {
      await world.page.getByLabel(error.fields.plan).fill(`Shartnoma bekor qilinadi ${++world.plans}`);
      await world.page.getByTestId('record-save').click();
      await expect(world.page.getByTestId('record-save')).toHaveCount(0);
    },
    'has other figures': (world) => world.checked('change'),
    'is fixed': (world) => world.checked('fix'),
    'is accepted': (world) =>
      world.step('accept', () =>
        world.dialog.getByLabel(error.steps.accept.fields.reason, { exact: true }).fill('Eski dasturdan kelgan'),
      ),
  },
  states: {
    async found(world) {
      await world.seeState('found', ['take']);
      await expect(world.page.getByTestId('document')).toContainText(/100\s000/);
    },
    fixing: (world) => world.seeState('fixing', ['accept']),
    fixed: (world) => world.seeState('fixed', []),
    accepted: (world) => world.seeState('accepted', []),
  },
});

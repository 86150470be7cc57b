/** The browser layer of evaluations: who writes a car down values it, another person decides, the clock ends it. */
import { expect } from '@playwright/test';
import evaluation from '../../locales/uz/directories/pledgeEvaluation.json' with { type: 'json' };
import chart from '../../locales/uz/machines/pledgeEvaluation.json' with { type: 'json' };
import { pledgeEvaluationModel } from '../../machines/pledgeEvaluation/pledgeEvaluation.model.ts';
import { plainPathOf } from '../../src/routes/registry.ts';
import { type Branch, type BranchPerson, control, signIn } from '../harness/control.ts';
import { sendFile, sendPicture } from '../harness/files.ts';
import { must } from '../harness/testSale.ts';
import { DocumentWindow } from '../pages/documentWindow.ts';
import { type Opening, runBrowserLayer } from './kit.ts';

const STEPS = ['inspect', 'value', 'approve', 'refuse'] as const;
const YEAR = new Date().getFullYear();
const REASON = 'Kuzov raqami oʻzgartirilgan';

class World extends DocumentWindow {
  readonly id: number;
  readonly branch: Branch;
  mileage = 87_400;

  constructor({ page }: Opening, branch: Branch, id: number) {
    super(page, plainPathOf('pledgeCarEvaluations'));
    this.branch = branch;
    this.id = id;
  }

  goto = () => this.open(this.id);

  /** Another person signs in at the same computer. */
  async as({ token }: BranchPerson): Promise<void> {
    await this.page.evaluate((next) => localStorage.setItem('accessToken', next), token);
    // the app learns at its start whose it is
    await this.page.reload();
    await expect(this.page.getByTestId('document')).toBeVisible();
  }

  /** A step that comes with one of a contract. */
  async byContract(verb: 'attach' | 'release'): Promise<void> {
    await control.pledgeStep(this.id, verb);
    await this.goto();
  }

  seeState = (state: keyof typeof chart.states, offered: readonly (typeof STEPS)[number][]) =>
    this.see(chart.states[state].name, offered, STEPS);
}

/** A car of five years with a photo and an extract of the register, written down by the director; the accountant may decide. */
async function carOf({ organizationId, people: { director, accountant } }: Branch): Promise<number> {
  await control.pledgeFigures(accountant.id);
  const make = async (path: string, body: object) =>
    (await must<{ id: number }>(director, 'client', 'POST', `/${path}/create`, body)).id;
  const brand_id = await make('pledge_car_brand', { name: `Marka ${organizationId}` });
  const years = { from: YEAR - 20, to: null };
  const model_id = await make('pledge_car_model', { name: `Model ${organizationId}`, brand_id, years });
  const client_id = await make('client', {
    ...{ fullname: `Garovchi ${organizationId}`, birth_date: '1985-06-15', gender: 'male', consent: true },
    ...{ doubles_checked: true, documents: [], phones: [{ phone: '+998901234567', owner: 'self', relation: null }] },
  });
  const id = await make('pledge_evaluation', {
    ...{ client_id, model_id, plate: '01 A 123 BC', vin: `XWBJA69V9DA${String(organizationId).padStart(6, '0')}` },
    ...{ year: String(YEAR - 5), mileage: 87_400, condition: 'good' },
  });
  const path = `/client/api/pledge_evaluation/upload_file/${id}`;
  await sendPicture(director, path);
  await sendFile(director, path, new File(['%PDF-1.4 reyestr'], 'reyestr.pdf', { type: 'application/pdf' }));
  return id;
}

runBrowserLayer<World>('pledgeEvaluation', pledgeEvaluationModel, {
  async open(opening) {
    const branch = await control.branch();
    const world = new World(opening, branch, await carOf(branch));
    await signIn(opening.context, branch.people.director);
    await world.goto();
    return world;
  },
  onServer: true,
  verbs: {
    async 'is corrected'(world) {
      world.mileage += 100;
      const field = world.page.getByLabel(evaluation.fields.mileage, { exact: true });
      await field.fill(String(world.mileage));
      await world.page.getByTestId('record-save').click();
      await expect(world.page.getByTestId('record-save')).toHaveCount(0);
    },
    'is inspected': (world) => world.step('inspect'),
    'is valued': (world) => world.step('value', () => world.dialog.getByRole('textbox').fill('150000000')),
    async 'is approved'(world) {
      await world.as(world.branch.people.accountant);
      await world.step('approve');
    },
    async 'is refused'(world) {
      await world.as(world.branch.people.accountant);
      await world.step('refuse', () => world.dialog.getByRole('textbox').fill(REASON));
    },
    'is attached': (world) => world.byContract('attach'),
    'is released': (world) => world.byContract('release'),
    async expires(world) {
      await control.evaluationDaysOver(world.id);
      await world.goto();
    },
  },
  states: {
    async draft(world) {
      await world.seeState('draft', ['inspect']);
      await expect(world.page.getByLabel(evaluation.fields.vin, { exact: true })).toBeEditable();
    },
    async inspected(world) {
      await world.seeState('inspected', ['value']);
      await expect(world.page.getByLabel(evaluation.fields.vin, { exact: true })).toHaveCount(0);
    },
    async valued(world) {
      // by hand: 150,000,000 × 0.675 × 0.6
      await world.seeState('valued', ['approve', 'refuse']);
      await expect(world.page.getByTestId('document')).toContainText(/60\s750\s000/);
      // who has valued it waits for another person
      await expect(world.button('approve')).toBeDisabled();
      await expect(world.page.getByText(/boshqa xodim/).first()).toBeVisible();
    },
    async approved(world) {
      await world.seeState('approved', []);
      await expect(world.page.getByText(evaluation.fields.valid_until, { exact: true })).toBeVisible();
    },
    async refused(world) {
      await world.seeState('refused', []);
      await expect(world.page.getByText(REASON).first()).toBeVisible();
    },
    expired: (world) => world.seeState('expired', []),
    pledged: (world) => world.seeState('pledged', []),
    released: (world) => world.seeState('released', []),
  },
});

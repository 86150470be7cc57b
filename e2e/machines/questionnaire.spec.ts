/** The browser layer of applications: what their author sees of each state. */
import { expect } from '@playwright/test';
import common from '../../locales/uz/common.json' with { type: 'json' };
import questionnaire from '../../locales/uz/directories/questionnaire.json' with { type: 'json' };
import chart from '../../locales/uz/machines/questionnaire.json' with { type: 'json' };
import { questionnaireModel } from '../../machines/questionnaire/questionnaire.model.ts';
import { api, type Branch, control, SERVER, signIn } from '../harness/control.ts';
import { pinflOf } from '../harness/testSale.ts';
import { DocumentWindow } from '../pages/documentWindow.ts';
import { type Opening, runBrowserLayer } from './kit.ts';

const STEPS = ['submit', 'approve', 'refuse', 'offer', 'cancel'] as const;

class World extends DocumentWindow {
  readonly branch: Branch;
  readonly id: number;
  readonly clientId: number;
  /** A source that is needed gives no answer. */
  readonly fails: boolean;
  corrections = 0;

  constructor({ page, path }: Opening, branch: Branch, { id, clientId }: { id: number; clientId: number }) {
    super(page, '/contracts/questionnaires');
    this.branch = branch;
    this.fails = path.beginning.name === 'an application whose source fails';
    this.id = id;
    this.clientId = clientId;
  }

  again = () => this.open(this.id);

  /** A step of the server, which an open page that waits for nothing learns of when it is opened again. */
  async byServer(verb: string): Promise<void> {
    await control.applicationStep({ id: this.id, verb });
    if (verb === 'is scored' && this.fails) await control.applicationStep({ id: this.id, verb: 'a source fails' });
    await this.again();
  }

  /** Who wrote it decides nothing: a second person does. */
  async bySecond(verb: string, body: object): Promise<void> {
    const { status } = await api(
      this.branch.people.accountant,
      'PUT',
      `/questionnaire/${verb}/${this.id}`,
      body,
      'client',
    );
    expect(status).toBe(200);
    await this.again();
  }

  seeState = (state: keyof typeof chart.states, offered: readonly (typeof STEPS)[number][]) =>
    this.see(chart.states[state].name, offered, STEPS);
}

/** An application with its file of consent, written by the director. */
async function write({ people, organizationId }: Branch): Promise<{ id: number; clientId: number }> {
  const { director } = people;
  const made = async (path: string, body: object) => {
    const { status, body: answer } = await api(director, 'POST', path, body, 'client');
    expect(status, JSON.stringify(answer)).toBe(200);
    return answer.data.id;
  };
  const digits = String(organizationId).padStart(7, '0');
  const clientId = await made('/client/create', {
    ...{ fullname: `Arizachi Mijoz ${organizationId}`, birth_date: '1985-06-15', gender: 'male', consent: true },
    ...{ pinfl: pinflOf({ organizationId }), doubles_checked: true },
    documents: [{ number: `AN${digits}`, issued_by: null, issued_on: null, expires_on: null }],
    phones: [{ phone: '+998901234567', owner: 'self', relation: null }],
  });
  const asked = { goods: 5_000_000, first_payment: 1_000_000, term: 12, employment: 'none' };
  const id = await made('/questionnaire/create', { client_id: clientId, ...asked });
  const form = new FormData();
  form.append(
    'file',
    new File([new Uint8Array([137, 80, 78, 71, 13, 10, 26, 10])], 'rozilik.png', { type: 'image/png' }),
  );
  const sent = await fetch(`${SERVER}/client/api/questionnaire/upload_file/${id}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${director.token}` },
    body: form,
  });
  expect(sent.status, await sent.text()).toBe(200);
  return { id, clientId };
}

const comment = 'Ish joyi tasdiqladi';

runBrowserLayer<World>('questionnaire', questionnaireModel, {
  async open(opening) {
    const branch = await control.branch();
    await control.scoringModel();
    const world = new World(opening, branch, await write(branch));
    await signIn(opening.context, branch.people.director);
    await world.again();
    return world;
  },
  onServer: true,
  verbs: {
    async 'is corrected'(world) {
      // the label says too that it is optional
      await world.page
        .getByRole('textbox', { name: `${questionnaire.fields.note}${common.optional}` })
        .fill(`Kechqurun qoʻngʻiroq qilinsin ${++world.corrections}`);
      await world.page.getByTestId('record-save').click();
      await expect(world.page.getByTestId('record-save')).toHaveCount(0);
    },
    'is submitted': (world) => world.step('submit'),
    'is cancelled': (world) => world.step('cancel'),
    'is scored': (world) => world.byServer('is scored'),
    'the cut-offs approve': (world) => world.byServer('the cut-offs approve'),
    'is left to a person': (world) => world.byServer('is left to a person'),
    'the cut-offs refuse': (world) => world.byServer('the cut-offs refuse'),
    'a person approves': (world) => world.bySecond('approve', { limit: 3_000_000, comment }),
    'a person refuses': (world) => world.bySecond('refuse', { comment }),
    'other terms are offered': (world) =>
      world.step('offer', async () => {
        const { fields, values } = questionnaire.steps.offer;
        await world.dialog.getByLabel(fields.lever, { exact: true }).selectOption(values.lever.first_payment);
      }),
    async 'is used'(world) {
      const { organizationId, people } = world.branch;
      const wish = { organizationId, warehouseId: world.branch.warehouseId, userId: people.director.id, variantId: 1 };
      const { id: contractId } = await control.draftContract({ ...wish, clientId: world.clientId });
      await control.applicationStep({ id: world.id, verb: 'is used', contractId, clientId: world.clientId });
      await world.again();
    },
    expires: (world) => world.byServer('expires'),
  },
  states: {
    async draft(world) {
      await world.seeState('draft', ['submit', 'cancel']);
      await expect(world.page.getByTestId('applicant')).toContainText(questionnaire.asOnCard);
    },
    async submitted(world) {
      await world.seeState('submitted', ['cancel']);
      await expect(world.page.getByText(questionnaire.waits)).toBeVisible();
    },
    async scoring(world) {
      await world.seeState('scoring', world.fails ? ['cancel'] : []);
      await expect(world.page.getByText(questionnaire.sourceFailed)).toHaveCount(world.fails ? 1 : 0);
    },
    async manual_review(world) {
      await world.seeState('manual_review', ['approve', 'refuse', 'offer']);
      // its author decides nothing, and sees why
      await expect(world.button('approve')).toBeDisabled();
      await expect(world.page.getByTestId('scoring-changes')).toBeVisible();
    },
    async approved(world) {
      await expect(world.page.locator('.rail-chip')).toContainText(chart.states.approved.name);
      await expect(world.page.getByTestId('questionnaire-order')).toBeVisible();
    },
    async used(world) {
      await world.seeState('used', []);
      await expect(world.page.getByTestId('questionnaire-again')).toBeVisible();
    },
    async refused(world) {
      await expect(world.page.locator('.rail-chip')).toContainText(chart.states.refused.name);
      await expect(world.page.getByTestId('scoring-paragraph')).not.toBeEmpty();
    },
    expired: (world) => world.seeState('expired', []),
    cancelled: (world) => world.seeState('cancelled', []),
  },
});

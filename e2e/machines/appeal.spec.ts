/** The browser layer of appeals: what who answers them sees of each state. */
import { expect } from '@playwright/test';
import appeal from '../../locales/uz/directories/appeal.json' with { type: 'json' };
import chart from '../../locales/uz/machines/appeal.json' with { type: 'json' };
import { appealModel } from '../../machines/appeal/appeal.model.ts';
import { api, type Branch, control, signIn } from '../harness/control.ts';
import { DocumentWindow } from '../pages/documentWindow.ts';
import { searchOption } from '../pages/remoteSelect.ts';
import { type Opening, runBrowserLayer } from './kit.ts';

const STEPS = ['answer', 'close', 'assign'] as const;

class World extends DocumentWindow {
  readonly branch: Branch;

  constructor({ page }: Opening, branch: Branch) {
    super(page, '/clients/appeals');
    this.branch = branch;
  }

  /** A question of a client, taken down by the director. */
  async take(): Promise<number> {
    const { director } = this.branch.people;
    const made = async (path: string, body: object) => {
      const { status, body: answer } = await api(director, 'POST', path, body, 'client');
      expect(status, JSON.stringify(answer)).toBe(200);
      return answer.data.id;
    };
    const { body: lists } = await api<{ data: { id: number; code: string }[] }>(
      ...([director, 'GET', '/classifier/index?per_page=100', undefined, 'client'] as const),
    );
    const name = `Savol ${this.branch.organizationId}`;
    const kind_id = await made('/classifier_value/create', {
      classifier_id: lists.data.find(({ code }) => code === 'appeal_kind')?.id,
      ...{ name: { uz: name, ru: name }, code: `k${this.branch.organizationId}`, place: 1, days: 3 },
    });
    const client_id = await made('/client/create', {
      ...{ fullname: `Sinov Mijoz ${this.branch.organizationId}`, birth_date: '1985-06-15', gender: 'male' },
      ...{ consent: true, doubles_checked: true, documents: [], phones: [] },
    });
    return made('/appeal/create', {
      ...{ client_id, kind_id, channel: 'call', text: 'Keyingi toʻlov qachon?' },
      organization_id: this.branch.organizationId,
    });
  }

  seeState = (state: keyof typeof chart.states, offered: readonly (typeof STEPS)[number][]) =>
    this.see(chart.states[state].name, offered, STEPS);
}

runBrowserLayer<World>('appeal', appealModel, {
  async open(opening) {
    const branch = await control.branch();
    const world = new World(opening, branch);
    const id = await world.take();
    await signIn(opening.context, branch.people.director);
    await world.open(id);
    return world;
  },
  onServer: true,
  verbs: {
    async 'is corrected'(world) {
      await world.page.getByLabel(appeal.fields.text, { exact: true }).fill('Keyingi toʻlov qaysi kuni?');
      await world.page.getByTestId('record-save').click();
      await expect(world.page.getByTestId('record-save')).toHaveCount(0);
    },
    'is given to somebody': (world) =>
      world.step('assign', async () => {
        await world.dialog.getByLabel(appeal.steps.assign.fields.responsible, { exact: true }).click();
        await searchOption(world.page, world.branch.people.director.fullname);
      }),
    'is answered': (world) =>
      world.step('answer', async () => {
        const { fields, values } = appeal.steps.answer;
        await world.dialog.getByLabel(fields.answer, { exact: true }).fill('Har oyning beshinchi kuni.');
        await world.dialog.getByLabel(fields.answered_by, { exact: true }).selectOption(values.answered_by.call);
      }),
    'is closed': (world) =>
      world.step('close', () => world.dialog.getByLabel(appeal.steps.close.fields.told, { exact: true }).check()),
  },
  states: {
    new: (world) => world.seeState('new', ['assign']),
    assigned: (world) => world.seeState('assigned', ['answer']),
    answered: (world) => world.seeState('answered', ['close', 'assign']),
    closed: (world) => world.seeState('closed', []),
  },
});

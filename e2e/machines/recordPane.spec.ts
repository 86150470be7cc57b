/** The browser layer of the side pane of directories, over the page of warehouses. */
import { expect } from '@playwright/test';
import { warehouse } from '../../contract/directories/warehouse.ts';
import { recordPaneModel } from '../../machines/recordPane/recordPane.model.ts';
import { api, type Branch, control, signIn } from '../harness/control.ts';
import { RecordPage, texts, WAREHOUSES_PATH } from '../pages/recordPage.ts';
import { tick } from '../pages/tick.ts';
import { Gate, type Moment, type Opening, runBrowserLayer } from './kit.ts';

const REFUSED = 'Bunday nom qabul qilinmaydi';
const { records, warehouses } = texts;

interface Stored {
  id: number;
  name: string;
  organization: { id: number };
  kind: string;
  version: number;
  active: boolean;
}

class World extends RecordPage {
  readonly branch: Branch;
  readonly warehouse: Stored;
  /** The one in the pane, unless it is not saved yet. */
  opened: Stored;
  readonly gates: Record<'show' | 'create' | 'update' | 'archive', Gate>;
  /** As the list calls it now. */
  listed: string;
  typed = '';
  /** The name that was sent last: after a choice it may be the other person's. */
  sent = '';
  theirs = '';
  isNew = false;
  asked: 'create' | 'update' | 'archive' = 'update';
  steps = 0;

  constructor({ page }: Opening, branch: Branch, warehouse: Stored, gates: World['gates']) {
    super(page, WAREHOUSES_PATH);
    this.branch = branch;
    this.warehouse = warehouse;
    this.opened = warehouse;
    this.listed = warehouse.name;
    this.gates = gates;
  }

  /** A new one has been saved, and stays in the pane. */
  async opensSaved(): Promise<void> {
    const path = `/warehouse/index?organization_id=${this.branch.organizationId}&search=${encodeURIComponent(this.sent)}`;
    const { body } = await api<{ data: Stored[] }>(this.branch.people.director, 'GET', path);
    const saved = body.data.find(({ name }) => name === this.sent);
    if (saved === undefined) throw new Error(`"${this.sent}" is not saved`);
    this.opened = saved;
  }

  /** Somebody else changes the name, past this page. */
  async somebodyRenames(): Promise<void> {
    this.steps += 1;
    this.theirs = `Boshqa nom ${this.steps} ${this.branch.organization}`;
    const { id, organization, kind } = this.opened;
    const body = { name: this.theirs, organization_id: organization.id, kind };
    const answer = await api(this.branch.people.director, 'PUT', `/warehouse/update/${id}`, body);
    expect(answer.status).toBe(200);
  }

  get gate(): Gate {
    return this.gates[this.asked];
  }
}

async function open(opening: Opening): Promise<World> {
  const branch = await control.branch();
  const { body } = await api<{ data: Stored }>(branch.people.director, 'POST', '/warehouse/create', {
    name: `Ombor ${branch.organization}`,
    organization_id: branch.organizationId,
    kind: 'fund',
  });
  const { page } = opening;
  const world = new World(opening, branch, body.data, {
    show: await Gate.at(page, warehouse.calls.show),
    create: await Gate.at(page, warehouse.calls.create),
    update: await Gate.at(page, warehouse.calls.update),
    archive: await Gate.at(page, warehouse.calls.archive),
  });
  await signIn(opening.context, branch.people.director);
  await page.goto(`${WAREHOUSES_PATH}?organization_id=${branch.organizationId}`);
  await expect(world.row(world.listed)).toHaveCount(1);
  return world;
}

/** Types a name, and for a new record what else it needs once a save follows. */
async function type(world: World, { next }: Moment): Promise<void> {
  world.steps += 1;
  world.typed = `Yozilgan ${world.steps} ${world.branch.organization}`;
  await world.name.fill(world.typed);
  if (!world.isNew || next?.case.name !== 'saves') return;
  await world.choose(warehouses.fields.organization, world.branch.organization);
  await world.form.getByLabel(warehouses.fields.kind).selectOption('defect');
}

const lose = (world: World) => world.gate.lose();

async function seeForm(world: World, { step }: Moment): Promise<void> {
  await expect(world.dialog).toHaveCount(0);
  await expect(world.refusal).toHaveCount(0);
  const name = step?.case.name;
  if (name === 'begins a new record' || (name === 'leaves it' && world.isNew)) {
    await expect(world.title(warehouses.new)).toBeVisible();
    await expect(world.name).toHaveValue('');
  }
  if (name === 'stays' || name === 'types') await expect(world.name).toHaveValue(world.typed);
  if (name === 'takes theirs whole') {
    await expect(world.name).toHaveValue(world.theirs);
    await expect(world.archiveButton).toBeEnabled();
  }
  if (name === 'the record is read' && world.theirs !== '') await expect(world.name).toHaveValue(world.theirs);
}

runBrowserLayer<World>('recordPane', recordPaneModel, {
  open,
  verbs: {
    async 'opens a record'(world) {
      world.isNew = false;
      world.opened = world.warehouse;
      await world.openRow(world.listed);
    },
    async 'begins a new record'(world) {
      world.isNew = true;
      await world.begin();
    },
    'closes the pane': (world) => world.close(),
    async 'the record is read'(world, { step }) {
      // in the open pane: somebody else has changed it, and the person comes back to the window
      if (step?.from.includes('touched')) {
        await world.somebodyRenames();
        await world.page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
      }
      await world.gates.show.passAll();
    },
    types: type,
    'takes back what was typed': (world) => world.name.fill(world.isNew ? '' : world.listed),
    async saves(world) {
      world.asked = world.isNew ? 'create' : 'update';
      world.sent = world.typed;
      await world.save();
    },
    async 'is asked about archiving'(world) {
      world.asked = 'archive';
      await world.archiveButton.click();
    },
    'is asked about bringing back': (world) => world.restoreButton.click(),
    confirms: (world) => world.confirmButton.click(),
    async 'lets it be'(world) {
      if ((await world.dialog.count()) > 0)
        await world.dialog.getByRole('button', { name: texts.common.back, exact: true }).click();
      else await world.page.getByTestId('command-dismiss').click();
    },
    'sends it again': (world) => world.page.getByTestId('command-retry').click(),
    async 'chooses the own words'(world) {
      await tick(world.dialog.getByRole('radio').first());
      world.sent = world.typed;
    },
    async 'chooses their words'(world) {
      await tick(world.dialog.getByRole('radio').last());
      world.sent = world.theirs;
    },
    'saves the choice': (world) => world.page.getByTestId('conflict-save').click(),
    'takes theirs whole': (world) => world.page.getByTestId('conflict-theirs').click(),
    stays: (world) => world.page.getByTestId('record-stay').click(),
    'leaves it': (world) => world.page.getByTestId('record-drop').click(),
    async 'the record is saved'(world) {
      await world.gate.pass();
      await expect(world.title(world.sent)).toBeVisible();
      await expect(world.row(world.sent)).toHaveCount(1);
      if (world.isNew) await world.opensSaved();
      world.isNew = false;
    },
    async 'the record is archived'(world) {
      await world.gate.pass();
      await expect(world.pane.getByText(records.archived, { exact: true })).toBeVisible();
    },
    async 'somebody was faster'(world) {
      await world.somebodyRenames();
      await world.gate.pass();
    },
    'the server refuses': (world) =>
      world.gate.answer(409, {
        message: REFUSED,
        code: 'not_allowed_now',
        request_id: '7f3a-91c2',
      }),
    'the server is not reached': lose,
  },
  states: {
    async closed(world) {
      await expect(world.pane).toHaveCount(0);
    },
    async 'shown.reading'(world) {
      await expect(world.title(records.reading)).toBeVisible();
      await expect(world.form).toHaveCount(0);
    },
    'shown.editing.untouched.resting': seeForm,
    'shown.editing.touched.resting': seeForm,
    'shown.editing.untouched.refused': (world) => expect(world.refusal).toContainText(REFUSED),
    async 'shown.editing.touched.refused'(world) {
      await expect(world.refusal).toContainText(REFUSED);
      await expect(world.name).toHaveValue(world.typed);
    },
    'shown.editing.untouched.failed': (world) => expect(world.page.getByTestId('command-retry')).toBeEnabled(),
    async 'shown.editing.touched.failed'(world) {
      await expect(world.page.getByTestId('command-retry')).toBeEnabled();
      await expect(world.name).toHaveValue(world.typed);
    },
    async asking(world) {
      await expect(world.dialog).toBeVisible();
      await expect(world.confirmButton).toBeEnabled();
    },
    async sending(world) {
      await expect(world.name).toBeDisabled();
      await expect(world.pane.getByRole('button', { name: texts.common.close, exact: true })).toHaveCount(0);
    },
    async conflicted(world, { step }) {
      await expect(world.dialog).toContainText(world.theirs);
      await expect(world.dialog).toContainText(world.typed);
      const chosen = step?.case.name.startsWith('chooses') === true;
      await expect(world.page.getByTestId('conflict-save')).toBeEnabled({ enabled: chosen });
    },
    async leaving(world) {
      await expect(world.dialog).toContainText(records.leave.title);
      await expect(world.name).toHaveValue(world.typed);
    },
  },
});

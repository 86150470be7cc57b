/** The browser layer of directory records, over the page of suppliers. */
import { expect } from '@playwright/test';
import { directoryRecordModel } from '../../machines/directoryRecord/directoryRecord.model.ts';
import { api, type Branch, control, signIn } from '../harness/control.ts';
import { PARTNERS_PATH, RecordPage, texts } from '../pages/recordPage.ts';
import { type Opening, runBrowserLayer } from './kit.ts';

interface Supplier {
  id: number;
  name: string;
  version: number;
  active: boolean;
}

class World extends RecordPage {
  readonly branch: Branch;
  readonly supplier: Supplier;
  phone = '';

  constructor({ page }: Opening, branch: Branch, supplier: Supplier) {
    super(page, PARTNERS_PATH);
    this.branch = branch;
    this.supplier = supplier;
  }

  stored = async (): Promise<Supplier> =>
    (await api<{ data: Supplier }>(this.branch.people.director, 'GET', `/partner/show/${this.supplier.id}`)).body.data;

  get archivedChip() {
    return this.pane.getByText(texts.records.archived, { exact: true });
  }
}

async function open(opening: Opening): Promise<World> {
  const branch = await control.branch();
  const name = `Hamkor ${branch.organization}`;
  const stir = String(350_000_000 + branch.organizationId);
  const made = await api<{ data: Supplier }>(branch.people.director, 'POST', '/partner/create', {
    name,
    kind: 'company',
    stir,
  });
  const world = new World(opening, branch, made.body.data);
  await signIn(opening.context, branch.people.director);
  await world.goto(name);
  await world.openRow(name);
  await expect(world.form).toBeVisible();
  return world;
}

runBrowserLayer<World>('directoryRecord', directoryRecordModel, {
  open,
  onServer: true,
  verbs: {
    async 'is changed'(world) {
      world.phone = '+998 90 111 22 33';
      await world.form.getByLabel(texts.partners.fields.phone).fill(world.phone);
      await world.save();
      await expect(world.saveButton).toBeEnabled();
    },
    'is archived': (world) => world.archive(),
    'comes back': (world) => world.restore(),
  },
  states: {
    async active(world, { step }) {
      await expect(world.archivedChip).toHaveCount(0);
      await world.expectWritable(true);
      await expect(world.archiveButton).toBeEnabled();
      await expect(world.restoreButton).toHaveCount(0);
      await expect(world.row(world.supplier.name)).toHaveCount(1);
      if (step?.case.name === 'is changed')
        await expect(world.row(world.supplier.name)).toContainText(world.phone.replace('+998 ', ''));
      const stored = await world.stored();
      expect(stored.active).toBe(true);
      expect(stored.version > world.supplier.version).toBe(step !== undefined);
    },
    async archived(world) {
      await expect(world.archivedChip).toBeVisible();
      await world.expectWritable(false);
      await expect(world.archiveButton).toHaveCount(0);
      await expect(world.restoreButton).toBeEnabled();
      // the list shows those that work
      await expect(world.row(world.supplier.name)).toHaveCount(0);
      expect((await world.stored()).active).toBe(false);
    },
  },
});

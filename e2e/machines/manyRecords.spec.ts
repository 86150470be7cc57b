/** The browser layer of a command on many records, over the page of warehouses. */
import { expect } from '@playwright/test';
import { warehouse } from '../../contract/directories/warehouse.ts';
import directory from '../../locales/uz/directory.json' with { type: 'json' };
import type { ManyContext } from '../../machines/manyRecords/manyRecords.machine.ts';
import { manyRecordsModel } from '../../machines/manyRecords/manyRecords.model.ts';
import { api, type Branch, control, signIn, test } from '../harness/control.ts';
import { RecordPage, WAREHOUSES_PATH } from '../pages/recordPage.ts';
import { Gate, type Moment, type Opening, runBrowserLayer } from './kit.ts';

const { many } = directory;
const REASON = 'Bu omborda tovar bor';
const MADE = 10;
const refusal = { message: REASON, code: 'in_use', request_id: 'r-1' };

class World extends RecordPage {
  readonly branch: Branch;
  readonly gates: Record<'archive' | 'restore', Gate>;

  constructor({ page }: Opening, branch: Branch, gates: World['gates']) {
    super(page, WAREHOUSES_PATH);
    this.branch = branch;
    this.gates = gates;
  }

  get bar() {
    return this.page.getByTestId('many-bar');
  }
  get result() {
    return this.page.getByTestId('many-result');
  }
  press = (testId: string) => this.page.getByTestId(testId).click();
  box = (at: number) => this.page.locator('tbody tr').nth(at).getByRole('checkbox');
}

async function warehousesOf(branch: Branch): Promise<void> {
  for (let at = 0; at < MADE; at += 1) {
    const body = { name: `Fond ${at} ${branch.organization}`, organization_id: branch.organizationId, kind: 'fund' };
    expect((await api(branch.people.director, 'POST', '/warehouse/create', body)).status).toBe(200);
  }
}

async function open(opening: Opening): Promise<World> {
  const branch = await control.branch();
  await warehousesOf(branch);
  const { page } = opening;
  const world = new World(opening, branch, {
    archive: await Gate.at(page, warehouse.calls.archive),
    restore: await Gate.at(page, warehouse.calls.restore),
  });
  await signIn(opening.context, branch.people.director);
  await page.goto(`${WAREHOUSES_PATH}?organization_id=${branch.organizationId}&search=Fond`);
  await expect(page.locator('tbody tr')).toHaveCount(MADE);
  return world;
}

const of = ({ step, path }: Moment) => (step?.after ?? path.begins).context as ManyContext;

/** The result says how many were done, and names each that was not. */
async function expectResult(world: World, moment: Moment, state: string): Promise<void> {
  const { done, failed, undone } = of(moment);
  await expect(world.result).toHaveAttribute('data-state', state);
  await expect(world.result).toContainText(`${state === 'undone' ? undone : done.length} ta yozuv`);
  await expect(world.result.getByRole('listitem')).toHaveCount(failed.length);
  for (const line of await world.result.getByRole('listitem').all()) await expect(line).toContainText(REASON);
}

runBrowserLayer<World>('manyRecords', manyRecordsModel, {
  open,
  verbs: {
    async 'archives two records'(world) {
      const chosen = world.page.locator('tbody tr').getByRole('checkbox', { checked: true });
      while ((await chosen.count()) > 0) await chosen.first().uncheck();
      for (const at of [0, 1]) await world.box(at).check();
      await world.press('many-archive');
    },
    'one is archived': ({ gates }) => gates.archive.pass(),
    'one is refused': ({ gates }) => gates.archive.answer(409, refusal),
    'no answer comes': ({ gates }) => gates.archive.lose(),
    'leaves the rest': (world) => world.press('many-stop'),
    'tries the rest again': (world) => world.press('many-retry'),
    'takes it back': (world) => world.page.keyboard.press('Control+z'),
    'one is taken back': ({ gates }) => gates.restore.pass(),
    'one was changed meanwhile': ({ gates }) => gates.restore.answer(409, refusal),
    'closes the result': (world) => world.press('many-close'),
  },
  states: {
    idle: (world) => expect(world.result).toHaveCount(0),
    async running(world, moment) {
      await expect(world.bar.getByRole('status')).toHaveText(many.running);
      await expect(world.page.getByTestId('many-stop')).toHaveCount(of(moment).waiting.length > 1 ? 1 : 0);
    },
    async interrupted(world, moment) {
      await expectResult(world, moment, 'interrupted');
      await expect(world.result).toContainText('Aloqa uzildi');
    },
    shown: (world, moment) => expectResult(world, moment, 'shown'),
    undoing: (world) => expect(world.bar.getByRole('status')).toHaveText(many.undoing),
    undone: (world, moment) => expectResult(world, moment, 'undone'),
  },
});

test('one field of many is changed, counted before, and taken back; the log has each record by itself', async ({
  page,
  branch,
}) => {
  await warehousesOf(branch);
  await signIn(page.context(), branch.people.director);
  await page.goto(`${WAREHOUSES_PATH}?organization_id=${branch.organizationId}&search=Fond&per_page=30`);
  const rows = page.locator('tbody tr');
  await expect(rows).toHaveCount(MADE);
  await rows.first().getByRole('checkbox').check();
  // Shift chooses all between, Space the row in focus
  await rows
    .nth(3)
    .getByRole('checkbox')
    .click({ modifiers: ['Shift'] });
  await rows.nth(5).focus();
  await page.keyboard.press('Space');
  await expect(page.getByTestId('many-chosen')).toHaveText('5 ta tanlandi');
  await page.getByTestId('many-change').click();
  await page.getByRole('menuitem', { name: 'Turi', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox').selectOption('fund');
  await expect(dialog.getByTestId('many-save')).toHaveText('0 tasini oʻzgartirish');
  await dialog.getByRole('combobox').selectOption('defect');
  await expect(dialog.getByTestId('many-save')).toHaveText('5 tasini oʻzgartirish');
  await dialog.getByTestId('many-save').click();
  const result = page.getByTestId('many-result');
  await expect(result).toContainText('5 ta yozuv oʻzgartirildi');
  const stored = async () =>
    (
      await api<{ data: { id: number; kind: string; version: number }[] }>(
        branch.people.director,
        'GET',
        `/warehouse/index?organization_id=${branch.organizationId}&search=Fond&per_page=30`,
      )
    ).body.data;
  const changed = (await stored()).filter(({ kind }) => kind === 'defect');
  expect(changed).toHaveLength(5);
  // somebody else renames one of them: it is named and stays, the other four are as they were
  const [one] = changed;
  const mine = { name: `Boshqa ${branch.organization}`, organization_id: branch.organizationId, kind: 'shop' };
  expect((await api(branch.people.director, 'PUT', `/warehouse/update/${one?.id}`, mine)).status).toBe(200);
  await page.getByTestId('many-undo').click();
  await expect(result).toContainText('4 ta yozuv avvalgi holiga qaytdi');
  await expect(result.getByRole('listitem')).toHaveCount(1);
  expect((await stored()).filter(({ kind }) => kind === 'fund')).toHaveLength(MADE - 1);
  const { body } = await api<{ data: { event: string; user: { fullname: string } | null }[] }>(
    branch.people.director,
    'GET',
    `/warehouse/history/${changed[1]?.id}`,
  );
  expect(body.data.map(({ event, user }) => [event, user?.fullname])).toEqual(
    ['record.update', 'record.update', 'record.create'].map((event) => [event, branch.people.director.fullname]),
  );
});

test('two villages that are one are merged into the one that stays', async ({ page, branch }) => {
  const { director } = branch.people;
  const made = async (path: string, body: object) =>
    (await api<{ data: { id: number } }>(director, 'POST', `/${path}/create`, body, 'client')).body.data.id;
  const code = String(branch.organizationId);
  const named = (word: string) => ({ uz: `${word} ${code}`, ru: `${word} ${code} р` });
  const province = await made('province', { name: named('Viloyat'), code: code.padStart(4, '6') });
  const region = await made('region', { name: named('Tuman'), code: code.padStart(7, '6'), province_id: province });
  for (const [at, word] of ['Jalabek', 'Jalabek QFY', 'Boshqa'].entries())
    await made('village', { name: named(word), code: `${at}${code.padStart(9, '6')}`, region_id: region });
  await signIn(page.context(), director);
  await page.goto(`/addresses/village?region_id=${region}`);
  const rows = page.locator('tbody tr');
  await expect(rows).toHaveCount(3);
  await rows
    .filter({ hasText: `Jalabek ${code}` })
    .getByRole('checkbox')
    .check();
  await rows.filter({ hasText: 'Jalabek QFY' }).getByRole('checkbox').check();
  await page.getByTestId('many-merge').click();
  const dialog = page.getByRole('dialog');
  // the code tells doubles apart
  await expect(dialog.getByRole('radio')).toHaveCount(2);
  await dialog.getByRole('radio', { name: `0${code.padStart(9, '6')}` }).check();
  await page.getByTestId('many-merge-do').click();
  const result = page.getByTestId('many-result');
  await expect(result).toContainText('1 ta yozuv birlashtirildi');
  await expect(page.getByTestId('many-undo')).toHaveCount(0);
  await expect(rows).toHaveCount(2);
  await expect(rows.filter({ hasText: 'Jalabek QFY' })).toHaveCount(0);
  // what stays is chosen no more, so that nothing is archived by mistake
  await expect(page.getByTestId('many-chosen')).toHaveCount(0);
});

test('all of a filter are chosen as they were seen, and refused where others match by now', async ({
  page,
  branch,
}) => {
  await warehousesOf(branch);
  const { director } = branch.people;
  const more = async (from: number, to: number) => {
    for (let at = from; at < to; at += 1) {
      const body = { name: `Fond ${at} ${branch.organization}`, organization_id: branch.organizationId, kind: 'fund' };
      expect((await api(director, 'POST', '/warehouse/create', body)).status).toBe(200);
    }
  };
  await more(MADE, 17);
  await signIn(page.context(), director);
  await page.goto(`${WAREHOUSES_PATH}?organization_id=${branch.organizationId}&search=Fond`);
  await expect(page.locator('tbody tr')).toHaveCount(15);
  await page.locator('thead').getByRole('checkbox').check();
  const all = page.getByTestId('many-all');
  await expect(all).toHaveText('Filtrdagi hammasi: 17 ta');
  await more(17, 18);
  await all.click();
  await expect(page.getByTestId('many-bar')).toContainText('hozir 18 ta yozuv mos keladi, siz 17 tasini koʻrgansiz');
  // the list shows what it is now, and why it was refused stays said
  await expect(page.locator('.page-foot')).toContainText('1–15 / 18');
  await expect(page.getByTestId('many-bar')).toContainText('hozir 18 ta yozuv mos keladi');
  await page.locator('thead').getByRole('checkbox').check();
  await all.click();
  await expect(page.getByTestId('many-chosen')).toHaveText('18 ta tanlandi');
  await page.getByTestId('many-archive').click();
  await expect(page.getByTestId('many-result')).toContainText('18 ta yozuv arxivga olindi');
});

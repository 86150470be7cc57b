/** The browser layer of the widgets, and what keys, two windows and a page that goes away make of them. */
import { expect } from '@playwright/test';
import { saveWidgets } from '../../contract/widgets.ts';
import pages from '../../locales/uz/pages.json' with { type: 'json' };
import shell from '../../locales/uz/shell.json' with { type: 'json' };
import type { WidgetsContext } from '../../machines/widgets/widgets.machine.ts';
import { ADDED, FIRST, THEIRS, widgetsModel } from '../../machines/widgets/widgets.model.ts';
import { type BranchPerson, control, signIn, test } from '../harness/control.ts';
import { expectBoard, own, PATH, WidgetsPage } from '../pages/widgetsPage.ts';
import { Gate, type Moment, type Opening, runBrowserLayer } from './kit.ts';

interface World extends WidgetsPage {
  person: BranchPerson;
  gate: Gate;
}

async function open({ page, context, path }: Opening): Promise<World> {
  const { warehouseman: person } = (await control.branch()).people;
  await own.save(person, FIRST);
  await signIn(context, person);
  if (path.beginning.name.includes('kept')) {
    const { version } = await own.read(person);
    await context.addInitScript(([key, kept]) => sessionStorage.setItem(key, kept), [
      `widgets.${person.id}`,
      JSON.stringify({ version, chosen: ADDED }),
    ] as const);
  }
  const world = Object.assign(new WidgetsPage(page), { person, gate: await Gate.at(page, saveWidgets) });
  await page.goto(PATH);
  await expect(page.getByRole('heading', { level: 1, name: pages.widgetsPage })).toBeVisible();
  return world;
}

const now = ({ path, step }: Moment) => (step?.after ?? path.begins).context as WidgetsContext;

runBrowserLayer<World>('widgets', widgetsModel, {
  open,
  verbs: {
    'adds the practice day': (world) => world.add('practice_day').click(),
    'takes the tests off': (world) => world.command('remove', 'test').click(),
    'puts the tests first': (world) => world.drawAbove('test', 'figures'),
    'makes the figures narrow': (world) => world.size('figures', 'half').click(),
    'puts it back as the release has it': (world) => world.reset.click(),
    'takes the last change back': (world) => world.undo.click(),
    async 'sees what another window saved'(world) {
      await own.save(world.person, THEIRS);
      // what is older than five seconds is read again when the person comes back to the page
      await world.page.clock.install();
      await world.page.clock.fastForward(6_000);
      await world.page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
    },
    'tries again': (world) => world.page.getByTestId('command-retry').click(),
    'keeps the own': (world) => world.dialog.getByTestId('conflict-mine').click(),
    'takes the other': (world) => world.dialog.getByTestId('conflict-theirs').click(),
    'has it saved': (world) => world.gate.pass(),
    'has it not saved': (world) =>
      world.gate.answer(503, { message: 'Server band', code: 'unavailable', request_id: '7f3a-91c2' }),
    async 'learns that another window was faster'(world) {
      await own.save(world.person, THEIRS);
      await world.gate.pass();
    },
    async 'learns that an earlier save had come'(world) {
      await own.save(world.person, ADDED);
      await world.gate.pass();
    },
  },
  states: {
    async saved(world, moment) {
      const { chosen, past } = now(moment);
      await world.expectSaved('saved');
      await world.expectChosen(chosen);
      await expect.poll(async () => (await own.read(world.person)).chosen).toEqual(chosen);
      await expect(world.undo).toBeEnabled({ enabled: past.length > 0 });
      await expect(world.dialog).toHaveCount(0);
      expect(await world.page.evaluate((id) => sessionStorage.getItem(`widgets.${id}`), world.person.id)).toBeNull();
    },
    async saving(world, moment) {
      await world.expectSaved('saving');
      await world.expectChosen(now(moment).chosen);
      await expect(world.dialog).toHaveCount(0);
    },
    async unsaved(world, moment) {
      const { chosen } = now(moment);
      await world.expectSaved('unsaved');
      await world.expectChosen(chosen);
      await expect(world.page.getByTestId('refusal')).toContainText('Server band');
      await expect(world.page.getByTestId('refusal')).toContainText('7f3a-91c2');
      const kept = await world.page.evaluate((id) => sessionStorage.getItem(`widgets.${id}`), world.person.id);
      expect(JSON.parse(kept ?? 'null')).toMatchObject({ chosen });
    },
    async conflicted(world, moment) {
      await world.expectSaved('unsaved');
      await expect(world.dialog.getByRole('list').first().getByRole('listitem')).toHaveCount(now(moment).chosen.length);
      await expect(world.dialog.getByRole('list').last().getByRole('listitem')).toHaveCount(THEIRS.length);
      await world.page.keyboard.press('Escape');
      await expect(world.dialog).toBeVisible();
      expect((await own.read(world.person)).chosen).toEqual(THEIRS);
    },
  },
});

test('by keys alone: order, size, off and on again, undone; the dashboard shows it', async ({
  page,
  context,
  branch,
}) => {
  const person = branch.people.warehouseman;
  await own.save(person, FIRST);
  await signIn(context, person);
  const world = new WidgetsPage(page);
  await page.goto(PATH);
  await world.command('up', 'test').focus();
  await page.keyboard.press('Enter');
  await world.expectChosen([FIRST[1], FIRST[0]] as typeof FIRST);
  // it cannot move further up: the focus stays in the row
  await expect(world.command('down', 'test')).toBeFocused();
  await page.keyboard.press('Alt+ArrowDown');
  await world.expectChosen(FIRST);
  await world.size('test', 'third').focus();
  await page.keyboard.press('ArrowRight');
  await expect(world.size('test', 'half')).toBeFocused();
  await page.keyboard.press('Alt+ArrowUp');
  await expect(world.size('test', 'half')).toBeFocused();
  const half = [{ widget: 'test', size: 'half' } as const, ...FIRST.slice(0, 1)];
  await world.expectChosen(half);
  await world.command('remove', 'test').press('Enter');
  await expect(world.add('test')).toBeFocused();
  await page.keyboard.press('Control+z');
  await world.expectChosen(half);
  await world.expectSaved('saved');
  await page.getByRole('main').getByRole('link', { name: pages.dashboard }).click();
  await expectBoard(page.getByTestId('board'), half);
  await page.reload();
  await expectBoard(page.getByTestId('board'), half);
  await page.getByRole('main').getByRole('link', { name: pages.widgetsPage }).click();
  await world.expectChosen(half);
});

test('an empty dashboard explains itself and links to the widgets; what no rule allows is not shown', async ({
  page,
  context,
  branch,
}) => {
  const person = branch.people.warehouseman;
  await own.save(person, []);
  await signIn(context, person);
  await page.goto('/dashboard');
  await page.getByRole('main').getByRole('link').click();
  const world = new WidgetsPage(page);
  await world.expectChosen([]);
  await expect(world.add('confirm')).toHaveCount(0);
  await own.save(person, [
    { widget: 'confirm', size: 'half' },
    { widget: 'favourites', size: 'third' },
  ]);
  await page.goto('/dashboard');
  await expectBoard(page.getByTestId('board'), [{ widget: 'favourites', size: 'third' }]);
});

test('what is not saved is asked for before it is left, and outlives a reload', async ({ page, context, branch }) => {
  const person = branch.people.warehouseman;
  await own.save(person, FIRST);
  await signIn(context, person);
  const gate = await Gate.at(page, saveWidgets);
  const world = new WidgetsPage(page);
  await page.goto(PATH);
  await world.add('practice_day').click();
  await gate.lose();
  await world.expectSaved('unsaved');
  await page.getByRole('main').getByRole('link', { name: pages.dashboard }).click();
  await page.getByRole('dialog').getByRole('button', { name: shell.leave.stay }).click();
  await world.expectChosen(ADDED);
  page.on('dialog', (question) => question.accept());
  await page.reload();
  await gate.pass();
  await world.expectSaved('saved');
  await world.expectChosen(ADDED);
  expect((await own.read(person)).chosen).toEqual(ADDED);
});

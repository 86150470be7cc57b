/** The browser layer of the sidebar, on the window of a counted act, where a confirming can begin. */
import { expect } from '@playwright/test';
import type { SidebarContext } from '../../machines/sidebar/sidebar.machine.ts';
import { sidebarModel } from '../../machines/sidebar/sidebar.model.ts';
import { type CountingPerson, TestAct } from '../harness/acts.ts';
import { control, signIn } from '../harness/control.ts';
import { ActPage } from '../pages/actPage.ts';
import { Menu, texts } from '../pages/menu.ts';
import { type Moment, type Opening, runBrowserLayer } from './kit.ts';

/** A page of the section `tests`, open to everybody. */
const OTHER_PAGE = 'testQuestions';
const MINI = 57;
const FULL = 300;

class World extends Menu {
  readonly act: ActPage;
  other?: Menu;

  constructor(opening: Opening) {
    super(opening.page);
    this.act = new ActPage(opening.page);
  }
}

const contextOf = ({ path, step }: Moment) => (step?.after ?? path.begins).context as SidebarContext;
const OTHER_TAB = /in another tab/;

async function open(opening: Opening): Promise<World> {
  const { page, context, path } = opening;
  const branch = await control.branch({ products: 1 });
  const { keeper, counter1 } = branch.people;
  const act = await TestAct.of(branch);
  const [one] = await act.begin(counter1);
  const counts = { [branch.products[0]?.id ?? 0]: 1 };
  await act.enter(one as CountingPerson, counts);
  await act.submit(one as CountingPerson, counts);
  await signIn(context, keeper);
  if (path.beginning.name === 'a mini menu') {
    await context.addInitScript(() => localStorage.setItem('miniSidebar', 'true'));
  }
  const world = new World(opening);
  await page.goto(`/repositories/act-of-counting/${act.id}`);
  await expect(world.nav).toBeVisible();
  if (path.steps.some((step) => OTHER_TAB.test(step.case.name))) {
    const tab = await context.newPage();
    await tab.goto('/');
    world.other = new Menu(tab);
    await expect(world.other.nav).toBeVisible();
  }
  return world;
}

const elsewhere = async ({ other }: World) => {
  if (other === undefined) throw new Error('no other tab is open');
  await other.sizeButton.click();
};

runBrowserLayer<World>('sidebar', sidebarModel, {
  open,
  verbs: {
    'changes the size': (world) => world.sizeButton.click(),
    'makes it mini in another tab': elsewhere,
    'makes it full in another tab': elsewhere,
    'touches the own section': (world) => world.section('warehouse').click(),
    'touches another section': (world) => world.section('tests').click(),
    'opens the fly-out of a section': (world) => world.section('tests').click(),
    // with the focus inside: a key that comes while it is only opening has nobody to hear it
    'closes the fly-out': ({ page }) => page.locator('.flyout a').first().press('Escape'),
    'goes to a page of a section': (world) => world.link(OTHER_PAGE).click(),
    // an address that an older message carries
    'goes to a page of no section': ({ page }) => page.evaluate(() => window.history.pushState(null, '', '/nonsense')),
    'begins to confirm': ({ act }) => act.next(),
    'ends the confirming': ({ act }) => act.close(),
  },
  states: {
    async 'size.full'(world, moment) {
      await expect.poll(world.width).toBe(FULL);
      await expect(world.section('warehouse')).toContainText(texts.shell.areas.warehouse);
      const { unfolded } = contextOf(moment);
      await world.expectUnfolded(unfolded as 'warehouse' | 'tests' | null);
      // remembered for the next visit
      expect(await world.page.evaluate(() => localStorage.getItem('miniSidebar'))).not.toBe('true');
    },
    async 'size.mini.closed'(world) {
      await expect.poll(world.width).toBe(MINI);
      await expect(world.section('warehouse')).toHaveText('');
      await expect(world.page.getByRole('dialog', { name: texts.shell.areas.tests })).toHaveCount(0);
      expect(await world.page.evaluate(() => localStorage.getItem('miniSidebar'))).toBe('true');
    },
    async 'size.mini.flyout'(world) {
      await expect(world.page.getByRole('dialog', { name: texts.shell.areas.tests })).toBeVisible();
      await expect(world.link(OTHER_PAGE)).toBeVisible();
    },
    async sections(world, { step }) {
      if (step?.case.name === 'goes to a page of a section') {
        await expect(world.page).toHaveURL('/test-questions');
        await expect(world.page.getByRole('heading', { level: 1, name: texts.pages[OTHER_PAGE] })).toBeFocused();
      }
    },
    async 'access.free'(world) {
      await expect(world.root.getByText(texts.shell.sidebar.blocked)).toHaveCount(0);
    },
    async 'access.blocked'(world) {
      await expect(world.root.getByText(texts.shell.sidebar.blocked)).toBeVisible();
      await expect(world.root.locator('.sidebar-inside')).toHaveAttribute('inert', '');
    },
  },
});

/**
 * The browser layer of one counter's list: the person at the counting screen in one browser, the keeper at the act's
 * window in another.
 */
import { expect } from '@playwright/test';
import { counterMachine } from '../../machines/counter/counter.machine.ts';
import { counterModel } from '../../machines/counter/counter.model.ts';
import { accepts } from '../../machines/kit/model.ts';
import { api, barcodeOf, control, signIn } from '../harness/control.ts';
import { ActWindow, texts } from '../pages/actWindow.ts';
import { OwnList, type Screen } from '../pages/ownList.ts';
import { type Moment, type Opening, runBrowserLayer } from './kit.ts';

const PRODUCT = 1;
const KEEPERS = ['counter.rename', 'counter.remove', 'counter.release'] as const;

class World {
  readonly window: ActWindow;
  readonly list: OwnList;
  readonly fullname: string;
  readonly errors: Error[] = [];
  entries = 0;
  names = 0;

  constructor(window: ActWindow, list: OwnList, fullname: string) {
    this.window = window;
    this.list = list;
    this.fullname = fullname;
    list.page.on('pageerror', (error) => this.errors.push(error));
  }
}

async function open({ page, context, browser }: Opening): Promise<World> {
  const branch = await control.branch();
  const { keeper, counter1 } = branch.people;
  const { body } = await api<{ data: { id: number; number: string } }>(keeper, 'POST', '/act_of_count/create', {
    organization_id: branch.organizationId,
    comment: 'Sanoq',
  });
  const { id, number } = body.data;
  await api(keeper, 'PUT', `/count_act_product/loading_the_residues/${id}`);
  await api(keeper, 'PUT', `/computing_act_user/create/${id}`, { title: '1-sanovchi', user_id: counter1.id });
  await signIn(context, keeper);
  const list = await OwnList.inContext(browser, counter1);
  const world = new World(new ActWindow(page), list, counter1.fullname);
  await world.window.open(id);
  await list.come(number);
  return world;
}

const wordOf = (type: (typeof KEEPERS)[number]) => type.replace('counter.', '') as 'rename' | 'remove' | 'release';

/** The list's own screen and its line in the act's window show the state, and each offers its own events. */
const seen =
  (state: Screen) =>
  async ({ window, list, fullname }: World, { step, path }: Moment): Promise<void> => {
    await list.expectScreen(state);
    const row = window.counterRow(fullname);
    if (state === 'removed') return expect(row).toHaveCount(0);
    await expect(row.locator('.chip')).toHaveText(
      new RegExp(
        [
          texts.counting.counters.status[state],
          ...(state === 'submitted' ? [texts.counting.counters.released] : []),
        ].join('|'),
      ),
    );
    const expected = KEEPERS.filter((type) => accepts(counterMachine, step?.after ?? path.begins, { type }));
    const menu = row.getByRole('button', { name: texts.counting.counters.menuOf.replace('{{name}}', fullname) });
    await expect(menu).toHaveCount(expected.length === 0 ? 0 : 1);
    if (expected.length === 0) return;
    await menu.click();
    const items = window.page.getByRole('menu').getByRole('menuitem');
    await expect(items).toHaveText(expected.map((type) => texts.counting.ask.counter[wordOf(type)].do));
    await window.closeMenu();
  };

runBrowserLayer<World>('counter', counterModel, {
  onServer: true,
  open,
  async close({ list, errors }) {
    await list.page.context().close();
    expect(errors, 'uncaught errors of the list').toEqual([]);
  },
  verbs: {
    async 'is renamed'(world) {
      const { window, list, fullname } = world;
      world.names += 1;
      const title = `${world.names}-roʻyxat, yangi`;
      await window.rename(fullname, title);
      await expect(window.counterRow(fullname)).toContainText(title);
      await list.page.reload();
      await expect(list.page.getByRole('heading', { level: 1 })).toContainText(title);
    },
    async 'is removed'({ window, list, fullname }) {
      await window.askOfCounter(fullname, texts.counting.ask.counter.remove.do);
      await window.confirm();
      await window.done();
      // the screen that was open before learns it as soon as it wants to start
      await list.page.getByTestId('start').click();
    },
    starts: ({ list }) => list.start(),
    async 'saves entries'(world) {
      world.entries += 1;
      await world.list.scan(`3*${barcodeOf(PRODUCT)}`);
      await world.list.expectAllSent(world.entries);
    },
    submits: ({ list }) => list.handIn(),
    async 'is released'({ window, list, fullname }) {
      await window.askOfCounter(fullname, texts.counting.ask.counter.release.do);
      await window.writeReason('Ishdan ketdi');
      await window.confirm();
      await window.done();
      // what is scanned after that is rejected by the server, kept here, and shown as such
      await list.scan(barcodeOf(PRODUCT));
      await expect(list.page.getByTestId('left-here')).toBeVisible();
    },
  },
  states: {
    assigned: seen('assigned'),
    counting: seen('counting'),
    submitted: seen('submitted'),
    removed: seen('removed'),
  },
});

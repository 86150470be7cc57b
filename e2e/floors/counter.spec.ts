/**
 * The browser floor of one counter's list: the person at the counting screen in one browser, the keeper at the act's
 * window in another.
 */
import { expect, test } from '@playwright/test';
import { counterMachine } from '../../machines/counter/counter.machine.ts';
import { counterModel } from '../../machines/counter/counter.model.ts';
import { accepts, type Path, transitionTour, uncovered } from '../../machines/kit/model.ts';
import { recordCoverage } from '../../tests/coverage.ts';
import { api, barcodeOf, control, signIn } from '../harness/control.ts';
import { ActWindow, texts } from '../pages/actWindow.ts';
import { OwnList, type Screen } from '../pages/ownList.ts';

const PRODUCT = 1;
const KEEPERS = ['counter.rename', 'counter.remove', 'counter.release'] as const;
const RENAMED = 'Ikkinchi roʻyxat';

class World {
  readonly window: ActWindow;
  readonly list: OwnList;
  readonly fullname: string;
  #entries = 0;

  constructor(window: ActWindow, list: OwnList, fullname: string) {
    this.window = window;
    this.list = list;
    this.fullname = fullname;
  }

  async do(name: string): Promise<void> {
    const { window, list, fullname } = this;
    switch (name) {
      case 'is renamed':
        await window.rename(fullname, RENAMED);
        await expect(window.counterRow(fullname)).toContainText(RENAMED);
        await list.page.reload();
        return expect(list.page.getByRole('heading', { level: 1 })).toContainText(RENAMED);
      case 'is removed':
        await window.askOfCounter(fullname, texts.counting.ask.counter.remove.do);
        await window.confirm();
        await window.done();
        // the screen that was open before learns it as soon as it wants to start
        return list.page.getByTestId('start').click();
      case 'starts':
        return list.start();
      case 'saves entries':
        this.#entries += 1;
        await list.scan(`3*${barcodeOf(PRODUCT)}`);
        return list.expectAllSent(this.#entries);
      case 'submits':
        return list.handIn();
      case 'is released': {
        await window.askOfCounter(fullname, texts.counting.ask.counter.release.do);
        await window.writeReason('Ishdan ketdi');
        await window.confirm();
        await window.done();
        // what is scanned after that is not taken by the server, stays here, and is said to
        await list.scan(barcodeOf(PRODUCT));
        return expect(list.page.getByTestId('left-here')).toBeVisible();
      }
      default:
        throw new Error(`no verb for "${name}"`);
    }
  }

  /** The list's own screen and its line in the act's window say the state, and each offers its own events. */
  async expectSame(after: Path['begins']): Promise<void> {
    const { window, fullname } = this;
    const state = after.value as Screen;
    await this.list.expectScreen(state);
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
    const expected = KEEPERS.filter((type) => accepts(counterMachine, after, { type }));
    const menu = row.getByRole('button', { name: texts.counting.counters.menuOf.replace('{{name}}', fullname) });
    await expect(menu).toHaveCount(expected.length === 0 ? 0 : 1);
    if (expected.length === 0) return;
    await menu.click();
    const items = window.page.getByRole('menu').getByRole('menuitem');
    await expect(items).toHaveText(expected.map((type) => texts.counting.ask.counter[wordOf(type)].do));
    await window.closeMenu();
  }
}

const wordOf = (type: (typeof KEEPERS)[number]) => type.replace('counter.', '') as 'rename' | 'remove' | 'release';

const paths = transitionTour(counterModel);

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test.describe('counter', () => {
  test('every transition has a path', () => {
    expect(uncovered(counterModel, paths)).toEqual([]);
  });

  for (const path of paths) {
    test(path.name, async ({ page, context, browser }) => {
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
      const errors: Error[] = [];
      for (const one of [page, list.page]) one.on('pageerror', (error) => errors.push(error));
      const world = new World(new ActWindow(page), list, counter1.fullname);
      const taken: string[] = [];
      const states: string[] = [];
      try {
        await world.window.open(id);
        await list.come(number);
        await world.expectSame(path.begins);
        states.push(String(path.begins.value));
        for (const step of path.steps) {
          await test.step(step.case.name, async () => {
            await world.do(step.case.name);
            await world.expectSame(step.after);
          });
          taken.push(...step.transitions);
          states.push(String(step.after.value));
        }
      } finally {
        recordCoverage('counter', 'browser', { transitions: taken, states });
        await list.page.context().close();
      }
      expect(errors, 'uncaught errors of the pages').toEqual([]);
    });
  }
});

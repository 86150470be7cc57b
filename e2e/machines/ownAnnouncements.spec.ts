/** The browser layer of what is announced to a person: the path sets the server’s answer. */
import { expect, type Page } from '@playwright/test';
import { announcementMine, announcementRead, type OwnAnnouncement } from '../../contract/ownAnnouncements.ts';
import {
  FIRST,
  ORDINARY,
  ownAnnouncementsModel,
  SECOND,
} from '../../machines/ownAnnouncements/ownAnnouncements.model.ts';
import { api, control, signIn, test } from '../harness/control.ts';
import { intercept } from '../harness/intercept.ts';
import { ReaderPage, texts } from '../pages/announcementPage.ts';
import { Gate, type Moment, type Opening, runBrowserLayer } from './kit.ts';

const TITLES: Readonly<Record<number, string>> = {
  [ORDINARY]: 'Bayram kuni ish vaqti',
  [FIRST]: 'Kassa tartibi',
  [SECOND]: 'Yongʻin xavfsizligi',
};
const LOST = { status: 503, code: 'unavailable' };

const announced = (id: number): OwnAnnouncement => ({
  id,
  title: TITLES[id] ?? '',
  body: `${TITLES[id]}: ertadan boshlab yangi tartib.`,
  from: '2026-11-20T04:00:00.000Z',
  to: '2026-11-30T18:59:00.000Z',
  must_confirm: id !== ORDINARY,
  read_at: null,
});

class World extends ReaderPage {
  readonly read: Gate;
  rows: OwnAnnouncement[] = [announced(ORDINARY)];

  constructor(page: Page, read: Gate) {
    super(page);
    this.read = read;
  }

  /** The window is looked at again: the page asks what is announced. */
  async tell(ids: readonly number[]): Promise<void> {
    this.rows = [...ids.map(announced), ...this.rows.filter((one) => !one.must_confirm)];
    const answered = this.page.waitForResponse((one) => one.url().endsWith(announcementMine.path));
    await this.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
    await answered;
  }

  /** The server has the mark; the page asks again. */
  async answer(id: number, gone = false): Promise<void> {
    this.rows = gone
      ? this.rows.filter((one) => one.id !== id)
      : this.rows.map((one) => (one.id === id ? { ...one, read_at: '2026-11-21T06:00:00.000Z' } : one));
    const answered = this.page.waitForResponse((one) => one.url().endsWith(announcementMine.path));
    if (gone) await this.read.answer(409, { message: 'Tugagan', code: 'not_allowed_now', request_id: 'r-1' });
    else await this.read.answer(200, { message: 'Oʻqildi.' });
    await answered;
  }

  /** What is asked for at the top: the first that is not confirmed. */
  get first(): OwnAnnouncement | undefined {
    return this.rows.find((one) => one.must_confirm && one.read_at === null);
  }
}

async function open({ page, context }: Opening): Promise<World> {
  const { counter1 } = (await control.branch()).people;
  const world = new World(page, await Gate.at(page, announcementRead));
  await intercept(page, `*${announcementMine.path}`, {
    hold: (call) =>
      call.answer(200, { data: world.rows, unread: world.rows.filter((one) => one.read_at === null).length }),
  });
  await signIn(context, counter1);
  await page.goto('/profile');
  return world;
}

const dueOf = ({ step }: Moment) => (step?.after.context as { due: number[] } | undefined)?.due ?? [];

runBrowserLayer<World>('ownAnnouncements', ownAnnouncementsModel, {
  open,
  verbs: {
    'one that must be confirmed comes': (world) => world.tell([FIRST]),
    'two that must be confirmed come': (world) => world.tell([FIRST, SECOND]),
    'they are withdrawn': (world) => world.tell([]),
    'opens the list': (world) => world.button.click(),
    'closes the list': (world) => world.page.keyboard.press('Escape'),
    'marks one as read': (world) => world.mark(ORDINARY).click(),
    confirms: (world) => world.confirm.click(),
    'it is marked': (world) => world.answer(ORDINARY),
    'the mark gets no answer': (world) => world.read.answer(LOST.status, { message: 'Server band', code: LOST.code }),
    'the marked one has ended': (world) => world.answer(ORDINARY, true),
    'it is confirmed': (world) => world.answer(world.first?.id ?? 0),
    'the confirmation gets no answer': (world) =>
      world.read.answer(LOST.status, { message: 'Server band', code: LOST.code }),
    'the confirmed one has ended': (world) => world.answer(world.first?.id ?? 0, true),
  },
  states: {
    async closed(world) {
      await expect(world.page.getByRole('dialog')).toHaveCount(0);
      const unread = world.rows.filter((one) => one.read_at === null).length;
      if (world.rows.length === 0) await expect(world.button).toHaveCount(0);
      else await expect(world.button).toHaveText(unread === 0 ? '' : String(unread));
    },
    async 'listed.reading'(world, { step }) {
      for (const { id, title, read_at } of world.rows) {
        await expect(world.item(id)).toContainText(title);
        await expect(world.mark(id)).toHaveCount(read_at === null ? 1 : 0);
      }
      const failed = step?.case.name === 'the mark gets no answer';
      await expect(world.page.getByTestId('refusal')).toHaveCount(failed ? 1 : 0);
      await expect(world.closeButton).toBeEnabled();
      // the button that was pressed may be gone; keys still reach the list
      await expect(world.page.locator('.bp6-overlay :focus')).toHaveCount(1);
    },
    async 'listed.marking'(world) {
      await expect(world.closeButton).toBeDisabled();
      await world.page.keyboard.press('Escape');
      await expect(world.list).toBeVisible();
    },
    async 'asking.waiting'(world, moment) {
      const [first = 0, ...others] = dueOf(moment);
      const dialog = world.due(TITLES[first] ?? '');
      await expect(dialog).toBeVisible();
      await expect(dialog).toContainText('ertadan boshlab');
      await expect(world.confirm).toBeEnabled();
      await expect(dialog.getByText(texts.own.more_one.replace('{{count}}', '1'))).toHaveCount(others.length);
      const failed = moment.step?.case.name === 'the confirmation gets no answer';
      await expect(dialog.getByTestId('refusal')).toHaveCount(failed ? 1 : 0);
      // neither Esc nor a press beside it leaves it
      await world.page.keyboard.press('Escape');
      await world.page.mouse.click(5, 5);
      await expect(dialog).toBeVisible();
    },
    async 'asking.confirming'(world) {
      await expect(world.page.getByRole('dialog')).toBeVisible();
      await expect(world.confirm).toBeDisabled();
    },
  },
});

test('one that must be confirmed covers every page, also after a reload, and is confirmed by the keyboard', async ({
  page,
  context,
  branch,
}) => {
  const { director, counter1 } = branch.people;
  const title = `Yangi tartib ${branch.organization}`;
  const { body } = await api(
    director,
    'POST',
    '/announcement/create',
    {
      title_uz: title,
      title_ru: `Новый порядок ${branch.organization}`,
      body_uz: 'Ertadan kassa soat 9 da ochiladi.',
      body_ru: 'С завтрашнего дня касса открывается в 9.',
      everyone: false,
      position_ids: [],
      organization_ids: [branch.organizationId],
      from: new Date(Date.now() - 3_600_000).toISOString(),
      to: new Date(Date.now() + 86_400_000).toISOString(),
      must_confirm: true,
    },
    'cash',
  );
  await api(director, 'PUT', `/announcement/publish/${body.data.id}`, undefined, 'cash');
  await signIn(context, counter1);
  const reader = new ReaderPage(page);
  for (const path of ['/profile', '/versions']) {
    await page.goto(path);
    await expect(reader.due(title)).toBeVisible();
  }
  await page.reload();
  const dialog = reader.due(title);
  // the text has the focus and is named; Enter in it confirms nothing
  const text = dialog.getByRole('region', { name: texts.own.text });
  await expect(text).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(reader.confirm).toBeFocused();
  // the page below is not reached
  await page.keyboard.press('Tab');
  await expect(dialog.locator(':focus')).toHaveCount(1);
  await reader.confirm.focus();
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await page.reload();
  await expect(reader.button).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await reader.button.click();
  await expect(reader.item(body.data.id)).toHaveAttribute('data-read', 'true');
});

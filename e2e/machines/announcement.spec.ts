/** The browser layer of announcements: the author’s window and list, a reader of the author’s branch, the server’s job. */
import { expect } from '@playwright/test';
import type { Announcement, AnnouncementStatus } from '../../contract/announcements.ts';
import { announcementModel } from '../../machines/announcement/announcement.model.ts';
import { api, type Branch, control, signIn, test } from '../harness/control.ts';
import { AnnouncementPage, ReaderPage, texts, WRITE_PATH, writtenFor } from '../pages/announcementPage.ts';
import { tick, untick } from '../pages/tick.ts';
import { type Opening, runBrowserLayer } from './kit.ts';

const { form } = texts.announcements;
const RUSSIAN = 'Порядок кассы';

class World extends AnnouncementPage {
  readonly branch: Branch;
  readonly title: string;
  id = 0;
  /** The pages of a reader, opened when one is wanted. */
  readonly reader: () => Promise<ReaderPage>;

  constructor({ page, context }: Opening, branch: Branch) {
    super(page);
    this.branch = branch;
    this.title = `Kassa tartibi ${branch.organization}`;
    let opened: ReaderPage | undefined;
    this.reader = async () => {
      if (opened === undefined) {
        const apart = await context.browser()?.newContext({ baseURL: new URL(page.url()).origin });
        if (apart === undefined) throw new Error('no browser');
        await signIn(apart, branch.people.counter1);
        opened = new ReaderPage(await apart.newPage());
      }
      await opened.page.goto('/profile');
      await expect(opened.page.locator('.profile-part').first()).toBeVisible();
      return opened;
    };
  }

  stored = async (): Promise<Announcement> =>
    (
      await api<{ data: Announcement }>(
        this.branch.people.director,
        'GET',
        `/announcement/show/${this.id}`,
        undefined,
        'cash',
      )
    ).body.data;

  /** Writes in the window, whatever state the page is in, and saves. */
  async write(title: string): Promise<void> {
    if ((await this.window.count()) === 0) await this.openDraft(this.id);
    await this.field(form.title_ru).fill(title);
    await this.save();
    await expect.poll(async () => (await this.stored()).title_ru).toBe(title);
  }

  /** Whether the branch’s reader is shown it. */
  async expectShown(shown: boolean): Promise<void> {
    const reader = await this.reader();
    if (!shown) {
      await expect(reader.button).toHaveCount(0);
      return;
    }
    await reader.button.click();
    await expect(reader.item(this.id)).toContainText(this.title);
    await reader.closeButton.click();
  }
}

async function open(opening: Opening): Promise<World> {
  const branch = await control.branch();
  await signIn(opening.context, branch.people.director);
  await opening.page.goto(WRITE_PATH);
  const world = new World(opening, branch);
  await world.field(form.title_uz).fill(world.title);
  await world.field(form.body_uz).fill('Ertadan kassa soat 9 da ochiladi.');
  await world.field(form.body_ru).fill('С завтрашнего дня касса открывается в 9.');
  await untick(world.window.getByRole('checkbox', { name: form.everyone }));
  await world.choose(form.addOrganization, branch.organization);
  await world.saveButton.click();
  await expect(world.page).toHaveURL(/id=\d+/);
  world.id = Number(new URL(world.page.url()).searchParams.get('id'));
  return world;
}

const seen = (status: AnnouncementStatus, shown: boolean, may: { withdraw?: boolean }) =>
  async function look(world: World): Promise<void> {
    await world.openInList(world.id);
    await world.expectStatus(status);
    await expect(world.withdrawButton).toHaveCount(may.withdraw ? 1 : 0);
    await expect(world.editLink).toHaveCount(0);
    await expect(world.publishButton).toHaveCount(0);
    expect((await world.stored()).status).toBe(status);
    await world.expectShown(shown);
  };

runBrowserLayer<World>('announcement', announcementModel, {
  open,
  onServer: true,
  verbs: {
    'writes the rest': (world) => world.write(RUSSIAN),
    'takes a language out': (world) => world.write(''),
    async 'publishes it'(world) {
      await world.publishButton.click();
      await world.sendButton.click();
      // the window is replaced by the list
      await expect(world.pane).toBeVisible();
    },
    async 'somebody reads it'(world) {
      const reader = await world.reader();
      await reader.button.click();
      await reader.mark(world.id).click();
      await expect(reader.item(world.id)).toHaveAttribute('data-read', 'true');
    },
    async 'its end comes'(world) {
      await control.announcementEnds(world.id);
    },
    async 'withdraws it'(world) {
      await world.withdrawButton.click();
      await world.page.getByRole('dialog').getByRole('textbox').fill('Xato yozilgan');
      await world.sendButton.click();
      await expect(world.withdrawButton).toHaveCount(0);
    },
  },
  states: {
    async draft(world, { step, path }) {
      const { complete } = (step?.after ?? path.begins).context as { complete: boolean };
      await expect(world.window).toBeVisible();
      await expect(world.publishButton).toBeEnabled({ enabled: complete });
      await expect(world.page.getByText(form.need.ru)).toHaveCount(complete ? 0 : 1);
      await expect(world.field(form.title_ru)).toHaveValue(complete ? RUSSIAN : '');
      expect((await world.stored()).status).toBe('draft');
    },
    async published(world, { step }) {
      await seen('published', true, { withdraw: true })(world);
      const read = step?.case.name === 'somebody reads it';
      const person = world.readers.getByRole('listitem').filter({ hasText: world.branch.people.counter1.fullname });
      if (read) await expect(person).not.toContainText(texts.announcements.readers.not);
      else await expect(person).toContainText(texts.announcements.readers.not);
    },
    ended: seen('ended', false, {}),
    async withdrawn(world) {
      await seen('withdrawn', false, {})(world);
      await expect(world.pane).toContainText('Xato yozilgan');
    },
  },
});

test('two authors of one draft: nothing of either is overwritten silently, what is typed is not lost', async ({
  page,
  context,
  branch,
}) => {
  const { director } = branch.people;
  const written = writtenFor(branch.organizationId);
  const { body } = await api(director, 'POST', '/announcement/create', written, 'cash');
  const { id } = body.data;
  await signIn(context, director);
  const author = new AnnouncementPage(page);
  await author.openDraft(id);
  await author.field(form.title_uz).fill('Meniki');
  await api(director, 'PUT', `/announcement/update/${id}`, { ...written, title_uz: 'Uniki', body_uz: 'Yangi' }, 'cash');
  await author.saveButton.click();
  const conflict = page.getByRole('dialog');
  await expect(conflict).toContainText('Uniki');
  // and who was faster
  await expect(conflict).toContainText(`${director.fullname} `);
  await tick(conflict.getByRole('radio', { name: /Meniki/ }));
  await page.getByTestId('conflict-save').click();
  await expect(conflict).toHaveCount(0);
  await expect(author.field(form.title_uz)).toHaveValue('Meniki');
  await expect(author.field(form.body_uz)).toHaveValue('Yangi');

  // an end before the start and an invalid time are shown at their fields
  await author.field(form.to_day).fill('01.01.2026');
  await author.field(form.to_time).fill('9');
  await author.saveButton.click();
  await expect(author.field(form.to_time)).toHaveAttribute('aria-invalid', 'true');
  await author.field(form.to_time).fill('18:00');
  await expect(page.getByText(form.needLater)).toBeVisible();
  // leaving with something typed asks
  await page.getByRole('button', { name: 'Orqaga' }).click();
  await expect(page.getByRole('dialog', { name: texts.records.leave.title })).toBeVisible();
  await page.getByTestId('record-stay').click();
  await expect(author.field(form.to_day)).toHaveValue('01.01.2026');
});

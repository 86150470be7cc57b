/** The browser layer of a test as its author has it: the window, the list, who takes it, the server's job. */
import { expect } from '@playwright/test';
import type { AuthoredTest, TestStatus } from '../../contract/testAuthors.ts';
import { staffTestModel } from '../../machines/staffTest/staffTest.model.ts';
import { api, type Branch, control, signIn, test } from '../harness/control.ts';
import { openAnew } from '../harness/openAnew.ts';
import { LIST_PATH, TestAuthorPage, texts, wholeTest } from '../pages/testAuthorPage.ts';
import { tick } from '../pages/tick.ts';
import { type Opening, runBrowserLayer } from './kit.ts';

const { form } = texts.authors;

class World extends TestAuthorPage {
  readonly branch: Branch;
  readonly title: string;
  readonly id: number;

  constructor({ page }: Opening, branch: Branch, id: number, title: string) {
    super(page);
    this.branch = branch;
    this.id = id;
    this.title = title;
  }

  override async openInList(id: number): Promise<void> {
    await openAnew(this.page, `${LIST_PATH}?row=${id}`);
    await expect(this.pane).toBeVisible();
  }

  stored = async (): Promise<AuthoredTest> =>
    (await api<{ data: AuthoredTest }>(this.branch.people.director, 'GET', `/test/show/${this.id}`, undefined, 'cash'))
      .body.data;

  /** Whether somebody of the branch has it among the own tests, with a try left. */
  async expectTaken(can: boolean): Promise<void> {
    const { body } = await api<{ data: { title: string; tries_left: number }[] }>(
      this.branch.people.counter1,
      'GET',
      '/my_tests',
      undefined,
      'cash',
    );
    expect(body.data.some((one) => one.title === this.title && one.tries_left > 0)).toBe(can);
  }

  async answer(title: string): Promise<void> {
    if ((await this.window.count()) === 0) await this.openDraft(this.id);
    await this.option(1, 2).fill(title);
    await this.save();
    await expect.poll(async () => (await this.stored()).questions[0]?.options[1]?.title).toBe(title);
  }
}

async function open(opening: Opening): Promise<World> {
  const branch = await control.branch();
  const title = `Kassa intizomi ${branch.organization}`;
  await signIn(opening.context, branch.people.director);
  const page = new TestAuthorPage(opening.page);
  await page.openNew();
  await page.field(texts.authors.titleOf).fill(title);
  await page.addChoices('single', 'Kun kim bilan yopiladi?', ['Kassir']);
  await page.right(1, 2).check();
  await page.choose(form.addOrganization, branch.organization);
  return new World(opening, branch, await page.created(), title);
}

const seen = (status: TestStatus, can: boolean) =>
  async function look(world: World): Promise<void> {
    await world.openInList(world.id);
    await world.expectStatus(status);
    await expect(world.closeButton).toHaveCount(status === 'published' ? 1 : 0);
    await expect(world.editLink).toHaveCount(0);
    await expect(world.publishButton).toHaveCount(0);
    await expect(world.dropButton).toHaveCount(0);
    await expect(world.copyButton).toBeVisible();
    await world.expectTaken(can);
  };

runBrowserLayer<World>('staffTest', staffTestModel, {
  open,
  onServer: true,
  verbs: {
    'writes the rest': (world) => world.answer('Kassir va rahbar'),
    'takes an answer out': (world) => world.answer(''),
    async 'publishes it'(world) {
      await world.publishButton.click();
      const people = Object.keys(world.branch.people).length;
      await expect(world.page.getByRole('dialog')).toContainText(`${people} kishi (${world.branch.organization})`);
      await world.sendButton.click();
      // the window is replaced by the list
      await expect(world.pane).toBeVisible();
    },
    async 'closes it'(world) {
      await world.closeButton.click();
      await world.sendButton.click();
      await expect(world.closeButton).toHaveCount(0);
    },
    async 'its end comes'(world) {
      await control.staffTestEnds(world.id);
    },
    async 'drops it'(world) {
      await world.openInList(world.id);
      await world.dropButton.click();
      await world.sendButton.click();
      await expect(world.dropButton).toHaveCount(0);
    },
  },
  states: {
    async draft(world, { step, path }) {
      const { complete } = (step?.after ?? path.begins).context as { complete: boolean };
      await expect(world.window).toBeVisible();
      await expect(world.publishButton).toBeEnabled({ enabled: complete });
      await expect(world.window.getByText(form.lacks.options)).toHaveCount(complete ? 0 : 1);
      expect((await world.stored()).status).toBe('draft');
      await world.expectTaken(false);
    },
    published: seen('published', true),
    ended: seen('ended', false),
    withdrawn: seen('withdrawn', false),
  },
});

test('questions are moved by keys, taken out and back; typed text is kept until it is saved', async ({
  page,
  context,
  branch,
}) => {
  const { director } = branch.people;
  await signIn(context, director);
  const author = new TestAuthorPage(page);
  await author.openNew();
  await author.addChoices('single', 'Birinchi', ['A', '+B']);
  await author.addChoices('multi', 'Ikkinchi', ['+C', '+D', 'E']);
  await author.addQuestion('text', 'Uchinchi');
  await author.accepted(3).fill('15\noʻn besh');

  // the hand stays on the question that it moves
  await author.titleOf(3).press('Alt+ArrowUp');
  await expect(author.titleOf(2)).toHaveValue('Uchinchi');
  await expect(author.titleOf(2)).toBeFocused();
  await author.titleOf(2).press('Alt+ArrowUp');
  await expect(author.titleOf(1)).toHaveValue('Uchinchi');
  await expect(author.titleOf(1)).toBeFocused();

  await author.command(form.remove, 2).click();
  await expect(author.questions).toHaveCount(2);
  await page.getByTestId('question-back').click();
  await expect(author.titleOf(2)).toHaveValue('Birinchi');
  await expect(author.right(2, 2)).toBeChecked();

  // another kind and back: the options are still there
  await author.question(2).getByRole('combobox').selectOption('text');
  await expect(author.option(2, 1)).toHaveCount(0);
  await author.question(2).getByRole('combobox').selectOption('single');
  await expect(author.option(2, 1)).toHaveValue('A');

  // a single question has one right answer
  await author.right(2, 1).check();
  await expect(author.right(2, 2)).not.toBeChecked();

  // as the staff see it: nothing is marked
  await author.previewButton.click();
  await expect(author.preview).toContainText('Uchinchi');
  await page.getByTestId('preview-next').click();
  await expect(author.preview.getByLabel('A', { exact: true })).not.toBeChecked();
  await page.getByTestId('preview-close').click();

  await page.getByRole('button', { name: 'Orqaga' }).click();
  await expect(page.getByRole('dialog', { name: texts.records.leave.title })).toBeVisible();
  await page.getByTestId('record-stay').click();
  await expect(author.questions).toHaveCount(3);
  const id = await author.created();
  await page.reload();
  await expect(author.titleOf(1)).toHaveValue('Uchinchi');
  await expect(author.accepted(1)).toHaveValue('15\noʻn besh');
  await expect(author.option(3, 3)).toHaveValue('E');

  // nobody is chosen: the reason is shown beside the action
  await expect(author.publishButton).toBeDisabled();
  await author.field(texts.authors.titleOf).fill('Mening testim');
  await author.choose(form.addOrganization, branch.organization);
  await author.save();
  await expect(author.publishButton).toBeEnabled();

  // two authors of one draft: nothing is overwritten silently
  await author.field(texts.authors.titleOf).fill('Meniki');
  await api(director, 'PUT', `/test/update/${id}`, wholeTest(branch.organizationId, { title: 'Uniki' }), 'cash');
  await author.saveButton.click();
  const conflict = page.getByRole('dialog');
  await expect(conflict).toContainText('Uniki');
  // and who was faster
  await expect(conflict).toContainText(`${director.fullname} `);
  await tick(conflict.getByRole('radio', { name: /Meniki/ }));
  await page.getByTestId('conflict-save').click();
  await expect(conflict).toHaveCount(0);
  await expect(author.field(texts.authors.titleOf)).toHaveValue('Meniki');
  await expect(author.questions).toHaveCount(1);
});

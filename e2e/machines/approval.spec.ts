/** The browser layer of approvals, over the black list: the director asks, the accountant decides. */
import { expect, type Page } from '@playwright/test';
import type { ApprovalStatus, BlackListEntry } from '../../contract/blackList.ts';
import { isPinfl } from '../../contract/checkDigits.ts';
import texts from '../../locales/uz/blackList.json' with { type: 'json' };
import machine from '../../locales/uz/machines/approval.json' with { type: 'json' };
import { approvalModel } from '../../machines/approval/approval.model.ts';
import { api, type Branch, type BranchPerson, control, signIn } from '../harness/control.ts';
import { openAnew } from '../harness/openAnew.ts';
import { type Opening, runBrowserLayer } from './kit.ts';

const PATH = '/clients/black-list';
const WORDS = 'Hujjat yetarli emas';

/** One of district 000 (decision 88) for each branch: a person is listed once. */
function pinflOf(branch: number): string {
  const begun = `3150685${String(branch).padStart(6, '0')}`;
  return [...'0123456789'].map((last) => begun + last).find(isPinfl) ?? '';
}

class World {
  readonly page: Page;
  readonly branch: Branch;
  readonly id: number;
  readonly pinfl: string;
  /** The page of who decides, opened when it is wanted. */
  readonly decider: () => Promise<Page>;

  constructor({ page, context }: Opening, branch: Branch, id: number) {
    this.page = page;
    this.branch = branch;
    this.id = id;
    this.pinfl = pinflOf(branch.organizationId);
    let opened: Page | undefined;
    this.decider = async () => {
      if (opened === undefined) {
        const apart = await context.browser()?.newContext({ baseURL: new URL(page.url()).origin });
        if (apart === undefined) throw new Error('no browser');
        await signIn(apart, branch.people.accountant);
        opened = await apart.newPage();
      }
      await openAnew(opened, `${PATH}?row=${id}`);
      return opened;
    };
  }

  button = (command: string, page = this.page) => page.getByTestId(`black-list-${command}`);
  field = (label: string) => this.page.locator('aside.pane').getByRole('textbox', { name: label });

  stored = async (): Promise<BlackListEntry> => {
    const { director } = this.branch.people;
    const path = `/black_list/show/${this.id}`;
    return (await api<{ data: BlackListEntry }>(director, 'GET', path, undefined, 'client')).body.data;
  };

  async goto(): Promise<void> {
    await openAnew(this.page, `${PATH}?row=${this.id}`);
    await expect(this.page.getByTestId('black-list-pane')).toBeVisible();
  }

  async write(pinfl: string): Promise<void> {
    const { version } = await this.stored();
    await this.field(texts.pinfl).fill(pinfl);
    // the same words once more are no change
    await this.field(texts.comment).fill(`${version}`);
    await this.page.getByTestId('record-save').click();
    await expect.poll(async () => (await this.stored()).version).toBe(version + 1);
  }

  async ask(command: string, page = this.page, words?: string): Promise<void> {
    await this.button(command, page).click();
    if (words !== undefined) await page.getByRole('dialog').getByRole('textbox').fill(words);
    await page.getByTestId('question-send').click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
}

/** The world has no reasons: each path makes one of its own, for paths run side by side. */
async function newReason(person: BranchPerson): Promise<number> {
  const lists = await api<{ data: { id: number; code: string }[] }>(
    person,
    'GET',
    '/classifier/index',
    undefined,
    'client',
  );
  const name = { uz: `Soxta hujjat ${person.id}`, ru: `Поддельные документы ${person.id}` };
  const classifier_id = lists.body.data.find(({ code }) => code === 'black_list_reason')?.id;
  const value = { classifier_id, name, code: `fraud-${person.id}`, place: 1, days: null };
  return (await api<{ data: { id: number } }>(person, 'POST', '/classifier_value/create', value, 'client')).body.data
    .id;
}

async function open(opening: Opening): Promise<World> {
  const branch = await control.branch();
  const { director } = branch.people;
  const { body } = await api<{ data: BlackListEntry }>(
    director,
    'POST',
    '/black_list/create',
    {
      ...{ fullname: `Sinov ${branch.organization}`, pinfl: null, documents: [], comment: null },
      ...{ reason_id: await newReason(director), from: '2026-11-20', to: null },
    },
    'client',
  );
  await signIn(opening.context, director);
  const world = new World(opening, branch, body.data.id);
  await world.goto();
  return world;
}

const seen = (status: ApprovalStatus, commands: readonly string[]) =>
  async function look(world: World): Promise<void> {
    await world.goto();
    const pane = world.page.getByTestId('black-list-pane');
    await expect(pane).toHaveAttribute('data-status', status);
    await expect(pane.getByText(machine.states[status].name, { exact: true })).toBeVisible();
    for (const command of ['send', 'withdraw', 'approve', 'refuse', 'cancel'])
      await expect(world.button(command)).toHaveCount(commands.includes(command) ? 1 : 0);
    expect((await world.stored()).status).toBe(status);
  };

runBrowserLayer<World>('approval', approvalModel, {
  open,
  onServer: true,
  verbs: {
    'writes the rest': (world) => world.write(world.pinfl),
    'takes something out': (world) => world.write(''),
    'sends it': (world) => world.ask('send'),
    'takes it back': (world) => world.ask('withdraw'),
    'approves it': async (world) => world.ask('approve', await world.decider()),
    'refuses it': async (world) => world.ask('refuse', await world.decider(), WORDS),
    'cancels it': (world) => world.ask('cancel', world.page, WORDS),
  },
  states: {
    async draft(world, { step, path }) {
      const { complete } = (step?.after ?? path.begins).context as { complete: boolean };
      await seen('draft', ['send', 'cancel'])(world);
      await expect(world.button('send')).toBeEnabled({ enabled: complete });
      await expect(world.page.getByText(texts.missing.number)).toHaveCount(complete ? 0 : 1);
      await expect(world.field(texts.pinfl)).toHaveValue(complete ? world.pinfl : '');
    },
    async sent(world) {
      // the own request is decided by somebody else
      await seen('sent', ['withdraw', 'cancel'])(world);
      const decider = await world.decider();
      await expect(world.button('approve', decider)).toBeEnabled();
      await expect(world.button('withdraw', decider)).toHaveCount(0);
      // numbers are masked until they are asked for
      const pane = decider.getByTestId('black-list-pane');
      await expect(pane).not.toContainText(world.pinfl);
      await world.button('reveal', decider).click();
      await expect(pane).toContainText(world.pinfl);
    },
    async approved(world) {
      await seen('approved', [])(world);
      await expect(world.page.getByText(texts.pane.inForce)).toBeVisible();
      await world.button('find').click();
      await world.page.getByTestId('black-list-find-number').fill(world.pinfl);
      await world.button('find-act').click();
      await expect(world.page.getByTestId('black-list-found')).toContainText(texts.find.listed);
      // what was looked for stands in no address
      expect(world.page.url()).not.toContain(world.pinfl);
      await world.page.keyboard.press('Escape');
    },
    async refused(world) {
      await seen('refused', [])(world);
      await expect(world.page.getByText(WORDS)).toBeVisible();
    },
    async cancelled(world) {
      await seen('cancelled', [])(world);
      await expect(world.page.getByText(WORDS)).toBeVisible();
    },
  },
});

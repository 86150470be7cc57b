/** The browser layer of dated settings, over the page of markups: each path has a category of its own. */
import { expect, test } from '@playwright/test';
import type { ResponseOf } from '../../contract/call.ts';
import type { RevisionStatus } from '../../contract/setting/status.ts';
import type { markupCategory } from '../../contract/settings/markupCategory.ts';
import { settingRevisionModel } from '../../machines/settingRevision/settingRevision.model.ts';
import { api, type Branch, control, signIn } from '../harness/control.ts';
import { MARKUPS_PATH, MarkupPage, texts } from '../pages/markupPage.ts';
import { type Opening, runBrowserLayer } from './kit.ts';

const { no_cash, additional, other_additional } = texts.markups.fields;

type Markup = ResponseOf<typeof markupCategory.calls.revisions>['data'][number];
const { form } = texts.setting;
const FAR = '10.06.2031';
const IN_CLOSED_MONTH = '15.01.2026';

class World extends MarkupPage {
  readonly branch: Branch;
  readonly category: { id: number; name: string };
  /** The revision of the path. */
  id = 0;
  percent = 12;

  constructor({ page }: Opening, branch: Branch, category: World['category']) {
    super(page, MARKUPS_PATH);
    this.branch = branch;
    this.category = category;
  }

  async all(): Promise<Markup[]> {
    const read = async <T>(path: string) =>
      (await api<{ data: T[] }>(this.branch.people.director, 'GET', `/markup_category/${path}`)).body.data;
    const row = (await read<{ id: number; first: number | null }>('index')).find(({ id }) => id === this.category.id);
    return row?.first == null ? [] : read<Markup>(`revisions/${row.first}`);
  }

  stored = async () => (await this.all()).find(({ id }) => id === this.id);

  /** A draft, written by the person; the pane stays with it. */
  async draft(figures: { additional: number; from?: string }): Promise<void> {
    await this.begin();
    await this.field(no_cash).fill('90');
    await this.field(other_additional).fill('0');
    await this.field(additional).fill(String(figures.additional));
    if (figures.from !== undefined) await this.field(form.from).fill(figures.from);
    await this.save();
    await expect(this.planButton).toBeVisible();
  }

  /** The address keeps the revision: its pane is there again. */
  async reload(): Promise<void> {
    await this.page.reload();
    await expect(this.form).toBeVisible();
  }

  /** The revision of the path, in its own pane. */
  async openOwn(): Promise<void> {
    await this.backToCategory();
    await this.openRevision(this.id);
  }
}

async function open(opening: Opening): Promise<World> {
  await control.closeMonth(2026, 1);
  const branch = await control.branch();
  const name = `Boʻlim ${branch.organization}`;
  const { id } = await control.category(name);
  const world = new World(opening, branch, { id, name });
  await signIn(opening.context, branch.people.director);
  await world.goto(name);
  await world.openRow(name);
  await world.draft({ additional: world.percent, from: FAR });
  world.id = (await world.all())[0]?.id ?? 0;
  return world;
}

/** The revision's pane shows its state, and the server answers the same. */
const seen = (status: RevisionStatus, may: { change?: boolean; plan?: boolean; drop?: boolean }) =>
  async function look(world: World): Promise<void> {
    await world.openOwn();
    await world.expectState(status);
    await expect(world.saveButton).toHaveCount(may.change ? 1 : 0);
    await expect(world.field(additional)).toBeEnabled({ enabled: may.change === true });
    await expect(world.field(additional)).toHaveValue(String(world.percent));
    await expect(world.planButton).toHaveCount(may.change ? 1 : 0);
    if (may.change) await expect(world.planButton).toBeEnabled({ enabled: may.plan === true });
    await expect(world.dropButton).toHaveCount(may.drop ? 1 : 0);
    expect((await world.stored())?.status).toBe(status);
    await world.backToCategory();
    await expect(world.revision(world.id)).toContainText(texts.machine.states[status].name);
    await world.openRevision(world.id);
  };

runBrowserLayer<World>('settingRevision', settingRevisionModel, {
  open,
  onServer: true,
  verbs: {
    async 'changes its figures'(world) {
      world.percent += 3;
      await world.field(additional).fill(String(world.percent));
      await world.field(form.from).fill(FAR);
      await world.save();
      await expect.poll(async () => (await world.stored())?.additional).toBe(world.percent);
      await expect(world.planButton).toBeEnabled();
    },
    async 'moves it into a closed month'(world) {
      await world.field(form.from).fill(IN_CLOSED_MONTH);
      await world.save();
      await expect(world.pane.getByText(form.monthClosed)).toBeVisible();
    },
    async 'plans it'(world) {
      await world.plan();
      await expect(world.planButton).toHaveCount(0);
    },
    async 'drops it'(world) {
      await world.drop();
      await expect(world.dropButton).toHaveCount(0);
    },
    async 'its day comes'(world) {
      await control.markupDayComes(world.id);
      await world.reload();
    },
    async 'its last day is over'(world) {
      await control.markupEnds(world.id);
      await world.reload();
    },
    async 'a later one comes'(world) {
      await world.backToCategory();
      // from today on, as the pane proposes: planned, it starts at once
      await world.draft({ additional: 40 });
      await world.plan();
      await world.expectState('valid');
    },
  },
  states: {
    async draft(world, { step, path }) {
      const { monthClosed } = (step?.after ?? path.begins).context as { monthClosed: boolean };
      await seen('draft', { change: true, plan: !monthClosed, drop: true })(world);
    },
    planned: seen('planned', { drop: true }),
    async valid(world) {
      await seen('valid', {})(world);
      // the tree takes them: of a million at 90 %, 12 % on top
      await expect(world.row(world.category.name)).toContainText(String(world.percent));
    },
    superseded: seen('superseded', {}),
    dropped: seen('dropped', {}),
  },
});

test('before a revision is saved its form says what it does to other days, asked once for a day', async ({
  page,
  context,
}) => {
  const world = await open({ page, context } as Opening);
  await world.plan();
  await expect(world.planButton).toHaveCount(0);
  await world.backToCategory();
  const asked: string[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname.endsWith('/markup_category/notes')) asked.push(url.searchParams.get('valid_from') ?? '');
  });
  await world.begin();
  await expect(world.notes).toHaveText([texts.server.sheet_from_today, untilNext('09.06.2031')]);
  await world.field(additional).pressSequentially('15');
  const from = world.field(form.from);
  await from.fill('');
  await from.pressSequentially(FAR);
  await expect(world.notes).toHaveText([texts.server.sheet_same_day]);
  await from.fill('11.06.2031');
  await expect(page.getByTestId('revision-notes')).toBeEmpty();
  await expect.poll(() => asked.slice(1)).toEqual(['2031-06-10', '2031-06-11']);
  // no error: the draft is saved, and says it again
  await from.fill(FAR);
  await world.field(no_cash).fill('90');
  await world.field(other_additional).fill('0');
  await world.save();
  await expect(world.planButton).toBeEnabled();
  await expect(world.notes).toHaveText([texts.server.sheet_same_day]);
});

const untilNext = (day: string) => texts.server.sheet_until_next.replace('{{day}}', day);

/** The browser layer of the act's window. */
import { expect } from '@playwright/test';
import { addCommentary } from '../../contract/counting/comments.ts';
import { addManually, resolveMoved } from '../../contract/counting/matrix.ts';
import { type ActWorkspaceContext, draftOf, hasWords } from '../../machines/actWorkspace/actWorkspace.machine.ts';
import { actWorkspaceModel, MODEL_PRODUCTS } from '../../machines/actWorkspace/actWorkspace.model.ts';
import { type CountingPerson, TestAct } from '../harness/acts.ts';
import { type Branch, type BranchPerson, type BranchProduct, control, signIn, test } from '../harness/control.ts';
import { ActPage, texts } from '../pages/actPage.ts';
import { Gate, type Moment, type Opening, runBrowserLayer } from './kit.ts';

const REFUSED = 'Hozir boʻlmaydi';
const REQUEST = '7f3a-91c2';
/** What counters entered, what moved since, and what the deputy decides. */
const COUNTED = 3;
const MOVED = 2;
const DEPUTY_COUNT = 9;
/** A product of every branch that moved too: there is still something to decide when the test's own one is decided. */
const ALSO_MOVED = 1;

type Sent = 'decide' | 'moved' | 'comment';

class World extends ActPage {
  readonly act: TestAct;
  readonly gates: Readonly<Record<Sent, Gate>>;
  /** What the person wrote last, and how often. */
  typed = { count: COUNTED, words: '' };
  writings = 0;
  /** Comments on the product that the server has. */
  readonly saved: string[] = [];

  constructor({ page }: Opening, act: TestAct, gates: World['gates']) {
    super(page);
    this.act = act;
    this.gates = gates;
  }

  get branch(): Branch {
    return this.act.branch;
  }
  get deputy(): BranchPerson {
    return this.branch.people.deputy;
  }
  get product(): BranchProduct {
    return this.branch.products[0] as BranchProduct;
  }
  /** Words on the product that stand on the server, in their order. */
  async comments(): Promise<string[]> {
    const row = await this.act.row(this.product.id);
    return (row?.count_commentaries ?? []).map((one) => one.comment).sort();
  }
  get other(): BranchProduct {
    return this.branch.products[1] as BranchProduct;
  }

  /** The matrix with the branch's own products only, so that nothing else is next. */
  async onMatrix(): Promise<void> {
    if (this.page.url().includes('view=matrix')) return;
    await this.openMatrix();
    await this.search('Buyum');
    await expect(this.row(ALSO_MOVED)).toHaveCount(0);
  }
}

async function open(opening: Opening): Promise<World> {
  const { page, context } = opening;
  const branch = await control.branch({ products: 2 });
  const { keeper, counter1, counter2 } = branch.people;
  const [first, second] = branch.products.map((one) => one.id) as [number, number];
  const act = await TestAct.of(branch);
  const counts = { [first]: COUNTED, [second]: COUNTED, [ALSO_MOVED]: COUNTED };
  for (const counter of await act.begin(counter1, counter2)) await act.enter(counter as CountingPerson, counts);
  const lines = [first, ALSO_MOVED].map((variantId) => ({ variantId, qty: MOVED }));
  await control.move({ organizationId: branch.organizationId, warehouseId: branch.warehouseId, lines });
  const gates = {
    decide: await Gate.at(page, addManually),
    moved: await Gate.at(page, resolveMoved),
    comment: await Gate.at(page, addCommentary),
  };
  await signIn(context, keeper);
  const world = new World(opening, act, gates);
  await world.open(act.id);
  return world;
}

const contextOf = ({ path, step }: Moment) => (step?.after ?? path.begins).context as ActWorkspaceContext;
const afterStep = ({ step }: Moment, name: string) => step?.case.name === name;

/** What the machine held when the step came. */
function contextBefore({ path, step }: Moment): ActWorkspaceContext {
  const at = step === undefined ? -1 : path.steps.indexOf(step);
  return (path.steps[at - 1]?.after ?? path.begins).context;
}

const sentBefore = (moment: Moment) => (contextBefore(moment).decision?.kind === 'moved' ? 'moved' : 'decide');

/** What the person has drafted is on the screen, word by word. */
async function expectDraft(world: World, moment: Moment): Promise<void> {
  const draft = draftOf(contextOf(moment));
  await expect(world.words).toHaveValue(hasWords(draft) ? world.typed.words : '');
  await expect(world.otherCount).toHaveValue(draft?.count == null ? '' : String(world.typed.count));
}

async function expectSaving(world: World): Promise<void> {
  await expect(world.acceptButton).toBeDisabled();
  await expect(world.words).toBeDisabled();
  await expect(world.otherCount).toBeDisabled();
  await expect(world.keepButton('difference')).toBeDisabled();
  await expect(world.closePaneButton).toHaveCount(0);
  await expect(world.dialog).toHaveCount(0);
}

runBrowserLayer<World>('actWorkspace', actWorkspaceModel, {
  open,
  verbs: {
    async 'opens a product'(world) {
      await world.onMatrix();
      await world.openRow(world.product.id);
    },
    async 'opens another product'(world) {
      await world.onMatrix();
      await world.openRow(world.other.id);
    },
    'closes the pane': (world) => world.closeRow(),
    async 'writes a count'(world) {
      world.typed.count += 1;
      await world.typeCount(String(world.typed.count));
    },
    async 'writes a comment'(world) {
      world.writings += 1;
      world.typed.words = `vitrinada ${world.writings}`;
      await world.writeWords(world.typed.words);
    },
    accepts: (world) => (world.typed.words === '' ? world.accept() : world.words.press('Control+Enter')),
    'keeps the counted figure': (world) => world.keepMoved('count'),
    async 'the decision is saved'(world, moment) {
      const kind = sentBefore(moment);
      await world.gates[kind].pass();
      if (kind === 'moved') await expect(world.keepButton('count')).toHaveAttribute('aria-pressed', 'true');
      const row = () => world.act.row(world.product.id);
      if (kind === 'moved') await expect.poll(async () => (await row())?.keep).toBe('count');
      else await expect.poll(async () => (await row())?.final_count).toBe(world.typed.count);
    },
    async 'somebody decided before'(world, moment) {
      const kind = sentBefore(moment);
      const { product, deputy, act } = world;
      if (kind === 'moved') await act.keepMoved(deputy, product.id, 'difference');
      else await act.decide(deputy, product.id, DEPUTY_COUNT);
      await world.gates[kind].pass();
    },
    'the decision is refused': (world, moment) =>
      world.gates[sentBefore(moment)].answer(422, {
        message: '',
        code: 'validation',
        request_id: REQUEST,
        errors: { 'listed_products.0.count': [REFUSED] },
      }),
    async 'the comment is saved'(world) {
      await world.gates.comment.pass();
      await expect(world.words).toHaveValue('');
      world.saved.push(world.typed.words);
      expect(await world.comments()).toEqual(world.saved);
    },
    'the comment is refused': (world) =>
      world.gates.comment.answer(503, { message: 'Server band', code: 'unavailable', request_id: REQUEST }),
    'keeps the own figure': (world) => world.keepMine(),
    'takes their figure': (world) => world.takeTheirs(),
  },
  states: {
    async closed(world) {
      await expect(world.pane).toHaveCount(0);
    },
    async 'open.deciding'(world, moment) {
      const { productId, drafts } = contextOf(moment);
      const shown = productId === MODEL_PRODUCTS.other ? world.other : world.product;
      await expect(world.pane.getByRole('heading', { level: 2 })).toHaveText(shown.title);
      await expect(world.entries).toContainText(world.branch.people.counter1.fullname);
      await expect(world.pane.getByTestId('refusal')).toHaveCount(0);
      await expect(world.dialog).toHaveCount(0);
      await expect(world.closePaneButton).toBeEnabled();
      await expectDraft(world, moment);
      const ready = productId !== null && drafts[productId] !== undefined;
      await expect(world.acceptButton).toBeEnabled({ enabled: ready });
      if (afterStep(moment, 'takes their figure') && contextBefore(moment).decision?.kind === 'moved') {
        await expect(world.keepButton('difference')).toHaveAttribute('aria-pressed', 'true');
        expect((await world.act.row(world.product.id))?.keep).toBe('difference');
      }
    },
    async 'open.failed'(world, moment) {
      const alert = world.pane.getByRole('alert');
      if (afterStep(moment, 'the decision is refused')) await expect(alert).toHaveText(REFUSED);
      else await expect(alert).toContainText(REQUEST);
      await expectDraft(world, moment);
      await expect(world.acceptButton).toBeEnabled();
      await expect(world.closePaneButton).toBeEnabled();
    },
    saving: expectSaving,
    async commenting(world, moment) {
      await expectSaving(world);
      await expectDraft(world, moment);
      expect(await world.comments()).toEqual(world.saved);
    },
    async conflicted(world, moment) {
      const { moved } = texts.matrix;
      const choice = contextOf(moment).decision?.kind === 'moved';
      await world.expectChoice({
        by: world.deputy.fullname,
        mine: choice ? moved.count : String(world.typed.count),
        theirs: choice ? moved.difference : String(DEPUTY_COUNT),
      });
      // Escape leaves neither the choice nor the product
      await expect(world.closePaneButton).toHaveCount(0);
      await expect(world.page).toHaveURL(new RegExp(`row=${world.product.id}\\b`));
    },
  },
});

test('a saved decision leads to the next product to decide', async ({ page, context }) => {
  const branch = await control.branch();
  const { keeper, counter1, counter2 } = branch.people;
  const act = await TestAct.of(branch);
  const [one, two] = (await act.begin(counter1, counter2)) as [CountingPerson, CountingPerson];
  await act.enter(one, { 1: 5, 2: 5, 3: 5 });
  await act.enter(two, { 1: 5, 2: 6, 3: 7 });
  await signIn(context, keeper);
  const window = new ActPage(page);
  await window.open(act.id, '?view=matrix');
  await window.nextDisagreement();
  const decided: number[] = [];
  for (const words of [texts.matrix.decision.acceptNext, texts.matrix.decision.accept]) {
    await page.waitForURL((url) =>
      ['2', '3'].some((id) => url.searchParams.get('row') === id && !decided.includes(+id)),
    );
    const productId = Number(new URL(page.url()).searchParams.get('row'));
    await window.chooseCount('5');
    await expect(window.acceptButton).toHaveText(words);
    await window.acceptByKeys();
    await expect.poll(async () => (await act.row(productId))?.final_count).toBe(5);
    decided.push(productId);
  }
  expect(decided.sort()).toEqual([2, 3]);
  // the last one stays open, decided
  await expect(window.acceptButton).toBeDisabled();
  await expect(page).toHaveURL(/row=[23]$/);
  await window.leaveMatrix();
  await expect(page.getByTestId('disagreements')).toHaveText('0');
});

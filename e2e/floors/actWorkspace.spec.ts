/** The browser floor of the act's window. */
import { expect, test } from '@playwright/test';
import {
  actComplete,
  addCommentary,
  addManually,
  counterRelease,
  loadResidues,
  resolveMoved,
} from '../../contract/counting.ts';
import {
  type ActWorkspaceContext,
  type Deed,
  draftOf,
  hasWords,
} from '../../machines/actWorkspace/actWorkspace.machine.ts';
import { actWorkspaceModel, MODEL_PRODUCTS } from '../../machines/actWorkspace/actWorkspace.model.ts';
import { type CountingPerson, TestAct } from '../harness/acts.ts';
import { type Branch, type BranchPerson, type BranchProduct, control, signIn } from '../harness/control.ts';
import { ActPage, texts } from '../pages/actPage.ts';
import { browserFloor, Gate, type Moment, type Opening } from './kit.ts';

const REASON = 'Kasal boʻlib qoldi';
const REFUSED = 'Hozir boʻlmaydi';
const REQUEST = '7f3a-91c2';
/** What counters entered, what moved since, and what the deputy decides. */
const COUNTED = 3;
const MOVED = 2;
const DEPUTY_COUNT = 9;
/** A product of every branch that moved too: there is still something to decide when the test's own one is decided. */
const ALSO_MOVED = 1;

type Sent = 'release' | 'load' | 'complete' | 'decide' | 'moved' | 'comment';

class World extends ActPage {
  readonly act: TestAct;
  readonly gates: Readonly<Record<Sent, Gate>>;
  /** Counters that may still be released. */
  readonly counting: CountingPerson[];
  readonly clock: Opening['context']['clock'];
  /** The counter that the dialog is about. */
  asked: CountingPerson | undefined;
  /** What the person wrote last, and how often. */
  typed = { count: COUNTED, words: '' };
  writings = 0;
  /** Comments on the product that the server has. */
  readonly saved: string[] = [];
  /** How often the other person has changed the act. */
  changes = 0;

  constructor({ page, context }: Opening, act: TestAct, gates: World['gates'], counting: CountingPerson[]) {
    super(page);
    this.clock = context.clock;
    this.act = act;
    this.gates = gates;
    this.counting = counting;
  }

  /** What the other person writes of the act: other words each time. */
  otherWords(): string {
    this.changes += 1;
    return `Boshqa izoh, ${this.changes}`;
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

  async onOverview(): Promise<void> {
    if (this.page.url().includes('view=matrix')) await this.leaveMatrix();
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
  const { page, context, path } = opening;
  const branch = await control.branch({ products: 2 });
  const { keeper, counter1, counter2, counter3, counter4 } = branch.people;
  const [first, second] = branch.products.map((one) => one.id) as [number, number];
  const act = await TestAct.of(branch);
  const counts = { [first]: COUNTED, [second]: COUNTED, [ALSO_MOVED]: COUNTED };
  const spare: CountingPerson[] = [];
  if (path.beginning.name === 'an act being counted') {
    const [one, two, ...others] = await act.begin(counter1, counter2, counter3, counter4);
    for (const counter of [one, two]) await act.enter(counter as CountingPerson, counts);
    spare.push(...others);
    const lines = [first, ALSO_MOVED].map((variantId) => ({ variantId, qty: MOVED }));
    await control.move({ organizationId: branch.organizationId, warehouseId: branch.warehouseId, lines });
  }
  if (path.beginning.name === 'a counted act') {
    const [one] = await act.begin(counter1);
    await act.enter(one as CountingPerson, counts);
    await act.submit(one as CountingPerson, counts);
  }
  const gates = {
    release: await Gate.at(page, counterRelease),
    load: await Gate.at(page, loadResidues),
    complete: await Gate.at(page, actComplete),
    decide: await Gate.at(page, addManually),
    moved: await Gate.at(page, resolveMoved),
    comment: await Gate.at(page, addCommentary),
  };
  await context.clock.install();
  await signIn(context, keeper);
  const world = new World(opening, act, gates, spare);
  await world.open(act.id);
  return world;
}

const contextOf = ({ path, step }: Moment) => (step?.after ?? path.begins).context as ActWorkspaceContext;
const deedOf = (moment: Moment) => contextOf(moment).deed as Deed;
const afterStep = ({ step }: Moment, name: string) => step?.case.name === name;

const GATES: Partial<Record<Deed['type'], Sent>> = {
  'counter.release': 'release',
  'residues.load': 'load',
  'act.complete': 'complete',
};

/** What the machine held when the step came. */
function contextBefore({ path, step }: Moment): ActWorkspaceContext {
  const at = step === undefined ? -1 : path.steps.indexOf(step);
  return (path.steps[at - 1]?.after ?? path.begins).context;
}

/** The gate at which the deed waits that the step is the answer to. */
function gateOfDeed(world: World, moment: Moment): Gate {
  const { deed } = contextBefore(moment);
  const sent = deed && GATES[deed.type];
  if (!sent) throw new Error(`nothing waits for an answer before "${moment.step?.case.name}"`);
  return world.gates[sent];
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

browserFloor<World>('actWorkspace', actWorkspaceModel, {
  open,
  // the act is read again and again, and whenever something was done
  ambient: ['actWorkspace | act.read |  | ·'],
  verbs: {
    async 'reads the act'(world) {
      const words = world.otherWords();
      await world.act.changeComment(world.deputy, words);
      const read = world.page.waitForResponse(
        async (answer) => answer.url().includes('/act_of_count/show/') && (await answer.text()).includes(words),
      );
      // five seconds later
      await world.clock.fastForward(5_000);
      await read;
      // the matrix does not say it
      if (!world.page.url().includes('view=matrix')) await expect(world.page.getByText(words).first()).toBeVisible();
    },
    'is asked about completing': (world) => world.next(),
    async 'is asked about releasing a counter'(world) {
      await world.onOverview();
      world.asked = world.counting[0];
      await world.askOfCounter(world.asked?.person.fullname ?? '', texts.counting.ask.counter.release.do);
    },
    'loads residues': (world) => world.next(),
    async confirms(world, moment) {
      if (deedOf(moment).type === 'counter.release' && !(await world.reason.inputValue())) {
        // nothing is sent without a reason
        await world.confirm();
        await expect(world.dialog.getByText(texts.counting.form.needReason)).toBeVisible();
        await world.writeReason(REASON);
      }
      await world.confirm();
    },
    'sends it again': (world) => world.retry(),
    closes: (world) => world.close(),
    'keeps the own step': (world) => world.keepMine(),
    'takes their step': (world) => world.takeTheirs(),
    async 'somebody was faster'(world, moment) {
      await world.act.changeComment(world.deputy, world.otherWords());
      await gateOfDeed(world, moment).pass();
    },
    'the server refuses': (world, moment) =>
      deedOf(moment).type === 'counter.release'
        ? gateOfDeed(world, moment).answer(422, {
            message: '',
            code: 'validation',
            request_id: REQUEST,
            errors: { reason: [REFUSED] },
          })
        : gateOfDeed(world, moment).answer(409, { message: REFUSED, code: 'not_allowed_now', request_id: REQUEST }),
    'the server is not reached': (world, moment) =>
      moment.next?.case.name === 'closes'
        ? gateOfDeed(world, moment).answer(503, { message: 'Server band', code: 'unavailable', request_id: REQUEST })
        : gateOfDeed(world, moment).lose(),
    async 'the counter is released'(world, moment) {
      await gateOfDeed(world, moment).pass();
      await expect(world.page.getByText(texts.counting.done.counter.release)).toBeVisible();
      const { id } = world.counting.shift() as CountingPerson;
      expect((await world.act.counters()).find((counter) => counter.id === id)).toMatchObject({ released: true });
      expect((await world.act.history('counter.release'))[0]?.payload.reason).toBe(REASON);
    },
    async 'the residues are loaded'(world, moment) {
      await gateOfDeed(world, moment).pass();
      await expect(world.page.getByText(texts.counting.done.residues.load)).toBeVisible();
      expect((await world.act.read()).status).toBe('residues_loaded');
      // the deed went through once, whatever was lost or refused before
      expect(await world.act.history('residues.load')).toHaveLength(1);
    },
    async 'the act is completed'(world, moment) {
      await gateOfDeed(world, moment).pass();
      await expect(world.nextButton).toHaveText(texts.counting.ask.act.form.do);
      expect((await world.act.read()).status).toBe('completed');
    },
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
    async 'deeds.ready.browsing'(world) {
      await expect(world.confirmButton).toHaveCount(0);
      await expect(world.closeButton).toHaveCount(0);
      await expect(world.page.getByTestId('counters').or(world.page.getByTestId('matrix'))).toBeVisible();
      expect(await world.confirming()).toBe(false);
    },
    async 'deeds.ready.refused'(world, moment) {
      await expect(world.retryButton).toHaveCount(0);
      await expect(world.closeButton).toBeEnabled();
      if (contextOf(moment).asked) {
        await expect(world.dialog.getByRole('alert')).toHaveText(REFUSED);
        await expect(world.reason).toHaveValue(REASON);
        await expect(world.confirmButton).toBeEnabled();
      } else {
        await expect(world.refusal).toContainText(REFUSED);
        await expect(world.refusal).toContainText(REQUEST);
        await expect(world.nextButton).toBeEnabled();
      }
    },
    async 'deeds.ready.failed'(world, moment) {
      // a question is answered once more, a deed without one is sent again
      if (contextOf(moment).asked) await expect(world.confirmButton).toHaveText(texts.common.retry);
      else await expect(world.retryButton).toBeEnabled();
      await expect(world.closeButton).toBeEnabled();
      await expect(world.refusal).toHaveText(/\S/);
      if (moment.next?.case.name === 'closes') await expect(world.refusal).toContainText('Server band');
    },
    async 'deeds.asking'(world, moment) {
      await expect(world.confirmButton).toBeEnabled();
      await expect(world.closeButton).toBeEnabled();
      await expect(world.refusal).toHaveCount(0);
      const { title } =
        deedOf(moment).type === 'act.complete' ? texts.counting.ask.act.complete : texts.counting.ask.counter.release;
      await expect(world.dialog.getByRole('heading')).toContainText(title.split('}}')[1] ?? title);
      if (deedOf(moment).type === 'act.complete') {
        await expect(world.notCounted).toHaveText(/\d/);
        await expect.poll(world.confirming).toBe(true);
      } else {
        await expect(world.dialog).toContainText(world.asked?.person.fullname ?? '');
        await expect(world.reason).toHaveValue('');
      }
    },
    async 'deeds.performing'(world, moment) {
      if (contextOf(moment).asked) {
        await expect(world.confirmButton).toBeDisabled();
        await expect(world.closeButton).toBeDisabled();
        if (deedOf(moment).type === 'counter.release') await expect(world.reason).toBeDisabled();
        await world.page.keyboard.press('Escape');
        await expect(world.dialog).toBeVisible();
      } else {
        await expect(world.nextButton).toBeDisabled();
        await expect(world.refusal).toHaveCount(0);
        await expect(world.dialog).toHaveCount(0);
      }
    },
    async 'deeds.conflicted'(world) {
      await world.expectChoice({
        by: world.deputy.fullname,
        mine: texts.counting.ask.residues.load.do,
        theirs: texts.countingAct.events['act.update'].name,
      });
      expect((await world.act.read()).status).toBe('created');
    },
    async 'evidence.closed'(world) {
      await expect(world.pane).toHaveCount(0);
    },
    async 'evidence.open.deciding'(world, moment) {
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
    async 'evidence.open.failed'(world, moment) {
      const alert = world.pane.getByRole('alert');
      if (afterStep(moment, 'the decision is refused')) await expect(alert).toHaveText(REFUSED);
      else await expect(alert).toContainText(REQUEST);
      await expectDraft(world, moment);
      await expect(world.acceptButton).toBeEnabled();
      await expect(world.closePaneButton).toBeEnabled();
    },
    'evidence.saving': expectSaving,
    async 'evidence.commenting'(world, moment) {
      await expectSaving(world);
      await expectDraft(world, moment);
      expect(await world.comments()).toEqual(world.saved);
    },
    async 'evidence.conflicted'(world, moment) {
      const { moved } = texts.counting;
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
  for (const words of [texts.counting.decision.acceptNext, texts.counting.decision.accept]) {
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

/** The browser layer of the counting screen: scans by the keyboard, sheets by a file, other tabs by a second page, other
 * devices by the API, a slow or full disk by the disk itself, a lost network at the gates of the calls. The clock is
 * stopped once the list is being opened; only a step of the path moves it. */
import { expect } from '@playwright/test';
import writeExcelFile from 'write-excel-file/node';
import type { CountingWorkspaceContext } from '../../machines/countingWorkspace/countingWorkspace.machine.ts';
import { countingWorkspaceModel, leftOf } from '../../machines/countingWorkspace/countingWorkspace.model.ts';
import { barcodeOf } from '../harness/control.ts';
import { letFileBeRead } from '../harness/heldFile.ts';
import { CALLS, texts } from '../pages/counterPage.ts';
import {
  ANOTHER_PERSON,
  FOUND_LEFT,
  FOUND_REFUSED,
  FOUND_WAITING,
  open,
  PLAIN,
  passes,
  type World,
} from './countingWorld.ts';
import { type Moment, runBrowserLayer } from './kit.ts';

const OTHER = 2;

const PHONE = 11;

/** The first total that is typed; each later one is one more. */
const TYPED = 90;

/** No total goes above it. */
const MOST = 9_999_999;

const REFUSAL = { message: 'Server band', request_id: '7f3a-91c2' };

const FOUND_BEGUN = 'finds the list begun';

const REFUSED = 'the server refuses an entry';

const contextOf = ({ path, step }: Moment) => (step?.after ?? path.begins).context as CountingWorkspaceContext;

interface SentEntries {
  readonly entries: readonly { readonly product_variant_id: number }[];
}

async function sheetFile(world: World) {
  const lines = world.branch.products.map(({ barcode }) => [barcode, 2]);
  const rows = [['Shtrix-kod', 'Soni'], ...lines, ['4780000099999', 1], [barcodeOf(OTHER), null]];
  const buffer = await writeExcelFile(rows).toBuffer();
  return { name: 'sanoq.xlsx', mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', buffer };
}

async function saveLeft(world: World): Promise<void> {
  // a long sheet is packed with pauses; nothing else waits for the clock any more
  await world.context.clock.resume();
  const download = world.page.waitForEvent('download');
  await world.page.getByTestId('export').click();
  expect((await download).suggestedFilename()).toBe(`${texts.counter.stranded.file}.xlsx`);
}

async function beginTotal(world: World): Promise<void> {
  const { counter, page } = world;
  if (await counter.total.isVisible()) await page.keyboard.press('F2');
  else if (world.total !== null) await world.plainLine(counter).click();
  else {
    await counter.field.fill(barcodeOf(PLAIN));
    await world.context.clock.fastForward(500);
    await page.getByRole('option').first().click();
  }
}

async function typeTotal(world: World): Promise<void> {
  world.typings += 1;
  world.typed = TYPED + world.typings;
  await world.counter.typeTotal(`${world.typed}`);
}

/** `name` of the only open question. */
async function expectQuestion(world: World, name: string): Promise<void> {
  await expect(world.page.getByRole('dialog')).toHaveCount(1);
  await expect(world.page.getByRole('dialog', { name, exact: true })).toBeVisible();
}

runBrowserLayer<World>('countingWorkspace', countingWorkspaceModel, {
  open,
  // other tabs announce their saved entries themselves, whatever this one does
  ambient: ['counting | store.changed |  | ·'],
  verbs: {
    async 'finds the list not begun'(world) {
      await world.list.load();
      await world.answerReading();
    },
    'finds the list before residues are loaded': (world) => world.answerReading(),
    async [FOUND_BEGUN](world) {
      await world.begun();
      await world.answerReading();
    },
    [FOUND_WAITING]: (world) => world.answerReading(),
    [FOUND_REFUSED]: (world) => world.answerReading(),
    async 'finds the list handed in'(world) {
      await world.list.handIn();
      await world.answerReading();
    },
    [FOUND_LEFT]: (world) => world.answerReading(),
    [ANOTHER_PERSON]: (world) => world.answerReading(),
    async 'cannot read the list'({ gates }) {
      await gates.products.pass();
      await gates.show.answer(503, { ...REFUSAL, code: 'unavailable' });
    },
    async 'cannot read the list without a network'({ gates }) {
      await gates.products.pass();
      await gates.show.lose();
    },
    async 'opens the list again'(world) {
      world.holdReading();
      await world.page.getByTestId('check').or(world.page.getByTestId('retry')).click();
    },
    starts: ({ page }) => page.getByTestId('start').click(),
    'is allowed to start': ({ gates }) => gates.start.pass(),
    async 'started in another tab already'(world, { next }) {
      // what was seen is not what is there: renamed, or begun
      if (next?.case.name === FOUND_BEGUN) await world.list.begin();
      else await world.list.rename('2-sanovchi');
      world.holdReading();
      await world.gates.start.pass();
    },
    async 'was removed from the act'(world) {
      await world.list.remove();
      await world.gates.start.pass();
    },
    'cannot start': ({ gates }) => gates.start.lose(),
    async scans(world) {
      await world.holdDisk();
      await world.counter.scan(barcodeOf(OTHER));
    },
    'scans an unknown code': ({ counter }) => counter.scan('4780000099999'),
    'chooses a product': ({ counter }) => counter.scan(barcodeOf(PHONE)),
    async 'the disk has it'(world, { step }) {
      await world.counter.mendDisk();
      if (step?.after.matches({ counting: { taking: 'writing' } })) await world.disk.letOneThrough();
      else await world.disk.release();
      world.hereBefore += 1;
    },
    async 'the disk has a full batch'(world) {
      world.holdSending();
      await world.disk.release();
    },
    async 'the disk fails'(world) {
      await world.counter.breakDisk();
      await world.disk.release();
    },
    async 'tries the disk again'(world) {
      await world.holdDisk();
      await world.counter.retryWriting();
    },
    async 'tries to send now'(world) {
      world.holdSending();
      await world.counter.sendNow();
    },
    async 'the network is back'(world, { step }) {
      // handing in and reading send first what is unsent
      if (step?.after.matches('counting')) world.holdSending();
      else if (step?.after.matches('opening')) world.holdReading();
      else world.gates.save.open();
      await world.context.setOffline(true);
      await expect(world.counter.noNetwork).toBeVisible();
      await world.context.setOffline(false);
    },
    async 'another tab took an entry'(world) {
      const other = await world.otherList();
      await other.scan(barcodeOf(PLAIN));
      world.total = (world.total ?? 0) + 1;
      // what it did not send is left to this tab
      await expect.poll(async () => (await world.counter.saved()).queued).toBe(1);
      await world.closeOtherList();
    },
    async 'another tab handed the list in'(world) {
      const other = await world.otherList();
      world.holdReading();
      await other.submit();
    },
    'a second passes': (world) => world.pass(1_000),
    'fifteen seconds pass': (world) => world.pass(15_000),
    'the wait is over': (world) => world.pass(30_000),
    'the server has it': ({ gates }) => gates.save.pass(),
    async [REFUSED](world) {
      // another device has counted as many as there may be: with this one's it would be more
      const [first] = (await world.gates.save.asked<SentEntries>()).entries;
      const product = first?.product_variant_id ?? 0;
      const { count } = (await world.list.totals())[product] ?? { count: 0 };
      await world.list.enter(product, MOST - count);
      await world.gates.save.pass();
    },
    async 'the server does not answer'(world, { next }) {
      world.busy = next !== undefined && /^(the wait is over|tries to send now)$/.test(next.case.name);
      if (world.busy) await world.gates.save.answer(503, { ...REFUSAL, code: 'unavailable' });
      else await world.gates.save.lose();
    },
    async 'the list is finished elsewhere'(world) {
      await world.list.release();
      world.holdReading();
      await world.gates.save.pass();
    },
    'the list is taken away': ({ gates }) => gates.save.answer(404, { ...REFUSAL, code: 'not_found' }),
    'begins to type a total': beginTotal,
    async 'types the total'(world) {
      await world.holdDisk();
      await typeTotal(world);
      world.total = world.typed;
    },
    async 'types a total that changed meanwhile'(world) {
      await world.countElsewhere(2);
      await typeTotal(world);
    },
    async 'keeps the own total'(world) {
      await world.holdDisk();
      await world.counter.keepMine();
      world.total = world.typed;
    },
    async 'keeps the own total of what changed again'(world) {
      await world.countElsewhere(1);
      await world.counter.keepMine();
    },
    'takes the other total': ({ counter }) => counter.takeTheirs(),
    'leaves the total': ({ counter }) => counter.total.press('Escape'),
    async 'chooses a sheet'(world, { next }) {
      const sheet = await sheetFile(world);
      const broken = next?.case.name === 'the sheet cannot be read';
      await world.counter.chooseSheet(broken ? { ...sheet, buffer: Buffer.from('sanoq') } : sheet);
    },
    'the sheet is read': ({ page }) => letFileBeRead(page),
    'the sheet cannot be read': ({ page }) => letFileBeRead(page),
    async 'takes the good lines'(world) {
      await world.holdDisk();
      await world.counter.takeSheet();
    },
    'takes nothing of the sheet': ({ counter }) => counter.dropSheet(),
    'asks to hand in': ({ counter }) => counter.askToSubmit(),
    async 'hands in'(world) {
      world.gates.save.open();
      const atTheGate = world.page.waitForRequest(CALLS.submit);
      await world.counter.confirmSubmit();
      await atTheGate;
    },
    'hands in again': ({ counter }) => counter.retrySubmit(),
    async 'does not hand in'(world, { step }) {
      if (step?.after.matches('withdrawing')) await world.disk.hold();
      await world.counter.dropSubmit();
    },
    'the list is taken': ({ gates }) => gates.submit.pass(),
    'the list is taken without refused entries': ({ gates }) => gates.submit.pass(),
    async 'totals differ'(world) {
      await world.list.enter(PLAIN, 1);
      world.total = (world.total ?? 0) + 1;
      await world.gates.submit.pass();
    },
    'handing in is not this person’s': ({ gates }) => gates.submit.answer(403, { ...REFUSAL, code: 'forbidden' }),
    async 'the list was finished meanwhile'(world) {
      await world.list.release();
      world.holdReading();
      await world.gates.submit.pass();
    },
    'handing in gets no answer': ({ gates }) => gates.submit.lose(),
    'the server cannot take the list': ({ gates }) => gates.submit.answer(503, { ...REFUSAL, code: 'unavailable' }),
    async 'handing in is taken back'({ counter, disk }) {
      await counter.mendDisk();
      await disk.release();
    },
    async 'handing in cannot be taken back'({ counter, disk }) {
      await counter.breakDisk();
      await disk.release();
    },
    'saves the entries left here': saveLeft,
  },
  states: {
    async opening(world) {
      await expect(world.page.getByTestId('opening')).toHaveAttribute('aria-busy', 'true');
      await expect(world.counter.field).toHaveCount(0);
      await world.expectNoQuestion();
    },
    async failed(world, { step }) {
      await world.expectOutcome('failed', false);
      await expect(world.page.getByText(texts.counter.failed.title)).toBeVisible();
      const answered = step?.case.name === 'cannot read the list';
      await expect(world.page.getByText(REFUSAL.request_id)).toHaveCount(answered ? 1 : 0);
      await expect(world.page.getByText(texts.errors.comes)).toHaveCount(answered ? 0 : 1);
      await expect(world.page.getByTestId('retry')).toBeEnabled();
    },
    async gone(world, moment) {
      await world.expectOutcome('gone', leftOf(contextOf(moment).facts) > 0);
      const missing = passes(moment, 'the list is taken away') || passes(moment, 'was removed from the act');
      const { title, missing: missingTitle } = texts.counter.gone;
      await expect(world.page.getByText(missing ? missingTitle : title, { exact: true })).toBeVisible();
    },
    async assigned(world, moment) {
      const { step } = moment;
      await world.expectOutcome('assigned', false);
      const early = contextOf(moment).show?.act.status === 'created';
      await expect(world.page.getByTestId('start')).toBeEnabled({ enabled: !early });
      await expect(world.page.getByText(texts.counter.assigned.notYet)).toHaveCount(early ? 1 : 0);
      const failed = step?.case.name === 'cannot start';
      // the clock stands: the shell goes on saying that there is no network
      await expect(world.page.getByText(texts.counter.offlineStart)).toHaveCount(failed ? 1 : 0);
    },
    async starting(world) {
      await world.expectOutcome('assigned', false);
      await expect(world.page.getByTestId('start')).toBeDisabled();
      await expect(world.page.getByTestId('start').getByRole('progressbar')).toBeVisible();
      await expect(world.page.getByTestId('check')).toHaveCount(0);
    },
    async 'counting.taking.ready'(world, { step }) {
      const { counter, page } = world;
      await expect(page.getByTestId('unsaved')).toHaveCount(0);
      // what is shown as taken is on the disk, all of it
      await expect.poll(async () => (await counter.saved()).here).toBe(await world.disk.entries());
      if (step?.case.name === 'scans an unknown code') {
        await expect(counter.notices.first()).toContainText(texts.counter.notices.unknown);
        await expect(page.getByTestId('scan-notice')).toHaveText(texts.counter.notices.unknown);
        // no product that was counted before stays above it
        await expect(counter.card).toHaveCount(0);
      }
      if (step?.case.name === 'chooses a product') {
        await expect(counter.card).toContainText(texts.counter.card.serialGoods);
      }
    },
    async 'counting.taking.writing'(world) {
      // not on the disk yet, so not shown as taken
      await expect(world.page.getByTestId('unsaved')).toHaveCount(0);
      await expect.poll(async () => (await world.counter.saved()).here).toBe(world.hereBefore);
    },
    async 'counting.taking.unsaved'(world) {
      await expect(world.page.getByTestId('unsaved')).toBeVisible();
      await expect(world.page.getByRole('alert')).toContainText(/\d+ ta yozuv saqlanmadi/);
      await expect(world.page.getByTestId('unsaved').getByRole('button')).toBeEnabled();
      await expect.poll(async () => (await world.counter.saved()).here).toBe(world.hereBefore);
    },
    async 'counting.sending.resting'(world, { step }) {
      await expect(world.page.getByTestId('waiting')).toHaveCount(0);
      await world.expectSaving(0);
      await expect.poll(async () => (await world.counter.saved()).queued).toBe(0);
      if (step?.case.name === REFUSED) {
        await expect(world.page.getByTestId('saved')).toContainText(texts.counter.saved.failed);
        await world.page.getByRole('button', { name: texts.counter.counts.refused }).click();
        await expect(world.page.getByTestId('refused-list')).toContainText(texts.counter.refused.too_many);
        await world.page.getByRole('button', { name: texts.counter.counts.last, exact: true }).click();
      }
    },
    async 'counting.sending.gathering'(world) {
      await expect(world.page.getByTestId('waiting')).toHaveCount(0);
      await world.expectSaving(0);
      await expect.poll(async () => (await world.counter.saved()).queued).toBeGreaterThan(0);
    },
    async 'counting.sending.sending'(world) {
      await expect(world.page.getByTestId('waiting')).toHaveCount(0);
      await world.expectSaving(1);
    },
    async 'counting.sending.waiting'(world) {
      const strip = world.page.getByTestId('waiting');
      if (world.busy) {
        await expect(strip).toContainText(REFUSAL.message);
        await expect(strip.getByRole('button', { name: texts.counter.waiting.now })).toBeEnabled();
      } else {
        // one notice: that the network is gone, and what it means here
        await expect(strip).toHaveCount(0);
        await expect(world.counter.noNetwork).toHaveCount(1);
        await expect(world.counter.noNetwork).toContainText('shu kompyuterda saqlan');
      }
      await world.expectSaving(0);
    },
    async 'counting.talking.nothing'(world, { step }) {
      await world.expectNoQuestion();
      if (step?.case.name === FOUND_REFUSED)
        await expect(world.page.getByTestId('not-handed-in')).toContainText('boshqa xodim');
      await expect(world.counter.field).toBeVisible();
    },
    async 'counting.talking.editing'(world) {
      await expect(world.page.getByRole('dialog')).toHaveCount(0);
      await expect(world.counter.total).toBeFocused();
      await expect(world.counter.total).toHaveValue(`${world.total ?? ''}`);
    },
    async 'counting.talking.conflicted'(world) {
      const { title, keepMine, takeTheirs } = texts.counter.conflict;
      await expectQuestion(world, title);
      const button = (words: string, count: number | null) =>
        world.page.getByRole('button', { name: words.replace('{{count}}', `${count}`), exact: true });
      await expect(button(keepMine, world.typed)).toBeEnabled();
      await expect(button(takeTheirs, world.total)).toBeEnabled();
    },
    'counting.talking.reading': (world) => expectQuestion(world, texts.counter.sheet.reading),
    async 'counting.talking.previewing'(world, { step }) {
      await expectQuestion(world, 'sanoq.xlsx');
      if (step?.case.name === 'the sheet cannot be read') {
        await expect(world.page.getByRole('dialog')).toContainText(texts.counter.sheet.faults.unreadable);
        await expect(world.page.getByTestId('sheet-take')).toHaveCount(0);
        return;
      }
      await expect(world.page.getByTestId('bad-lines').getByRole('listitem')).toHaveCount(1);
      await expect(world.page.getByTestId('sheet-take')).toHaveCount(world.branch.products.length > 0 ? 1 : 0);
    },
    async 'counting.talking.confirming'(world, { step }) {
      const differ = step?.case.name === 'totals differ';
      await expectQuestion(world, differ ? texts.counter.submit.differ : texts.counter.submit.title);
      await expect(world.page.getByTestId('differ-lines')).toHaveCount(differ ? 1 : 0);
      await expect(world.page.getByTestId('submit-confirm')).toBeEnabled();
    },
    async submitting(world) {
      await expect(world.page.getByTestId('submitting')).toHaveAttribute('aria-busy', 'true');
      await expect(world.page.getByRole('status').getByText(texts.counter.submitting)).toBeVisible();
      await expect(world.counter.field).toHaveCount(0);
    },
    async queued(world) {
      await world.expectOutcome('queued', false);
      await expect(world.page.getByRole('heading', { name: texts.counter.queued.title })).toBeVisible();
      await expect(world.counter.noNetwork).toHaveCount(1);
      await expect(world.page.getByTestId('submit-drop')).toBeEnabled();
    },
    async withdrawing(world) {
      await expect(world.page.getByTestId('withdrawing')).toHaveAttribute('aria-busy', 'true');
      await expect(world.counter.field).toHaveCount(0);
    },
    async notSubmitted(world) {
      await world.expectOutcome('not-submitted', false);
      await expect(world.page.getByText(texts.counter.notSubmitted.title)).toBeVisible();
      await expect(world.page.getByTestId('submit-retry')).toBeEnabled();
    },
    async submitted(world) {
      await world.expectOutcome('over', false);
      await expect(world.page.getByRole('heading', { name: texts.counter.over.submitted })).toBeVisible();
      expect(await world.list.status()).toBe('submitted');
    },
    async stranded(world) {
      await world.expectOutcome('over', true);
      const released = await world.list.released();
      const { released: byKeeper, submitted } = texts.counter.over;
      await expect(world.page.getByRole('heading', { name: released ? byKeeper : submitted })).toBeVisible();
      expect(await world.list.status()).toBe('submitted');
    },
  },
});

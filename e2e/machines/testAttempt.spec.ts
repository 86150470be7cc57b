/** The browser layer of taking a test: held and lost calls, the page's clock, another browser that was faster. */
import { expect, type Locator } from '@playwright/test';
import { testReminder } from '../../contract/reminder.ts';
import { myTests, testAnswer, testStart, testSubmit } from '../../contract/staffTests.ts';
import type { TestAttemptContext } from '../../machines/testAttempt/testAttempt.machine.ts';
import { testAttemptModel } from '../../machines/testAttempt/testAttempt.model.ts';
import { type BranchPerson, control, signIn } from '../harness/control.ts';
import { intercept } from '../harness/intercept.ts';
import { myTest, saveByApi, startByApi, submitByApi, TestPage, texts } from '../pages/testPage.ts';
import { Gate, type Moment, type Opening, runBrowserLayer } from './kit.ts';

const TITLE = 'Sinov';
const REFUSED = { message: 'x', code: 'not_allowed_now', request_id: '7f3a-91c2', state: 'ready', allowed: [] };
const SAVE_RETRY = 3_000;
const TIME_RETRY = 3_000;
const HAND_IN_RETRY = 5_000;
/** The date goes on while the computer sleeps, its monotonic clock stops. */
const SLEPT = 60_000;
/** The page looks at its clocks this often. */
const LOOK = 500;
const MINUTES = 10;

class World extends TestPage {
  readonly person: BranchPerson;
  readonly attemptId: number;
  /** Every reading of the list of tests, by whomever on the page. */
  readonly reads: Gate;
  readonly start: Gate;
  readonly save: Gate;
  readonly submit: Gate;
  /** What time it is; the header asks the same call now and then. */
  readonly time: Gate;

  constructor(
    { page }: Opening,
    person: BranchPerson,
    attemptId: number,
    reads: Gate,
    gates: [Gate, Gate, Gate, Gate],
  ) {
    super(page);
    this.person = person;
    this.attemptId = attemptId;
    this.reads = reads;
    [this.start, this.save, this.submit, this.time] = gates;
  }

  /** What the page shows as written in this sitting, by the question's index. */
  readonly written = new Map<number, { option_ids?: unknown[]; text?: string; later?: boolean }>();

  write(moment: Moment, what: { option_ids?: unknown[]; text?: string; later?: boolean }): void {
    const { index } = answersOf(moment);
    this.written.set(index, { ...this.written.get(index), ...what });
  }

  stored = () => myTest(this.person, TITLE);

  /** A sitting on the server, begun in another browser where none runs yet. */
  async sits(): Promise<void> {
    const now = await this.stored();
    if (now.sitting !== null) return;
    this.written.clear();
    await startByApi(this.person, this.attemptId);
  }

  /** No sitting on the server: one that runs is handed in, in another browser. */
  async rests(): Promise<void> {
    const now = await this.stored();
    if (now.sitting !== null) await submitByApi(this.person, this.attemptId);
  }

  /** Every try is used, in another browser. */
  async isOver(): Promise<void> {
    await this.rests();
    for (let { tries_left: left } = await this.stored(); left > 0; left -= 1) {
      await startByApi(this.person, this.attemptId);
      await submitByApi(this.person, this.attemptId);
    }
  }

  /** One try is used, in another browser. */
  async hasResult(): Promise<void> {
    await this.rests();
    if ((await this.stored()).test_results.length > 0) return;
    await startByApi(this.person, this.attemptId);
    await submitByApi(this.person, this.attemptId);
  }

  async rightAnswers(): Promise<object[]> {
    const { questions } = await this.stored();
    return questions.map(({ id, options }) =>
      options.length === 0
        ? { question_id: id, option_ids: [], text: 'oʻn besh' }
        : { question_id: id, option_ids: options.filter(({ title }) => title !== 'F').map((one) => one.id), text: '' },
    );
  }

  /** Presses what stays pressed, or comes back. */
  async turn(what: Locator, isOn: (what: Locator) => Promise<boolean>): Promise<boolean> {
    const was = await isOn(what);
    await what.click();
    await expect.poll(() => isOn(what)).toBe(!was);
    return !was;
  }
}

async function open(opening: Opening): Promise<World> {
  const { page, context } = opening;
  const { organizationId, people } = await control.branch();
  await control.staffTest({
    organizationId,
    title: TITLE,
    // a walk may use more of them than the tour
    tries: 5,
    duration: MINUTES,
    questions: [
      {
        type: 'multi',
        title: 'Bir nechtasi',
        options: [
          ['D', true],
          ['E', true],
          ['F', false],
        ],
      },
      { type: 'text', title: 'Soʻz', accepted: ['oʻn besh'] },
    ],
  });
  const { attempt_id } = await myTest(people.keeper, TITLE);
  await signIn(context, people.keeper);
  const reads = await Gate.at(page, myTests);
  const gates: [Gate, Gate, Gate, Gate] = [
    await Gate.at(page, testStart),
    await Gate.at(page, testAnswer),
    await Gate.at(page, testSubmit),
    await Gate.at(page, testReminder),
  ];
  // it comes five seconds after the page: where opening takes longer, what it reads again says that the network is back
  await intercept(page, '*/notice/stream', { hold() {} });
  await context.clock.install();
  const world = new World(opening, people.keeper, attempt_id, reads, gates);
  world.time.open();
  await world.open(attempt_id);
  await world.expectPlace('opening');
  // further ahead than the page's clock may come before this reaches it: into the past it does not go
  await context.clock.pauseAt((await page.evaluate(() => Date.now())) + 10_000);
  return world;
}

const pass = async ({ page }: World, milliseconds: number) => page.clock.fastForward(milliseconds);
const isPressed = async (button: Locator) => (await button.getAttribute('aria-pressed')) === 'true';
const answersOf = ({ step, path }: Moment) => (step?.after ?? path.begins).context as TestAttemptContext;

runBrowserLayer<World>('testAttempt', testAttemptModel, {
  open,
  verbs: {
    async 'a new test is read'(world) {
      await world.rests();
      await world.reads.release();
    },
    async 'a sitting is read that goes on'(world) {
      await world.sits();
      await world.reads.release();
    },
    'a sitting is read, and an answer that only this browser has': ({ reads }) => reads.release(),
    async 'a test is read that is over'(world) {
      await world.isOver();
      await world.reads.release();
    },
    async 'a test is read with a result and a try left'(world) {
      await world.hasResult();
      await world.reads.release();
    },
    async 'a result is read, and an answer that came too late'(world) {
      await world.hasResult();
      const { test_results, questions } = await world.stored();
      expect(questions).toEqual([]);
      await world.page.evaluate(([key, kept]) => localStorage.setItem(key, kept), [
        `test-answers:${world.person.id}:${world.attemptId}:${test_results.length}`,
        JSON.stringify([{ question_id: 1, option_ids: [], text: 'kech', later: false }]),
      ] as const);
      await world.reads.release();
    },
    'the test cannot be read': ({ reads }) => reads.loseAll(),
    async 'reads it again'({ reads, attempt }) {
      reads.close();
      await attempt.getByRole('button').last().click();
    },
    async begins(world) {
      world.written.clear();
      await world.begin();
    },
    'the sitting begins': ({ start }) => start.pass(),
    'the beginning gets no answer': ({ start }) => start.lose(),
    async 'it was begun elsewhere'({ reads, start }) {
      reads.close();
      await start.answer(409, REFUSED);
    },
    // a box that is pressed twice is empty again
    async 'chooses an option'(world, moment) {
      const isChosen = await world.turn(world.option('D'), (box) => box.isChecked());
      world.write(moment, { option_ids: isChosen ? [expect.any(Number)] : [] });
    },
    async 'writes words'(world, moment) {
      await world.words.pressSequentially('x');
      world.write(moment, { text: await world.words.inputValue() });
    },
    async 'marks a question for later'(world, moment) {
      world.write(moment, { later: await world.turn(world.laterButton, isPressed) });
    },
    'goes to another question': (world) => world.step(2).click(),
    'the answer is saved': ({ save }) => save.pass(),
    'the answer gets no answer': ({ save }) => save.lose(),
    async 'the sitting ended elsewhere'({ reads, save }) {
      reads.close();
      await save.answer(409, REFUSED);
    },
    async 'looks at the page again'({ page, reads }) {
      reads.close();
      await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    },
    async 'another window has answered'(world) {
      const { sitting, questions } = await world.stored();
      const [first] = questions;
      const option_ids = first?.options.filter(({ title }) => title === 'E').map(({ id }) => id) ?? [];
      await saveByApi(world.person, world.attemptId, sitting?.number ?? 0, { question_id: first?.id ?? 0, option_ids });
      world.written.set(0, { option_ids });
      await world.reads.release();
    },
    async 'it was handed in elsewhere meanwhile'(world) {
      await world.rests();
      await world.reads.passAll();
    },
    'the other answers cannot be read': ({ reads }) => reads.loseAll(),
    async 'the clock jumps'({ page, time }) {
      time.close();
      await page.clock.setSystemTime((await page.evaluate(() => Date.now())) + SLEPT);
      await page.clock.runFor(LOOK);
    },
    async 'the server says the time'({ time }) {
      await time.pass();
      time.open();
    },
    'the server does not say the time': ({ time }) => time.lose(),
    'it is asked again': (world) => pass(world, TIME_RETRY),
    'it is sent again': (world) => pass(world, SAVE_RETRY),
    async 'the network is back'({ page }) {
      await page.evaluate(() => window.dispatchEvent(new Event('online')));
    },
    'wants to hand in': (world) => world.handInButton.click(),
    'goes on answering': ({ dialog }) =>
      dialog.getByRole('button', { name: texts.tests.ask.goOn, exact: true }).click(),
    'hands in': ({ dialog }) => dialog.getByRole('button', { name: texts.tests.handIn, exact: true }).click(),
    'the minutes are up': (world) => pass(world, MINUTES * 60_000),
    'it was not enough': ({ submit }) => submit.pass(),
    // whatever the path wrote before: the right answers are handed in
    async 'it was enough'(world) {
      const handedIn = await world.submit.asked<object>();
      await world.submit.pass({ ...handedIn, answers: await world.rightAnswers() });
    },
    'handing in gets no answer': ({ submit }) => submit.lose(),
    async 'it was handed in elsewhere'({ reads, submit }) {
      reads.close();
      await submit.answer(409, REFUSED);
    },
    'it is handed in again': (world) => pass(world, HAND_IN_RETRY),
    'hands in again': ({ attempt }) =>
      attempt.getByRole('button', { name: texts.tests.sendAgain, exact: true }).click(),
  },
  states: {
    async opening(world) {
      await world.expectPlace('opening');
      await expect(world.attempt).toHaveAttribute('aria-busy', 'true');
    },
    async failed(world) {
      await world.expectPlace('failed');
      await expect(world.attempt.getByRole('alert')).toContainText(texts.tests.openFailed);
    },
    async intro(world, { step }) {
      await world.expectPlace('intro');
      await expect(world.beginButton).toBeEnabled();
      await expect(world.question).toHaveCount(0);
      const lost = step?.case.name === 'the beginning gets no answer';
      await expect(world.attempt.getByTestId('refusal')).toHaveCount(lost ? 1 : 0);
    },
    async starting(world) {
      await world.expectPlace('starting');
      await expect(world.beginButton).toBeDisabled();
    },
    async 'answering.saving.saved'(world, moment) {
      const { step } = moment;
      await world.expectPlace('answering');
      await world.expectSaved('saved');
      if (step?.case.name === 'another window has answered') {
        if (answersOf(moment).index === 0) await expect(world.option('E')).toBeChecked();
      }
      if (step?.case.name === 'the answer is saved') {
        const { sitting, questions } = await world.stored();
        expect(world.written.size).toBeGreaterThan(0);
        for (const [index, written] of world.written) {
          const saved = sitting?.answers.find((one) => one.question_id === questions[index]?.id);
          expect(saved).toMatchObject(written);
        }
        expect(
          await world.page.evaluate(() => Object.keys(localStorage).filter((key) => /^test-answers/.test(key))),
        ).toEqual([]);
      }
    },
    async 'answering.saving.comparing'(world) {
      await world.expectSaved('saved');
      await expect(world.question).toBeEnabled();
    },
    async 'answering.saving.sending'(world, moment) {
      await world.expectSaved('sending');
      // what is being sent is on the disk of this browser already
      const kept = await world.page.evaluate(() =>
        Object.entries(localStorage)
          .filter(([key]) => key.startsWith('test-answers'))
          .map(([, value]) => value),
      );
      expect(kept).toHaveLength(1);
      expect(JSON.parse(kept[0] ?? '')).toHaveLength(answersOf(moment).unsent.length);
    },
    async 'answering.saving.waiting'(world) {
      await world.expectSaved('waiting');
    },
    'answering.timing.sure': (world) => world.expectSure(true),
    'answering.timing.checking': (world) => world.expectSure(false),
    'answering.timing.unanswered': (world) => world.expectSure(false),
    async 'answering.talking.working'(world, { step }) {
      await expect(world.dialog).toHaveCount(0);
      await expect(world.question).toBeVisible();
      await expect(world.attempt.getByRole('timer')).toBeVisible();
      // nothing is chosen that the person did not choose
      if (step?.case.name === 'the sitting begins')
        await expect(world.attempt.getByRole('checkbox', { checked: true })).toHaveCount(0);
      if (step?.case.name === 'marks a question for later') {
        const isLater = await isPressed(world.laterButton);
        const name = texts.tests.step.later.replace('{{number}}', '1');
        await expect(world.attempt.getByRole('button', { name, exact: true })).toHaveCount(isLater ? 1 : 0);
      }
      if (step?.case.name === 'goes to another question') await expect(world.words).toBeVisible();
    },
    async 'answering.talking.asking'(world) {
      await expect(world.dialog).toBeVisible();
    },
    async handingIn(world) {
      await world.expectPlace('handingIn');
      await expect(world.question).toHaveAttribute('disabled', '');
      expect((await world.stored()).sitting).not.toBeNull();
    },
    async notHandedIn(world) {
      await world.expectPlace('notHandedIn');
      await expect(world.attempt.getByText(texts.tests.notHandedIn)).toBeVisible();
      await expect(world.question).toBeVisible();
    },
    async result(world, moment) {
      const { step } = moment;
      await world.expectPlace('result');
      const { tries_left, test_results } = await world.stored();
      const passed = step?.case.name === 'it was enough';
      expect(test_results.at(-1)?.passed).toBe(passed);
      await expect(world.page.getByTestId('test-percent')).toHaveText(passed ? /100/ : /^0/);
      await expect(world.againButton).toHaveCount(tries_left > 0 ? 1 : 0);
      const { ended } = answersOf(moment);
      await expect(world.attempt.getByText(texts.tests.ended.elsewhere)).toHaveCount(ended === null ? 0 : 1);
      await expect(world.attempt.getByText(texts.tests.ended.lost_one.replace('{{count}}', '1'))).toHaveCount(
        (ended?.lost ?? 0) > 0 ? 1 : 0,
      );
    },
  },
});

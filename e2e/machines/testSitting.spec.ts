/** The browser layer of a sitting: a person at a test of the branch, and the server's own closing. */
import { expect } from '@playwright/test';
import type { PathStep } from '../../machines/kit/model.ts';
import type { TestSittingContext } from '../../machines/testSitting/testSitting.machine.ts';
import { MODEL_TRIES, testSittingModel } from '../../machines/testSitting/testSitting.model.ts';
import { api, type Branch, type BranchPerson, control, signIn } from '../harness/control.ts';
import { myTest, TestPage, texts } from '../pages/testPage.ts';
import { type Moment, type Opening, runBrowserLayer, type Verb } from './kit.ts';

const TITLE = 'Sinov';

class World extends TestPage {
  readonly person: BranchPerson;
  readonly author: BranchPerson;
  readonly attemptId: number;

  constructor({ page }: Opening, { keeper, director }: Branch['people'], attemptId: number) {
    super(page);
    this.person = keeper;
    this.author = director;
    this.attemptId = attemptId;
  }

  stored = () => myTest(this.person, TITLE);

  /** Every question as the author wants it. */
  async answerRight(): Promise<void> {
    await this.option('B').check();
    await this.step(2).click();
    await this.option('D').check();
    await this.option('E').check();
    await this.step(3).click();
    await this.words.fill("o'n besh");
    await this.expectSaved('saved');
  }

  async minutesPass(): Promise<void> {
    await control.minutesUp(this.attemptId);
    await this.page.reload();
  }
}

async function open(opening: Opening): Promise<World> {
  const { organizationId, people } = await control.branch();
  await control.staffTest({ organizationId, title: TITLE, tries: MODEL_TRIES, percent: 60 });
  const { attempt_id } = await myTest(people.keeper, TITLE);
  await signIn(opening.context, people.keeper);
  const world = new World(opening, people, attempt_id);
  await world.open();
  return world;
}

/** How many sittings have ended so far. */
const sittingsEnded = ({ path, step }: Moment) =>
  path.steps
    .slice(0, path.steps.indexOf(step as PathStep) + 1)
    .filter((one) => one.case.event.type === 'test.submit' || one.case.event.type === 'time.isUp').length;

const graded =
  (passed: boolean): Verb<World> =>
  async (world, { step }) => {
    await world.expectPlace('result');
    const triesLeft = (step?.after.context as TestSittingContext | undefined)?.triesLeft ?? MODEL_TRIES;
    const test = await world.stored();
    expect(test).toMatchObject({ sitting: null, tries_left: triesLeft, questions: [] });
    expect(test.test_results.at(-1)).toMatchObject({ passed, try: triesLeft });
    await expect(world.page.getByTestId('test-percent')).toHaveText(passed ? /100/ : /^0/);
    await expect(world.againButton).toHaveCount(triesLeft > 0 ? 1 : 0);
  };

runBrowserLayer<World>('testSitting', testSittingModel, {
  open,
  onServer: true,
  verbs: {
    async begins(world) {
      await world.begin();
      await world.expectPlace('answering');
    },
    async answers(world) {
      await world.option('A').check();
      await world.expectSaved('saved');
      expect((await world.stored()).sitting?.answers).toHaveLength(1);
    },
    async 'hands in enough'(world) {
      await world.answerRight();
      await world.handIn();
    },
    'hands in too little': (world) => world.handIn(),
    async 'its time is up with enough saved'(world) {
      await world.answerRight();
      await world.minutesPass();
    },
    'its time is up with too little': (world) => world.minutesPass(),
    async 'is given another try'(world) {
      const body = { attempt_id: world.attemptId, reason: 'Elektr oʻchib qoldi' };
      expect((await api(world.author, 'POST', '/test_result/give_attempt', body, 'cash')).status).toBe(200);
      await world.page.reload();
    },
  },
  states: {
    async ready(world, moment) {
      if (moment.step === undefined) {
        await world.expectPlace('intro');
        await expect(world.beginButton).toBeVisible();
        expect(await world.stored()).toMatchObject({ sitting: null, questions: [], tries_left: MODEL_TRIES });
        return;
      }
      if (moment.step.case.name.startsWith('its time')) {
        // closed by the server: the person comes back to the introduction
        await world.expectPlace('intro');
        await expect(world.beginButton).toBeVisible();
        expect((await world.stored()).test_results).toHaveLength(sittingsEnded(moment));
      } else if (moment.step.case.name === 'is given another try') {
        await expect(world.againButton.or(world.beginButton)).toBeVisible();
        expect((await world.stored()).tries_left).toBe((moment.step.after.context as TestSittingContext).triesLeft);
      } else await graded(false)(world, moment);
      await expect(world.group('hourly')).toContainText(TITLE);
    },
    async answering(world) {
      await world.expectPlace('answering');
      await expect(world.question).toBeVisible();
      await expect(world.attempt.getByRole('timer')).toHaveText(/00:0\d:\d\d/);
      expect((await world.stored()).sitting).not.toBeNull();
    },
    async passed(world, moment) {
      await graded(true)(world, moment);
      await expect(world.attempt.getByText(texts.tests.passed, { exact: true }).first()).toBeVisible();
    },
    async spent(world, moment) {
      await graded(false)(world, moment);
      await expect(world.page.getByTestId('tries-left')).toHaveText(texts.tests.noTries);
    },
  },
});

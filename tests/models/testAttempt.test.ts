import { describe, expect, it } from 'vitest';
import type { AnyEventObject, AnyMachineSnapshot } from 'xstate';
import { RefusedError } from '../../contract/refusal.ts';
import type { MyTest } from '../../contract/staffTests.ts';
import { answerOf, asked, choose, isAnswered, withAnswer } from '../../machines/testAttempt/questions.ts';
import {
  type OpenedTest,
  type TestAttemptContext,
  testAttemptMachine,
} from '../../machines/testAttempt/testAttempt.machine.ts';
import { AHEAD, testAttemptModel } from '../../machines/testAttempt/testAttempt.model.ts';
import { Live, led, runModelLayer, type World } from './kit.ts';

const CHANGES = ['option.choose', 'text.type', 'later.turn'];

/** What is not on the server goes to the disk of this browser in the same step, as it stands after it. */
const keptHere = (snapshot: AnyMachineSnapshot, world: World) => {
  if (!CHANGES.includes(world.event?.type ?? '')) return;
  const kept = world.calls.find(({ name }) => name === 'keepHere')?.params as { context: TestAttemptContext };
  expect(kept.context).toMatchObject({ attemptId: 7, questions: snapshot.context.questions });
  expect(kept.context.unsent).not.toEqual([]);
};
const minutes = (snapshot: AnyMachineSnapshot) => ({
  endsAt: '2026-11-21T05:10:00.000Z',
  ahead: (snapshot.context as TestAttemptContext).ahead,
});
/** The server may answer that sittings are graded: their answers are removed from this browser. */
const forgottenHere = (world: World) => {
  if (/done\.actor\.(?:open|handIn)$/.test(world.event?.type ?? '')) expect(world.effects).toContain('forgetHere');
};
const whileAnswering = (context: TestAttemptContext) => {
  expect(context.test?.sitting).not.toBeNull();
  expect(context.questions).toHaveLength(2);
};

runModelLayer('testAttempt', testAttemptModel, {
  delays: { saveRetry: 3_000, timeRetry: 3_000, handInRetry: 5_000 },
  states: {
    opening(snapshot, world) {
      expect(snapshot.hasTag('busy')).toBe(true);
      expect(world.running).toEqual(['open']);
      expect(world.inputOf('open')).toEqual({ attemptId: 7 });
      // the reason of the re-read is kept, the error of the last attempt is not
      if (world.event?.type === 'test.open') expect(snapshot.context.refusal).toBeNull();
      if (world.event?.type.startsWith('xstate.error')) expect(snapshot.context.refusal?.kind).toBe('refused');
    },
    failed(snapshot, world) {
      expect(snapshot.context.refusal).not.toBeNull();
      expect(world.running).toEqual([]);
    },
    intro(snapshot, world) {
      forgottenHere(world);
      if (world.event?.type === 'xstate.error.actor.start') expect(snapshot.context.refusal?.kind).toBe('failed');
      expect(snapshot.context.test?.tries_left).toBeGreaterThan(0);
      expect(snapshot.context.questions).toEqual([]);
      expect(snapshot.can({ type: 'option.choose', questionId: 1, optionId: 11 })).toBe(false);
    },
    starting(snapshot, world) {
      expect(world.inputOf('start')).toEqual({ attemptId: 7, key: 'k-1' });
      expect(snapshot.hasTag('busy')).toBe(true);
      expect(snapshot.context.refusal).toBeNull();
    },
    'answering.saving.saved'(snapshot, world) {
      whileAnswering(snapshot.context);
      forgottenHere(world);
      if (world.event?.type === 'xstate.done.actor.save')
        expect(world.calls).toMatchObject([{ name: 'keepHere', params: { context: { attemptId: 7, unsent: [] } } }]);
      expect(snapshot.context.sent).toBeNull();
      expect(snapshot.context.unsent).toEqual([]);
      expect(snapshot.hasTag('unsaved')).toBe(false);
      if (world.event?.type === 'xstate.done.actor.compare')
        expect((snapshot.context as TestAttemptContext).questions.map(answerOf)).toMatchObject([
          { option_ids: [12] },
          { text: '' },
        ]);
      // nothing is chosen before the person chooses, whatever flags came
      if (world.event?.type === 'xstate.done.actor.start') {
        const options = (snapshot.context as TestAttemptContext).questions.flatMap((question) => question.options);
        expect(options.map((option) => option.is_correct)).toEqual([false, false]);
      }
    },
    'answering.saving.comparing'(snapshot, world) {
      expect(world.inputOf('compare')).toEqual({ attemptId: 7 });
      // nothing is held back meanwhile, and nothing is unsaved
      expect(snapshot.can({ type: 'option.choose', questionId: 1, optionId: 11 })).toBe(true);
      expect(snapshot.hasTag('unsaved')).toBe(false);
    },
    'answering.saving.sending'(snapshot, world) {
      const { sent, unsent } = snapshot.context as TestAttemptContext;
      expect(sent?.question_id).toBe(unsent[0]);
      expect(world.inputOf('save')).toEqual({ attemptId: 7, sitting: 1, answer: sent });
      expect(snapshot.hasTag('unsaved')).toBe(true);
      keptHere(snapshot, world);
      if (world.event?.type === 'option.choose') expect(sent?.option_ids).toEqual([11]);
      if (world.event?.type === 'text.type') expect(sent?.text).toBe('oʻn besh');
      if (world.event?.type === 'later.turn') expect(sent?.later).toBe(true);
    },
    'answering.saving.waiting'(snapshot) {
      expect(snapshot.context.unsent).not.toEqual([]);
      expect(snapshot.hasTag('unsaved')).toBe(true);
    },
    'answering.timing.sure'(snapshot, world) {
      expect(snapshot.hasTag('unsure')).toBe(false);
      const answered = world.event?.type === 'xstate.done.actor.askTime';
      if (answered) expect((snapshot.context as TestAttemptContext).ahead).toBe(AHEAD);
      // the timer uses the server's last answer
      expect(world.inputOf('watch')).toEqual(minutes(snapshot));
    },
    'answering.timing.checking'(snapshot, world) {
      expect(snapshot.hasTag('unsure')).toBe(true);
      expect(world.running).toContain('askTime');
      // the minutes go on meanwhile, and the person
      expect(world.running).toContain('watch');
      expect(world.inputOf('watch')).toEqual(minutes(snapshot));
      expect(snapshot.can({ type: 'option.choose', questionId: 1, optionId: 11 })).toBe(true);
    },
    'answering.timing.unanswered'(snapshot, world) {
      expect(snapshot.hasTag('unsure')).toBe(true);
      expect(world.running).not.toContain('askTime');
      expect(world.running).toContain('watch');
      expect(world.inputOf('watch')).toEqual(minutes(snapshot));
    },
    'answering.talking.working'(snapshot, world) {
      expect(snapshot.hasTag('answering')).toBe(true);
      expect(snapshot.hasTag('asking')).toBe(false);
      if (world.event?.type === 'question.go') expect(snapshot.context.index).toBe(1);
    },
    'answering.talking.asking'(snapshot) {
      expect(snapshot.hasTag('asking')).toBe(true);
      expect(snapshot.can({ type: 'handIn.confirm', key: 'k' })).toBe(true);
    },
    handingIn(snapshot, world) {
      const { questions, unsent, key, timeUp } = snapshot.context as TestAttemptContext;
      const answers = questions.filter(({ id }) => unsent.includes(id)).map(answerOf);
      expect(world.inputOf('handIn')).toEqual({ attemptId: 7, sitting: 1, key, answers });
      expect(['k-2', 'k-3']).toContain(key);
      // k-3: the minutes ran out, and the person sees it
      expect(timeUp).toBe(key === 'k-3');
      expect(snapshot.context.refusal).toBeNull();
    },
    notHandedIn(snapshot) {
      expect(snapshot.context.refusal?.kind).toBe('failed');
      expect(snapshot.context.questions).toHaveLength(2);
    },
    result(snapshot, world) {
      const { test, ended } = snapshot.context as TestAttemptContext;
      expect(test?.test_results).toHaveLength(1);
      // who has handed in here sees no message of an end elsewhere
      if (world.event?.type === 'xstate.done.actor.handIn') expect(ended).toBeNull();
      forgottenHere(world);
      expect(snapshot.can({ type: 'test.start', key: 'k' })).toBe((test?.tries_left ?? 0) > 0);
    },
  },
});

describe('a sitting that ended away from this page', () => {
  const test = (results: number, left: number, sitting: number | null): MyTest => ({
    attempt_id: 7,
    start: '',
    end: null,
    title: '',
    description: '',
    duration: 10,
    pass_percent: 60,
    added_user: { id: 1, fullname: '' },
    test_results: Array.from({ length: results }, () => ({
      created_at: '',
      updated_at: '',
      try: left,
      percent: 0,
      passed: false,
      handed_in: false,
    })),
    questions: [
      { id: 1, type: 'text', title: '', options: [] },
      { id: 2, type: 'text', title: '', options: [] },
    ],
    question_count: 2,
    tries_left: left,
    sitting: sitting === null ? null : { number: sitting, started_at: '', ends_at: '', answers: [] },
  });
  const done = (actor: string, output: OpenedTest) => ({ type: `xstate.done.actor.${actor}`, output });
  const opened = (of: MyTest, lost = 0): OpenedTest => ({ test: of, ahead: 0, kept: [], lost });
  const begun = () => new Live(testAttemptMachine, { attemptId: 7 }, {});
  const refused = new RefusedError({
    ...{ kind: 'refused', message: '', code: 'not_allowed_now', requestId: '' },
    ...{ errors: {}, lines: [], current: null },
  });

  it('shows its result and what came too late, also when tries are left', async () => {
    const live = begun();
    await live.cause(done('open', opened(test(1, 2, 2))));
    await live.cause({ type: 'time.isUp', key: 'k' });
    await live.cause({ type: 'xstate.error.actor.handIn', error: refused });
    await live.cause(done('open', opened(test(2, 1, null), 3)));
    expect([live.snapshot.value, live.snapshot.context.ended]).toEqual(['result', { lost: 3 }]);
    // and it is shown once
    await live.cause({ type: 'test.start', key: 'k' });
    expect(live.snapshot.context).toMatchObject({ ended: null, timeUp: false });
    live.stop();
  });

  it('that the server has closed shows its result, though nothing came too late', async () => {
    const ended = (results: number) =>
      led(testAttemptMachine, { attemptId: 7 }, [
        done('open', opened(test(1, 2, 2))),
        { type: 'time.isUp', key: 'k' },
        { type: 'xstate.error.actor.handIn', error: refused },
        done('open', opened(test(results, 1, null))),
      ]);
    for (const [results, place] of [
      [2, 'result'],
      // it was opened anew without a result of its own: it may be begun
      [1, 'intro'],
    ] as const) {
      const live = await ended(results);
      expect(live.snapshot.value).toBe(place);
      live.stop();
    }
  });

  it('leaves nothing on its way', async () => {
    const live = await led(testAttemptMachine, { attemptId: 7 }, [
      done('open', opened(test(0, 2, 1))),
      { type: 'text.type', questionId: 2, text: 'yoʻlda' },
      { type: 'time.isUp', key: 'k' },
      done('handIn', opened(test(1, 1, null))),
    ]);
    expect(live.snapshot.context).toMatchObject({ sent: null, unsent: [] });
    live.stop();
  });

  it('is shown after a reload too, as long as answers were left behind', async () => {
    for (const [lost, place] of [
      [1, 'result'],
      [0, 'intro'],
    ] as const) {
      const live = begun();
      await live.cause(done('open', opened(test(1, 1, null), lost)));
      expect(live.snapshot.value).toBe(place);
      live.stop();
    }
  });

  it('shows what another window has answered, but for what is newer here', async () => {
    const live = begun();
    await live.cause(done('open', opened(test(0, 2, 1))));
    await live.cause({ type: 'page.looked' });
    await live.cause({ type: 'text.type', questionId: 2, text: 'shu yerda' });
    const there = test(0, 2, 1);
    const said = (id: number) => ({ question_id: id, option_ids: [], text: 'u yerda', later: false });
    there.sitting?.answers.push(said(1), said(2));
    await live.cause(done('compare', opened(there)));
    const { questions, unsent } = live.snapshot.context as TestAttemptContext;
    expect([questions.map(({ text }) => text), unsent]).toEqual([['u yerda', 'shu yerda'], [2]]);
    expect(live.snapshot.matches({ answering: { saving: 'sending' } })).toBe(true);
    live.stop();
  });
});

describe('answering', () => {
  const AT = '2026-11-21T05:00:00.000Z';
  const running = (count: number): OpenedTest => ({
    test: {
      ...{ attempt_id: 7, start: AT, end: null, title: '', description: '', duration: 10, pass_percent: 60 },
      ...{ added_user: { id: 1, fullname: '' }, test_results: [], question_count: count, tries_left: 1 },
      questions: Array.from({ length: count }, (_, at) => ({ id: at + 1, type: 'text', title: '', options: [] })),
      sitting: { number: 1, started_at: AT, ends_at: AT, answers: [] },
    },
    ahead: 1_500,
    kept: [],
    lost: 0,
  });
  const begun = (count: number, ...events: AnyEventObject[]) =>
    led(testAttemptMachine, { attemptId: 7 }, [{ type: 'xstate.done.actor.open', output: running(count) }, ...events]);

  it('counts by the server’s time from the beginning', async () => {
    const live = await begun(2);
    expect(live.snapshot.context.ahead).toBe(1_500);
    expect(live.world.inputOf('watch')).toEqual({ endsAt: AT, ahead: 1_500 });
    live.stop();
  });

  it.each([
    [-1, 3, 0],
    [0, 3, 0],
    [1, 3, 1],
    [2, 3, 2],
    [3, 3, 2],
    [1, 1, 0],
  ])('question %i of a test shows one that it has', async (index, count, shown) => {
    const live = await begun(count, { type: 'question.go', index });
    expect(live.snapshot.context.index).toBe(shown);
    live.stop();
  });

  it('sends again what was changed while it was on its way', async () => {
    const live = await begun(
      2,
      { type: 'text.type', questionId: 1, text: 'bir' },
      { type: 'text.type', questionId: 1, text: 'ikki' },
      { type: 'xstate.done.actor.save', output: undefined },
    );
    expect(live.snapshot.matches({ answering: { saving: 'sending' } })).toBe(true);
    expect(live.snapshot.context).toMatchObject({ unsent: [1], sent: { question_id: 1, text: 'ikki' } });
    live.stop();
  });
});

describe('questions while they are answered', () => {
  const load = (type: 'single' | 'multi' | 'text') => ({
    id: 1,
    type,
    title: 'Savol',
    // what must never come resets all the same
    options: [11, 12, 13].map((id) => ({ id, title: String(id), is_correct: true })),
  });
  const first = (type: 'single' | 'multi' | 'text') => {
    const [question] = asked([load(type)]);
    if (!question) throw new Error('no question');
    return question;
  };

  it.each(['single', 'multi'] as const)('resets every flag on load: %s', (type) => {
    expect(first(type).options.map((option) => option.is_correct)).toEqual([false, false, false]);
    expect(isAnswered(first(type))).toBe(false);
  });

  it('keeps one choice of a single question, several of a multi question', () => {
    const chosen = (type: 'single' | 'multi', ...ids: number[]) => answerOf(ids.reduce(choose, first(type))).option_ids;
    expect(chosen('single', 11, 12)).toEqual([12]);
    expect(chosen('single', 11, 11)).toEqual([11]);
    expect(chosen('multi', 11, 13)).toEqual([11, 13]);
    expect(chosen('multi', 11, 13, 11)).toEqual([13]);
  });

  it('takes an answer that was kept, without options that are not there', () => {
    const question = withAnswer(first('multi'), { option_ids: [12, 99], text: '', later: true });
    expect(answerOf(question)).toEqual({ question_id: 1, option_ids: [12], text: '', later: true });
    expect(isAnswered(question)).toBe(true);
    expect(isAnswered({ ...first('text'), text: '  ' })).toBe(false);
  });
});

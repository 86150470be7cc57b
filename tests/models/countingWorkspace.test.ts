import { expect, it } from 'vitest';
import { type AnyMachineSnapshot, createActor, fromCallback, fromPromise, SimulatedClock } from 'xstate';
import {
  type CountingWorkspaceContext,
  type CountingWorkspaceEvent,
  countingWorkspaceMachine,
  type ListInput,
  type SubmitInput,
} from '../../machines/countingWorkspace/countingWorkspace.machine.ts';
import {
  countingWorkspaceModel,
  facts,
  MODEL_ENTRY,
  MODEL_SHOW,
  REFUSED,
  WAITING,
} from '../../machines/countingWorkspace/countingWorkspace.model.ts';
import { type Facts, type Opened, phaseOf, TroubleError } from '../../machines/countingWorkspace/list.ts';
import type { TakenEntry } from '../../machines/countingWorkspace/tally.ts';
import { Live, led, runModelLayer, type World } from './kit.ts';

const of = (snapshot: AnyMachineSnapshot) => snapshot.context as CountingWorkspaceContext;
const LIST = { userId: 5, counterId: 7 };

/** Nothing may be taken where it could not be kept. */
function takesNothing(snapshot: AnyMachineSnapshot, world: World): void {
  expect(snapshot.hasTag('counting')).toBe(false);
  expect(snapshot.can({ type: 'entries.add', entries: [MODEL_ENTRY] })).toBe(false);
  expect(of(snapshot).queue).toEqual([]);
  expect(of(snapshot).batch).toEqual([]);
  expect(world.running).not.toContain('watch');
}

function counts(snapshot: AnyMachineSnapshot, world: World): void {
  expect(snapshot.hasTag('counting')).toBe(true);
  expect(snapshot.can({ type: 'entries.add', entries: [MODEL_ENTRY] })).toBe(true);
  expect(world.running).toContain('watch');
}

const written = (snapshot: AnyMachineSnapshot) => of(snapshot).queue.length + of(snapshot).batch.length === 0;

const DELAYS = {
  gather: 1_000,
  poll: 15_000,
  // the failure that begins the wait is counted
  backoff: (snapshot: AnyMachineSnapshot) => [1_000, 2_000, 4_000, 8_000, 16_000][of(snapshot).failures] ?? 30_000,
};

runModelLayer('countingWorkspace', countingWorkspaceModel, {
  delays: DELAYS,
  states: {
    opening(snapshot, world) {
      takesNothing(snapshot, world);
      expect(world.running).toContain('open');
      expect(world.inputOf('open')).toEqual(LIST);
      expect(snapshot.hasTag('busy')).toBe(true);
    },
    failed(snapshot, world) {
      takesNothing(snapshot, world);
      const { trouble } = of(snapshot);
      expect(trouble?.kind).toBe('failed');
      expect(snapshot.can({ type: 'list.open' })).toBe(true);
      expect(world.running).toContain('watchNetwork');
      // by itself only what the network has failed
      expect(snapshot.can({ type: 'network.back' })).toBe(trouble?.status === 0);
    },
    gone(snapshot, world) {
      takesNothing(snapshot, world);
      expect(of(snapshot).trouble?.kind).toBe('gone');
      if (world.event?.type === 'entries.export') expect(world.effects).toEqual(['exportEntries']);
    },
    assigned(snapshot, world) {
      takesNothing(snapshot, world);
      const show = of(snapshot).show;
      expect(show && phaseOf(show)).toBe('assigned');
      expect(snapshot.can({ type: 'counter.start', key: 'k' })).toBe(show?.act.status !== 'created');
      if (world.event?.type === 'xstate.error.actor.start') expect(of(snapshot).trouble?.kind).toBe('failed');
    },
    starting(snapshot, world) {
      takesNothing(snapshot, world);
      expect(world.inputOf('start')).toEqual({ ...LIST, key: 'k-start', version: 1 });
      expect(of(snapshot).trouble).toBeNull();
    },
    'counting.taking.ready'(snapshot, world) {
      counts(snapshot, world);
      expect(written(snapshot)).toBe(true);
      expect(snapshot.hasTag('unsaved')).toBe(false);
      if (world.event?.type === 'xstate.done.actor.write') {
        expect(world.calls).toEqual([{ name: 'signal', params: { tone: 'taken' } }]);
        expect(of(snapshot).facts).toEqual(world.event.output);
      }
      if (world.event?.type === 'scan.refuse') {
        expect(world.calls).toEqual([{ name: 'signal', params: { tone: 'refused' } }]);
        expect(of(snapshot).notices[0]?.reason).toBe('unknown');
        expect(of(snapshot).refused?.reason).toBe('unknown');
      }
    },
    'counting.taking.writing'(snapshot, world) {
      counts(snapshot, world);
      expect(world.running).toContain('write');
      const { batch } = of(snapshot);
      expect(batch.length).toBeGreaterThan(0);
      expect(world.inputOf('write')).toEqual({ ...LIST, entries: batch });
      expect(world.inputOf('watch')).toEqual(LIST);
      if (world.event?.type === 'xstate.done.actor.write')
        expect(world.calls).toEqual([{ name: 'signal', params: { tone: 'taken' } }]);
      // an entry that is not on the disk is never among the saved ones
      expect(snapshot.can({ type: 'submit.confirm', key: 'k' })).toBe(false);
      expect(snapshot.can({ type: 'list.finishedElsewhere' })).toBe(false);
    },
    'counting.taking.unsaved'(snapshot, world) {
      counts(snapshot, world);
      expect(snapshot.hasTag('unsaved')).toBe(true);
      expect(of(snapshot).batch.length).toBeGreaterThan(0);
      expect(snapshot.can({ type: 'submit.confirm', key: 'k' })).toBe(false);
      if (world.event?.type === 'xstate.error.actor.write')
        expect(world.calls).toEqual([{ name: 'signal', params: { tone: 'unsaved' } }]);
    },
    'counting.sending.resting'(snapshot, world) {
      expect(of(snapshot).facts.unsent).toBe(0);
      expect(world.running).not.toContain('send');
    },
    'counting.sending.gathering'(snapshot, world) {
      expect(of(snapshot).facts.unsent).toBeGreaterThan(0);
      expect(world.running).not.toContain('send');
    },
    'counting.sending.sending'(_, world) {
      expect(world.running).toContain('send');
      expect(world.inputOf('send')).toEqual(LIST);
    },
    'counting.sending.waiting'(snapshot, world) {
      counts(snapshot, world);
      expect(snapshot.hasTag('waiting')).toBe(true);
      if (world.event?.type === 'xstate.error.actor.send') expect(of(snapshot).trouble).not.toBeNull();
      expect(of(snapshot).failures).toBeGreaterThan(0);
    },
    'counting.talking.nothing'(snapshot) {
      expect(of(snapshot).total).toBeNull();
      expect(of(snapshot).sheet).toBeNull();
      expect(snapshot.hasTag('asking')).toBe(false);
    },
    'counting.talking.editing'(snapshot) {
      expect(of(snapshot).total).toEqual({ productId: 11, begun: 3, typed: null, theirs: null });
      expect(of(snapshot).productId).toBe(11);
    },
    'counting.talking.conflicted'(snapshot, world) {
      expect(snapshot.hasTag('asking')).toBe(true);
      const again = world.event?.type === 'total.keepMine';
      expect(of(snapshot).total).toMatchObject({ begun: 3, typed: 12, theirs: again ? 6 : 5 });
      expect(snapshot.can({ type: 'total.cancel' })).toBe(false);
    },
    'counting.talking.reading'(snapshot, world) {
      expect(world.inputOf('readSheet')).toEqual({ fileId: 'f' });
      expect(of(snapshot).sheet).toBeNull();
    },
    'counting.talking.previewing'(snapshot, world) {
      const unreadable = world.event?.type === 'xstate.error.actor.readSheet';
      if (unreadable)
        expect(of(snapshot).sheet).toEqual({ name: 'sanoq.xlsx', fault: 'unreadable', good: [], bad: [], blank: 0 });
      else expect(of(snapshot).sheet?.bad).toHaveLength(1);
      expect(snapshot.can({ type: 'sheet.take', entries: [] })).toBe(!unreadable);
    },
    'counting.talking.confirming'(snapshot, world) {
      expect(snapshot.hasTag('asking')).toBe(true);
      if (world.event?.type === 'xstate.error.actor.submit') expect(of(snapshot).trouble?.kind).toBe('differ');
    },
    submitting(snapshot, world) {
      takesNothing(snapshot, world);
      const found = world.event?.type === 'xstate.done.actor.open';
      const again = world.event?.type === 'network.back' || world.event?.type === 'submit.retry';
      const key = found ? 'k-kept' : again ? of(snapshot).key : 'k-submit';
      // what the disk has must still be there; what was just confirmed is not there yet
      expect(world.inputOf('submit')).toEqual({ ...LIST, key, version: 2, kept: found || again });
      expect(['k-kept', 'k-submit']).toContain(key);
    },
    queued(snapshot, world) {
      takesNothing(snapshot, world);
      expect(of(snapshot).trouble?.status).toBe(0);
      expect(world.running).toContain('watchNetwork');
      expect(of(snapshot).handIn).toEqual({ key: of(snapshot).key, refused: null, message: '' });
      expect(['k-kept', 'k-submit']).toContain(of(snapshot).key);
    },
    notSubmitted(snapshot, world) {
      takesNothing(snapshot, world);
      expect(of(snapshot).trouble?.kind).toBe('failed');
      expect(['k-kept', 'k-submit']).toContain(of(snapshot).key);
      expect(of(snapshot).handIn?.key).toBe(of(snapshot).key);
      // it does not go without the person where the server has answered
      expect(snapshot.can({ type: 'network.back' })).toBe(false);
    },
    withdrawing(snapshot, world) {
      takesNothing(snapshot, world);
      expect(world.inputOf('withdraw')).toEqual(LIST);
      expect(snapshot.hasTag('busy')).toBe(true);
      expect(of(snapshot).trouble).toBeNull();
    },
    submitted(snapshot, world) {
      takesNothing(snapshot, world);
      expect(snapshot.hasTag('over')).toBe(true);
      expect(of(snapshot).facts.unsent).toBe(0);
    },
    stranded(snapshot, world) {
      takesNothing(snapshot, world);
      const { unsent, refused } = of(snapshot).facts;
      expect(unsent + refused).toBeGreaterThan(0);
      if (world.event?.type === 'entries.export') expect(world.effects).toEqual(['exportEntries']);
    },
  },
});

const settle = () => new Promise((done) => setImmediate(done));
const entry = (id: string): TakenEntry => ({ ...MODEL_ENTRY, entry_id: id });

function begin(actors: {
  write?: (entries: TakenEntry[]) => Promise<Facts>;
  send?: () => Promise<Facts>;
  submit?: (input: SubmitInput) => Promise<Opened>;
  clock?: SimulatedClock;
}) {
  const actor = createActor(
    countingWorkspaceMachine.provide({
      actors: {
        open: fromPromise<Opened, ListInput>(async () => ({ show: MODEL_SHOW('counting', 2), facts: facts(0) })),
        write: fromPromise<Facts, ListInput & { entries: TakenEntry[] }>(({ input }) =>
          actors.write ? actors.write(input.entries) : Promise.resolve(facts(1)),
        ),
        send: fromPromise<Facts, ListInput>(() => (actors.send ? actors.send() : new Promise(() => {}))),
        submit: fromPromise<Opened, SubmitInput>(({ input }) =>
          actors.submit ? actors.submit(input) : new Promise(() => {}),
        ),
        watch: fromCallback<CountingWorkspaceEvent, ListInput>(() => {}),
        watchNetwork: fromCallback<CountingWorkspaceEvent>(() => {}),
      },
    }),
    { input: LIST, ...(actors.clock && { clock: actors.clock }) },
  );
  return actor.start();
}

/** A list that is being counted, its outer world in the test's hands. */
async function counted(): Promise<Live> {
  const live = new Live(countingWorkspaceMachine, LIST, {});
  await live.cause({ type: 'xstate.done.actor.open', output: { show: MODEL_SHOW('counting', 2), facts: facts(0) } });
  return live;
}
const trouble = (kind: string, status = 0) => ({
  trouble: { kind, status, message: '', requestId: 'r', lines: [], facts: null },
});

it('shows the product that was chosen, and types the total of the one that was asked for last', async () => {
  const live = await counted();
  await live.cause({ type: 'product.choose', productId: 12 });
  expect(of(live.snapshot).productId).toBe(12);
  for (const productId of [13, 14]) {
    await live.cause({ type: 'total.edit', productId, now: productId });
    expect(of(live.snapshot)).toMatchObject({ productId, total: { productId, begun: productId } });
  }
  live.stop();
});

it('forgets why a command did not succeed as soon as another one begins, or none', async () => {
  const live = new Live(countingWorkspaceMachine, LIST, {});
  await live.cause({ type: 'xstate.done.actor.open', output: { show: MODEL_SHOW('assigned', 1), facts: facts(0) } });
  await live.cause({ type: 'counter.start', key: 'k' });
  await live.cause({ type: 'xstate.error.actor.start', error: trouble('failed') });
  await live.cause({ type: 'counter.start', key: 'k' });
  expect(of(live.snapshot).trouble).toBeNull();
  await live.cause({ type: 'xstate.done.actor.start', output: { show: MODEL_SHOW('counting', 2), facts: facts(0) } });
  for (const next of ['submit.confirm', 'submit.drop']) {
    await live.cause({ type: 'submit.ask' });
    await live.cause({ type: 'submit.confirm', key: 'k' });
    await live.cause({ type: 'xstate.error.actor.submit', error: trouble('differ') });
    expect(of(live.snapshot).trouble?.kind).toBe('differ');
    await live.cause({ type: next, key: 'k' });
    expect(of(live.snapshot).trouble, next).toBeNull();
    if (next === 'submit.drop') continue;
    for (const after of ['submit.retry', 'submit.drop']) {
      await live.cause({ type: 'xstate.error.actor.submit', error: trouble('failed', 503) });
      expect(of(live.snapshot).trouble?.kind).toBe('failed');
      await live.cause({ type: after });
      expect(of(live.snapshot).trouble, after).toBeNull();
    }
    await live.cause({ type: 'xstate.done.actor.withdraw', output: undefined });
    expect(of(live.snapshot).handIn).toBeNull();
  }
  live.stop();
});

it('lists the last ten scans that were not taken, the newest first', async () => {
  const live = await counted();
  for (let at = 1; at <= 12; at += 1)
    await live.cause({ type: 'scan.refuse', notice: { code: String(at), reason: 'unknown' } });
  expect(of(live.snapshot).notices.map((notice) => (notice as unknown as { code: string }).code)).toEqual(
    Array.from({ length: 10 }, (_, at) => String(12 - at)),
  );
  live.stop();
});

it('shows a refused scan in place of the product, until something is scanned, chosen or typed', async () => {
  const live = await counted();
  expect(of(live.snapshot).refused).toBeNull();
  for (const next of [
    { type: 'entries.add', entries: [entry('e-next')] },
    { type: 'product.choose', productId: 12 },
    { type: 'total.edit', productId: 13, now: 1 },
  ]) {
    await live.cause({ type: 'scan.refuse', notice: { code: next.type, reason: 'unknown' } });
    expect(of(live.snapshot).refused).toMatchObject({ code: next.type });
    await live.cause(next);
    expect(of(live.snapshot).refused, next.type).toBeNull();
  }
  live.stop();
});

it.each([
  ['serialTwice', 12],
  ['imeiLength', 12],
  ['imeiCheck', 12],
  ['serialLength', 12],
  ['serialsOneByOne', 12],
  ['tooMany', 12],
  ['unknown', null],
  ['outside', null],
  ['serialFirst', null],
  ['several', null],
  ['nothingChosen', null],
  ['cut', null],
  ['notNow', null],
] as const)('counts the units after a scan refused as %s for product %s', async (reason, expected) => {
  const live = await counted();
  await live.cause({ type: 'product.choose', productId: 11 });
  await live.cause({ type: 'scan.refuse', notice: { code: 'c', reason, productId: 12 } });
  expect(of(live.snapshot).productId).toBe(expected);
  live.stop();
});

it('shows the product of the last entry, and keeps it where no entry came', async () => {
  const live = await counted();
  const entries = [11, 12, 13].map((id) => ({ ...entry(`e-${id}`), product_variant_id: id }));
  await live.cause({ type: 'entries.add', entries });
  expect(of(live.snapshot).productId).toBe(13);
  await live.cause({ type: 'entries.add', entries: [] });
  expect(of(live.snapshot).productId).toBe(13);
  live.stop();
});

/** A list whose one entry on the disk is being sent. */
const sendingOne = () =>
  led(
    countingWorkspaceMachine,
    LIST,
    [
      { type: 'xstate.done.actor.open', output: { show: MODEL_SHOW('counting', 2), facts: facts(0) } },
      { type: 'store.changed', facts: facts(1) },
      { type: 'xstate.after.gather.countingWorkspace.counting.sending.gathering' },
    ],
    { delays: DELAYS },
  );

it('leaves a list that is over or gone only when everything is on the disk', async () => {
  for (const [kind, place] of [
    ['gone', 'gone'],
    ['over', 'opening'],
  ] as const) {
    const live = await sendingOne();
    await live.cause({ type: 'entries.add', entries: [entry('a')] });
    await live.cause({ type: 'xstate.error.actor.send', error: trouble(kind) });
    expect(live.snapshot.matches({ counting: { sending: 'waiting', taking: 'writing' } }), kind).toBe(true);
    await live.cause({ type: 'xstate.done.actor.write', output: facts(1) });
    await live.cause({ type: 'send.now' });
    await live.cause({ type: 'xstate.error.actor.send', error: trouble(kind) });
    expect(live.snapshot.value).toBe(place);
    live.stop();
  }
});

it('forgets why entries were not sent, and how often, once they are', async () => {
  const live = await sendingOne();
  await live.cause({ type: 'xstate.error.actor.send', error: trouble('failed') });
  await live.cause({ type: 'send.now' });
  await live.cause({ type: 'xstate.error.actor.send', error: trouble('failed') });
  expect(of(live.snapshot)).toMatchObject({ failures: 2, trouble: { kind: 'failed' } });
  await live.cause({ type: 'send.now' });
  await live.cause({ type: 'xstate.done.actor.send', output: facts(0) });
  expect(of(live.snapshot)).toMatchObject({ failures: 0, trouble: null });
  live.stop();
});

it('sends nothing of a queue that is not on the disk, though its first batch is', async () => {
  const live = await counted();
  await live.cause({ type: 'entries.add', entries: [entry('a')] });
  await live.cause({ type: 'entries.add', entries: [entry('b')] });
  expect(of(live.snapshot)).toMatchObject({ batch: [{ entry_id: 'a' }], queue: [{ entry_id: 'b' }] });
  expect(live.snapshot.can({ type: 'list.finishedElsewhere' })).toBe(false);
  live.stop();
});

it('leaves nothing of an earlier try or file', async () => {
  const again = new Live(countingWorkspaceMachine, LIST, {});
  await again.cause({ type: 'xstate.error.actor.open', error: trouble('failed') });
  await again.cause({ type: 'list.open' });
  await again.cause({ type: 'xstate.done.actor.open', output: { show: MODEL_SHOW('counting', 2), facts: facts(0) } });
  expect(of(again.snapshot)).toMatchObject({ trouble: null, failures: 0 });
  again.stop();
  const live = await counted();
  await live.cause({ type: 'submit.ask' });
  await live.cause({ type: 'submit.confirm', key: 'k' });
  await live.cause({ type: 'xstate.error.actor.submit', error: trouble('differ') });
  await live.cause({ type: 'submit.drop' });
  await live.cause({ type: 'sheet.choose', fileId: 'f-1', name: 'a.xlsx' });
  expect(of(live.snapshot)).toMatchObject({ fileId: 'f-1', fileName: 'a.xlsx', trouble: null });
  await live.cause({ type: 'xstate.error.actor.readSheet', error: new Error('x') });
  await live.cause({ type: 'sheet.drop' });
  expect(of(live.snapshot)).toMatchObject({ sheet: null, fileId: '', fileName: '' });
  live.stop();
});

it('writes what comes while the disk is busy as the next batch, in order and once', async () => {
  const written: string[][] = [];
  const pending: (() => void)[] = [];
  const actor = begin({
    write: (entries) => {
      written.push(entries.map((one) => one.entry_id));
      return new Promise((done) => pending.push(() => done(facts(written.flat().length))));
    },
  });
  await settle();
  for (const id of ['a', 'b', 'c']) actor.send({ type: 'entries.add', entries: [entry(id)] });
  expect(written).toEqual([['a']]);
  expect(actor.getSnapshot().context.facts.unsent).toBe(0);
  pending.shift()?.();
  await settle();
  expect(written).toEqual([['a'], ['b', 'c']]);
  pending.shift()?.();
  await settle();
  expect(actor.getSnapshot().context.facts.unsent).toBe(3);
  expect(actor.getSnapshot().context.batch).toEqual([]);
});

it('keeps what the disk did not take, and tries it together with what comes next', async () => {
  const written: string[][] = [];
  let broken = true;
  const actor = begin({
    write: async (entries) => {
      if (broken) throw new Error('quota');
      written.push(entries.map((one) => one.entry_id));
      return facts(entries.length);
    },
  });
  await settle();
  actor.send({ type: 'entries.add', entries: [entry('a')] });
  await settle();
  expect(actor.getSnapshot().hasTag('unsaved')).toBe(true);
  broken = false;
  actor.send({ type: 'entries.add', entries: [entry('b')] });
  await settle();
  expect(written).toEqual([['a', 'b']]);
  expect(actor.getSnapshot().hasTag('unsaved')).toBe(false);
});

it('waits twice as long after each failure in a row, half a minute at most, and restarts after a success', async () => {
  const clock = new SimulatedClock();
  let sent = 0;
  let broken = true;
  const actor = begin({
    clock,
    send: async () => {
      sent += 1;
      if (broken) throw new TypeError('network');
      return facts(0);
    },
  });
  await settle();
  const fails = async () => {
    actor.send({ type: 'store.changed', facts: facts(1) });
    clock.increment(1_000);
    await settle();
    expect(actor.getSnapshot().hasTag('waiting')).toBe(true);
  };
  await fails();
  for (const seconds of [2, 4, 8, 16, 30, 30]) {
    const before = sent;
    clock.increment(seconds * 1_000 - 1);
    await settle();
    expect(sent, `before ${seconds} s`).toBe(before);
    clock.increment(1);
    await settle();
    expect(sent, `after ${seconds} s`).toBe(before + 1);
  }
  broken = false;
  actor.send({ type: 'send.now' });
  await settle();
  expect(actor.getSnapshot().context.failures).toBe(0);
  broken = true;
  await fails();
  const before = sent;
  clock.increment(2_000);
  await settle();
  expect(sent).toBe(before + 1);
});

it('hands in again under the same key after no answer', async () => {
  const keys: string[] = [];
  const actor = begin({
    submit: async ({ key }) => {
      keys.push(key);
      if (keys.length === 1) {
        const trouble = { kind: 'failed' as const, status: 0, message: '', requestId: '', lines: [], facts: null };
        throw new TroubleError(trouble);
      }
      return { show: MODEL_SHOW('submitted', 3), facts: facts(0) };
    },
  });
  await settle();
  actor.send({ type: 'submit.ask' });
  actor.send({ type: 'submit.confirm', key: 'one' });
  await settle();
  expect(actor.getSnapshot().matches('queued')).toBe(true);
  actor.send({ type: 'network.back' });
  await settle();
  expect(keys).toEqual(['one', 'one']);
  expect(actor.getSnapshot().matches('submitted')).toBe(true);
});

it('says why handing in does not go any more until the person hands in again, which is another one', async () => {
  const live = new Live(countingWorkspaceMachine, LIST, {});
  const show = MODEL_SHOW('counting', 2);
  await live.cause({ type: 'xstate.done.actor.open', output: { show, facts: facts(0), handIn: REFUSED } });
  expect(live.snapshot.matches('counting')).toBe(true);
  expect(of(live.snapshot).handIn).toEqual(REFUSED);
  await live.cause({ type: 'submit.ask' });
  expect(of(live.snapshot).handIn).toEqual(REFUSED);
  await live.cause({ type: 'submit.confirm', key: 'k-new' });
  expect(of(live.snapshot).handIn).toBeNull();
  expect(live.world.inputOf('submit')).toEqual({ ...LIST, key: 'k-new', version: 2, kept: false });
  live.stop();
});

it('notes handing in while no answer came, says nothing of the failure once it goes again, and forgets one that differs', async () => {
  const live = await counted();
  const notices: unknown[] = [];
  for (const [status, again] of [
    [0, 'network.back'],
    [503, 'submit.retry'],
  ] as const) {
    await live.cause({ type: 'submit.ask' });
    await live.cause({ type: 'submit.confirm', key: `k-${status}` });
    expect(of(live.snapshot).handIn).toBeNull();
    await live.cause({ type: 'xstate.error.actor.submit', error: trouble('failed', status) });
    notices.push(of(live.snapshot).handIn);
    await live.cause({ type: again });
    expect(of(live.snapshot).trouble).toBeNull();
    expect(live.world.inputOf('submit')).toMatchObject({ key: `k-${status}`, kept: true });
    await live.cause({ type: 'xstate.error.actor.submit', error: trouble('differ') });
    expect(of(live.snapshot).handIn).toBeNull();
    await live.cause({ type: 'submit.drop' });
  }
  expect(notices).toEqual(['k-0', 'k-503'].map((key) => ({ key, refused: null, message: '' })));
  live.stop();
});

it('hands in no list that is handed in already, and shows it', async () => {
  const live = new Live(countingWorkspaceMachine, LIST, {});
  const show = MODEL_SHOW('submitted', 3);
  await live.cause({ type: 'xstate.done.actor.open', output: { show, facts: facts(0), handIn: WAITING } });
  expect(live.snapshot.matches('submitted')).toBe(true);
  expect(of(live.snapshot).show).toEqual(show);
  live.stop();
});

it('leaves a list that was taken away only when everything is on the disk', async () => {
  const pending: (() => void)[] = [];
  const actor = begin({ write: () => new Promise((done) => pending.push(() => done(facts(1)))) });
  await settle();
  actor.send({ type: 'entries.add', entries: [entry('a')] });
  actor.send({ type: 'list.finishedElsewhere' });
  expect(actor.getSnapshot().matches('counting')).toBe(true);
  pending.shift()?.();
  await settle();
  actor.send({ type: 'list.finishedElsewhere' });
  expect(actor.getSnapshot().matches('opening')).toBe(true);
});

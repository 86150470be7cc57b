import { expect, it } from 'vitest';
import { type AnyMachineSnapshot, createActor, fromPromise } from 'xstate';
import { RefusedError } from '../../contract/refusal.ts';
import {
  type ActView,
  type ActWorkspaceContext,
  type ActWorkspaceEmitted,
  actWorkspaceMachine,
  type CommentInput,
  type DecideInput,
  draftOf,
  type PerformInput,
} from '../../machines/actWorkspace/actWorkspace.machine.ts';
import {
  actWorkspaceModel,
  MODEL_ACT,
  MODEL_COUNTER,
  MODEL_PRODUCTS,
} from '../../machines/actWorkspace/actWorkspace.model.ts';
import { Live, runModelFloor, type World } from './kit.ts';

const of = (snapshot: AnyMachineSnapshot) => snapshot.context as ActWorkspaceContext;

function nothingPending(snapshot: AnyMachineSnapshot, world: World): void {
  expect(of(snapshot).deed).toBeNull();
  expect(of(snapshot).refusal).toBeNull();
  expect(world.running).not.toContain('perform');
  expect(snapshot.hasTag('busy')).toBe(false);
}

function noSaving(snapshot: AnyMachineSnapshot, world: World): void {
  expect(snapshot.hasTag('saving')).toBe(false);
  expect(world.running).not.toContain('decide');
  expect(world.running).not.toContain('comment');
}

const EMITS: Readonly<Record<string, string>> = {
  'xstate.done.actor.perform': 'act.changed',
  'xstate.done.actor.decide': 'product.decided',
  'xstate.done.actor.comment': 'product.decided',
  'deed.takeTheirs': 'theirs.taken',
  'decision.takeTheirs': 'theirs.taken',
};

runModelFloor('actWorkspace', actWorkspaceModel, {
  emits(snapshot, { type }) {
    // decided is what has its words, too
    const emitted = snapshot.matches({ evidence: 'commenting' }) ? undefined : EMITS[type];
    return emitted === undefined ? [] : [emitted];
  },
  states: {
    'deeds.ready.browsing': (snapshot, world) => nothingPending(snapshot, world),
    'deeds.ready.refused'(snapshot) {
      expect(of(snapshot).refusal?.kind).toBe('refused');
      expect(of(snapshot).deed).not.toBeNull();
      // what was asked about stays on the screen, to be corrected
      expect(snapshot.can({ type: 'deed.confirm', words: {}, key: 'k' })).toBe(true);
      expect(snapshot.can({ type: 'deed.retry' })).toBe(false);
    },
    'deeds.ready.failed'(snapshot) {
      expect(of(snapshot).refusal?.kind).toBe('failed');
      // a dialog sends what it shows now, a deed without one goes as it was
      expect(snapshot.can({ type: 'deed.retry' })).toBe(!of(snapshot).asked);
      expect(snapshot.can({ type: 'deed.confirm', words: {}, key: 'k' })).toBe(of(snapshot).asked);
      expect(of(snapshot).key).not.toBe('');
    },
    'deeds.asking'(snapshot, world) {
      expect(snapshot.hasTag('asking')).toBe(true);
      expect(of(snapshot).asked).toBe(true);
      expect(of(snapshot).refusal).toBeNull();
      expect(world.running).not.toContain('perform');
    },
    'deeds.performing'(snapshot, world) {
      const { deed, act, key, refusal } = of(snapshot);
      expect(world.running).toContain('perform');
      expect(snapshot.hasTag('busy')).toBe(true);
      expect(snapshot.can({ type: 'deed.close' })).toBe(false);
      const input = world.inputOf('perform') as PerformInput;
      expect(input).toMatchObject({ actId: 214, deed, key });
      expect(input.version).toBe(deed?.counter?.version ?? act.version);
      // who keeps the own step sends it on top of what stands there now
      if (world.event?.type === 'deed.keepMine') expect(input.version).toBe(8);
      if (world.event?.type === 'deed.retry') expect(refusal?.kind).toBe('failed');
      else expect(refusal).toBeNull();
    },
    'deeds.conflicted'(snapshot) {
      expect(of(snapshot).refusal?.current?.version).toBe(8);
      expect(snapshot.can({ type: 'deed.confirm', words: {}, key: 'k' })).toBe(false);
    },
    'evidence.closed'(snapshot, world) {
      expect(of(snapshot).productId).toBeNull();
      expect(snapshot.hasTag('paneOpen')).toBe(false);
      noSaving(snapshot, world);
    },
    'evidence.open.deciding'(snapshot, world) {
      if (world.event?.type === 'xstate.done.actor.decide') expect(of(snapshot).act).toEqual(world.event.output);
      expect(of(snapshot).productId).not.toBeNull();
      expect(snapshot.hasTag('paneOpen')).toBe(true);
      noSaving(snapshot, world);
    },
    'evidence.open.failed'(snapshot, world) {
      expect(of(snapshot).objection).not.toBeNull();
      if (of(snapshot).decision?.kind === 'count') expect(draftOf(of(snapshot))).not.toBeNull();
      noSaving(snapshot, world);
    },
    'evidence.saving'(snapshot, world) {
      expect(world.running).toContain('decide');
      const input = world.inputOf('decide') as DecideInput;
      expect(input.productId).toBe(of(snapshot).productId);
      if (input.decision.kind === 'count') expect(input.draft?.count).toBe(4);
      // who keeps the own figure sends it on top of what stands there now
      if (world.event?.type === 'decision.keepMine') {
        expect(input.key).toBe('d-3');
        expect(input.decision.kind === 'moved' ? input.decision.version : input.draft?.version).toBe(8);
      }
      expect(snapshot.can({ type: 'row.close' })).toBe(false);
    },
    'evidence.commenting'(snapshot, world) {
      expect(world.running).toContain('comment');
      if (world.event?.type === 'xstate.done.actor.decide') expect(of(snapshot).act).toEqual(world.event.output);
      expect(world.inputOf('comment')).toMatchObject({ draft: { comment: 'vitrinada', count: null } });
      expect(snapshot.hasTag('saving')).toBe(true);
    },
    'evidence.conflicted'(snapshot) {
      expect(of(snapshot).objection?.current).toMatchObject({ version: 8, count: 3 });
      expect(snapshot.can({ type: 'row.close' })).toBe(false);
      expect(snapshot.can({ type: 'draft.accept', key: 'k', next: null })).toBe(false);
    },
  },
});

const settle = () => new Promise((done) => setImmediate(done));

const stale = (version: number) =>
  new RefusedError({
    kind: 'stale',
    message: 'stale',
    code: 'stale',
    requestId: 'r',
    errors: {},
    lines: [],
    current: { version, by: null, at: null },
  });

it('knows the act that a decision left before its words are sent', async () => {
  const live = new Live(actWorkspaceMachine, { actId: 1, act: MODEL_ACT }, {});
  await live.cause({ type: 'row.open', productId: MODEL_PRODUCTS.decided });
  await live.cause({ type: 'draft.change', change: { count: 4, comment: 'vitrinada' }, version: 1 });
  await live.cause({ type: 'draft.accept', key: 'd-1', next: null });
  await live.cause({ type: 'xstate.done.actor.decide', output: { version: 9, allowed: [] } });
  expect(live.snapshot.matches({ evidence: 'commenting' })).toBe(true);
  expect(of(live.snapshot).act).toEqual({ version: 9, allowed: [] });
  live.stop();
});

it('sends other words after a lost answer under another key', async () => {
  const live = new Live(actWorkspaceMachine, { actId: 1, act: MODEL_ACT }, {});
  await live.cause({ type: 'deed.ask', deed: { type: 'counter.release', counter: MODEL_COUNTER } });
  for (const [reason, key, sent] of [
    ['kasal', 'k-1', 'k-1'],
    ['kasal', 'k-2', 'k-1'],
    ['taʼtilda', 'k-3', 'k-3'],
  ] as const) {
    await live.cause({ type: 'deed.confirm', words: { reason }, key });
    expect(live.world.inputOf('perform')).toMatchObject({ deed: { reason }, key: sent });
    await live.cause({ type: 'xstate.error.actor.perform', error: new TypeError('network') });
  }
  live.stop();
});

it('does nothing that the person may not do', () => {
  const actor = createActor(actWorkspaceMachine, { input: { actId: 1, act: MODEL_ACT } }).start();
  expect(actor.getSnapshot().can({ type: 'deed.ask', deed: { type: 'act.form' } })).toBe(false);
  expect(actor.getSnapshot().can({ type: 'deed.ask', deed: { type: 'act.complete' } })).toBe(true);
  const release = { type: 'counter.release', counter: MODEL_COUNTER } as const;
  expect(actor.getSnapshot().can({ type: 'deed.ask', deed: release })).toBe(true);
  expect(actor.getSnapshot().can({ type: 'deed.ask', deed: { ...release, type: 'counter.remove' } })).toBe(false);
});

it('repeats under the same key, and takes the new version and another key when the own step is kept', async () => {
  const sent: { version: number; key: string }[] = [];
  const answers = ['lost', 'stale', 'done'];
  const actor = createActor(
    actWorkspaceMachine.provide({
      actors: {
        perform: fromPromise<ActView | null, PerformInput>(async ({ input }) => {
          sent.push({ version: input.version, key: input.key });
          const answer = answers.shift();
          if (answer === 'lost') throw new TypeError('network');
          if (answer === 'stale') throw stale(12);
          return { version: 13, allowed: [] };
        }),
      },
    }),
    { input: { actId: 1, act: MODEL_ACT } },
  ).start();
  const told: ActWorkspaceEmitted[] = [];
  actor.on('*', (event) => told.push(event));
  actor.send({ type: 'deed.ask', deed: { type: 'act.complete' } });
  actor.send({ type: 'deed.confirm', words: {}, key: 'first' });
  await settle();
  expect(actor.getSnapshot().matches({ deeds: { ready: 'failed' } })).toBe(true);
  actor.send({ type: 'deed.confirm', words: {}, key: 'another' });
  await settle();
  expect(actor.getSnapshot().matches({ deeds: 'conflicted' })).toBe(true);
  actor.send({ type: 'deed.keepMine', key: 'second' });
  await settle();
  expect(sent).toEqual([
    { version: 3, key: 'first' },
    { version: 3, key: 'first' },
    { version: 12, key: 'second' },
  ]);
  expect(actor.getSnapshot().context.act).toEqual({ version: 13, allowed: [] });
  expect(told).toEqual([{ type: 'act.changed', deed: 'act.complete' }]);
});

it.each(['counter.rename', 'counter.remove', 'counter.release'] as const)(
  'takes the new version of the counter when the own %s is kept',
  async (type) => {
    const sent: PerformInput[] = [];
    const perform = fromPromise<ActView | null, PerformInput>(async ({ input }) => {
      sent.push(input);
      if (sent.length < 3) throw stale(sent.length === 1 ? 5 : 6);
      return null;
    });
    const machine = actWorkspaceMachine.provide({ actors: { perform } });
    const actor = createActor(machine, { input: { actId: 1, act: MODEL_ACT } }).start();
    const counter = { ...MODEL_COUNTER, allowed: [type] };
    actor.send({ type: 'deed.ask', deed: { type, counter } });
    actor.send({ type: 'deed.confirm', words: { title: '2-sanovchi' }, key: 'k-1' });
    await settle();
    for (const key of ['k-2', 'k-3']) {
      actor.send({ type: 'deed.keepMine', key });
      await settle();
    }
    expect(sent.map(({ version, key }) => [version, key])).toEqual([
      [MODEL_COUNTER.version, 'k-1'],
      [5, 'k-2'],
      [6, 'k-3'],
    ]);
    expect(sent.at(-1)?.deed).toMatchObject({
      type,
      title: '2-sanovchi',
      counter: { id: MODEL_COUNTER.id, version: 6 },
    });
    // the version of a counter is not that of the act
    expect(actor.getSnapshot().context.act.version).toBe(MODEL_ACT.version);
    expect(actor.getSnapshot().matches({ deeds: 'ready' })).toBe(true);
  },
);

it('keeps each product’s draft, and sends only the words again when the count is already saved', async () => {
  const counts: DecideInput[] = [];
  const keys: string[] = [];
  let commentsFail = true;
  const actor = createActor(
    actWorkspaceMachine.provide({
      actors: {
        decide: fromPromise<ActView | null, DecideInput>(async ({ input }) => {
          counts.push(input);
          return null;
        }),
        comment: fromPromise<void, CommentInput>(async ({ input }) => {
          keys.push(input.key);
          if (commentsFail) throw new TypeError('network');
        }),
      },
    }),
    { input: { actId: 1, act: MODEL_ACT } },
  ).start();
  const { decided, other } = MODEL_PRODUCTS;
  actor.send({ type: 'row.open', productId: decided });
  actor.send({ type: 'draft.change', change: { count: 4 }, version: 6 });
  actor.send({ type: 'draft.change', change: { comment: 'vitrinada' }, version: 7 });
  actor.send({ type: 'row.open', productId: other });
  expect(draftOf(actor.getSnapshot().context)).toBeNull();
  actor.send({ type: 'row.close' });
  actor.send({ type: 'row.open', productId: decided });
  // the version is the one that the person saw when beginning
  expect(draftOf(actor.getSnapshot().context)).toMatchObject({ version: 6, count: 4, comment: 'vitrinada' });
  actor.send({ type: 'draft.accept', key: 'd', next: null });
  await settle();
  expect(actor.getSnapshot().matches({ evidence: { open: 'failed' } })).toBe(true);
  expect(draftOf(actor.getSnapshot().context)).toMatchObject({ count: null, comment: 'vitrinada' });
  commentsFail = false;
  actor.send({ type: 'draft.accept', key: 'e', next: null });
  await settle();
  expect(counts).toHaveLength(1);
  // the words that may have arrived are sent under the key they had
  expect(keys).toEqual(['d-comment', 'd-comment']);
  expect(actor.getSnapshot().context.drafts).toEqual({});
});

it('repeats a decision whose answer was lost under its key, a changed one under another', async () => {
  const keys: string[] = [];
  const decide = fromPromise<ActView | null, DecideInput>(async ({ input }) => {
    keys.push(input.key);
    throw new TypeError('network');
  });
  const machine = actWorkspaceMachine.provide({ actors: { decide } });
  const actor = createActor(machine, { input: { actId: 1, act: MODEL_ACT } }).start();
  actor.send({ type: 'row.open', productId: 1 });
  actor.send({ type: 'draft.change', change: { count: 4 }, version: 0 });
  for (const key of ['k-1', 'k-2', 'k-3']) {
    if (key === 'k-3') actor.send({ type: 'draft.change', change: { count: 5 }, version: 0 });
    actor.send({ type: 'draft.accept', key, next: null });
    await settle();
  }
  expect(keys).toEqual(['k-1', 'k-1', 'k-3']);
});

it('sends words of the act under the version that they were written on, whatever was read meanwhile', async () => {
  const versions: number[] = [];
  const perform = fromPromise<ActView | null, PerformInput>(async ({ input }) => {
    versions.push(input.version);
    throw stale(9);
  });
  const act = { version: 3, allowed: ['act.update', 'act.complete'] };
  const machine = actWorkspaceMachine.provide({ actors: { perform } });
  const actor = createActor(machine, { input: { actId: 1, act } }).start();
  actor.send({ type: 'deed.ask', deed: { type: 'act.update', version: 3 } });
  actor.send({ type: 'act.read', act: { ...act, version: 8 } });
  actor.send({ type: 'deed.confirm', words: { comment: 'meniki' }, key: 'k-1' });
  await settle();
  actor.send({ type: 'deed.keepMine', key: 'k-2' });
  await settle();
  actor.send({ type: 'deed.takeTheirs' });
  // a deed without words of its own goes by what the person sees now
  actor.send({ type: 'deed.ask', deed: { type: 'act.complete' } });
  actor.send({ type: 'act.read', act: { ...act, version: 11 } });
  actor.send({ type: 'deed.confirm', words: {}, key: 'k-3' });
  expect(versions).toEqual([3, 9, 11]);
});

it('does not take the own choice about a move for somebody else’s decision', async () => {
  const actor = createActor(
    actWorkspaceMachine.provide({ actors: { decide: fromPromise<ActView | null, DecideInput>(async () => null) } }),
    { input: { actId: 1, act: MODEL_ACT } },
  ).start();
  const keep = (version: number) =>
    actor.send({ type: 'moved.keep', keep: 'count', version, key: `k-${version}`, next: null });
  actor.send({ type: 'row.open', productId: 1 });
  actor.send({ type: 'draft.change', change: { count: 4 }, version: 2 });
  keep(2);
  await settle();
  expect(draftOf(actor.getSnapshot().context)).toMatchObject({ version: 3, count: 4 });
  // somebody decided between the draft and the choice: the draft must still meet a choice of its own
  keep(6);
  await settle();
  expect(draftOf(actor.getSnapshot().context)).toMatchObject({ version: 3, count: 4 });
});

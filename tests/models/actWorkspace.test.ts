import { describe, expect, it } from 'vitest';
import { type AnyEventObject, type AnyMachineSnapshot, createActor, fromPromise } from 'xstate';
import { type Refusal, RefusedError } from '../../contract/refusal.ts';
import {
  type ActWorkspaceContext,
  actWorkspaceMachine,
  type CommentInput,
  type DecideInput,
  type Draft,
  draftOf,
  hasWords,
  isDrafted,
} from '../../machines/actWorkspace/actWorkspace.machine.ts';
import { actWorkspaceModel, MODEL_ACT, MODEL_PRODUCTS } from '../../machines/actWorkspace/actWorkspace.model.ts';
import { actCommandMachine } from '../../machines/actWorkspace/commands.ts';
import type { Subject } from '../../machines/command/command.machine.ts';
import { type Live, led, runModelLayer, type World } from './kit.ts';

const of = (snapshot: AnyMachineSnapshot) => snapshot.context as ActWorkspaceContext;

function noSaving(snapshot: AnyMachineSnapshot, world: World): void {
  expect(snapshot.hasTag('saving')).toBe(false);
  expect(world.running).not.toContain('decide');
  expect(world.running).not.toContain('comment');
}

const EMITS: Readonly<Record<string, string>> = {
  'xstate.done.actor.decide': 'product.decided',
  'xstate.done.actor.comment': 'product.decided',
};

runModelLayer('actWorkspace', actWorkspaceModel, {
  emits(snapshot, { type }, before) {
    // decided is what has its words, too
    const emitted = snapshot.matches('commenting') ? undefined : EMITS[type];
    if (emitted !== 'product.decided') return emitted === undefined ? [] : [emitted];
    return [{ type: emitted, productId: of(before).productId, next: of(before).next }];
  },
  states: {
    closed(snapshot, world) {
      expect(of(snapshot).productId).toBeNull();
      expect(snapshot.hasTag('paneOpen')).toBe(false);
      noSaving(snapshot, world);
    },
    'open.deciding'(snapshot, world) {
      expect(of(snapshot).productId).not.toBeNull();
      expect(snapshot.hasTag('paneOpen')).toBe(true);
      noSaving(snapshot, world);
    },
    'open.failed'(snapshot, world) {
      expect(of(snapshot).objection).not.toBeNull();
      if (of(snapshot).decision?.kind === 'count') expect(draftOf(of(snapshot))).not.toBeNull();
      noSaving(snapshot, world);
    },
    saving(snapshot, world) {
      expect(world.running).toContain('decide');
      const input = world.inputOf('decide') as DecideInput;
      expect(input).toMatchObject({ actId: 214, productId: of(snapshot).productId });
      expect(of(snapshot).objection).toBeNull();
      if (input.decision.kind === 'count') expect(input.draft?.count).toBe(4);
      // who keeps their own figure sends it against the stored version
      if (world.event?.type === 'decision.keepMine') {
        expect(input.key).toBe('d-3');
        expect(input.decision.kind === 'moved' ? input.decision.version : input.draft?.version).toBe(8);
      }
      expect(snapshot.can({ type: 'row.close' })).toBe(false);
    },
    commenting(snapshot, world) {
      expect(world.running).toContain('comment');
      expect(world.inputOf('comment')).toMatchObject({
        actId: 214,
        productId: MODEL_PRODUCTS.decided,
        draft: { comment: 'vitrinada', count: null },
      });
      expect(snapshot.hasTag('saving')).toBe(true);
    },
    conflicted(snapshot) {
      expect(of(snapshot).objection?.current).toMatchObject({ version: 8, count: 3 });
      expect(snapshot.can({ type: 'row.close' })).toBe(false);
      expect(snapshot.can({ type: 'draft.accept', key: 'k', next: null })).toBe(false);
    },
  },
});

const settle = () => new Promise((done) => setImmediate(done));

it('commands go on top of what a decision left', async () => {
  const left: Subject = { version: 9, allowed: ['act.complete'] };
  const actors = {
    command: actCommandMachine,
    decide: fromPromise<Subject, DecideInput>(async () => left),
    comment: fromPromise<void, CommentInput>(() => new Promise(() => {})),
  };
  const actor = createActor(actWorkspaceMachine.provide({ actors }), { input: { actId: 1, act: MODEL_ACT } }).start();
  const known = () => actor.getSnapshot().children.command?.getSnapshot().context.subject;
  expect(known()).toEqual(MODEL_ACT);
  actor.send({ type: 'row.open', productId: MODEL_PRODUCTS.decided });
  actor.send({ type: 'draft.change', change: { count: 4, comment: 'vitrinada' }, version: 1 });
  actor.send({ type: 'draft.accept', key: 'd-1', next: null });
  await settle();
  // before its words are sent, too
  expect(actor.getSnapshot().matches('commenting')).toBe(true);
  expect(known()).toEqual(left);
});

it('keeps each product’s draft, and sends only the words again when the count is already saved', async () => {
  const counts: DecideInput[] = [];
  const keys: string[] = [];
  let commentsFail = true;
  const actor = createActor(
    actWorkspaceMachine.provide({
      actors: {
        decide: fromPromise<Subject, DecideInput>(async ({ input }) => {
          counts.push(input);
          return MODEL_ACT;
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
  expect(actor.getSnapshot().matches({ open: 'failed' })).toBe(true);
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
  const decide = fromPromise<Subject, DecideInput>(async ({ input }) => {
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

it('does not take the own choice about a move for somebody else’s decision', async () => {
  const actor = createActor(
    actWorkspaceMachine.provide({ actors: { decide: fromPromise<Subject, DecideInput>(async () => MODEL_ACT) } }),
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

describe('a draft', () => {
  const draft: Draft = { version: 1, count: null, serial_numbers: null, comment: '', file: null };
  const file = { id: 'f-1', name: 'rasm.jpg', type: 'image/jpeg', size: 1 };

  it.each<[string, Draft | null, boolean]>([
    ['nothing', null, false],
    ['an empty draft', draft, false],
    ['a count', { ...draft, count: 4 }, false],
    ['blanks', { ...draft, comment: '  ' }, false],
    ['a comment', { ...draft, comment: 'vitrinada' }, true],
    ['a file', { ...draft, file }, true],
  ])('%s has words to send: %o', (_, of, has) => {
    expect(hasWords(of)).toBe(has);
  });

  it.each<[string, Draft, boolean]>([
    ['an empty draft', draft, false],
    ['a count', { ...draft, count: 0 }, true],
    ['serial numbers', { ...draft, serial_numbers: [] }, true],
    ['a comment', { ...draft, comment: 'vitrinada' }, true],
  ])('%s would be lost by leaving the window: %o', (_, of, lost) => {
    expect(isDrafted({ 1: draft, 2: of })).toBe(lost);
  });
});

describe('one decision after another', () => {
  const refusal = (kind: Refusal['kind'], current: object | null = null) =>
    new RefusedError({ kind, message: kind, code: kind, requestId: '', errors: {}, lines: [], current });
  const fails = (kind: Refusal['kind'], current?: object) => ({
    type: 'xstate.error.actor.decide',
    error: refusal(kind, current),
  });
  const count = (change: object) => ({ type: 'draft.change', change, version: 1 });
  const accept = (key: string, next: number | null = null) => ({ type: 'draft.accept', key, next });
  const keep = (kept: 'count' | 'difference', key: string) => ({
    ...{ type: 'moved.keep', keep: kept, version: 1, key, next: null },
  });
  const done = { type: 'xstate.done.actor.decide', output: { version: 5, allowed: [] } };
  const open = { type: 'row.open', productId: 1 };
  const begun = (...events: AnyEventObject[]): Promise<Live> =>
    led(actWorkspaceMachine, { actId: 1, act: MODEL_ACT }, [open, ...events]);
  const keyOf = (live: Live) => (live.world.inputOf('decide') as DecideInput).key;

  it.each([
    ['the same count', count({ count: 4 }), accept('k-1'), accept('k-2'), 'k-1'],
    ['the same choice about a move', count({}), keep('count', 'k-1'), keep('count', 'k-2'), 'k-1'],
    ['the other choice about a move', count({}), keep('count', 'k-1'), keep('difference', 'k-2'), 'k-2'],
    ['a choice about a move behind a count', count({ count: 4 }), accept('k-1'), keep('count', 'k-2'), 'k-2'],
  ])('%s after a lost answer', async (_, typed, first, second, key) => {
    const live = await begun(typed, first, fails('failed'), second);
    expect(keyOf(live)).toBe(key);
    live.stop();
    // what was refused is another attempt
    const again = await begun(typed, first, fails('refused'), second);
    expect(keyOf(again)).toBe('k-2');
    again.stop();
  });

  it('is none without a draft, and of a file alone its words are sent', async () => {
    for (const [typed, place] of [
      [[], { open: 'deciding' }],
      [[count({ comment: ' ' })], { open: 'deciding' }],
      [[count({ file: { name: 'rasm.jpg' } })], 'commenting'],
    ] as const) {
      const live = await begun(...typed, accept('k-1'));
      expect(live.snapshot.value).toEqual(place);
      live.stop();
    }
  });

  it('goes to the product that was asked for', async () => {
    const live = await begun(count({ count: 4 }), accept('k-1', 2), done);
    expect(live.world.emitted).toEqual([{ type: 'product.decided', productId: 1, next: 2 }]);
    expect(live.snapshot.value, 'a count without words is decided').toEqual({ open: 'deciding' });
    expect(of(live.snapshot)).toMatchObject({ decision: null, drafts: {} });
    live.stop();
  });

  it('leaves words for the count that they belong to when a move is decided', async () => {
    const live = await begun(count({ comment: 'vitrinada' }), keep('count', 'k-1'), done);
    expect(live.snapshot.value).toEqual({ open: 'deciding' });
    expect(of(live.snapshot).decision).toBeNull();
    expect(draftOf(of(live.snapshot))).toMatchObject({ version: 2, comment: 'vitrinada' });
    live.stop();
  });

  it('forgets why the last was not saved', async () => {
    const failed = [count({ count: 4 }), accept('k-1'), fails('refused')];
    for (const event of [{ type: 'row.open', productId: 2 }, { type: 'row.close' }]) {
      const live = await begun(...failed, event);
      expect(of(live.snapshot)).toMatchObject({ objection: null, decision: null });
      live.stop();
    }
    const live = await begun(...failed, count({ count: 5 }));
    expect(of(live.snapshot).objection).toBeNull();
    expect(live.snapshot.value).toEqual({ open: 'deciding' });
    live.stop();
  });

  it('somebody else’s, taken over, leaves no objection and no decision of one’s own', async () => {
    const stale = fails('stale', { version: 8, by: null, at: null, count: 3 });
    const live = await begun(count({ count: 4 }), accept('k-1'), stale, { type: 'decision.takeTheirs' });
    expect(of(live.snapshot)).toMatchObject({ objection: null, decision: null, drafts: {} });
    live.stop();
  });

  it('without words tells the commands what it left', async () => {
    const left: Subject = { version: 9, allowed: ['act.complete'] };
    const actors = { command: actCommandMachine, decide: fromPromise<Subject, DecideInput>(async () => left) };
    const actor = createActor(actWorkspaceMachine.provide({ actors }), { input: { actId: 1, act: MODEL_ACT } }).start();
    actor.send({ type: 'row.open', productId: 1 });
    actor.send({ type: 'draft.change', change: { count: 4 }, version: 1 });
    actor.send({ type: 'draft.accept', key: 'd-1', next: null });
    await settle();
    expect(actor.getSnapshot().value).toEqual({ open: 'deciding' });
    expect(actor.getSnapshot().children.command?.getSnapshot().context.subject).toEqual(left);
  });
});

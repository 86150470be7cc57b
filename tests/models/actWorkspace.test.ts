import { expect, it } from 'vitest';
import { type AnyMachineSnapshot, createActor, fromPromise } from 'xstate';
import {
  type ActWorkspaceContext,
  actWorkspaceMachine,
  type CommentInput,
  type DecideInput,
  draftOf,
} from '../../machines/actWorkspace/actWorkspace.machine.ts';
import { actWorkspaceModel, MODEL_ACT, MODEL_PRODUCTS } from '../../machines/actWorkspace/actWorkspace.model.ts';
import { actCommandMachine } from '../../machines/actWorkspace/commands.ts';
import type { Subject } from '../../machines/command/command.machine.ts';
import { runModelLayer, type World } from './kit.ts';

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
      expect(input.productId).toBe(of(snapshot).productId);
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
      expect(world.inputOf('comment')).toMatchObject({ draft: { comment: 'vitrinada', count: null } });
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

import { expect, it } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { RefusedError } from '../../contract/refusal.ts';
import { type CancelInput, questionDialogMachine } from '../../machines/questionDialog/questionDialog.machine.ts';
import { questionDialogModel } from '../../machines/questionDialog/questionDialog.model.ts';
import { runModelLayer } from './kit.ts';

runModelLayer('questionDialog', questionDialogModel, {
  states: {
    'writing.incomplete'(snapshot) {
      const { reason, text, agreed } = snapshot.context.words;
      expect(reason === null || text.trim() === '' || !agreed).toBe(true);
      expect(snapshot.hasTag('sendable')).toBe(false);
      expect(snapshot.can({ type: 'words.send', key: 'k' })).toBe(false);
    },
    'writing.complete'(snapshot) {
      if (snapshot.context.asksWords) {
        expect(snapshot.context.words).toMatchObject({ reason: 'duplicate_invoice', agreed: true });
        expect(snapshot.context.words.text).toContain('Ikki marta');
      }
      expect(snapshot.context).toMatchObject({ refusal: null, key: '' });
      expect(snapshot.hasTag('sendable')).toBe(true);
    },
    'writing.refused'(snapshot) {
      expect(snapshot.context).toMatchObject({ refusal: { kind: 'refused' }, key: '' });
      expect(snapshot.context.words.text).toContain('Ikki marta');
    },
    'writing.failed'(snapshot) {
      // a retry goes under the key it had
      expect(snapshot.context).toMatchObject({ refusal: { kind: 'failed' }, key: 'k-1' });
      expect(snapshot.context.words.text).toContain('Ikki marta');
    },
    leaving(snapshot) {
      expect(snapshot.hasTag('leaving')).toBe(true);
    },
    sending(snapshot, world) {
      expect(world.running).toEqual(['send']);
      expect(world.inputOf('send')).toEqual({ words: snapshot.context.words, key: 'k-1' });
      expect(snapshot.context.refusal).toBeNull();
      expect(snapshot.can({ type: 'dialog.close' })).toBe(false);
    },
    done(snapshot, world) {
      expect(snapshot.status).toBe('done');
      expect(world.running).toEqual([]);
    },
    closed(snapshot, world) {
      expect(snapshot.status).toBe('done');
      expect(world.event?.type).toMatch(/^(dialog\.close|leave\.drop)$/);
    },
  },
});

const settled = () => new Promise((done) => setImmediate(done));

function opened(kind: 'failed' | 'refused', needsAgreement = false) {
  const keys: string[] = [];
  const send = fromPromise(async ({ input }: { input: CancelInput }): Promise<void> => {
    keys.push(input.key);
    throw new RefusedError({ kind, message: '', code: '', requestId: '', errors: {}, lines: [], current: null });
  });
  const machine = questionDialogMachine.provide({ actors: { send } });
  return { keys, actor: createActor(machine, { input: { needsAgreement } }).start() };
}

it('keeps the key of a lost answer until the words are others, and takes a new one after a refusal', async () => {
  const words = { reason: 'other' as const, text: 'Xato', agreed: false };
  const lost = opened('failed');
  lost.actor.send({ type: 'words.change', change: words });
  for (const key of ['k-1', 'k-2']) {
    lost.actor.send({ type: 'words.send', key });
    await settled();
  }
  lost.actor.send({ type: 'words.change', change: { text: 'Boshqa' } });
  lost.actor.send({ type: 'words.send', key: 'k-3' });
  await settled();
  expect(lost.keys).toEqual(['k-1', 'k-1', 'k-3']);

  const refused = opened('refused');
  refused.actor.send({ type: 'words.change', change: words });
  for (const key of ['k-1', 'k-2']) {
    refused.actor.send({ type: 'words.send', key });
    await settled();
  }
  expect(refused.keys).toEqual(['k-1', 'k-2']);
});

it('asks for an agreement only where there is one', () => {
  const words = { reason: 'other' as const, text: 'Xato' };
  for (const [needsAgreement, state] of [
    [false, 'complete'],
    [true, 'incomplete'],
  ] as const) {
    const { actor } = opened('failed', needsAgreement);
    actor.send({ type: 'words.change', change: words });
    expect(actor.getSnapshot().value).toEqual({ writing: state });
  }
});

it('asks for a reason of the list beside the words', () => {
  const { actor } = opened('failed');
  actor.send({ type: 'words.change', change: { text: 'Xato' } });
  expect(actor.getSnapshot().value).toEqual({ writing: 'incomplete' });
});

it.each([
  ['a reason', { reason: 'other' as const }],
  ['words', { text: 'Xato' }],
  ['an agreement', { agreed: true }],
])('asks before it loses %s', (_, change) => {
  const { actor } = opened('failed', true);
  actor.send({ type: 'words.change', change });
  actor.send({ type: 'dialog.close' });
  expect(actor.getSnapshot().value).toBe('leaving');
});

it('takes words alone where no reason of the list is asked', () => {
  const free = createActor(questionDialogMachine, { input: { asksReason: false } }).start();
  for (const text of [' ', 'x', 'aaaa', '1 2 3', '. . .', 'oq']) {
    free.send({ type: 'words.change', change: { text } });
    expect([text, free.getSnapshot().value]).toEqual([text, { writing: 'incomplete' }]);
  }
  free.send({ type: 'words.change', change: { text: 'Kirim qolib ketgan' } });
  expect(free.getSnapshot().value).toEqual({ writing: 'complete' });
});

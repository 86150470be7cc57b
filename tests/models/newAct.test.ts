import { expect, it } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { newActMachine, type OpenActInput } from '../../machines/actWorkspace/newAct.machine.ts';
import { newActModel } from '../../machines/actWorkspace/newAct.model.ts';
import { Live, runModelLayer } from './kit.ts';

runModelLayer('newAct', newActModel, {
  emits: (_, { type }) => (type === 'xstate.done.actor.openAct' ? [{ type: 'act.opened', actId: 7 }] : []),
  states: {
    closed(snapshot, world) {
      expect(snapshot.hasTag('formOpen')).toBe(false);
      expect(snapshot.context).toMatchObject({ form: null, refusal: null });
      expect(world.running).toEqual([]);
    },
    writing(snapshot, world) {
      expect(snapshot.hasTag('formOpen')).toBe(true);
      expect(world.running).toEqual([]);
      const refused = world.event?.type === 'xstate.error.actor.openAct';
      expect(snapshot.context.refusal !== null).toBe(refused);
    },
    sending(snapshot, world) {
      expect(world.running).toEqual(['openAct']);
      expect(world.inputOf('openAct')).toEqual({ form: { organization_id: 1, comment: 'choraklik' }, key: 'k-1' });
      expect(snapshot.can({ type: 'form.close' })).toBe(false);
    },
  },
});

it('sends the same form after a lost answer under its first key, a changed one under another', async () => {
  const keys: string[] = [];
  const openAct = fromPromise(async ({ input }: { input: OpenActInput }): Promise<{ actId: number }> => {
    keys.push(input.key);
    throw new TypeError('network');
  });
  const actor = createActor(newActMachine.provide({ actors: { openAct } })).start();
  actor.send({ type: 'form.open' });
  for (const [comment, key] of [
    ['a', 'k-1'],
    ['a', 'k-2'],
    ['b', 'k-3'],
  ] as const) {
    actor.send({ type: 'form.send', form: { organization_id: 1, comment }, key });
    await new Promise((done) => setImmediate(done));
  }
  expect(keys).toEqual(['k-1', 'k-1', 'k-3']);
});

it('restarts after a form that was refused and closed', async () => {
  const live = new Live(newActMachine, undefined, {});
  await live.cause({ type: 'form.open' });
  await live.cause({ type: 'form.send', form: { organization_id: 1, comment: 'a' }, key: 'k-1' });
  await live.cause({ type: 'xstate.error.actor.openAct', error: new TypeError('network') });
  await live.cause({ type: 'form.close' });
  expect(live.snapshot.context).toMatchObject({ form: null, refusal: null });
  live.stop();
});

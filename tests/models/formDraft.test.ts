import { expect, it } from 'vitest';
import type { AnyEventObject, AnyMachineSnapshot } from 'xstate';
import { type FormDraftContext, formDraftMachine } from '../../machines/formDraft/formDraft.machine.ts';
import { FOUND, formDraftModel } from '../../machines/formDraft/formDraft.model.ts';
import { Live, runModelLayer, type World } from './kit.ts';

const of = (snapshot: AnyMachineSnapshot) => snapshot.context as FormDraftContext;
const MINE = { fields: { comment: 'Yillik' }, base: { comment: '' } };
const NOTHING = { fields: {}, base: {} };

function unsaved(snapshot: AnyMachineSnapshot, world: World): void {
  const { fields, base } = of(snapshot);
  expect([MINE, { fields: FOUND.fields, base: FOUND.base }]).toContainEqual({ fields, base });
  expect(world.running).not.toContain('drop');
}

runModelLayer('formDraft', formDraftModel, {
  // a second without a key; a quarter of a minute
  delays: { pause: 1_000, retry: 15_000 },
  emits(_, { type }, before) {
    if (type === 'draft.take' && !before.hasTag('unkept') && of(before).offered !== null)
      return [{ type: 'draft.taken', fields: FOUND.fields, base: FOUND.base }];
    return type === 'draft.startOver' && before.matches({ offer: 'taken' }) ? ['draft.startedOver'] : [];
  },
  states: {
    'writing.clean'(snapshot, world) {
      expect(of(snapshot)).toMatchObject(NOTHING);
      expect(world.running.filter((id) => id !== 'read')).toEqual([]);
    },
    'writing.pausing': (snapshot, world) => {
      unsaved(snapshot, world);
      expect(world.running).not.toContain('keep');
    },
    'writing.keeping'(snapshot, world) {
      unsaved(snapshot, world);
      expect(world.inputOf('keep')).toEqual({ visit: of(snapshot).visit, ...MINE });
    },
    'writing.kept': unsaved,
    'writing.unkept'(snapshot, world) {
      unsaved(snapshot, world);
      expect(snapshot.hasTag('unkept')).toBe(true);
    },
    'writing.dropping'(snapshot, world) {
      expect(of(snapshot)).toMatchObject(NOTHING);
      // while it goes another draft may be taken
      if (world.event?.type === 'draft.clear') expect(world.inputOf('drop')).toEqual({ visit: of(snapshot).visit });
    },
    'offer.reading'(snapshot, world) {
      expect(of(snapshot).offered).toBeNull();
      expect(world.inputOf('read')).toEqual({ visit: 'v-1' });
    },
    'offer.none': () => {},
    'offer.offered'(snapshot) {
      expect(of(snapshot)).toMatchObject({ offered: FOUND, visit: 'v-1' });
    },
    // it goes on under its own name: the same draft is not offered a second time
    'offer.taken': (snapshot) => expect(of(snapshot).visit).toBe('v-0'),
    'offer.aside'(snapshot) {
      expect(of(snapshot).offered).toEqual(FOUND);
      expect(['v-1', 'v-2']).toContain(of(snapshot).visit);
    },
  },
});

const write = { type: 'draft.write', ...MINE };
const pause = { type: 'xstate.after.pause.formDraft.writing.pausing' };

async function led(events: readonly AnyEventObject[]): Promise<Live> {
  const live = new Live(formDraftMachine, { visit: 'v-1' }, { delays: { pause: 1_000, retry: 15_000 } });
  for (const event of events) await live.cause(event);
  return live;
}

const found = { type: 'xstate.done.actor.read', output: FOUND };

it('keeps what is typed beside an offer under its own visit before the offer is taken', async () => {
  const live = await led([found, write, { type: 'draft.take' }]);
  expect(live.world.calls).toEqual([{ name: 'keepNow', params: { visit: 'v-1', ...MINE } }]);
  expect(of(live.snapshot)).toMatchObject({ visit: 'v-0', fields: FOUND.fields, base: FOUND.base });
  expect(live.snapshot.matches({ writing: 'kept', offer: 'taken' })).toBe(true);
  live.stop();
});

it('does not put a draft in the place of what could not be kept', async () => {
  const live = await led([found, write, pause, { type: 'xstate.error.actor.keep', error: new Error('full') }]);
  await live.cause({ type: 'draft.take' });
  expect(live.snapshot.matches({ writing: 'unkept', offer: 'offered' })).toBe(true);
  expect(of(live.snapshot)).toMatchObject({ visit: 'v-1', ...MINE });
  live.stop();
});

it('keeps the last letter when the form is left before the pause', async () => {
  const live = await led([write, { type: 'form.leave' }]);
  expect(live.world.calls).toEqual([{ name: 'keepNow', params: { visit: 'v-1', ...MINE } }]);
  live.stop();
});

it('sets the draft aside by its own name, from the offer and after it was taken', async () => {
  for (const events of [
    [{ type: 'draft.setAside' }],
    [{ type: 'draft.take' }, { type: 'draft.startOver', visit: 'v-2' }],
  ]) {
    const live = await led([found, ...events]);
    expect(live.world.calls).toEqual([{ name: 'setAside', params: { visit: 'v-0' } }]);
    live.stop();
  }
});

it.each([
  ['while it pauses', []],
  ['while it is being kept', [pause]],
  ['after it could not be kept', [pause, { type: 'xstate.error.actor.keep', error: new Error('full') }]],
])('keeps what was typed last, %s', async (_, between) => {
  const live = await led([write, ...between, { ...write, fields: { comment: 'Yillik sanoq' } }, pause]);
  expect(live.world.inputOf('keep')).toEqual({ visit: 'v-1', fields: { comment: 'Yillik sanoq' }, base: MINE.base });
  live.stop();
});

import { describe, expect, it } from 'vitest';
import { type AnyMachineSnapshot, createActor } from 'xstate';
import { FAVOURITES_MAX } from '../../contract/cash.ts';
import { type FavouritesContext, favouritesMachine, moved } from '../../machines/favourites/favourites.machine.ts';
import { ACTS, DASHBOARD, favouritesModel, OTHER_PERSON, PERSON } from '../../machines/favourites/favourites.model.ts';
import { Live, runModelLayer, type World } from './kit.ts';

const contextOf = (snapshot: AnyMachineSnapshot) => snapshot.context as FavouritesContext;
const isHand = ({ event }: World) => event?.type === 'page.toggle' || event?.type === 'page.move';

runModelLayer('favourites', favouritesModel, {
  states: {
    saved(snapshot, world) {
      expect(world.running).not.toContain('save');
      // what was loaded or saved is stored; what another tab sent is stored already
      const followed = world.event?.type === 'list.changedElsewhere';
      expect(world.effects).toEqual(followed ? [] : ['keepCopy']);
      if (world.event === undefined) expect(contextOf(snapshot).pages).toEqual([ACTS]);
    },
    'saving.current'(snapshot, world) {
      expect(world.running).toContain('save');
      expect(world.effects).toEqual(isHand(world) ? ['keepCopy'] : []);
      expect(world.inputOf('save')).toEqual({ pages: contextOf(snapshot).pages });
    },
    'saving.changed'(snapshot, world) {
      expect(world.running).toContain('save');
      expect(world.effects).toEqual(isHand(world) ? ['keepCopy'] : []);
      expect((world.inputOf('save') as { pages: unknown }).pages).not.toBe(contextOf(snapshot).pages);
    },
    unsaved(snapshot, world) {
      expect(world.running).not.toContain('save');
      // silent, and nothing of a list that did not come is written over the copy
      expect(world.effects).toEqual([]);
      if (world.event !== undefined) return;
      const { kept, pages } = contextOf(snapshot);
      expect(pages).toEqual(kept?.userId === PERSON ? [DASHBOARD] : []);
    },
  },
});

const live = (pages = [ACTS]) => new Live(favouritesMachine, { userId: PERSON, answered: pages, kept: null }, {});

describe('favourites', () => {
  it('follows the list of another tab, and a list of this tab goes after it', async () => {
    const path = live([]);
    await path.cause({ type: 'list.changedElsewhere', userId: PERSON, pages: [DASHBOARD] });
    expect(contextOf(path.snapshot).pages).toEqual([DASHBOARD]);
    await path.cause({ type: 'page.toggle', page: ACTS });
    await path.cause({ type: 'list.changedElsewhere', userId: PERSON, pages: [ACTS] });
    await path.cause({ type: 'xstate.done.actor.save' });
    // the save that was under way is of an older list than the other tab's
    expect(path.world.inputOf('save')).toEqual({ pages: [ACTS] });
    path.stop();
  });

  it('saves what came while a save was under way, in one more save', async () => {
    const path = live([]);
    await path.cause({ type: 'page.toggle', page: ACTS });
    expect(path.world.inputOf('save')).toEqual({ pages: [ACTS] });
    await path.cause({ type: 'page.toggle', page: DASHBOARD });
    await path.cause({ type: 'page.move', path: DASHBOARD.path, before: ACTS.path });
    // the first save goes on: one after the other, never two at once
    expect(path.world.inputOf('save')).toEqual({ pages: [ACTS] });
    await path.cause({ type: 'xstate.error.actor.save', error: {} });
    expect(path.world.inputOf('save')).toEqual({ pages: [DASHBOARD, ACTS] });
    await path.cause({ type: 'xstate.done.actor.save' });
    expect(path.snapshot.value).toBe('saved');
    path.stop();
  });

  it('is notified of another person in another tab and changes nothing', () => {
    const actor = createActor(favouritesMachine.provide({ actions: { keepCopy: () => {} } }), {
      input: { userId: PERSON, answered: [ACTS], kept: null },
    }).start();
    actor.send({ type: 'list.changedElsewhere', userId: OTHER_PERSON, pages: [DASHBOARD] });
    expect(actor.getSnapshot().context.pages).toEqual([ACTS]);
    actor.stop();
  });

  it('takes no page more than the list holds, and lets one go', () => {
    const full = Array.from({ length: FAVOURITES_MAX }, (_, at) => ({ ...ACTS, path: `/list/${at}` }));
    const { snapshot } = live(full);
    expect(snapshot.can({ type: 'page.toggle', page: ACTS })).toBe(false);
    expect(snapshot.can({ type: 'page.toggle', page: full[0] })).toBe(true);
  });

  it('a place in the order', () => {
    const [a, b, c] = ['a', 'b', 'c'].map((path) => ({ ...ACTS, path })) as [typeof ACTS, typeof ACTS, typeof ACTS];
    expect(moved([a, b, c], 'c', 'a')).toEqual([c, a, b]);
    expect(moved([a, b, c], 'a', null)).toEqual([b, c, a]);
    expect(moved([a, b, c], 'a', 'b')).toEqual([a, b, c]);
    expect(moved([a, b, c], 'a', 'a')).toEqual([a, b, c]);
    expect(moved([a, b, c], 'a', 'nowhere')).toEqual([a, b, c]);
    expect(moved([a, b, c], 'nowhere', 'a')).toEqual([a, b, c]);
  });
});

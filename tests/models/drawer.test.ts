import { expect, it } from 'vitest';
import { createActor } from 'xstate';
import { drawerMachine } from '../../machines/drawer/drawer.machine.ts';
import { drawerModel } from '../../machines/drawer/drawer.model.ts';
import { Live, runModelLayer } from './kit.ts';

const GIVES_BACK = ['drawer.close', 'swipe.ended', 'width.widened'];

runModelLayer('drawer', drawerModel, {
  states: {
    beside(snapshot, { event, effects }) {
      expect(snapshot.hasTag('narrow')).toBe(false);
      expect(snapshot.hasTag('open')).toBe(false);
      if (event === undefined) expect(effects).toEqual([]);
    },
    closed(snapshot, { event, effects }) {
      expect(snapshot.hasTag('narrow')).toBe(true);
      expect(snapshot.hasTag('open')).toBe(false);
      // back and a page chosen have used the entry up
      if (event !== undefined && event.type !== 'width.narrowed') {
        expect(effects).toEqual(GIVES_BACK.includes(event.type) ? ['releaseHistory'] : []);
      }
    },
    open(snapshot, { effects }) {
      expect(snapshot.hasTag('open')).toBe(true);
      expect(effects).toEqual(['holdHistory']);
    },
  },
});

it('gives the entry of history back when room comes while the menu is open', async () => {
  const live = new Live(drawerMachine, { narrow: true }, {});
  await live.cause({ type: 'drawer.open' });
  await live.cause({ type: 'width.widened' });
  expect(live.snapshot.value).toBe('beside');
  expect(live.world.effects).toEqual(['releaseHistory']);
  live.stop();
});

it('counts a swipe from 75 pixels on, in its own direction alone', () => {
  const actor = createActor(drawerMachine, { input: { narrow: true } }).start();
  for (const travel of [74, -75]) {
    actor.send({ type: 'swipe.ended', travel });
    expect(actor.getSnapshot().value).toBe('closed');
  }
  actor.send({ type: 'swipe.ended', travel: 75 });
  expect(actor.getSnapshot().value).toBe('open');
  for (const travel of [75, -74]) {
    actor.send({ type: 'swipe.ended', travel });
    expect(actor.getSnapshot().value).toBe('open');
  }
  actor.send({ type: 'swipe.ended', travel: -75 });
  expect(actor.getSnapshot().value).toBe('closed');
});

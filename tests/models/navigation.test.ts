import { expect, it } from 'vitest';
import { type NavigationContext, navigationMachine } from '../../machines/navigation/navigation.machine.ts';
import { FROM, navigationModel, TO } from '../../machines/navigation/navigation.model.ts';
import { Live, runModelLayer } from './kit.ts';

const contextOf = (snapshot: { context: unknown }) => snapshot.context as NavigationContext;

runModelLayer('navigation', navigationModel, {
  delays: { runOut: 350 },
  states: {
    resting(snapshot, { event, effects, running }) {
      expect(snapshot.hasTag('bar')).toBe(false);
      expect(contextOf(snapshot).wanted).toBeNull();
      expect(running).toEqual([]);
      expect(effects).toEqual([]);
      // one who stays has lost nothing
      if (event?.type === 'leave.cancel') expect(contextOf(snapshot).unsaved).toBe(true);
      if (event === undefined) expect(contextOf(snapshot).path).toBe(FROM);
    },
    asking(snapshot, { effects }) {
      expect(snapshot.hasTag('asking')).toBe(true);
      expect(contextOf(snapshot)).toMatchObject({ wanted: TO, unsaved: true });
      expect(effects).toEqual([]);
    },
    loading(snapshot, { running, inputOf, event, effects, calls }) {
      expect(snapshot.hasTag('bar')).toBe(true);
      expect(contextOf(snapshot)).toEqual({ path: TO, wanted: null, unsaved: false });
      // the browser went back by itself
      expect(effects).toEqual(event?.type === 'path.asked' || event?.type === 'leave.confirm' ? ['goTo'] : []);
      const asked = event?.type === 'path.asked' ? event.path : snapshot.context.path;
      for (const { params } of calls) expect(params).toEqual({ path: asked });
      expect(running).toEqual(['loadPage']);
      expect(inputOf('loadPage')).toEqual({ path: TO });
    },
    arriving(snapshot, { running }) {
      expect(snapshot.hasTag('bar')).toBe(true);
      expect(running).toEqual([]);
    },
    failed(snapshot) {
      expect(snapshot.hasTag('failed')).toBe(true);
      expect(contextOf(snapshot).path).toBe(TO);
    },
    renewing(snapshot, { effects }) {
      expect(effects).toEqual(['renew']);
      expect(snapshot.hasTag('bar')).toBe(true);
    },
  },
});

it('loads nothing when the requested path is reported once more', async () => {
  const live = new Live(navigationMachine, { path: FROM }, {});
  expect(live.snapshot.can({ type: 'path.changed', path: FROM })).toBe(false);
  expect(live.snapshot.can({ type: 'path.changed', path: TO })).toBe(true);
  live.stop();
});

it.each([
  ['no reason', undefined],
  ['words', 'network'],
  ['a part that is there', { stale: false }],
])('says that a page did not come for %s, and renews nothing', async (_, error) => {
  const live = new Live(navigationMachine, { path: FROM }, {});
  await live.cause({ type: 'path.asked', path: TO });
  await live.cause({ type: 'xstate.error.actor.loadPage', error });
  expect(live.snapshot.value).toBe('failed');
  live.stop();
});

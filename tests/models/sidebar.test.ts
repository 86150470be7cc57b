import { expect, it } from 'vitest';
import { type SidebarContext, sidebarMachine } from '../../machines/sidebar/sidebar.machine.ts';
import { OTHER, OWN, sidebarModel } from '../../machines/sidebar/sidebar.model.ts';
import { Live, runModelLayer } from './kit.ts';

const contextOf = (snapshot: { context: unknown }) => snapshot.context as SidebarContext;

runModelLayer('sidebar', sidebarModel, {
  states: {
    'size.full'(snapshot, { event, effects, calls }) {
      expect(snapshot.hasTag('mini')).toBe(false);
      expect(contextOf(snapshot).flyout).toBeNull();
      if (event?.type === 'size.toggle') expect(calls).toEqual([{ name: 'rememberSize', params: { mini: false } }]);
      expect(snapshot.can({ type: 'size.followed', mini: false })).toBe(false);
      if (event?.type === 'size.followed') expect(effects).toEqual([]);
      expect(snapshot.can({ type: 'flyout.open', section: OWN })).toBe(false);
    },
    'size.mini.closed'(snapshot, { event, effects, calls }) {
      expect(snapshot.hasTag('mini')).toBe(true);
      expect(contextOf(snapshot).flyout).toBeNull();
      if (event?.type === 'size.toggle') expect(calls).toEqual([{ name: 'rememberSize', params: { mini: true } }]);
      expect(snapshot.can({ type: 'size.followed', mini: true })).toBe(false);
      if (event?.type === 'size.followed') expect(effects).toEqual([]);
    },
    'size.mini.flyout'(snapshot, { event }) {
      expect(snapshot.hasTag('mini')).toBe(true);
      if (event?.type === 'flyout.open') expect(contextOf(snapshot).flyout).toBe(event.section);
      expect(contextOf(snapshot).flyout).toBe(OTHER);
    },
    sections(snapshot, { event }) {
      const { unfolded } = contextOf(snapshot);
      if (event?.type === 'page.shown') {
        expect(contextOf(snapshot).section).toBe(event.section);
        // a page of no section leaves the menu as it is
        if (event.section !== null) expect(unfolded).toBe(event.section);
      }
      // touched again it folds, and it is the only one
      if (event?.type === 'section.toggle') expect([event.section, null]).toContain(unfolded);
    },
    'access.free'(snapshot) {
      expect(snapshot.hasTag('blocked')).toBe(false);
      expect(snapshot.can({ type: 'size.toggle' })).toBe(true);
    },
    'access.blocked'(snapshot) {
      expect(snapshot.hasTag('blocked')).toBe(true);
      expect(contextOf(snapshot).flyout).toBeNull();
      for (const event of [
        { type: 'size.toggle' },
        { type: 'section.toggle', section: OWN },
        { type: 'section.toggle', section: OTHER },
        { type: 'flyout.open', section: OWN },
      ] as const) {
        expect(snapshot.can(event), event.type).toBe(false);
      }
    },
  },
});

it('leaves no fly-out behind when another tab makes the menu wide', async () => {
  const live = new Live(sidebarMachine, { mini: true, section: OWN }, {});
  await live.cause({ type: 'flyout.open', section: OTHER });
  await live.cause({ type: 'size.followed', mini: false });
  expect(live.snapshot.value).toMatchObject({ size: 'full' });
  expect(contextOf(live.snapshot).flyout).toBeNull();
  live.stop();
});

/** The drawer's machine with its real effects: the width of the window, fingers, and the entry of the history. */
import { useSelector } from '@xstate/react';
import { createActor, type SnapshotFrom } from 'xstate';
import { drawerMachine } from '../../machines/drawer/drawer.machine.ts';
import { inspect } from '../app/inspect.ts';
import { onPath } from '../app/navigation.ts';

/** Overlay mode is a width under 1023 px (decision 52). */
const narrow = window.matchMedia('(max-width: 1022.98px)');
const HELD = 'drawer';
const isHeld = () => (window.history.state as { held?: unknown } | null)?.held === HELD;

export const drawer = createActor(
  drawerMachine.provide({
    actions: {
      holdHistory: () => window.history.pushState({ held: HELD }, ''),
      releaseHistory: () => {
        if (isHeld()) window.history.back();
      },
    },
  }),
  { input: { narrow: narrow.matches }, inspect },
).start();

narrow.addEventListener('change', () => {
  drawer.send({ type: narrow.matches ? 'width.narrowed' : 'width.widened' });
});
window.addEventListener('popstate', () => {
  if (!isHeld()) drawer.send({ type: 'back.pressed' });
});
onPath(() => drawer.send({ type: 'page.shown' }));

/** A finger that goes along something that scrolls sideways moves that, not the menu. */
function scrollsSideways(target: EventTarget | null): boolean {
  for (let node = target instanceof Element ? target : null; node !== null; node = node.parentElement) {
    if (node.scrollWidth > node.clientWidth + 1 && /auto|scroll/.test(getComputedStyle(node).overflowX)) return true;
    if (node instanceof HTMLInputElement) return true;
  }
  return false;
}

let from: { x: number; y: number } | null = null;
window.addEventListener(
  'touchstart',
  ({ touches, target }) => {
    const [finger] = touches;
    from =
      touches.length === 1 && finger !== undefined && !scrollsSideways(target)
        ? { x: finger.clientX, y: finger.clientY }
        : null;
  },
  { passive: true },
);
window.addEventListener(
  'touchend',
  ({ changedTouches }) => {
    const [finger] = changedTouches;
    if (from === null || finger === undefined) return;
    const travel = finger.clientX - from.x;
    // a finger that scrolls the page goes rather up or down
    if (Math.abs(travel) > Math.abs(finger.clientY - from.y)) drawer.send({ type: 'swipe.ended', travel });
    from = null;
  },
  { passive: true },
);

export const useDrawer = <T>(selector: (snapshot: SnapshotFrom<typeof drawerMachine>) => T): T =>
  useSelector(drawer, selector);

/** The drawer's machine with its real effects: the width of the window, fingers, and the entry of the history. */
import { useSelector } from '@xstate/react';
import { createActor, type SnapshotFrom } from 'xstate';
import { drawerMachine } from '../../machines/drawer/drawer.machine.ts';
import { newKey } from '../api/client.ts';
import { inspect } from '../app/inspect.ts';
import { onPath } from '../app/navigation.ts';

/** Overlay mode is a width under 1023 px (decision 52). */
const narrow = window.matchMedia('(max-width: 1022.98px)');

/** The entry of the history that the open drawer holds is marked with an id of that opening. */
const markHere = () => (window.history.state as { drawer?: unknown } | null)?.drawer;
let mark: string | null = null;
const isHeld = () => mark !== null && markHere() === mark;

export const drawer = createActor(
  drawerMachine.provide({
    actions: {
      holdHistory: () => {
        mark = newKey();
        window.history.pushState({ drawer: mark }, '');
      },
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

/** An entry of a drawer that is no longer open is the same page once more: Back from it would do nothing. */
function leaveOrphan(): void {
  if (markHere() !== undefined && !(isHeld() && drawer.getSnapshot().hasTag('open'))) window.history.back();
}
leaveOrphan();
window.addEventListener('popstate', () => {
  if (!isHeld()) drawer.send({ type: 'back.pressed' });
  leaveOrphan();
});
onPath(() => drawer.send({ type: 'page.shown' }));

/** A finger that begins so near the left edge draws the menu, whatever is under it. */
const EDGE = 24;

/** A swipe along something that can still scroll in that direction scrolls it, not the menu. */
function movesSomethingElse(target: Element, x: number): boolean {
  // another layout, or an overlay, has no menu
  if (target.closest('.app-main, #sidebar, .backdrop') === null) return true;
  for (let node: Element | null = target; node !== null; node = node.parentElement) {
    if (node instanceof HTMLInputElement) return true;
    if (x > EDGE && node.scrollLeft > 0) return true;
  }
  return false;
}

let from: { x: number; y: number } | null = null;
window.addEventListener(
  'touchstart',
  ({ touches, target }) => {
    const [finger] = touches;
    from =
      touches.length === 1 &&
      finger !== undefined &&
      target instanceof Element &&
      !movesSomethingElse(target, finger.clientX)
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

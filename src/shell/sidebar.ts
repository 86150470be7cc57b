/** The sidebar's machine with its real effects: one a window, as long as the app is open. */
import { useSelector } from '@xstate/react';
import { createActor, type SnapshotFrom } from 'xstate';
import { sidebarMachine } from '../../machines/sidebar/sidebar.machine.ts';
import { isConfirming, onConfirming } from '../app/confirming.ts';
import { inspect } from '../app/inspect.ts';
import { onPath } from '../app/navigation.ts';
import { isSection, type Section } from '../routes/page.ts';
import { matchPath } from '../routes/registry.ts';

const MINI_KEY = 'miniSidebar';
const keptMini = () => localStorage.getItem(MINI_KEY) === 'true';

function sectionOf(path: string): Section | null {
  const area = matchPath(path)?.page.area;
  return area !== undefined && isSection(area) ? area : null;
}

export const sidebar = createActor(
  sidebarMachine.provide({
    actions: { rememberSize: (_, { mini }) => localStorage.setItem(MINI_KEY, String(mini)) },
  }),
  { input: { mini: keptMini(), section: sectionOf(window.location.pathname) }, inspect },
).start();

window.addEventListener('storage', ({ key }) => {
  if (key === MINI_KEY) sidebar.send({ type: 'size.followed', mini: keptMini() });
});
onPath((path) => sidebar.send({ type: 'page.shown', section: sectionOf(path) }));
onConfirming(() => sidebar.send({ type: isConfirming() ? 'confirming.began' : 'confirming.ended' }));

export const useSidebar = <T>(selector: (snapshot: SnapshotFrom<typeof sidebarMachine>) => T): T =>
  useSelector(sidebar, selector);

import type { EventCase, WorkflowModel } from '../kit/model.ts';
import { type DrawerEvent, drawerMachine, SWIPE } from './drawer.machine.ts';

const one = (name: string, event: DrawerEvent): EventCase => ({ name, event });

export const drawerModel: WorkflowModel = {
  machine: drawerMachine,
  pageEvents: ['width.narrowed', 'width.widened', 'page.shown'],
  beginnings: [
    { name: 'a wide window', input: { narrow: false } },
    { name: 'a narrow window', input: { narrow: true } },
  ],
  cases: [
    one('makes the window narrow', { type: 'width.narrowed' }),
    one('makes the window wide', { type: 'width.widened' }),
    one('opens the menu', { type: 'drawer.open' }),
    one('closes the menu', { type: 'drawer.close' }),
    one('swipes to the right', { type: 'swipe.ended', travel: SWIPE }),
    one('swipes to the left', { type: 'swipe.ended', travel: -SWIPE }),
    one('goes back', { type: 'back.pressed' }),
    one('goes to a page', { type: 'page.shown' }),
  ],
  serialize: (snapshot) => String(snapshot.value),
};

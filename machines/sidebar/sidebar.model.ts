import type { EventCase, WorkflowModel } from '../kit/model.ts';
import { type SidebarContext, type SidebarEvent, sidebarMachine } from './sidebar.machine.ts';

const one = (name: string, event: SidebarEvent): EventCase => ({ name, event });

/** Section of the page at the beginning, and another one. */
export const OWN = 'warehouse';
export const OTHER = 'tests';

export const sidebarModel: WorkflowModel = {
  machine: sidebarMachine,
  pageEvents: ['size.followed', 'page.shown', 'confirming.began', 'confirming.ended'],
  beginnings: [
    { name: 'a full menu', input: { mini: false, section: OWN } },
    { name: 'a mini menu', input: { mini: true, section: OWN } },
  ],
  cases: [
    one('changes the size', { type: 'size.toggle' }),
    one('makes it mini in another tab', { type: 'size.followed', mini: true }),
    one('makes it full in another tab', { type: 'size.followed', mini: false }),
    one('touches the own section', { type: 'section.toggle', section: OWN }),
    one('touches another section', { type: 'section.toggle', section: OTHER }),
    one('opens the fly-out of a section', { type: 'flyout.open', section: OTHER }),
    one('closes the fly-out', { type: 'flyout.close' }),
    one('goes to a page of a section', { type: 'page.shown', section: OTHER }),
    one('goes to a page of no section', { type: 'page.shown', section: null }),
    one('begins to confirm', { type: 'confirming.began' }),
    one('ends the confirming', { type: 'confirming.ended' }),
  ],
  within(snapshot, event) {
    const { section, unfolded, flyout } = snapshot.context as SidebarContext;
    const mini = snapshot.hasTag('mini');
    switch (event.type) {
      // sections unfold in the full menu only, fly-outs belong to the mini one
      case 'section.toggle':
        return !mini;
      case 'flyout.open':
        return mini && flyout === null;
      // a click beside the fly-out closes it first
      case 'size.toggle':
        return flyout === null;
      // a link is gone by where it is seen
      case 'page.shown':
        return section === OWN && (event.section === null || (mini ? flyout === OTHER : unfolded === OTHER));
      // what is confirmed is on the page of the beginning
      case 'confirming.began':
        return section === OWN && flyout === null;
      default:
        return true;
    }
  },
  serialize(snapshot) {
    const { section, unfolded, flyout } = snapshot.context as SidebarContext;
    return `${JSON.stringify(snapshot.value)} ${section} ${unfolded} ${flyout}`;
  },
};

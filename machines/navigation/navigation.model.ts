import { accepts, type EventCase, type WorkflowModel } from '../kit/model.ts';
import { type NavigationContext, type NavigationEvent, navigationMachine } from './navigation.machine.ts';

const one = (name: string, event: NavigationEvent): EventCase => ({ name, event });

export const FROM = '/';
export const TO = '/repositories/act-of-counting';

export const navigationModel: WorkflowModel = {
  machine: navigationMachine,
  pageEvents: ['path.changed', 'unsaved.changed', 'release.seen'],
  beginnings: [{ name: '', input: { path: FROM } }],
  cases: [
    one('follows a link', { type: 'path.asked', path: TO }),
    one('goes back', { type: 'path.changed', path: TO }),
    one('goes back from what is typed', { type: 'path.left', path: TO }),
    one('types something', { type: 'unsaved.changed', unsaved: true }),
    one('saves what was typed', { type: 'unsaved.changed', unsaved: false }),
    one('leaves it', { type: 'leave.confirm' }),
    one('stays', { type: 'leave.cancel' }),
    one('tries again', { type: 'page.retry' }),
    one('misses a part of the app', { type: 'release.seen' }),
    { name: 'the page is here', event: { type: 'xstate.done.actor.loadPage', output: undefined } },
    { name: 'a release replaced the page', event: { type: 'xstate.error.actor.loadPage', error: { stale: true } } },
    { name: 'the page does not come', event: { type: 'xstate.error.actor.loadPage', error: { stale: false } } },
    { name: 'the bar runs out', event: { type: 'xstate.after.runOut.navigation.arriving' } },
  ],
  within(snapshot, event) {
    if (event.type.startsWith('xstate.')) return accepts(navigationMachine, snapshot, event);
    const { unsaved, path } = snapshot.context as NavigationContext;
    // one navigation a path; the states after it tell what follows
    const resting = snapshot.matches('resting') && path === FROM;
    // reloading: what comes is another life
    if (snapshot.matches('renewing')) return false;
    switch (event.type) {
      case 'path.left':
        return resting && unsaved;
      case 'unsaved.changed':
        return resting && event.unsaved !== unsaved;
      case 'path.asked':
      case 'release.seen':
        return resting;
      case 'path.changed':
        return resting && !unsaved;
      default:
        return true;
    }
  },
  serialize(snapshot) {
    const { path, unsaved, wanted } = snapshot.context as NavigationContext;
    return `${String(snapshot.value)} ${path} ${unsaved} ${wanted !== null}`;
  },
};

/** The same to the Stately inspector: a viewer in a window of its own that receives messages. */
import { createBrowserInspector } from '@statelyai/inspect';
import { actors, watchActors } from '../app/inspect.ts';
import type { WorkflowEntry } from '../pages/workflows/catalogue.ts';
import { leavingOf } from './leaving.ts';

/** Where the viewer is: the vendor's, or one that the person names in this browser (docs/analysts.md). */
const URL_KEY = 'inspectorUrl';

/** @param entries all workflows, which the panel has brought */
export function sendToInspector(entries: readonly WorkflowEntry[]): { stop: () => void } {
  const url = localStorage.getItem(URL_KEY);
  const inspector = createBrowserInspector({ ...(url !== null && { url }), serialize: leavingOf(entries) });
  // running actors announced themselves before the listener was added
  for (const actor of actors) inspector.actor(actor, actor.getSnapshot());
  const unwatch = watchActors((inspected) => inspector.inspect.next?.(inspected));
  return {
    stop: () => {
      unwatch();
      inspector.stop();
    },
  };
}

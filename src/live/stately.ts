/**
 * The same to the Stately inspector: a viewer in a window of its own that receives messages. Everything is masked
 * before it leaves; only the event, the state and the definition go, never a document of ours.
 */
import { createBrowserInspector } from '@statelyai/inspect';
import { actors, watchActors } from '../app/inspect.ts';
import { masked, maskedEvent } from './mask.ts';

/** Where the viewer is: the vendor's, or one that the person names in this browser (docs/analysts.md). */
const URL_KEY = 'inspectorUrl';

export function sendToInspector(): { stop: () => void } {
  const url = localStorage.getItem(URL_KEY);
  const inspector = createBrowserInspector({
    ...(url !== null && { url }),
    serialize: (event) => {
      if (event.type === '@xstate.event') return { ...event, event: maskedEvent(event.event) };
      const { status, context, value } = event.snapshot as { status?: 'active'; context?: unknown; value?: unknown };
      const snapshot = { status: status ?? 'active', context: masked(context), value };
      if (event.type === '@xstate.actor') return { ...event, snapshot };
      return { ...event, event: maskedEvent(event.event), snapshot } as unknown as typeof event;
    },
  });
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

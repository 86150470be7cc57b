/**
 * What the vendor's viewer gets of an inspected actor: the event, the state and the definition with the reader's words, as
 * the gallery exports it. The library reads the running machine, whose definition has no words of ours; ids, figures that
 * may be one, and rights stay here.
 */
import type { StatelyInspectionEvent } from '@statelyai/inspect';
import { definitionOf } from '../../machines/kit/definition.ts';
import type { WorkflowEntry } from '../pages/workflows/catalogue.ts';
import { notesOf } from '../pages/workflows/notes.ts';
import { wordsOf } from '../pages/workflows/words.ts';
import { masked, maskedEvent } from './mask.ts';

/** What the library has read of a machine: its id is all that is used of it. */
const idIn = (definition: string | undefined): string => String(JSON.parse(definition ?? '{}').id);

/** @returns the `serialize` of an inspector, with the definitions in the language of now. */
export function leavingOf(
  entries: readonly WorkflowEntry[],
): (event: StatelyInspectionEvent) => StatelyInspectionEvent {
  const definitions = new Map(
    entries.map((entry) => [
      entry.name,
      JSON.stringify(definitionOf(entry.machine, notesOf(entry.facts, wordsOf(entry)))),
    ]),
  );
  return (event) => {
    if (event.type === '@xstate.event') return { ...event, event: maskedEvent(event.event, 'elsewhere') };
    const { status, context, value } = event.snapshot as { status?: 'active'; context?: unknown; value?: unknown };
    const snapshot = { status: status ?? 'active', context: masked(context, 'elsewhere'), value };
    if (event.type !== '@xstate.actor')
      return { ...event, event: maskedEvent(event.event, 'elsewhere'), snapshot } as unknown as typeof event;
    const id = idIn(event.definition);
    // a promise or a listener is no workflow: its name is all there is of it
    return { ...event, definition: definitions.get(id) ?? JSON.stringify({ id }), snapshot } as typeof event;
  };
}

/** The words of the queue: kinds of documents, their states, and what moves them on. */
import type { Queued, QueueItem } from '../../contract/day.ts';
import { type Language, say } from '../http/messages.ts';
import { MARKUPS } from '../supply/markups.ts';

/** A declared setting is named by its page, which the browser knows. */
export const wordsOf = (
  language: Language,
  { chart, kind }: { chart: Queued; kind: string | null },
  state: string,
  event: string,
): QueueItem['words'] => ({
  kind: say(language, `queue.kinds.${chart === 'settingRevision' && kind !== MARKUPS.kind ? 'setting' : chart}`),
  state: say(language, `queue.states.${chart}.${state}`),
  step: say(language, `queue.steps.${event}`),
});

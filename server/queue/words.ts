/** The words of the queue: kinds of documents, their states, and what moves them on. */
import type { Queued, QueueItem } from '../../contract/day.ts';
import { type Language, say } from '../http/messages.ts';

export const wordsOf = (language: Language, chart: Queued, state: string, event: string): QueueItem['words'] => ({
  kind: say(language, `queue.kinds.${chart}`),
  state: say(language, `queue.states.${chart}.${state}`),
  step: say(language, `queue.steps.${event}`),
});

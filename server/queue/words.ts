/** The words of the queue: kinds of documents, their states, and what moves them on. */
import type { Queued, QueueItem } from '../../contract/day.ts';
import { type Language, say } from '../http/messages.ts';

/** What a document is: of requests, which stand in several tables, each kind has its name. */
export const wordsOfKind = (language: Language, chart: Queued, kind?: string | null): string =>
  say(language, chart === 'approval' && kind != null ? `queue.requests.${kind}` : `queue.kinds.${chart}`);

interface Named {
  readonly chart: Queued;
  readonly kind: string | null;
  readonly says?: (event: string) => string;
}

export const wordsOf = (
  language: Language,
  { chart, kind, says = (event) => event }: Named,
  state: string,
  event: string,
): QueueItem['words'] => ({
  kind: wordsOfKind(language, chart, kind),
  state: say(language, `queue.states.${chart}.${state}`),
  step: say(language, `queue.steps.${says(event)}`),
});

/**
 * Nudges: that something has become new, for the browsers that are open. They say nothing of what it is, so a nudge that
 * reaches a person too many leaks nothing, and one that is lost is made up for by the next reading.
 *
 * A nudge belongs to a transaction and goes out with its commit. A PostgreSQL server carries it to every process (`NOTIFY`;
 * each process listens on a connection of its own); beside the embedded database there is one process only.
 */
import type { Topic } from '../../contract/noticeCount.ts';

export interface Nudge {
  /**
   * `sessions`: a session was ended, so a stream may have no right to go on; `sources`: sources of a scoring are to be asked;
   * `days`: a practice day was opened; `checks`: contracts are to be checked. These are the server's own.
   */
  readonly topic: Topic | 'sessions' | 'sources' | 'days' | 'checks';
  /** None: everybody. */
  readonly people?: readonly number[];
}

export interface Listener {
  onNudge(nudge: Nudge): void;
  /** The process stops. */
  onClose(): void;
}

/** Everything may have become new: what was said while nobody listened is unknown. */
const EVERYTHING: readonly Nudge[] = (['sessions', 'days', 'notices', 'announcements', 'rights'] as const).map(
  (topic) => ({
    topic,
  }),
);

/** Who listens in this process. */
export class NudgeBus {
  readonly #listeners = new Set<Listener>();
  readonly #onFirst: () => void;
  #started = false;
  #closed = false;

  /** @param onFirst called when somebody listens for the first time. */
  constructor(onFirst: () => void = () => {}) {
    this.#onFirst = onFirst;
  }

  listen(listener: Listener): void {
    if (this.#closed) {
      listener.onClose();
      return;
    }
    this.#listeners.add(listener);
    if (this.#started) return;
    this.#started = true;
    this.#onFirst();
  }

  send(nudges: readonly Nudge[]): void {
    for (const nudge of nudges) for (const { onNudge } of this.#listeners) onNudge(nudge);
  }

  sendEverything(): void {
    this.send(EVERYTHING);
  }

  /** Ends whatever listens; nothing is sent from then on. */
  close(): void {
    this.#closed = true;
    const listeners = [...this.#listeners];
    this.#listeners.clear();
    for (const { onClose } of listeners) onClose();
  }
}

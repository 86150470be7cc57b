/**
 * Work over a million rows in short statements. The embedded database has one session and does not obey
 * `statement_timeout` (measured), so whatever may read a whole table reads it in ranges of the key: between two of
 * them other people's requests have their turn. On a PostgreSQL server it works the same.
 */

/** Milliseconds that one statement aims at: others wait for one of them at most. */
const AIM_MS = 60;
const SMALLEST = 500;
const LARGEST = 100_000;

/** How many rows the next statement may read, found from how long the last one took. */
export class Slices {
  #rows: number;

  constructor(rows: number) {
    this.#rows = rows;
  }

  get rows(): number {
    return this.#rows;
  }

  async timed<T>(work: () => Promise<T>): Promise<T> {
    const started = performance.now();
    const answer = await work();
    const took = performance.now() - started;
    // Time spent waiting for the session counts too: under load the slices become shorter.
    if (took > AIM_MS) this.#rows = Math.max(SMALLEST, Math.floor((this.#rows * AIM_MS) / took));
    else if (took < AIM_MS / 2) this.#rows = Math.min(LARGEST, this.#rows * 2);
    return answer;
  }
}

/** What a slice counts or sums, by name. */
export interface Figures {
  [name: string]: number | Figures;
}

/** Figures of the same names added up, those in groups too. */
export function added<F extends Figures>(one: F | undefined, other: F): F {
  const whole: Figures = { ...one };
  for (const [name, figure] of Object.entries(other)) {
    const before = whole[name];
    whole[name] =
      typeof figure === 'number'
        ? figure + (typeof before === 'number' ? before : 0)
        : added(typeof before === 'number' ? undefined : before, figure);
  }
  return whole as F;
}

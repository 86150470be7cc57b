/** ELK in a worker of its own: a large chart takes a second, and the page goes on. */
import ELK, { type ELK as Elk } from 'elkjs/lib/elk-api';
import workerUrl from 'elkjs/lib/elk-worker.min.js?url';

interface Working {
  elk: Elk;
  /** Fails when the worker does not come; ELK itself would wait for it for ever. */
  lost: Promise<never>;
}

let working: Working | undefined;

function begin(): Working {
  const worker = new Worker(workerUrl);
  const lost = new Promise<never>((_, failed) => {
    worker.addEventListener('error', () => {
      working = undefined;
      failed(new Error('ELK did not come'));
    });
  });
  return { elk: new ELK({ workerFactory: () => worker }), lost };
}

/** ELK comes before it is asked for anything. */
export function beginElk(): void {
  working ??= begin();
  // whoever asks gets the failure
  working.lost.catch(() => {});
}

/** What is asked of ELK, done or failed. The next one restarts after a failure. */
export function withElk<T>(ask: (elk: Elk) => Promise<T>): Promise<T> {
  working ??= begin();
  const { elk, lost } = working;
  return Promise.race([ask(elk), lost]);
}

/**
 * Asks the sources of runs, and MyID, tries versions of the model, and counts segments as soon as one of them waits for it, in whichever process; once a
 * minute what was left behind.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { AppOptions } from '../app.ts';
import { countSegments } from '../clients/segments.ts';
import type { Database } from '../db/open.ts';
import { answerDue } from '../myid/answer.ts';
import { collectDue } from './collect.ts';
import { tryModels } from './trials.ts';

const MINUTE_MS = 60_000;
/** Between slices of a trial: an answer is made of several statements, and each of them would wait for a slice. */
const REST_MS = 25;

/** @returns stops it. */
export function startCollecting(database: Database, log: AppOptions['log']): () => void {
  let running = false;
  let again = false;
  async function run(): Promise<void> {
    again = true;
    if (running) return;
    running = true;
    while (again) {
      again = false;
      await collectDue(database).catch((error: unknown) =>
        log('warn', 'sources of the scoring not asked', { error: String(error) }),
      );
      await answerDue(database).catch((error: unknown) => log('warn', 'MyID not asked', { error: String(error) }));
      // a slice at a time: nobody's question waits for a trial
      const more = await tryModels(database).catch((error: unknown) =>
        log('warn', 'a version of the scoring not tried', { error: String(error) }),
      );
      if (more === true) {
        again = true;
        await delay(REST_MS);
      }
      await countSegments(database).catch((error: unknown) =>
        log('warn', 'segments not counted', { error: String(error) }),
      );
    }
    running = false;
  }
  database.nudges.listen({
    onNudge({ topic }) {
      if (topic === 'sources') void run();
    },
    onClose() {},
  });
  const timer = setInterval(() => void run(), MINUTE_MS);
  timer.unref();
  return () => clearInterval(timer);
}

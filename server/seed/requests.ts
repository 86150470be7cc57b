/** Requests (P1) of the demo, with the log lines that their calls would have left. */
import type { Trx } from '../db/open.ts';

export type State = 'draft' | 'sent' | 'approved' | 'refused' | 'cancelled';

const MINUTE = 60_000;

/** Who writes requests, and who decides on them. */
export interface Hands {
  readonly author: number;
  readonly decider: number;
}
type Step = readonly [event: string, before: State | null, after: State, by: number];

/** How a request came into its state. */
export function stepsTo(status: State, { author, decider }: Hands): Step[] {
  const steps: Step[] = [['request.create', null, 'draft', author]];
  if (status !== 'draft') steps.push(['request.send', 'draft', 'sent', author]);
  if (status === 'approved') steps.push(['request.approve', 'sent', 'approved', decider]);
  if (status === 'refused') steps.push(['request.refuse', 'sent', 'refused', decider]);
  if (status === 'cancelled') steps.push(['request.cancel', 'sent', 'cancelled', author]);
  return steps;
}

interface Logged {
  readonly kind: string;
  readonly id: number;
  readonly opened: Date;
  readonly steps: readonly Step[];
  readonly decision: string | undefined;
}

/** When a step of a request was taken: one after another. */
export const at = (opened: Date, step: number) => new Date(opened.getTime() + step * 47 * MINUTE);

/** The log of a request, as its calls would have left it. */
export async function logSteps(trx: Trx, { kind, id, opened, steps, decision }: Logged): Promise<void> {
  await trx
    .insertInto('record_log')
    .values(
      steps.map(([event, state_before, state_after, user_id], place) => ({
        ...{ kind, record_id: id, machine: 'approval', event, state_before, state_after },
        payload: JSON.stringify(decision !== undefined && place === 2 ? { after: { reason: decision } } : {}),
        ...{ user_id, at: at(opened, place) },
      })),
    )
    .execute();
}

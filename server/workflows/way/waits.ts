/** What a document waits for that another one does: the event, where that other one is, and who may take it now. */

import type { WaitingDocument } from '../../../contract/workflows.ts';
import { hasWay } from '../../../contract/workflowWay.ts';
import type { SignedIn } from '../../http/auth.ts';
import type { Asked } from '../../lifecycle/lifecycle.ts';
import { WAY_FACTS } from './facts.ts';
import { holdsOneOf, rulesOfEvent } from './people.ts';
import { lifecycleOf } from './way.ts';

interface Waits {
  readonly id: number;
  readonly state: string;
  readonly branch: number | null;
}

type Ended = Pick<WaitingDocument, 'event' | 'through'> & { readonly people: readonly SignedIn[] };

const BY_SYSTEM: Ended = { event: null, through: null, people: [] };

/** People of the branch, else those of the offices, who act in every one. */
export async function endedElsewhere(
  asked: Asked,
  machine: string,
  { id, state, branch }: Waits,
  people: readonly SignedIn[],
): Promise<Ended> {
  if (!hasWay(machine)) return BY_SYSTEM;
  const { through = {} } = WAY_FACTS[machine];
  const lifecycle = lifecycleOf(machine);
  const taken = lifecycle.machine.root.states[state]?.ownEvents ?? [];
  const [event] = taken.filter((one) => Object.hasOwn(through, one));
  const other = event === undefined ? undefined : through[event];
  if (event === undefined || other === undefined) return BY_SYSTEM;
  const at = other.at && (await other.at(asked, await lifecycle.find(asked, id, false)));
  const may = people.filter((one) => holdsOneOf(one, rulesOfEvent(other.machine, other.event)));
  const near = may.filter(({ organizationId }) => organizationId === branch);
  return {
    event,
    through: { machine: at?.machine ?? other.machine, id: at?.id ?? null },
    people: near.length > 0 ? near : may.filter(({ office }) => office),
  };
}

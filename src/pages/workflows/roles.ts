/** Positions that a question of the search names, and what else it tells. */
import { type WorkflowPositions, workflowPositions } from '../../../contract/workflows.ts';
import { useCall } from '../../api/queries.ts';
import { has, questionsIn, wordKey } from './questions.ts';

export interface Roles {
  readonly positions: WorkflowPositions;
  /** The question without them and without the words that only ask; empty where it tells nothing more. */
  readonly rest: string;
  /** Whether it asks what they may; else it may be about what happens to them. */
  readonly isAsked: boolean;
}

/** Words of a question about what somebody may do: who counts is a position, and what happens to him is none of it. */
const MAY = new Set(
  'может могут могу можно право права разрешено позволено делает oladi qiladi qilishi mumkin huquqi huquq ruxsat'
    .split(' ')
    .map((word) => ` ${wordKey(word)} `),
);

/** Null where the question names no position. Of several those with the most of its words. */
export function rolesOf(query: string, positions: WorkflowPositions): Roles | null {
  for (const { told, asking } of questionsIn(query)) {
    const named = positions.map((position) => {
      const [first = '', ...others] = wordKey(position.title)
        .split(' ')
        .map((word) => ` ${word} `);
      const own = told.filter((one) => [first, ...others].some((word) => has(word, one)));
      return { position, own, isNamed: told.some((one) => one.typed.length > 3 && has(first, one)) };
    });
    const most = Math.max(0, ...named.filter(({ isNamed }) => isNamed).map(({ own }) => own.length));
    const best = named.filter(({ isNamed, own }) => isNamed && own.length === most);
    if (best.length === 0) continue;
    const used = new Set(best.flatMap(({ own }) => own));
    const rest = told.filter((one) => !used.has(one)).map(({ typed }) => typed);
    const isAsked = rest.length === 0 || asking.some((word) => MAY.has(word));
    if (!isAsked && asking.length > 0) continue;
    return { positions: best.map(({ position }) => position), rest: rest.join(' '), isAsked };
  }
  return null;
}

/** Whether a question is about what its positions may: it asks so, or nothing says all of it and something says the rest. */
export const isOfRoles = (
  { isAsked }: Roles,
  whole: { readonly isFound: boolean },
  rest: { readonly isFound: boolean },
): boolean => isAsked || (!whole.isFound && rest.isFound);

export function useRoles(query: string, isWanted: boolean): Roles | null {
  const { data } = useCall(workflowPositions, {}, { enabled: isWanted });
  return data === undefined || !isWanted ? null : rolesOf(query, data.data);
}

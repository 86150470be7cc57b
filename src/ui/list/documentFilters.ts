/** What most lists of documents are narrowed by: the state in their chart, and the branch. */
import { organizations } from '../form/choices.ts';
import type { Option } from '../form/remote.ts';
import type { ChipsFilter, RemoteFilter } from './filters.tsx';
import { type Counted, type StateChips, stateChips } from './stateChips.ts';

interface StateFilter<State extends string> extends StateChips<State> {
  label: string;
}

/** A chip for each state, or for those that some document is in. */
export const stateFilter = <State extends string>({
  label,
  ...chips
}: StateFilter<State>): ChipsFilter<Counted, 'status'> => ({
  kind: 'chips',
  key: 'status',
  label,
  options: chips.states,
  items: stateChips(chips),
});

interface Listed<Row> {
  data: readonly Row[];
}

interface BranchWords {
  label: string;
  empty: string;
}

/** @param of the branch of a document in the list: an address has only the id */
export const branchFilter = <Row>(
  words: BranchWords,
  of: (row: Row) => Option,
): RemoteFilter<Listed<Row>, 'organization_id'> => ({
  ...{ kind: 'remote', key: 'organization_id', of: organizations, ...words },
  named: (answer, id) => answer.data.map(of).find((one) => one.id === id)?.title,
});

interface InBranch {
  organization_id: number;
  organization: string;
}
export const branchOf = ({ organization_id: id, organization: title }: InBranch): Option => ({ id, title });

/** What a report calls its record: the workflow or the kind, and the number that its own list shows. */
import type { ProblemReport } from '../../../../contract/problemReports.ts';
import { useKindName } from '../kinds.ts';

export type NamedRecord = NonNullable<ProblemReport['record']>;

export function useRecordWords(nameOf: (machine: string) => string): (record: NamedRecord) => string {
  const kindName = useKindName();
  return ({ machine, kind, title }) =>
    [kind === null ? nameOf(machine) : kindName(machine, kind), title].filter((part) => part !== null).join(' ');
}

/** What the gallery calls the kinds of a workflow's documents: directories of records, dated settings. */
import type { RecordKind, Replayed } from '../../../contract/workflows.ts';
import { collateUz } from '../../format/collate.ts';
import type { Shown } from '../../routes/shown.ts';
import { useShownName } from '../../routes/useShownName.ts';
import { KINDS } from './addresses.ts';

export interface KindNames {
  /** Its page, as the menu calls it, and its tab there; the name of the code for one that has none in this release. */
  nameOf: (kind: RecordKind) => string;
  /** All of them, by name. */
  options: { value: RecordKind; title: string }[];
}

/** The name of a kind of any workflow. */
export function useKindName(): (machine: Replayed, kind: RecordKind) => string {
  const nameOfShown = useShownName();
  return (machine, kind) => {
    const shown = KINDS[machine]?.get(kind);
    return shown === undefined ? kind : nameOfShown(shown);
  };
}

export function useKindNames(machine: Replayed): KindNames {
  const kindName = useKindName();
  const kinds = KINDS[machine] ?? new Map<RecordKind, Shown>();
  const nameOf = (kind: RecordKind) => kindName(machine, kind);
  const options = [...kinds.keys()].map((value) => ({ value, title: nameOf(value) }));
  return { nameOf, options: options.sort((one, other) => collateUz(one.title, other.title)) };
}

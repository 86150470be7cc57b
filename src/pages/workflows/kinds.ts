/** What the gallery calls the kinds of a workflow's documents: directories of records, dated settings. */
import type { RecordKind, Replayed } from '../../../contract/workflows.ts';
import { collateUz } from '../../format/collate.ts';
import { useText } from '../../i18n/index.ts';
import { KINDS, type Shown } from './addresses.ts';

export interface KindNames {
  /** Its page, as the menu calls it, and its tab there; the name of the code for one that has none in this release. */
  nameOf: (kind: RecordKind) => string;
  /** All of them, by name. */
  options: { value: RecordKind; title: string }[];
}

/** A title after another one begins small, an abbreviation does not. */
const following = (title: string) =>
  /^\p{Lu}\p{Lu}/u.test(title) ? title : title.charAt(0).toLowerCase() + title.slice(1);

export function useKindNames(machine: Replayed): KindNames {
  const p = useText('pages');
  const t = useText('tabs');
  const kinds = KINDS[machine] ?? new Map<RecordKind, Shown>();
  const nameOf = (kind: RecordKind) => {
    const shown = kinds.get(kind);
    if (shown === undefined) return kind;
    const page = p(shown.page);
    const tab = shown.tab === undefined ? page : t(shown.tab);
    return tab === page ? page : `${page}: ${following(tab)}`;
  };
  const options = [...kinds.keys()].map((value) => ({ value, title: nameOf(value) }));
  return { nameOf, options: options.sort((one, other) => collateUz(one.title, other.title)) };
}

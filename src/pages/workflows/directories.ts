/** What the gallery calls the directories of records. */
import type { RecordKind } from '../../../contract/workflows.ts';
import { collateUz } from '../../format/collate.ts';
import { useText } from '../../i18n/index.ts';
import { DIRECTORIES } from './addresses.ts';

export interface DirectoryNames {
  /** Its page, as the menu calls it; the name of the code for one that has none in this release. */
  nameOf: (kind: RecordKind) => string;
  /** All of them, by name. */
  options: { value: RecordKind; title: string }[];
}

export function useDirectoryNames(): DirectoryNames {
  const p = useText('pages');
  const nameOf = (kind: RecordKind) => {
    const shown = DIRECTORIES.get(kind);
    return shown === undefined ? kind : p(shown.page);
  };
  const options = [...DIRECTORIES.keys()].map((value) => ({ value, title: nameOf(value) }));
  return { nameOf, options: options.sort((one, other) => collateUz(one.title, other.title)) };
}

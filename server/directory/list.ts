/** The list of a directory for the one engine of lists: sorts and filters of its fields, each with its index. */
import { sql } from 'kysely';
import { type AnyDirectory, labelOf } from '../../contract/directory/directory.ts';
import { optionsOf, sentName } from '../../contract/directory/fields.ts';
import { tashkentDay } from '../http/days.ts';
import type { Language } from '../http/messages.ts';
import { declareList, type ListDeclaration, type ListSort } from '../lists/declared.ts';
import {
  byCreation,
  type DirectoryTable,
  figureSort,
  filterIndex,
  isOfDocument,
  isSearched,
  isTreeOrder,
  searchIndex,
  sortIndex,
  sortOf,
} from './table.ts';
import { treeSort } from './tree.ts';

/** Indexes of a directory with a chart of its own do not begin with a state. */
const ofStates = ({ chart }: AnyDirectory['spec'], { withState, ...sort }: ListSort): ListSort =>
  chart || withState === undefined ? sort : { ...sort, withState };

/** @param today the day for which figures are computed */
export const sortsOf = (
  directory: AnyDirectory,
  table: DirectoryTable,
  language: Language,
  today = tashkentDay(new Date()),
): Record<string, ListSort> => ({
  ...(directory.spec.document && { created_at: byCreation }),
  ...Object.fromEntries(
    Object.entries(directory.spec.fields)
      .filter(([, field]) => optionsOf(field).sort)
      .map(([name, field]) => [
        name,
        isTreeOrder(directory, name)
          ? treeSort(directory, table.name, language)
          : ofStates(directory.spec, sortOf(table.name, name, field, language)),
      ]),
  ),
  ...Object.fromEntries(Object.entries(table.sorts).map(([name, figure]) => [name, figureSort(figure(today))])),
});

/** The index of the search: that of a reference where the directory has no words of its own. */
function searchedBy(directory: AnyDirectory, table: DirectoryTable): string {
  if (isSearched(directory)) return searchIndex(table.name);
  const fields = Object.entries(directory.spec.fields);
  const [name] = fields.find(([, field]) => field.kind === 'ref' && optionsOf(field).search) ?? [];
  if (name === undefined) throw new Error(`${directory.spec.name}: nothing is found by words`);
  return filterIndex(table.name, name);
}

const shared = ({ spec }: AnyDirectory, table: DirectoryTable) => ({
  from: table.from,
  id: sql`r.id`,
  sort: spec.order ?? spec.label,
});

const sortedByState = (sorts: Readonly<Record<string, ListSort>>): string =>
  Object.values(sorts).find(({ withState }) => withState !== undefined)?.withState ?? 'computed';

/** Declared in Uzbek: the order of names in Russian has an index of its own, and differs in nothing else. */
export function declareDirectoryList(directory: AnyDirectory, table: DirectoryTable): ListDeclaration {
  const { spec } = directory;
  const sorts = sortsOf(directory, table, 'uz');
  const { order = spec.label } = spec;
  const first = sorts[order.replace('-', '')];
  if (first === undefined) throw new Error(`${spec.name}: ${order} does not sort`);
  const byState = spec.document
    ? 'document_list_state'
    : spec.chart
      ? filterIndex(table.name, 'status')
      : sortedByState(sorts);
  const filters = Object.entries(spec.fields).filter(
    ([name, field]) => optionsOf(field).filter && !isOfDocument(spec, name),
  );
  return declareList({
    ...shared(directory, table),
    call: `${spec.name}Index`,
    sorts,
    filters: {
      status: byState,
      search: searchedBy(directory, table),
      ...(spec.document && { organization_id: 'document_list_organization', owner_id: 'document_list_author' }),
      ...Object.fromEntries(
        filters.map(([name, field]) => [
          sentName(name, field),
          optionsOf(field).sort && field.kind !== 'ref'
            ? sortIndex(table.name, name, field, 'uz')
            : filterIndex(table.name, name),
        ]),
      ),
    },
  });
}

/** What a field of another page chooses from, by its title. */
export function declareChoices(
  directory: AnyDirectory,
  table: DirectoryTable,
): (language: Language) => ListDeclaration {
  const { spec } = directory;
  const field = labelOf(directory);
  const sort = spec.document ? 'created_at' : spec.label;
  const inLanguage = (language: Language) => ({
    [sort]: spec.document ? byCreation : sortOf(table.name, spec.label, field, language),
  });
  const declared = declareList({
    ...shared(directory, table),
    sort: spec.document ? `-${sort}` : sort,
    call: `${spec.name}GetAll`,
    sorts: inLanguage('uz'),
    filters: { search: searchedBy(directory, table), id: `${table.name}_pkey` },
  });
  return (language) => ({ ...declared, sorts: inLanguage(language) });
}

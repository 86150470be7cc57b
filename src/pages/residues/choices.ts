import { categoryGetAll } from '../../../contract/residues.ts';
import { useCall } from '../../api/queries.ts';
import { remoteSource } from '../../ui/form/remote.ts';

export const categories = remoteSource(categoryGetAll, ({ id, name, above }) => ({
  id,
  title: name,
  note: above.join(' / '),
}));

/** For a page whose address may hold an id that no list has shown yet. */
export function useCategoryTitle(written: string | null): void {
  const id = Number(written);
  const unknown = /^[1-9]\d{0,9}$/.test(written ?? '') && categories.titleOf(id) === undefined;
  const { data } = useCall(categoryGetAll, { query: { id } }, { enabled: unknown });
  for (const { name } of data?.data ?? []) categories.learn({ id, title: name });
}

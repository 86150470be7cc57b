import { categoryGetAll } from '../../../contract/residues.ts';
import { remoteSource } from '../../ui/form/remote.ts';

export const categories = remoteSource(categoryGetAll, ({ id, name, above }) => ({
  id,
  title: name,
  note: above.join(' / '),
}));

/** What fields choose from, by the name of the directory that they refer to. */

import { choicesCall } from '../../contract/directory/choices.ts';
import type { ReferenceName } from '../../contract/directory/references.ts';
import { categoryGetAll } from '../../contract/residues.ts';
import { organizations, users } from '../ui/form/choices.ts';
import { type RemoteSource, remoteSource } from '../ui/form/remote.ts';

const sources = new Map<ReferenceName, RemoteSource>([
  ['organization', organizations],
  ['user', users],
  ['category', remoteSource(categoryGetAll, ({ id, name, above }) => ({ id, title: name, note: above.join(' / ') }))],
]);

export function sourceOf(to: ReferenceName): RemoteSource {
  const known = sources.get(to);
  if (known !== undefined) return known;
  const source = remoteSource(choicesCall(to), ({ id, title }) => ({ id, title }));
  sources.set(to, source);
  return source;
}

/** What fields choose from, by the name of the directory that they refer to. */

import { choicesCall } from '../../contract/directory/choices.ts';
import type { ReferenceName } from '../../contract/directory/references.ts';
import { partnerGetAll } from '../../contract/invoices/choices.ts';
import { categoryGetAll } from '../../contract/residues.ts';
import { organizations, users } from '../ui/form/choices.ts';
import { type LearningSource, remoteSource } from '../ui/form/remote.ts';

const sources = new Map<ReferenceName, LearningSource>([
  [
    'partner',
    remoteSource(partnerGetAll, ({ id, name, stir }) => ({ id, title: name, ...(stir !== null && { note: stir }) })),
  ],
  ['organization', organizations],
  ['user', users],
  ['category', remoteSource(categoryGetAll, ({ id, name, above }) => ({ id, title: name, note: above.join(' / ') }))],
]);

export function sourceOf(to: ReferenceName): LearningSource {
  const known = sources.get(to);
  if (known !== undefined) return known;
  const source = remoteSource(choicesCall(to), ({ id, title }) => ({ id, title }));
  sources.set(to, source);
  return source;
}

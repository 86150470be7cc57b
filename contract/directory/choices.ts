/** The call that a field chooses by. */
import type { Call } from '../call.ts';
import { choices } from './out.ts';
import { CHOICES, type ReferenceName } from './references.ts';

/** The call that answers `{ id, title }` of the records that may be chosen. */
export function choicesCall(to: ReferenceName) {
  const [service, resource] = CHOICES[to];
  return {
    id: `${to}GetAll`,
    service,
    method: 'GET',
    path: `/${resource}/get_all`,
    response: choices,
  } as const satisfies Call;
}

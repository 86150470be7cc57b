/** Where the records that fields refer to are chosen from: service and resource of `get_all`, by the directory's name. */
import type { Call, Service } from '../call.ts';
import { choices } from './out.ts';

export const CHOICES = {
  category: ['warehouse', 'product_category'],
  organization: ['warehouse', 'organization'],
  partner: ['warehouse', 'partner'],
  user: ['warehouse', 'user'],
  variant: ['warehouse', 'product_variant'],
  warehouse: ['warehouse', 'warehouse'],
} as const satisfies Readonly<Record<string, readonly [Service, string]>>;

export type ReferenceName = keyof typeof CHOICES;

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

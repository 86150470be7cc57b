/** How the state of a cash document looks, by its statechart. */
import type { CashDocument } from '../../../contract/cashDocuments.ts';
import { cashDocumentMachine } from '../../../machines/cashDocument/cashDocument.machine.ts';
import { isLook, type Look } from '../../ui/look.ts';

export function cashLook(status: CashDocument['status']): Look {
  const look = (cashDocumentMachine.states[status]?.meta as { look?: string } | undefined)?.look;
  return isLook(look) ? look : 'new';
}

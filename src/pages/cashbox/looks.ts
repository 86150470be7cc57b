/** How the state of a cash document looks, by its statechart. */
import type { CashDocument } from '../../../contract/cashDocuments.ts';
import { cashDocumentMachine } from '../../../machines/cashDocument/cashDocument.machine.ts';
import { type Look, lookOf } from '../../ui/look.ts';

export const cashLook = (status: CashDocument['status']): Look => lookOf(cashDocumentMachine.states[status]?.meta);

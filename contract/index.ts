import { accountCalls } from './account.ts';
import type { Call } from './call.ts';
import { cashCalls } from './cash.ts';
import { countingCalls } from './counting.ts';
import { incomeCalls } from './income.ts';
import { invoiceCalls } from './invoices.ts';
import { markupCalls } from './markups.ts';
import { residueCalls } from './residues.ts';

/** The whole contract: every call once. */
export const calls: readonly Call[] = [
  ...cashCalls,
  ...accountCalls,
  ...countingCalls,
  ...invoiceCalls,
  ...residueCalls,
  ...incomeCalls,
  ...markupCalls,
];

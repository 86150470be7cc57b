import { accountCalls } from './account.ts';
import type { Call } from './call.ts';
import { cashCalls } from './cash.ts';
import { choiceCalls } from './choices.ts';
import { countingCalls } from './counting.ts';
import { incomeCalls } from './income.ts';
import { invoiceCalls } from './invoices.ts';
import { markupCalls } from './markups.ts';
import { residueCalls } from './residues.ts';
import { staffTestCalls } from './staffTests.ts';
import { supplyCalls } from './supply.ts';

/** The whole contract: every call once. */
export const calls: readonly Call[] = [
  ...cashCalls,
  ...accountCalls,
  ...choiceCalls,
  ...countingCalls,
  ...invoiceCalls,
  ...residueCalls,
  ...incomeCalls,
  ...markupCalls,
  ...supplyCalls,
  ...staffTestCalls,
];

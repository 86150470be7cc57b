/**
 * What a check found wrong with a contract: somebody takes it, corrects it by documents, and the next check that finds it no
 * more says that it is fixed; or it is accepted as it is, with a reason.
 *
 * A lifecycle: no actors, no timers. A contract is never corrected here: nothing but the check itself says that one is fixed.
 *
 * For: who watches over contracts. See docs/workflows/contractError.md; areas 3.4, decisions 61, 64.
 */
import { setup } from 'xstate';

export type ContractErrorEvent =
  | { type: 'error.take' }
  | { type: 'error.update' }
  | { type: 'error.change' }
  | { type: 'error.fix' }
  | { type: 'error.accept' };

export const contractErrorMachine = setup({
  types: {
    events: {} as ContractErrorEvent,
    meta: {} as { look: string; requirement: string },
  },
  actions: {
    /** The event is taken and leaves its line in the log. */
    record: () => {},
  },
}).createMachine({
  id: 'contractError',
  description: 'What a check found wrong with a contract.',
  initial: 'found',
  states: {
    found: {
      description: 'A check found it; nobody has taken it yet.',
      meta: { look: 'new', requirement: 'areas-3.4-contract-error' },
      on: {
        'error.take': 'fixing',
        'error.change': { actions: 'record' },
        'error.fix': 'fixed',
      },
    },
    fixing: {
      description: 'Somebody is responsible for it and corrects the contract by its documents.',
      meta: { look: 'work', requirement: 'areas-3.4-contract-error' },
      on: {
        'error.update': { actions: 'record' },
        'error.change': { actions: 'record' },
        'error.fix': 'fixed',
        'error.accept': 'accepted',
      },
    },
    fixed: {
      description: 'The check finds it no more.',
      type: 'final',
      meta: { look: 'done', requirement: 'areas-3.4-contract-error' },
    },
    accepted: {
      description: 'It stays as it is, with a reason; with the same figures it is not found again.',
      type: 'final',
      meta: { look: 'off', requirement: 'areas-3.4-contract-error' },
    },
  },
});

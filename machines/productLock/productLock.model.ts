import type { AnyMachineSnapshot } from 'xstate';
import type { EventCase, WorkflowModel } from '../kit/model.ts';
import { type ProductLockEvent, productLockMachine } from './productLock.machine.ts';

const one = (name: string, type: ProductLockEvent['type']): EventCase => ({ name, event: { type } });

export const productLockModel: WorkflowModel = {
  machine: productLockMachine,
  cases: [
    one('gets another reason', 'product.update'),
    one('is unlocked', 'product.unlock'),
    one('is locked again', 'product.lock'),
  ],
  serialize: (snapshot: AnyMachineSnapshot) => String(snapshot.value),
};

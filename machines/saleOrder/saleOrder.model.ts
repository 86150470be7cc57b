import type { AnyMachineSnapshot } from 'xstate';
import type { EventCase, WorkflowModel } from '../kit/model.ts';
import { type SaleOrderContext, type SaleOrderEvent, saleOrderMachine } from './saleOrder.machine.ts';

const one = (name: string, event: SaleOrderEvent): EventCase => ({ name, event });

export const saleOrderModel: WorkflowModel = {
  machine: saleOrderMachine,
  // of contracts, and the clock
  pageEvents: ['order.convert', 'order.expire'],
  cases: [
    one('chooses goods', { type: 'order.update', facts: { lines: 1 } }),
    one('takes all goods out', { type: 'order.update', facts: { lines: 0 } }),
    one('reserves', { type: 'order.reserve' }),
    one('goes back to choosing', { type: 'order.edit' }),
    one('prolongs', { type: 'order.prolong', facts: { prolongs: 0 } }),
    one('becomes a contract', { type: 'order.convert' }),
    one('its hours are over', { type: 'order.expire' }),
    one('cancels', { type: 'order.cancel' }),
  ],
  serialize(snapshot: AnyMachineSnapshot) {
    const { lines, prolongs } = snapshot.context as SaleOrderContext;
    return `${String(snapshot.value)} ${lines}-${prolongs}`;
  },
};

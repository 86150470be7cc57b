import { expect } from 'vitest';
import type { AnyMachineSnapshot } from 'xstate';
import { type SaleOrderContext, saleOrderMachine } from '../../machines/saleOrder/saleOrder.machine.ts';
import { saleOrderModel } from '../../machines/saleOrder/saleOrder.model.ts';
import { saleOrderOracle } from '../oracle/saleOrder.ts';
import { accepts, runModelLayer } from './kit.ts';
import { runOracleLayer } from './oracleLayer.ts';

runOracleLayer(saleOrderMachine, saleOrderOracle);

const contextOf = (snapshot: AnyMachineSnapshot) => snapshot.context as SaleOrderContext;
const taken = (snapshot: AnyMachineSnapshot) =>
  saleOrderMachine.events.filter((type) => accepts(snapshot, { type, facts: {} })).sort();

runModelLayer('saleOrder', saleOrderModel, {
  states: {
    draft(snapshot) {
      const reserves = contextOf(snapshot).lines > 0 ? ['order.reserve'] : [];
      expect(taken(snapshot)).toEqual(['order.cancel', ...reserves, 'order.update']);
    },
    reserved(snapshot) {
      expect(contextOf(snapshot).lines).toBeGreaterThan(0);
      const prolongs = contextOf(snapshot).prolongs > 0 ? ['order.prolong'] : [];
      expect(taken(snapshot)).toEqual(['order.cancel', 'order.convert', 'order.edit', 'order.expire', ...prolongs]);
    },
    converted: (snapshot) => expect(taken(snapshot)).toEqual([]),
    expired: (snapshot) => expect(taken(snapshot)).toEqual([]),
    cancelled: (snapshot) => expect(taken(snapshot)).toEqual([]),
  },
});

/** How states of orders, contracts and their pledges look, by their statecharts. */
import type { ContractStatus } from '../../../contract/sale/contracts.ts';
import type { OrderStatus } from '../../../contract/sale/orders.ts';
import { contractMachine } from '../../../machines/contract/contract.machine.ts';
import { pledgeEvaluationMachine } from '../../../machines/pledgeEvaluation/pledgeEvaluation.machine.ts';
import { saleOrderMachine } from '../../../machines/saleOrder/saleOrder.machine.ts';
import { type Look, lookOf } from '../../ui/look.ts';

export const orderLook = (status: OrderStatus): Look => lookOf(saleOrderMachine.states[status]?.meta);
export const contractLook = (status: ContractStatus): Look => lookOf(contractMachine.states[status]?.meta);
export const pledgeLook = (status: string): Look =>
  lookOf(pledgeEvaluationMachine.states[status as keyof typeof pledgeEvaluationMachine.states]?.meta);

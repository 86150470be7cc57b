/**
 * Errors of contracts: two were planted on purpose, so that there is something to look at. The sales of `payments.ts` that
 * are `unkept` have no goods kept for them (`reserved_missing`); the checks, which the director asked for, have found them.
 */
import { contractCheckStart } from '../../contract/contractChecks.ts';
import { workChecks } from '../contracts/checkRun.ts';
import { call, type Desk, HOUR, type Replay } from './desk.ts';

export const contractErrorReplay = (desk: Desk): Replay => ({
  at: new Date(Date.now() - HOUR / 2),
  async run() {
    await call(desk, 'director', contractCheckStart, {});
    await workChecks(desk.db, { clock: () => desk.clock.now });
  },
});

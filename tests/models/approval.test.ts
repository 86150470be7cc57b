import { expect } from 'vitest';
import { approvalMachine } from '../../machines/approval/approval.machine.ts';
import { approvalModel } from '../../machines/approval/approval.model.ts';
import { approvalOracle } from '../oracle/approval.ts';
import { accepts, runModelLayer } from './kit.ts';
import { runOracleLayer } from './oracleLayer.ts';

const facts = { complete: true };
const EVENTS = [
  'request.update',
  'request.send',
  'request.withdraw',
  'request.approve',
  'request.refuse',
  'request.cancel',
];

runOracleLayer(approvalMachine, approvalOracle);

runModelLayer('approval', approvalModel, {
  states: {
    draft(snapshot) {
      expect(accepts(snapshot, { type: 'request.update', facts })).toBe(true);
      expect(accepts(snapshot, { type: 'request.send' })).toBe(snapshot.context.complete);
      expect(accepts(snapshot, { type: 'request.approve' })).toBe(false);
    },
    sent(snapshot) {
      expect(snapshot.context.complete).toBe(true);
      const taken = EVENTS.filter((type) => accepts(snapshot, { type, facts }));
      expect(taken).toEqual(['request.withdraw', 'request.approve', 'request.refuse', 'request.cancel']);
    },
    approved(snapshot) {
      expect(EVENTS.filter((type) => accepts(snapshot, { type, facts }))).toEqual([]);
    },
    refused(snapshot) {
      expect(EVENTS.filter((type) => accepts(snapshot, { type, facts }))).toEqual([]);
    },
    cancelled(snapshot) {
      expect(EVENTS.filter((type) => accepts(snapshot, { type, facts }))).toEqual([]);
    },
  },
});

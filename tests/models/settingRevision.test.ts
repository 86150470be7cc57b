import { expect } from 'vitest';
import { settingRevisionMachine } from '../../machines/settingRevision/settingRevision.machine.ts';
import { settingRevisionModel } from '../../machines/settingRevision/settingRevision.model.ts';
import { settingRevisionOracle } from '../oracle/settingRevision.ts';
import { accepts, runModelLayer } from './kit.ts';
import { runOracleLayer } from './oracleLayer.ts';

const facts = { monthClosed: false };
const EVENTS = [
  'revision.update',
  'revision.plan',
  'revision.start',
  'revision.supersede',
  'revision.end',
  'revision.drop',
];

runOracleLayer(settingRevisionMachine, settingRevisionOracle);

runModelLayer('settingRevision', settingRevisionModel, {
  states: {
    draft(snapshot) {
      expect(accepts(snapshot, { type: 'revision.update', facts })).toBe(true);
      // a closed month keeps its figures
      expect(accepts(snapshot, { type: 'revision.plan' })).toBe(!snapshot.context.monthClosed);
      expect(accepts(snapshot, { type: 'revision.start' })).toBe(false);
    },
    planned(snapshot) {
      expect(snapshot.context.monthClosed).toBe(false);
      expect(accepts(snapshot, { type: 'revision.update', facts })).toBe(false);
      expect(accepts(snapshot, { type: 'revision.drop' })).toBe(true);
    },
    valid(snapshot) {
      const taken = EVENTS.filter((type) => accepts(snapshot, { type, facts }));
      expect(taken).toEqual(['revision.supersede', 'revision.end']);
    },
    superseded(snapshot) {
      expect(EVENTS.filter((type) => accepts(snapshot, { type, facts }))).toEqual([]);
    },
    dropped(snapshot) {
      expect(EVENTS.filter((type) => accepts(snapshot, { type, facts }))).toEqual([]);
    },
  },
});

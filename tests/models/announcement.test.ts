import { expect } from 'vitest';
import { announcementMachine } from '../../machines/announcement/announcement.machine.ts';
import { announcementModel } from '../../machines/announcement/announcement.model.ts';
import { announcementOracle } from '../oracle/announcement.ts';
import { accepts, runModelLayer } from './kit.ts';
import { runOracleLayer } from './oracleLayer.ts';

const facts = { complete: true };
const EVENTS = [
  'announcement.update',
  'announcement.publish',
  'announcement.read',
  'announcement.end',
  'announcement.withdraw',
];

runOracleLayer(announcementMachine, announcementOracle);

runModelLayer('announcement', announcementModel, {
  states: {
    draft(snapshot) {
      const taken = EVENTS.filter((type) => accepts(snapshot, { type, facts }));
      expect(taken).toEqual(
        snapshot.context.complete ? ['announcement.update', 'announcement.publish'] : ['announcement.update'],
      );
    },
    published(snapshot) {
      expect(snapshot.context.complete).toBe(true);
      const taken = EVENTS.filter((type) => accepts(snapshot, { type, facts }));
      expect(taken).toEqual(['announcement.read', 'announcement.end', 'announcement.withdraw']);
    },
    ended(snapshot) {
      expect(EVENTS.filter((type) => accepts(snapshot, { type, facts }))).toEqual([]);
    },
    withdrawn(snapshot) {
      expect(EVENTS.filter((type) => accepts(snapshot, { type, facts }))).toEqual([]);
    },
  },
});

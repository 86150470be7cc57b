import { expect } from 'vitest';
import { announcementModel } from '../../machines/announcement/announcement.model.ts';
import { accepts, runModelFloor } from './kit.ts';

const facts = { complete: true };
const EVENTS = [
  'announcement.update',
  'announcement.publish',
  'announcement.read',
  'announcement.end',
  'announcement.withdraw',
];

runModelFloor('announcement', announcementModel, {
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

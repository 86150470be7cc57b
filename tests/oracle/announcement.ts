/** An announcement to the staff: areas 3.5. */
import { defineOracle } from './oracle.ts';

export const announcementOracle = defineOracle(['draft', 'published', 'ended', 'withdrawn'], {
  machine: 'announcement',
  begins: { state: 'draft', facts: { complete: false } },
  cases: {
    'announcement.update': { verb: 'writes the rest', carries: { facts: { complete: true } } },
    'announcement.update/gap': { verb: 'takes a language out', carries: { facts: { complete: false } } },
    'announcement.publish': { verb: 'publishes it' },
    'announcement.read': { verb: 'somebody reads it' },
    'announcement.end': { verb: 'its end comes' },
    'announcement.withdraw': { verb: 'withdraws it' },
  },
  server: ['announcement.end'],
  // a reader's mark is a row of its own
  unlogged: ['announcement.read'],
  denied: [
    {
      cases: ['announcement.update', 'announcement.publish', 'announcement.withdraw'],
      person: 'keeper',
      status: 403,
      source: 'areas 3.5: announcement.confirm',
    },
  ],
  says: [
    {
      cases: ['announcement.publish'],
      state: 'draft',
      facts: { complete: false },
      text: [
        'errors.announcement_gap.uz',
        'errors.announcement_gap.ru',
        'errors.announcement_gap.audience',
        'errors.announcement_gap.end',
      ],
    },
  ],
  rows: [
    {
      state: 'draft',
      accepts: {
        'announcement.update': { to: 'draft', facts: { complete: true } },
        'announcement.update/gap': 'draft',
      },
      refuses: { 'announcement.read': 'not_found' },
      source: 'areas 3.5 "publish": text in both languages, audience, to > from; nobody else sees a draft',
    },
    {
      state: 'draft',
      facts: { complete: true },
      accepts: {
        'announcement.update': 'draft',
        'announcement.update/gap': { to: 'draft', facts: { complete: false } },
        'announcement.publish': 'published',
      },
      refuses: { 'announcement.read': 'not_found' },
      source: 'areas 3.5 "publish"',
    },
    {
      state: 'published',
      facts: { complete: true },
      accepts: {
        'announcement.read': 'published',
        'announcement.end': 'ended',
        'announcement.withdraw': 'withdrawn',
      },
      source: 'areas 3.5 "read", "end", "withdraw"',
    },
    { state: 'ended', facts: { complete: true }, accepts: {}, source: 'areas 3.5' },
    { state: 'withdrawn', facts: { complete: true }, accepts: {}, source: 'areas 3.5' },
  ],
});

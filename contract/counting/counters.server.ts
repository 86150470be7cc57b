/** What only the server needs of the calls of `counters.ts`: rights, what they ask for, the lifecycle events they fire. */

import * as z from 'zod/mini';
import { id, pageQuery, reason, text } from '../common.ts';
import { serverSide } from '../serverSide.ts';
import { actEvent, counterEvent, extension, printed } from './shared.server.ts';

/** Counters added at once: more than a branch has people for. */
const MAX_ADDED = 50;

export const countingCountersServer = serverSide({
  counterIndex: {
    ...printed,
    query: z.object({ ...pageQuery, search: z.optional(z.string().check(z.maxLength(100))) }),
    summary: 'Counters of an act with live progress; a plain counter sees itself alone.',
  },
  counterCreate: {
    ...printed,
    body: z.object({ title: text(100), user_id: id() }),
    event: actEvent('counter.add'),
    who: 'actManager',
    summary: 'Adds a counter.',
  },
  counterCreateMany: {
    ...extension,
    body: z.object({
      counters: z.array(z.object({ title: text(100), user_id: id() })).check(z.minLength(1), z.maxLength(MAX_ADDED)),
    }),
    event: actEvent('counter.add'),
    who: 'actManager',
    summary: 'Adds several counters, all or none.',
  },
  counterProposals: {
    ...extension,
    summary: 'People of the act’s branch who may count and do not count in it yet.',
  },
  counterUpdate: {
    ...printed,
    body: z.object({ title: text(100), user_id: id() }),
    event: counterEvent('counter.rename'),
    alsoFires: [actEvent('counter.rename')],
    who: 'actManager',
    summary: 'Renames a counter, or gives its list to another person, until it starts.',
  },
  counterDelete: {
    ...printed,
    event: counterEvent('counter.remove'),
    alsoFires: [actEvent('counter.remove')],
    who: 'actManager',
    summary: 'Removes a counter that has not started.',
  },
  counterStart: {
    ...printed,
    event: counterEvent('counter.start'),
    alsoFires: [actEvent('counter.start')],
    who: 'counter',
    summary: 'The counter starts counting; only that person.',
  },
  counterRelease: {
    ...extension,
    body: z.object({ reason: reason() }),
    event: counterEvent('counter.release'),
    alsoFires: [actEvent('counter.release')],
    who: 'actManager',
    summary: 'A manager finishes a started counter with what it has saved.',
  },
  counterShow: {
    ...extension,
    summary: 'One counter with what its person may know of the act.',
  },
});

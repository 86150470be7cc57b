/**
 * Clients in the first months of their first contract (areas 4.19 `/clients/new-client`; decision 96): how they pay, whether
 * somebody called. The hand-over of a first contract makes them so, six months end it.
 */
import * as z from 'zod/mini';
import { defineDirectory } from '../directory/directory.ts';
import { date, fact, oneOf, quantity, ref, sum, text } from '../directory/fields.ts';

/** Months in which a client is watched. */
export const WATCHED_MONTHS = 6;

export const newClient = defineDirectory({
  name: 'newClient',
  service: 'client',
  rule: 'new_client',
  report: true,
  fixed: true,
  people: true,
  label: 'client',
  order: '-began_on',
  fields: {
    client: ref('client', { search: true, sort: true, given: true }),
    /** The day of the hand-over. */
    began_on: date({ sort: true, given: true }),
    called_on: date({ optional: true, sort: true }),
    said: text(300, { optional: true, list: 'hidden' }),
    risk: oneOf(['low', 'middle', 'high'], { optional: true, filter: true }),
  },
  /** Of the first contract: its month, instalments that were due and those of them that are paid, days and sum of its delay. */
  extra: {
    contract: fact(z.object({ id: z.int(), number: z.nullable(z.string()) })),
    month: quantity(),
    due: quantity(),
    paid: quantity(),
    overdue_days: quantity(),
    overdue: sum(),
  },
});

/**
 * Who has a card or was scored and has no contract (areas 4.19 `/clients/not-clients`; decision 96): why not, and what is next.
 * The server keeps who they are; a signed contract ends it.
 */
import { defineDirectory } from '../directory/directory.ts';
import { date, oneOf, quantity, text } from '../directory/fields.ts';

export const notClient = defineDirectory({
  name: 'notClient',
  service: 'client',
  rule: 'not_client',
  report: true,
  fixed: true,
  people: true,
  label: 'fullname',
  fields: {
    fullname: text(200, { search: true, sort: true, given: true }),
    source: oneOf(['card', 'scored', 'applied'], { filter: true, given: true }),
    last_contact: date({ optional: true, sort: true }),
    reason: oneOf(['thinking', 'price', 'refused', 'no_papers', 'elsewhere', 'unreached', 'other'], {
      optional: true,
      filter: true,
    }),
    next_step: text(300, { optional: true }),
    next_on: date({ optional: true, sort: true }),
  },
  /** `client`: the card; numbers are masked. `decision`: of the last run of the scoring. */
  extra: {
    client: quantity({ optional: true }),
    run: quantity({ optional: true }),
    phone: text(20, { optional: true }),
    pinfl: text(14, { optional: true }),
    decision: oneOf(['approved', 'manual', 'refused'], { optional: true }),
  },
});

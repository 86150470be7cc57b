/** People whom partners have brought, until the partner has earned the fee (areas 2.4, 3.5, 4.19 `/clients/initiative-client`). */
import { area, date, phone, pinfl, quantity, ref, sum, text } from '../directory/fields.ts';
import { defineDocument } from '../document/document.ts';

/** What the person said on the phone. */
const SAID = { rule: 'initiative_client.edit', fields: { result: area(500) } } as const;

export const initiativeClient = defineDocument({
  name: 'initiativeClient',
  service: 'initiative',
  rule: 'initiative_client',
  rules: { show: 'initiative_client.show|initiative_client.allshow' },
  numbered: 'made',
  chart: {
    states: {
      new: 'new',
      called: 'work',
      client: 'waiting',
      rewarded: 'done',
      refused: 'bad',
      expired: 'off',
      duplicate: 'off',
    },
    offered: [],
    over: ['rewarded', 'refused', 'expired', 'duplicate'],
    begins: 'lead.create',
    update: 'lead.update',
    steps: {
      'lead.call': SAID,
      'lead.refuse': SAID,
      'lead.reward': { rule: 'initiative_client.confirm' },
    },
  },
  stale: ['initiativePartnerIndex', 'initiativePartnerShow'],
  // a search stays in the address, where a phone or a PINFL must not (decision 98)
  fields: {
    partner: ref('initiativePartner', { search: true, filter: true }),
    fullname: text(200, { search: true }),
    phone: phone(),
    pinfl: pinfl({ optional: true, list: 'hidden' }),
    goods: text(300, { optional: true, search: true }),
    /** The last day on which the goods of the first contract may leave. */
    valid_until: date({ given: true, sort: true }),
    called_on: date({ given: true, optional: true }),
    result: area(500, { given: true, optional: true, list: 'hidden' }),
    client: ref('client', { given: true, optional: true, search: true }),
    fee: sum({ given: true, optional: true, sort: true, total: true }),
  },
  /** The first contract of the client; what the fee is, or would be. */
  extra: {
    contract: text(20, { optional: true }),
    contract_id: quantity({ optional: true }),
    terms: text(100, { optional: true }),
    /** What is granted: nothing before the goods of the first contract left in time. */
    due: sum({ optional: true }),
  },
});

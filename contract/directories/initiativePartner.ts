/** People and shops who bring clients (areas 2.4, 4.19 `/clients/initiative-partners`). */
import { defineDirectory } from '../directory/directory.ts';
import { area, oneOf, phone, pinfl, quantity, sum, text } from '../directory/fields.ts';

export const initiativePartner = defineDirectory({
  name: 'initiativePartner',
  service: 'initiative',
  rule: 'initiative_partner',
  report: true,
  label: 'name',
  // a search stays in the address, where a phone or a PINFL must not (decision 98): the name alone is searched
  fields: {
    name: text(120, { search: true, sort: true }),
    kind: oneOf(['person', 'shop'], { filter: true, sort: true }),
    phone: phone({ unique: true }),
    pinfl: pinfl({ optional: true, unique: true, list: 'hidden' }),
    terms: area(500, { optional: true }),
  },
  /** People that were brought, those of them that became clients, and the fees that were granted, soʻm. */
  extra: { brought: quantity(), clients: quantity(), fee: sum() },
});

/** Seals and signatures that contracts of an organization are printed with, from a day to a day (areas 4.4). */
import { date, image, oneOf, ref } from '../directory/fields.ts';
import { defineSetting } from '../setting/setting.ts';

export const branchSeal = defineSetting({
  name: 'branchSeal',
  service: 'cash',
  rule: 'branch_seal',
  adds: true,
  until: 'until',
  subject: {
    organization: ref('organization', { scope: true, filter: true }),
    kind: oneOf(['seal', 'signature'], { filter: true }),
  },
  fields: { image: image(), until: date({ optional: true }) },
});

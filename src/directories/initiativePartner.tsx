/** Partners who bring clients: a person has a PINFL; how many came by each, and what was granted for them. */
import { initiativePartner } from '../../contract/directories/initiativePartner.ts';
import { directoryPage } from '../directory/page.tsx';
import { required } from '../ui/form/rules.ts';
import { footOf } from '../ui/list/foot.tsx';

export default directoryPage(initiativePartner, {
  rules: {
    pinfl:
      () =>
      (value: unknown, { kind }) =>
        kind === 'person' ? required(value, null) : null,
  },
  columns: (t) => [
    { key: 'brought', title: t('fields.brought'), kind: 'number', value: ({ brought }) => brought },
    { key: 'clients', title: t('fields.clients'), kind: 'number', value: ({ clients }) => clients },
    { key: 'fee', title: t('fields.fee'), kind: 'sum', value: ({ fee }) => fee, foot: footOf('fee') },
  ],
});

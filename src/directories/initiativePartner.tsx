/** Partners who bring clients: a person has a PINFL. */
import { initiativePartner } from '../../contract/directories/initiativePartner.ts';
import { directoryPage } from '../directory/page.tsx';
import { required } from '../ui/form/rules.ts';

export default directoryPage(initiativePartner, {
  rules: {
    pinfl:
      () =>
      (value: unknown, { kind }) =>
        kind === 'person' ? required(value, null) : null,
  },
});

/** Personal numbers of clients as everybody may see them, and who sees them whole (decision 85). */
import { allows } from '../../contract/rules.ts';
import type { SignedIn } from '../http/auth.ts';

const hidden = (written: string, first: number, last: number): string =>
  written.slice(0, first) + '*'.repeat(written.length - first - last) + written.slice(-last);

export const masked = {
  /** `3*********4565` */
  pinfl: (pinfl: string) => hidden(pinfl, 1, 4),
  /** By its last two digits. */
  document: (document: string) => hidden(document, 0, 2),
  /** `+998*******67` */
  phone: (phone: string) => hidden(phone, 4, 2),
};

export const seesNumbers = ({ rules }: SignedIn): boolean => allows(rules, 'client.edit|client.allshow');

/** Before signing out: what has been handed in without a network goes when its person is signed in here again. */
import { useText } from '../i18n/index.ts';
import { Notice } from '../ui/Notice.tsx';

export default function HandInWaits() {
  return <Notice tone="waiting">{useText('account')('handInWaits')}</Notice>;
}

/** Serial categories: an IMEI is a serial number, and only a phone with one can be locked. */
import { serialCategory } from '../../contract/directories/serialCategory.ts';
import { directoryPage } from '../directory/page.tsx';

export default directoryPage(serialCategory, {
  rules: {
    serial:
      (t) =>
      (serial: unknown, { imei_count }) =>
        !serial && Number(imei_count) > 0 ? { words: t('rules.serial') } : null,
    lock_on_debt:
      (t) =>
      (lock: unknown, { imei_count }) =>
        lock && Number(imei_count) === 0 ? { words: t('rules.lock_on_debt') } : null,
  },
});

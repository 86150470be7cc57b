/** Serial categories: an IMEI is a serial number, and only a phone with one can be locked. */
import { serialCategory } from '../../contract/directories/serialCategory.ts';
import { type Faults, serveDirectory } from '../directory/serve.ts';

serveDirectory(serialCategory, {
  acceptsMany: 'each',
  async refuse(_, { body, before }) {
    const { serial = before?.serial ?? false, lock_on_debt = before?.lock_on_debt ?? false, imei_count } = body;
    const faults: Faults = {};
    if (imei_count > 0 && !serial) faults.serial = [{ key: 'imei_needs_serial' }];
    if (lock_on_debt && imei_count === 0) faults.lock_on_debt = [{ key: 'lock_needs_imei' }];
    return faults;
  },
});

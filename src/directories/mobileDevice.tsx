/** Devices: with the moment when their application was last heard of. */
import { mobileDevice } from '../../contract/directories/mobileDevice.ts';
import { directoryPage } from '../directory/page.tsx';
import { formatDateTime } from '../format/dates.ts';

export default directoryPage(mobileDevice, {
  columns: (t) => [
    {
      key: 'last_seen',
      title: t('fields.last_seen'),
      width: '9.5rem',
      value: ({ last_seen }) => last_seen && formatDateTime(last_seen),
    },
  ],
});

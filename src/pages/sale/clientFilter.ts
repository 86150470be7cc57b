import { sourceOf } from '../../directory/sources.ts';
import type { Text } from '../../i18n/index.ts';
import type { RemoteFilter } from '../../ui/list/filters.tsx';

const clients = sourceOf('client');

interface OfClients {
  data: readonly { client_id: number; client: string }[];
}

/** Orders or contracts of one client. @param t texts with `client` and `everyClient` */
export const clientFilter = (t: Text): RemoteFilter<OfClients, 'client_id'> => ({
  kind: 'remote',
  key: 'client_id',
  label: t('client'),
  empty: t('everyClient'),
  of: clients,
  named: (answer, id) => answer.data.find((one) => one.client_id === id)?.client,
});

/** Lists that pages of counting choose from. */
import { organizationGetAll, userGetAll } from '../../../../contract/counting.ts';
import { remoteSource } from '../../../ui/form/remote.ts';

export const organizations = remoteSource(organizationGetAll, ({ id, title }) => ({ id, title }));

export const users = remoteSource(userGetAll, ({ id, title, position, organization }) => ({
  id,
  title,
  note: `${position}, ${organization}`,
}));

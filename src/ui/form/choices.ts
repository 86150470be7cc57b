/** Lists that many pages choose from. */
import { organizationGetAll, userGetAll } from '../../../contract/choices.ts';
import { remoteSource } from './remote.ts';

export const organizations = remoteSource(organizationGetAll, ({ id, title }) => ({ id, title }));

export const users = remoteSource(userGetAll, ({ id, title, position, organization }) => ({
  id,
  title,
  note: `${position}, ${organization}`,
}));

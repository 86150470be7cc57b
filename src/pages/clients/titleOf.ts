/** The name of a client whom an address names by the id. */
import { client } from '../../../contract/directories/client.ts';
import { useCall } from '../../api/queries.ts';

export const useClientTitle = (id: number): string | undefined =>
  useCall(client.calls.show, { params: { id } }).data?.data.fullname;

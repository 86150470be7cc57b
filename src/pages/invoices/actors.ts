/** What the workflows of the list of invoices ask of the server. */
import { RefusedError } from '../../../machines/kit/refusal.ts';
import { refusalOf } from '../../api/refusal.ts';

/** What the server or the network said no to, as machines know it. */
export async function told<T>(deed: () => Promise<T>): Promise<T> {
  try {
    return await deed();
  } catch (error) {
    throw new RefusedError(refusalOf(error));
  }
}

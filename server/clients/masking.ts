/** Personal numbers of clients as everybody may see them, and who sees them whole (decision 85). */
import { sql } from 'kysely';
import { allows } from '../../contract/rules.ts';
import type { Reader } from '../directory/reader.ts';
import { openDocumentsBy } from '../directory/uses.ts';
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

/** Whether the reader has an open document of the client: while it is open, its owner works with the client's numbers. */
export async function hasOwnDocument({ db, user }: Pick<Reader, 'db' | 'user'>, clientId: number): Promise<boolean> {
  const { rows } = await sql`SELECT 1 FROM document d
    WHERE d.owner_id = ${user.id} AND d.id IN (${sql.join(openDocumentsBy('client_id', clientId), sql` UNION ALL `)}) LIMIT 1`.execute(
    db,
  );
  return rows.length > 0;
}

/** Whether the numbers and incomes of a client are shown to the reader. */
export const seesClientWhole = async (reader: Pick<Reader, 'db' | 'user'>, clientId: number): Promise<boolean> =>
  seesNumbers(reader.user) || (await hasOwnDocument(reader, clientId));

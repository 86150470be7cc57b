/** What an application is decided on: the client as the card has it, kept with the application when it is handed in. */
import { sql } from 'kysely';
import type { Applicant } from '../../contract/questionnaires.ts';
import { tashkentDay } from '../http/days.ts';
import type { Scene } from '../lifecycle/lifecycle.ts';
import { earnedOn } from '../scoring/sources.ts';
import { addressIn } from './address.ts';
import { masked } from './masking.ts';

export type Snapshot = Omit<Applicant, 'masked' | 'kept_at'> & { readonly kept_at: string };

/** Whole: whoever answers it masks it. */
export async function applicantOf({ db, now }: Scene, clientId: number): Promise<Snapshot> {
  const { rows } = await sql<Omit<Snapshot, 'kept_at'>>`
    SELECT p.pinfl, (SELECT n.number FROM client_document n WHERE n.client_id = p.id AND n.active
             AND (n.expires_on IS NULL OR n.expires_on >= ${tashkentDay(now)}::date) ORDER BY n.id DESC LIMIT 1) AS document,
           coalesce((SELECT jsonb_agg(f.phone ORDER BY f.owner <> 'self', f.id) FROM client_phone f
             WHERE f.client_id = p.id AND f.active), '[]') AS phones,
           jsonb_build_object('uz', ${addressIn('uz')}, 'ru', ${addressIn('ru')}) AS address,
           w.name AS workplace, p.position, to_char(p.works_since, 'YYYY-MM-DD') AS works_since, p.salary,
           (SELECT e.average FROM (${earnedOn(sql`p.pinfl`, tashkentDay(now))}) e) AS checked_income
    FROM client p LEFT JOIN workplace w ON w.id = p.workplace_id WHERE p.id = ${clientId}`.execute(db);
  const [found] = rows;
  if (found === undefined) throw new Error(`no client ${clientId}`);
  return { ...found, salary: found.salary === null ? null : Number(found.salary), kept_at: now.toISOString() };
}

/** As everybody may see it (decision 85): incomes are not said at all. */
export const maskedApplicant = (one: Snapshot): Snapshot => ({
  ...one,
  pinfl: one.pinfl && masked.pinfl(one.pinfl),
  document: one.document && masked.document(one.document),
  phones: one.phones.map(masked.phone),
  ...{ salary: null, checked_income: null },
});

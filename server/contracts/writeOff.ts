/** A debt that is given up: what is written of it (areas 3.1 "debt.writeOff"). */
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../db/schema.ts';
import { conflict, invalidField } from '../http/refusal.ts';
import type { Asked } from '../lifecycle/lifecycle.ts';
import type { OpenDay } from '../practiceDay/openDay.ts';
import { writeOffDebt } from '../sale/money.ts';
import type { ContractRecord } from './access.ts';
import { writeOffLimit } from './writeOffTerms.ts';

type Db = Kysely<Schema>;

interface Decision {
  readonly reason: string;
  /** One of the contract’s files. */
  readonly file_id: number;
}

async function fileOf(db: Db, contract: number, id: number): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    SELECT name FROM file WHERE id = ${id} AND document_id = ${contract} FOR SHARE`.execute(db);
  if (rows[0] === undefined) throw invalidField('file_id', 'decision_file');
  return rows[0].name;
}

/** @throws Refusal 409 `write_off_limit` for who has not the position that gives up so much */
async function requireWithin({ db, user, language }: Asked, organizationId: number, day: OpenDay, sum: number) {
  const limit = await writeOffLimit(db, organizationId, day.date);
  if (limit === undefined || sum <= limit.most) return;
  const { rows } = await sql<{ position_id: number }>`
    SELECT position_id FROM app_user WHERE id = ${user.id}`.execute(db);
  if (rows[0]?.position_id === limit.position_id) return;
  const position = language === 'ru' ? limit.position_ru : limit.position_uz;
  throw conflict('not_allowed_now', { messageKey: 'errors.write_off_limit', values: { most: limit.most, position } });
}

/** @returns what the log has of it */
export async function writeOff(asked: Asked, contract: ContractRecord, { reason, file_id }: Decision, day: OpenDay) {
  const { db, now, user } = asked;
  const { id, clientId, organizationId } = contract;
  const file = await fileOf(db, id, file_id);
  const amount = await writeOffDebt({ db, now, day, userId: user.id }, id, { clientId, organizationId });
  await requireWithin(asked, organizationId, day, amount);
  await sql`UPDATE contract SET written_off_on = ${day.date}, write_off_reason = ${reason}, write_off_file_id = ${file_id}
    WHERE id = ${id}`.execute(db);
  return { reason, amount, file, practice_day: day.date };
}

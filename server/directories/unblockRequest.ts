/** Requests to take a person off the black list: approving one ends the entry on the day before (decisions 84, 97). */
import { type Kysely, sql } from 'kysely';
import { unblockRequest } from '../../contract/directories/unblockRequest.ts';
import type { Schema } from '../db/schema.ts';
import { approvals } from '../directory/approval.ts';
import { type Faults, serveDirectory } from '../directory/serve.ts';
import { daysAfter, tashkentDay, writtenDay } from '../http/days.ts';
import { conflict } from '../http/refusal.ts';

interface Entry {
  status: string;
  listed_from: string;
  listed_to: string | null;
}

async function entryOf(db: Kysely<Schema>, id: number, lock = false): Promise<Entry | undefined> {
  const { rows } = await sql<Entry>`
    SELECT status, to_char(listed_from, 'YYYY-MM-DD') AS listed_from, to_char(listed_to, 'YYYY-MM-DD') AS listed_to
    FROM black_list_entry WHERE id = ${id} ${lock ? sql`FOR UPDATE` : sql``}`.execute(db);
  return rows[0];
}

/** Whether the entry would still hold on a day. */
const holdsOn = ({ status, listed_to }: Entry, day: string): boolean =>
  status === 'approved' && (listed_to === null || listed_to >= day);

/** @throws Refusal 409 where the person is off the list by then anyway */
function requireListed(entry: Entry | undefined, day: string): asserts entry is Entry {
  if (entry && holdsOn(entry, day)) return;
  throw conflict('not_allowed_now', { messageKey: 'errors.unblock_over', values: { date: writtenDay(day) } });
}

/** The first day off the list: not before the day of the decision. */
const firstDayOff = (asked: string, now: Date): string => {
  const today = tashkentDay(now);
  return asked > today ? asked : today;
};

serveDirectory(unblockRequest, {
  async extra({ db, language }, ids) {
    const { rows } = await sql<{
      id: number;
      listed_from: string;
      listed_reason: string | null;
      decision: string | null;
    }>`
      SELECT r.id, to_char(b.listed_from, 'YYYY-MM-DD') AS listed_from, r.decision,
             ${sql.ref(language === 'ru' ? 'v.name_ru' : 'v.name_uz')} AS listed_reason
      FROM unblock_request r JOIN black_list_entry b ON b.id = r.entry_id
      LEFT JOIN classifier_value v ON v.id = b.reason_id
      WHERE r.id = ANY (${ids}::integer[])`.execute(db);
    return new Map(rows.map(({ id, ...facts }) => [id, facts]));
  },
  async refuse({ db, now }, { id, body, before }) {
    const faults: Faults = {};
    const entryId = body.entry_id ?? before?.entry.id ?? 0;
    const day = body.off_from ?? before?.off_from ?? '';
    const entry = await entryOf(db, entryId);
    if (entry === undefined) return faults;
    if (body.off_from !== before?.off_from && day < tashkentDay(now)) faults.off_from = [{ key: 'day_past' }];
    else if (day <= entry.listed_from)
      faults.off_from = [{ key: 'unblock_too_early', values: { date: writtenDay(entry.listed_from) } }];
    if (!holdsOn(entry, day)) faults.entry_id = [{ key: 'unblock_over', values: { date: writtenDay(day) } }];
    const { rows } = await sql<{ id: number }>`
      SELECT id FROM unblock_request WHERE entry_id = ${entryId} AND status IN ('draft', 'sent')
        AND id IS DISTINCT FROM ${id}::integer LIMIT 1`.execute(db);
    if (rows[0]) faults.entry_id = [{ key: 'unblock_open', values: { id: rows[0].id } }];
    return faults;
  },
  actions: approvals(unblockRequest, {
    async send({ db, now }, { entry, off_from }) {
      requireListed(await entryOf(db, entry.id), firstDayOff(off_from, now));
    },
    async approve({ db, now }, { entry, off_from }) {
      const found = await entryOf(db, entry.id, true);
      const day = firstDayOff(off_from, now);
      requireListed(found, day);
      const last = daysAfter(day, -1);
      await sql`UPDATE black_list_entry SET listed_to = ${last}, version = version + 1 WHERE id = ${entry.id}`.execute(
        db,
      );
      return { log: { after: { off_from: day } } };
    },
  }),
});

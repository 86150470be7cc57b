/** Who may see and do what with an act (decision 18). */
import { type Kysely, sql } from 'kysely';
import type { ActCategory, ActStatus } from '../../contract/counting/shared.ts';
import { allows } from '../../contract/rules.ts';
import type { Schema } from '../db/schema.ts';
import type { SignedIn } from '../http/auth.ts';
import { forbidden, notFound } from '../http/refusal.ts';

type Db = Kysely<Schema>;

export const ACT_KIND = 'act_of_count';

export interface ActRecord {
  id: number;
  organizationId: number;
  organization: string;
  number: string;
  status: ActStatus;
  version: number;
  comment: string;
  /** What it is limited to; empty when it counts everything (decision 17). */
  categories: ActCategory[];
  createdAt: Date;
  createdBy: { id: number; fullname: string };
  /** Whose it is: its creator, until it is handed to somebody else (decision 90). */
  ownerId: number;
  fileId: number | null;
  loadedAt: Date | null;
  loadedMoveId: number | null;
  completedMoveId: number | null;
  practiceDayId: number | null;
  /** The person is one of its counters. */
  isCounter: boolean;
  /** May read the figures: made it, or holds `allshow`. */
  reads: boolean;
  /** May manage it: made it, or holds `allshow` together with `edit`. */
  manages: boolean;
  seenBy: SignedIn;
}

export interface CounterRecord {
  id: number;
  userId: number;
  title: string;
  status: 'assigned' | 'counting' | 'submitted';
  version: number;
  act: ActRecord;
  /** The person is this counter. */
  own: boolean;
}

const seesAll = (user: SignedIn) => allows(user.rules, 'act_of_count.allshow');

/**
 * The act, or 404 for what the person may not see.
 * @param lock the row is held until the end of the transaction, so steps of one act come one after another.
 */
export async function findAct(db: Db, user: SignedIn, id: number, lock = false): Promise<ActRecord> {
  // A statement of its own: one that waits for the row sees its new version, but joined rows as they were before it waited.
  if (lock) await db.selectFrom('document').select('id').where('id', '=', id).forUpdate().execute();
  const [act] = await findActs(db, user, [id]);
  if (!act) throw notFound();
  return act;
}

/** Those of the acts that the person may see, in the order asked for. */
export async function findActs(db: Db, user: SignedIn, ids: readonly number[]): Promise<ActRecord[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('document')
    .innerJoin('act_of_count', 'act_of_count.id', 'document.id')
    .innerJoin('organization', 'organization.id', 'document.organization_id')
    .innerJoin('app_user', 'app_user.id', 'document.created_by')
    .select([
      'document.id',
      'document.organization_id',
      'organization.name as organization',
      'document.number',
      'document.status',
      'document.version',
      'document.created_at',
      'document.created_by',
      'document.owner_id',
      'document.practice_day_id',
      'app_user.fullname',
      'act_of_count.comment',
      'act_of_count.file_id',
      'act_of_count.loaded_at',
      'act_of_count.loaded_move_id',
      'act_of_count.completed_move_id',
    ])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('computing_act_user')
          .select('computing_act_user.id')
          .whereRef('computing_act_user.act_of_count_id', '=', 'document.id')
          .where('computing_act_user.user_id', '=', user.id),
      ).as('is_counter'),
    )
    .select(
      sql<ActCategory[]>`(
        SELECT coalesce(json_agg(json_build_object('id', k.id, 'name_uz', k.name_uz, 'name_ru', k.name_ru) ORDER BY k.id), '[]')
        FROM act_of_count_category l JOIN product_category k ON k.id = l.category_id
        WHERE l.act_of_count_id = document.id)`.as('categories'),
    )
    .where('document.id', 'in', ids)
    .execute();
  const acts = rows.map((row): ActRecord => {
    const owns = row.owner_id === user.id;
    return {
      id: row.id,
      organizationId: row.organization_id,
      organization: row.organization,
      number: row.number,
      status: row.status as ActStatus,
      version: row.version,
      comment: row.comment,
      categories: row.categories,
      createdAt: row.created_at,
      createdBy: { id: row.created_by, fullname: row.fullname },
      ownerId: row.owner_id,
      fileId: row.file_id,
      loadedAt: row.loaded_at,
      loadedMoveId: row.loaded_move_id,
      completedMoveId: row.completed_move_id,
      practiceDayId: row.practice_day_id,
      isCounter: Boolean(row.is_counter),
      reads: owns || seesAll(user),
      manages: owns || (seesAll(user) && allows(user.rules, 'act_of_count.edit')),
      seenBy: user,
    };
  });
  return ids.flatMap((id) => acts.filter((act) => act.id === id && (act.reads || act.isCounter)));
}

/** The counter with its act, both held when `lock`; 404 unless the person may see the act. */
export async function findCounter(db: Db, user: SignedIn, id: number, lock = false): Promise<CounterRecord> {
  const place = await db
    .selectFrom('computing_act_user')
    .select('act_of_count_id')
    .where('id', '=', id)
    .executeTakeFirst();
  if (!place) throw notFound();
  const act = await findAct(db, user, place.act_of_count_id, lock);
  return { ...(await counterOf(db, user, id, lock)), act };
}

/** The counter alone, held: entries of several counters of one act are saved side by side. */
export async function findCounterAlone(db: Db, user: SignedIn, id: number): Promise<CounterRecord> {
  const counter = await counterOf(db, user, id, true);
  return { ...counter, act: await findAct(db, user, counter.actId) };
}

async function counterOf(db: Db, user: SignedIn, id: number, lock: boolean) {
  let query = db
    .selectFrom('computing_act_user')
    .select(['id', 'user_id', 'title', 'status', 'version', 'act_of_count_id'])
    .where('id', '=', id);
  if (lock) query = query.forUpdate();
  const row = await query.executeTakeFirst();
  if (!row) throw notFound();
  return {
    id: row.id,
    userId: row.user_id,
    title: row.title,
    status: row.status as CounterRecord['status'],
    version: row.version,
    own: row.user_id === user.id,
    actId: row.act_of_count_id,
  };
}

export function requireReader(act: ActRecord): void {
  if (!act.reads) throw forbidden('errors.counting_blind');
}

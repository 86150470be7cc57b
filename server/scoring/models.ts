/** Versions of the scoring model as they were settled, and the terms that an application is counted on. */
import { type Kysely, sql } from 'kysely';
import type { Offer } from '../../contract/scoring/facts.ts';
import type { Criterion, Discipline, Model } from '../../contract/scoring/score.ts';
import type { Setting } from '../../contract/setting/setting.ts';
import { criterionSetting } from '../../contract/settings/criterionSetting.ts';
import { valueSetting } from '../../contract/settings/valueSetting.ts';
import type { Schema } from '../db/schema.ts';
import { daysAfter, tashkentDay } from '../http/days.ts';
import type { Scene } from '../lifecycle/lifecycle.ts';
import { inForce, inForceOf } from '../settings/inForce.ts';

type Db = Kysely<Schema>;

export interface Version extends Model {
  readonly id: number;
  readonly title: string;
  readonly valid_from: string;
  readonly validity_days: number;
  readonly discipline: readonly Discipline[];
  readonly criteria: readonly (Criterion & { readonly name: { readonly uz: string; readonly ru: string } })[];
}

/** What a version keeps of other settings when it is settled; versions of the first months have no discipline. */
type Frozen = Pick<Version, 'criteria' | 'conditions' | 'discipline'>;

/** The version that is in force on a day. */
export async function versionOn(db: Db, day: string): Promise<number | null> {
  const found = await inForce(db, criterionSetting as unknown as Setting, {} as never, day);
  return found === null ? null : (found as { id: number }).id;
}

/** The versions by id, each as it was frozen when it was settled (decision 75). */
export async function versionsOf(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, Version>> {
  const { rows } = await sql<Omit<Version, keyof Frozen> & { frozen: Frozen }>`
    SELECT id, title, to_char(valid_from, 'YYYY-MM-DD') AS valid_from, validity_days, manual_from, approve_from,
           limit_approved, limit_80, limit_90, frozen
    FROM criterion_setting WHERE id = ANY (${[...ids]}::integer[])`.execute(db);
  return new Map(
    rows.map(({ frozen: { criteria, conditions, discipline = [] }, ...row }) => [
      row.id,
      { ...row, criteria, conditions, discipline },
    ]),
  );
}

export async function versionOf(db: Db, id: number): Promise<Version> {
  const version = (await versionsOf(db, [id])).get(id);
  if (version === undefined) throw new Error(`no version ${id} of the scoring model`);
  return version;
}

/** Until when a decision of today holds, by the version that it was made by. */
export const heldUntil = async ({ db, now }: Scene, model: number | null): Promise<string> =>
  daysAfter(tashkentDay(now), (await versionOf(db, model as number)).validity_days);

/** Terms of a new client that are in force on a day, the shortest first. */
export async function offersOn(db: Db, day: string): Promise<Offer[]> {
  const { rows } = await sql<Offer>`SELECT t.term, t.markup FROM ${inForceOf(valueSetting, day)} t
    WHERE t.client = 'new' ORDER BY t.term`.execute(db);
  return rows;
}

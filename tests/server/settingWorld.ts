/** Revisions of any declared dated setting, made over the API: what the tests that go over all settings share. */
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Call } from '../../contract/call.ts';
import { snake } from '../../contract/directory/directory.ts';
import { type Chosen, type Field, isSentById, sentName } from '../../contract/directory/fields.ts';
import { imageUpload } from '../../contract/images.ts';
import { type AnySetting, fieldsOf, isForEveryBranch, listScopeOf, scopeOf } from '../../contract/setting/setting.ts';
import { settings } from '../../contract/settings/index.ts';
import { servedDirectories } from '../../server/directory/serve.ts';
import { tashkentDay } from '../../server/http/days.ts';
import { servedSettings } from '../../server/settings/serve.ts';
import { bodyOf, type Referred, SET_BY, valuesOf, WORLD } from './directoryKit.ts';
import { fileForm, PNG } from './lifecycles/countingAct.driver.ts';
import { ownFigures, ownSteps } from './settingFigures.ts';
import { ORGANIZATION, OTHER_ORGANIZATION, PEOPLE, type PersonName, PLAIN, type Server } from './world.ts';
import '../../server/app.ts';

export interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: answers of any setting, compared field by field
  data: any;
  error: { code: string; message: string; errors?: Record<string, string[]>; current?: unknown };
}
type Body = Record<string, unknown>;

/** The last day of what ends. */
export const LAST = '2092-01-31';
/** A day of a closed month. */
export const CLOSED = '2026-01-01';

export const serves = new Map(servedSettings().map((one) => [one.setting.spec.name, one]));
export const fieldsIn = (setting: AnySetting): [string, Field][] => Object.entries(fieldsOf(setting.spec));
/** From when figures hold of which somebody wants that they hold on a day: some hold by the month (areas 4.15). */
export const startFor = ({ spec }: AnySetting, day: string): string =>
  spec.starts === 'month' ? `${day.slice(0, 7)}-01` : day;
/** Who settles what the director writes: a second person of an office, where the setting wants one. */
export const settlerOf = ({ spec }: AnySetting): PersonName => (spec.confirm ? 'deputy' : 'director');

/** @param server the one of the running test */
export function settingWorld(server: { readonly current: Server }) {
  const call = (who: PersonName, one: Call, options: object = {}) =>
    server.current.call(who, one, options as never) as unknown as Promise<Answer>;
  const done = async (who: PersonName, one: Call, options: object = {}) =>
    // biome-ignore lint/suspicious/noExplicitAny: see above
    ((await server.current.do(who, one, options as never)) as { data: any }).data;

  let made = 0;
  const next = () => {
    made += 1;
    return made;
  };

  /** The world has one category, and subjects differ. */
  async function anotherCategory(): Promise<number> {
    const name = `Kategoriya ${next()}`;
    const { id } = await server.current.db.kysely
      .insertInto('product_category')
      .values({ name_uz: name, name_ru: name, parent_id: null })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  }

  /** Whose tests run. */
  let current = '';
  /** An image for a record of the setting. */
  async function uploaded(): Promise<number> {
    return (await done('director', imageUpload, { form: fileForm({ of: current }, new Uint8Array(PNG)) })).id;
  }

  /** A record that a field refers to: of the world, or a new one of its declared directory. */
  const referred: Referred = async (to, n) => {
    const directory = servedDirectories().find((one) => one.directory.spec.name === to)?.directory;
    if (to === 'category') return anotherCategory();
    if (to === 'organization') return n % 2 === 0 ? ORGANIZATION : OTHER_ORGANIZATION;
    if (to === 'file') return uploaded();
    if (to === 'variant') return PLAIN + (n % 10);
    if (directory === undefined) return WORLD[to] as number;
    return (await done('director', directory.calls.create, { body: await bodyOf(directory, next(), referred) })).id;
  };

  const OWN = ownFigures({ done, next, referred, db: () => server.current.db });
  const FIRST = ownSteps({ done, db: () => server.current.db });
  /** Subjects that the test has made. */
  let subjects = 0;
  /** Where the band of the last one begins. */
  let begins = 1;
  /** Of branches in the director's own one, or of every branch; where the list has every branch, the second one is another's. */
  async function subjectOf({ spec }: AnySetting): Promise<Body> {
    const scope = scopeOf(spec);
    const own = listScopeOf(spec) === undefined && subjects % 2 === 1 ? OTHER_ORGANIZATION : ORGANIZATION;
    const branch = isForEveryBranch(spec) ? null : own;
    // bands stand apart, and are months of a season, too
    begins = 1 + 4 * subjects;
    subjects += 1;
    return {
      ...(await valuesOf(spec.subject, next(), referred)),
      ...(scope && { [`${scope}_id`]: branch }),
      ...(spec.band && { [spec.band.from]: begins }),
    };
  }
  /** @param from where the band begins: that of the last subject */
  const figuresOf = async ({ spec }: AnySetting, from = begins): Promise<Body> => ({
    ...(await valuesOf(spec.fields, next(), referred)),
    ...(await OWN[spec.name]?.()),
    ...(spec.band && { [spec.band.to]: from + (next() % 4) }),
    ...(spec.until && { [spec.until]: LAST }),
  });

  const create = async (setting: AnySetting, subject: Body, valid_from: string) =>
    done('director', setting.calls.create, {
      body: {
        ...subject,
        ...(await figuresOf(setting, subject[setting.spec.band?.from ?? ''] as number | undefined)),
        valid_from,
      },
    });
  /** From an earlier day, which nobody settles today: as if it had been settled then. */
  async function settled(setting: AnySetting, subject: Body, valid_from: string) {
    const { name, ahead } = setting.spec;
    const today = tashkentDay(new Date());
    const early = ahead && valid_from < today;
    const { id } = await create(setting, subject, early ? today : valid_from);
    await FIRST[name]?.(id);
    await done(settlerOf(setting), setting.calls.plan, { params: { id } });
    if (early)
      await sql`UPDATE ${sql.table(snake(name))} SET valid_from = ${valid_from} WHERE id = ${id}`.execute(
        server.current.db.kysely,
      );
    return (await done('director', setting.calls.revisions, { params: { id } })).find((one: Body) => one.id === id);
  }

  /** What was sent, as an answer has it. */
  function expectAnswered(setting: AnySetting, answered: Body, sent: Body): void {
    for (const [name, field] of fieldsIn(setting)) {
      const key = sentName(name, field);
      if (!(key in sent)) continue;
      const got = answered[name] as Chosen & readonly Chosen[];
      if (isSentById(field)) expect(got?.id ?? null, name).toBe(sent[key]);
      else if (field.kind === 'refs')
        expect(
          got.map(({ id }) => id),
          name,
        ).toEqual(sent[key]);
      else if (field.kind === 'secret') expect(got, name).toEqual(SET_BY(PEOPLE.director.id));
      else expect(got, name).toEqual(sent[key]);
    }
  }

  /** Steps of a revision in the log, the first one first. */
  async function logOf({ spec }: AnySetting, id: number) {
    const { rows } = await sql<{ event: string; user_id: number | null; state_after: string }>`
    SELECT event, user_id, state_after FROM record_log WHERE kind = ${spec.name} AND record_id = ${id} ORDER BY id`.execute(
      server.current.db.kysely,
    );
    return rows.map(({ event, user_id, state_after }) => [event, user_id, state_after]);
  }

  /** A closed month, and who settles and does not write. */
  async function prepare(): Promise<void> {
    await server.current.db.kysely
      .insertInto('practice_month')
      .values({ year: 2026, month: 1, status: 'closed' })
      .onConflict((row) => row.columns(['year', 'month']).doNothing())
      .execute();
    const rules = (settings as readonly AnySetting[])
      .filter(({ spec }) => spec.confirm)
      .flatMap(({ spec: { rule } }) =>
        ['show', 'confirm'].map((action) => ({
          user_id: PEOPLE.deputy.id,
          resource: rule,
          action,
          granted: true,
          until: null,
        })),
      );
    await server.current.db.kysely
      .insertInto('user_rule')
      .values(rules)
      .onConflict((row) => row.doNothing())
      .execute();
  }

  /** Nobody has written anything of the setting. */
  async function begin({ spec }: AnySetting): Promise<void> {
    subjects = 0;
    current = spec.name;
    const { table } = serves.get(spec.name) as NonNullable<ReturnType<typeof serves.get>>;
    for (const { table: child } of Object.values(table.children))
      await sql`DELETE FROM ${sql.table(child)}`.execute(server.current.db.kysely);
    await sql`DELETE FROM ${sql.table(table.name)}`.execute(server.current.db.kysely);
  }

  return {
    call,
    done,
    next,
    prepare,
    begin,
    subjectOf,
    figuresOf,
    create,
    settled,
    expectAnswered,
    logOf,
    anotherCategory,
  };
}

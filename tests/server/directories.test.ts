/**
 * Every declared directory through the same API tests: made, changed, refused, in conflict, archived and restored; whose
 * branch; its list; rights. What a directory has beside its declaration is tested by hand beside this file.
 */

import { beforeAll, describe, expect, it } from 'vitest';
import type { Call } from '../../contract/call.ts';
import { deviceRegister } from '../../contract/devices.ts';
import { type AnyDirectory, ruleFor } from '../../contract/directory/directory.ts';
import { type Field, isInBoth, isList, isSentById, optionsOf, sentName } from '../../contract/directory/fields.ts';
import { takesFiles } from '../../contract/imports.ts';
import { calls as served } from '../../contract/index.ts';
import { sheetOfDirectory } from '../../contract/sheet.ts';
import ru from '../../locales/ru/server.json' with { type: 'json' };
import uz from '../../locales/uz/server.json' with { type: 'json' };
import { bodyOfRecord, type FoundRecord } from '../../server/directory/records.ts';
import { type Served, servedDirectories } from '../../server/directory/serve.ts';
import { recordRow } from '../../src/directory/sheet/values.ts';
import { LEFT_OUT, SET_BY, WRONG } from './directoryKit.ts';
import { directoryWorld } from './directoryWorld.ts';
import { grant } from './granted.ts';
import { exportOf, readAgain } from './sheetKit.ts';
import { ORGANIZATION, OTHER_ORGANIZATION, PEOPLE, type PersonName, withServer } from './world.ts';
import '../../server/app.ts';

const server = withServer();
const all = servedDirectories().map(({ directory }) => directory);
/** Those with a chart of their own have tests of their own. */
const usual = all.filter(({ spec }) => spec.chart === undefined);
/** The application makes it known. */
const DEVICE = { device: 'fayldan-1', model: 'Galaxy A15', app_version: '3.1' };
const byName = new Map(all.map((directory) => [directory.spec.name, directory]));

interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: answers of any directory, compared field by field
  data: any;
  error: { code: string; message: string; errors?: Record<string, string[]>; current?: unknown };
}
const call = (who: PersonName, one: Call, options: object = {}) =>
  server.current.call(who, one, options as never) as unknown as Promise<Answer>;
// biome-ignore lint/suspicious/noExplicitAny: see above
const done = (who: PersonName, one: Call, options: object = {}): Promise<any> =>
  server.current.do(who, one, options as never);

const { body, create } = directoryWorld(server);

/** The call by which records are chosen: their directory's own may be declared elsewhere. */
const choicesOf = ({ calls: { choices } }: AnyDirectory): Call => served.find(({ id }) => id === choices.id) ?? choices;

const fieldsOf = ({ spec }: AnyDirectory): [string, Field][] => Object.entries(spec.fields);
const scopeOf = (directory: AnyDirectory) => fieldsOf(directory).find(([, field]) => optionsOf(field).scope)?.[0];

/** Another body for a record: what is written once stays as it is. */
async function changedBody(directory: AnyDirectory, one: FoundRecord): Promise<Record<string, unknown>> {
  const stored = bodyOfRecord(directory, one);
  const once = fieldsOf(directory).flatMap(([name, field]) =>
    optionsOf(field).once ? [[sentName(name, field), stored[sentName(name, field)]]] : [],
  );
  return { ...(await body(directory)), ...Object.fromEntries(once) };
}

/** What was sent, as an answer has it. */
function expectAnswered(directory: AnyDirectory, record: Record<string, unknown>, sent: Record<string, unknown>): void {
  for (const [name, field] of fieldsOf(directory)) {
    if (optionsOf(field).given) continue;
    const value = sent[sentName(name, field)];
    const got = record[name] as never;
    if (isSentById(field)) expect((got as { id: number }).id, name).toBe(value);
    else if (field.kind === 'refs')
      expect(
        (got as { id: number }[]).map(({ id }) => id),
        name,
      ).toEqual(value);
    // each line has an id besides, and works; those that were there before stay
    else if (field.kind === 'rows')
      expect(got, name).toEqual(
        expect.arrayContaining((value as object[]).map((line) => ({ id: expect.any(Number), active: true, ...line }))),
      );
    else if (field.kind === 'secret') expect(got, name).toEqual(SET_BY(PEOPLE.director.id));
    else expect(got, name).toEqual(value);
  }
}

beforeAll(async () => {
  // who may do everything in one branch, and nothing in another
  const given = all.flatMap((directory) =>
    (['show', 'add', 'edit'] as const).flatMap((action) => ruleFor(directory, action).split('|')),
  );
  await grant(server.current, PEOPLE.keeper.id, given);
});

describe.each(usual.filter(({ spec }) => !spec.fixed).map((directory) => [directory.spec.name, directory] as const))(
  '%s',
  (_, directory) => {
    const { spec, calls } = directory;
    const fields = fieldsOf(directory);
    const scope = scopeOf(directory);

    it('is made, read back, changed, and its history says by whom', async () => {
      const sent = await body(directory);
      const one = (await done('director', calls.create, { body: sent })).data;
      expect(one).toMatchObject({
        active: true,
        version: 1,
        in_use: null,
        allowed_events: ['record.update', 'record.archive'],
      });
      expectAnswered(directory, one, sent);
      const params = { id: one.id };
      expect((await done('director', calls.show, { params })).data).toEqual(one);
      const other = await changedBody(directory, one);
      const changed = (await done('director', calls.update, { params, body: other, ifMatch: 1 })).data;
      expect(changed.version).toBe(2);
      expectAnswered(directory, changed, other);
      const { data: lines } = await done('director', calls.history, { params });
      expect(lines.map(({ event, user }: { event: string; user: { id: number } }) => [event, user.id])).toEqual([
        ['record.update', PEOPLE.director.id],
        ['record.create', PEOPLE.director.id],
      ]);
    });

    it('keeps what is not sent', async () => {
      const one = await create(directory);
      const optional = fields.filter(([, field]) => optionsOf(field).optional);
      const sent = await changedBody(directory, one);
      for (const [name, field] of optional) delete sent[sentName(name, field)];
      const { data } = await done('director', calls.update, { params: { id: one.id }, body: sent });
      for (const [name] of optional) expect(data[name], name).toEqual(one[name]);
    });

    it('two people: the later one gets 409 with what is stored, and nothing changes', async () => {
      const one = await create(directory);
      const params = { id: one.id };
      const other = () => changedBody(directory, one);
      const theirs = (await done('director', calls.update, { params, body: await other(), ifMatch: 1 })).data;
      const late = await call('director', calls.update, { params, body: await other(), ifMatch: 1 });
      expect([late.status, late.error.code]).toEqual([409, 'stale']);
      expect(late.error.current).toEqual(theirs);
      expect((await done('director', calls.show, { params })).data).toEqual(theirs);
    });

    it('refuses each wrong value at its field', async () => {
      const right = await body(directory);
      for (const [name, field] of fields)
        for (const [why, wrong] of WRONG[field.kind]) {
          const sent = sentName(name, field);
          const { status, error } = await call('director', calls.create, { body: { ...right, [sent]: wrong } });
          const named = Object.keys(error?.errors ?? {}).map((path) => path.split('.')[0]);
          expect([status, named], `${name}: ${why}`).toEqual([422, [sent]]);
        }
      const needed = fields.filter(
        ([, field]) => !optionsOf(field).given && !optionsOf(field).optional && !LEFT_OUT.has(field.kind),
      );
      const empty = await call('director', calls.create, { body: {} });
      expect([empty.status, Object.keys(empty.error.errors ?? {}).sort()]).toEqual([
        422,
        needed.map(([name, field]) => sentName(name, field)).sort(),
      ]);
      for (const [name] of needed.filter(([, field]) => isList(field))) {
        const { status, error } = await call('director', calls.create, { body: { ...right, [name]: [] } });
        expect([status, error?.errors], `${name}: none`).toEqual([422, { [name]: [uz.fields.required] }]);
      }
    });

    it('names the other where a value is taken', async () => {
      for (const [name, field] of fields) {
        const { unique } = optionsOf(field);
        if (unique === undefined) continue;
        const sent = await body(directory);
        const one = (await done('director', calls.create, { body: sent })).data;
        const within = typeof unique === 'string' ? sentName(unique, spec.fields[unique] as Field) : undefined;
        const again = {
          ...(await body(directory)),
          [sentName(name, field)]: sent[sentName(name, field)],
          ...(within && { [within]: sent[within] }),
        };
        const { status, error } = await call('director', calls.create, { body: again });
        expect([status, Object.keys(error.errors ?? {})], name).toEqual([422, [sentName(name, field)]]);
        expect(error.errors?.[sentName(name, field)]?.[0]).toContain(String(one.id));
      }
    });

    it('is archived and restored: then it is not chosen, has its title by its id, and archived ones are listed as such', async () => {
      const one = await create(directory);
      const params = { id: one.id };
      const archived = (await done('director', calls.archive, { params, ifMatch: 1 })).data;
      expect(archived).toMatchObject({ active: false, version: 2, allowed_events: ['record.restore'] });
      const refused = await call('director', calls.update, { params, body: await body(directory) });
      expect([refused.status, refused.error.code]).toEqual([409, 'not_allowed_now']);
      const ids = async (query: object) =>
        (await done('director', calls.index, { query: { per_page: 100, sort: spec.label, ...query } })).data.map(
          ({ id }: { id: number }) => id,
        );
      expect(await ids({ status: 'archived' })).toContain(one.id);
      expect(await ids({})).not.toContain(one.id);
      const chosenBy = async (query: object): Promise<number[]> =>
        (await done('director', choicesOf(directory), { query })).data.map(({ id }: { id: number }) => id);
      expect(await chosenBy({ id: one.id })).toEqual([one.id]);
      expect(await chosenBy({ per_page: 100 })).not.toContain(one.id);
      const { data } = await done('director', calls.restore, { params });
      expect(data).toMatchObject({ active: true, version: 3 });
      expect(await chosenBy({ per_page: 100 })).toContain(one.id);
    });

    it('the list sorts by each of its sorts both ways, and narrows by each filter and by its words', async () => {
      const one = await create(directory);
      for (const [name, field] of fields) {
        if (optionsOf(field).sort) {
          const rows = async (sort: string) =>
            (await done('director', calls.index, { query: { sort, per_page: 100 } })).data.map(
              ({ id }: { id: number }) => id,
            );
          expect(await rows(`-${name}`), name).toEqual((await rows(name)).reverse());
        }
        if (optionsOf(field).filter) {
          const value = field.kind === 'ref' ? one[name].id : one[name];
          const { data } = await done('director', calls.index, {
            query: { [sentName(name, field)]: value, per_page: 100 },
          });
          expect(
            data.map(({ id }: { id: number }) => id),
            name,
          ).toContain(one.id);
          for (const row of data) expect(field.kind === 'ref' ? row[name].id : row[name], name).toBe(value);
        }
        if (optionsOf(field).search && one[name] !== null) {
          const words = isInBoth(field)
            ? one[name].ru
            : field.kind === 'ref'
              ? one[name].title
              : field.kind === 'refs'
                ? one[name][0].title
                : field.kind === 'rows'
                  ? one[name][0].name
                  : one[name];
          const { data } = await done('director', calls.index, { query: { search: String(words), per_page: 100 } });
          expect(
            data.map(({ id }: { id: number }) => id),
            name,
          ).toContain(one.id);
        }
      }
    });

    it('asks for its rules', async () => {
      const one = await create(directory);
      const params = { id: one.id };
      const sent = await body(directory);
      for (const [what, options] of Object.entries({
        index: {},
        show: { params },
        history: { params },
        create: { body: sent },
        update: { params, body: sent },
        archive: { params },
        restore: { params },
      })) {
        const { status, error } = await call('nobody', calls[what as keyof typeof calls], options);
        expect([status, error.code], what).toEqual([403, 'forbidden']);
      }
    });

    it.runIf(scope !== undefined)('of another branch is not seen, not made and not given away', async () => {
      const branch = `${scope}_id`;
      const one = await create(directory, { [branch]: OTHER_ORGANIZATION });
      const own = await create(directory, { [branch]: ORGANIZATION });
      const params = { id: one.id };
      for (const what of ['show', 'history', 'archive'] as const)
        expect((await call('keeper', calls[what], { params })).status, what).toBe(404);
      const chosenBy = async (who: PersonName) =>
        (await done(who, choicesOf(directory), { query: { id: one.id } })).data.length;
      expect([await chosenBy('director'), await chosenBy('keeper')]).toEqual([1, 0]);
      const sent = await body(directory);
      expect((await call('keeper', calls.create, { body: { ...sent, [branch]: OTHER_ORGANIZATION } })).status).toBe(
        403,
      );
      const given = { params: { id: own.id }, body: { ...sent, [branch]: OTHER_ORGANIZATION } };
      expect((await call('keeper', calls.update, given)).status).toBe(403);
      const { data } = await done('keeper', calls.index, { query: { per_page: 100 } });
      expect(
        data.every(
          (row: Record<string, { id: number } | null>) => (row[scope as string]?.id ?? ORGANIZATION) === ORGANIZATION,
        ),
      ).toBe(true);
    });
  },
);

/** What requests ask for is made by hand: `fondProducts.test.ts`, `unblockRequests.test.ts`. */
const filed = all.filter((directory) => takesFiles(directory) && !directory.spec.chart?.owned);

describe.each(filed.map((directory) => [directory.spec.name, directory] as const))(
  'a file of %s',
  (name, directory) => {
    const { calls, spec } = directory;
    const sheet = sheetOfDirectory(directory);

    it('that is its export untouched is 0 changes, in either language', async () => {
      if (name === 'mobileDevice') await done('viewer', deviceRegister, { body: DEVICE });
      else if (!spec.fixed) for (let n = 0; n < 2; n += 1) await create(directory);
      for (const language of ['uz', 'ru'] as const) {
        const { data: rows } = await done('director', calls.index, { query: { per_page: 100 }, language });
        expect(rows.length).toBeGreaterThan(0);
        const raw = exportOf(sheet, language, rows.map(recordRow));
        const { status, figures, faults } = await readAgain(server.current, sheet, raw);
        expect(faults).toEqual([]);
        expect({ status, figures }).toEqual({
          status: 'checked',
          figures: expect.objectContaining({ same: rows.length, fresh: 0, changed: 0, moved: 0, bad: 0 }),
        });
      }
    });
  },
);

/** Their rows are made by other records: tested by hand. */
const MADE_BY_OTHERS: ReadonlySet<string> = new Set(['newClient', 'notClient']);

describe.each(
  usual
    .filter(({ spec }) => spec.fixed && !MADE_BY_OTHERS.has(spec.name))
    .map((directory) => [directory.spec.name, directory] as const),
)('%s, which comes with the release', (_, directory) => {
  const { spec, calls } = directory;
  const first = async () => (await done('director', calls.index, {})).data[0];

  it('is opened, chosen by name, and its history begins with the release', async () => {
    const { id, ...row } = await first();
    const params = { id };
    expect((await done('director', calls.show, { params })).data).toMatchObject({
      id,
      [spec.label]: row[spec.label],
      active: true,
      allowed_events: ['record.update'],
    });
    const { data: choices } = await done('director', calls.choices, {});
    expect(choices.map((choice: { id: number }) => choice.id)).toContain(id);
    const { data: lines } = await done('director', calls.history, { params });
    expect(lines).toEqual([]);
  });

  it('is written, and its history says by whom', async () => {
    const { id, version, ...row } = await first();
    const params = { id };
    const sent = Object.fromEntries(fieldsOf(directory).map(([name, field]) => [sentName(name, field), row[name]]));
    const { data } = await done('director', calls.update, { params, body: sent, ifMatch: version });
    expect(data).toMatchObject({ ...sent, version: version + 1 });
    const { data: lines } = await done('director', calls.history, { params });
    expect(lines.map(({ event, user }: { event: string; user: { id: number } }) => [event, user.id])).toEqual([
      ['record.update', PEOPLE.director.id],
    ]);
  });

  it('is for who has its right', async () => {
    const { id } = await first();
    for (const one of [calls.show, calls.history])
      expect((await call('nobody', one, { params: { id } })).status, one.id).toBe(403);
  });
});

describe.each(
  usual.flatMap((directory) =>
    directory.spec.fixed
      ? []
      : fieldsOf(directory).flatMap(([name, field]) => {
          const to = field.kind === 'ref' || field.kind === 'refs' ? byName.get(field.to) : undefined;
          return to === undefined || to.spec.fixed
            ? []
            : [[to.spec.name, `${directory.spec.name}.${name}`, to, directory, name] as const];
        }),
  ),
)('%s, used by %s', (_, __, to, directory, name) => {
  it('is not archived: 409 says by what', async () => {
    const { table } = servedDirectories().find((one) => one.directory === directory) as Served;
    // the words of the refusal, `uses` of `locales/*/server.json`
    for (const { uses } of [uz, ru]) expect(uses).toHaveProperty(table.children[name]?.table ?? table.name);
    const one = await create(directory);
    const [used] = [one[name]].flat();
    const { status, error } = await call('director', to.calls.archive, { params: { id: used.id } });
    expect([status, error.code]).toEqual([409, 'in_use']);
    expect(error.message).toContain('1');
    expect((await done('director', to.calls.show, { params: { id: used.id } })).data.in_use).toBe(error.message);
  });
});

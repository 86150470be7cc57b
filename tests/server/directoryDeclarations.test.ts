/** Declared directories and the database: every column, check and index is there, every reference is known, names meet nowhere. */
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { AnyStateMachine } from 'xstate';
import { optionsOf } from '../../contract/directory/fields.ts';
import { CHOICES } from '../../contract/directory/references.ts';
import type { AnySetting } from '../../contract/setting/setting.ts';
import { settings } from '../../contract/settings/index.ts';
import ru from '../../locales/ru/server.json' with { type: 'json' };
import uz from '../../locales/uz/server.json' with { type: 'json' };
import { driftOf } from '../../server/directory/drift.ts';
import { servedDirectories } from '../../server/directory/serve.ts';
import { foreignKeysTo, USES } from '../../server/directory/uses.ts';
import { withServer } from './world.ts';
import '../../server/app.ts';

const server = withServer();
const all = servedDirectories();

it('a declaration and its migrated table are the same', async () => {
  for (const { directory, table } of all)
    expect(await driftOf(server.current.db.kysely, directory, table), directory.spec.name).toEqual({
      statements: [],
      faults: [],
    });
});

it('a chart of its own has the states, looks and events of its machine', () => {
  for (const { directory, lifecycle } of all) {
    const { chart } = directory.spec;
    if (chart === undefined) continue;
    const { id, config, events } = lifecycle.machine as unknown as AnyStateMachine;
    const looks = Object.entries(config.states ?? {}).map(([state, { meta }]) => [state, meta.look]);
    expect([chart.machine, chart.states], directory.spec.name).toEqual([id, Object.fromEntries(looks)]);
    expect(Object.keys(chart.states)[0]).toBe(config.initial);
    for (const event of [chart.update, ...Object.keys(chart.steps)]) expect(events).toContain(event);
  }
});

it('the label is a field that sorts, the order too, and what is unique within a field names a reference', () => {
  for (const { directory } of all) {
    const { name, label, order = label, key = label, fields, document } = directory.spec;
    // a document is called by its number and sorted by when it was made
    if (document) continue;
    expect(optionsOf(fields[label] as never).sort, `${name}: label`).toBe(true);
    expect(optionsOf(fields[order.replace('-', '')] as never).sort, `${name}: order`).toBe(true);
    expect(fields, `${name}: key`).toHaveProperty(key);
    for (const field of Object.values(fields)) {
      const { unique } = optionsOf(field);
      if (typeof unique === 'string') expect(fields[unique]?.kind, `${name}: unique`).toBe('ref');
    }
  }
});

it('a value that another record has is refused in words of its field; of the name they say that the record is there', () => {
  for (const { directory } of all) {
    const { name, label, fields } = directory.spec;
    const own = Object.keys(fields).filter(
      (field) => field !== label && optionsOf(fields[field] as never).unique !== undefined,
    );
    for (const field of own)
      for (const words of [uz, ru]) {
        const text: unknown = (words.fields.taken_of as Readonly<Record<string, string>>)[field];
        expect(text, `${name}: ${field}`).toMatch(/.+\{\{other\}\}.+\{\{id\}\}/);
      }
  }
});

it('what fields refer to is chosen from where its directory answers', () => {
  for (const { directory } of all) {
    const { name, service } = directory.spec;
    const known = (CHOICES as Readonly<Record<string, readonly [string, string]>>)[name];
    if (known) expect([known[0], `/${known[1]}/get_all`], name).toEqual([service, directory.calls.choices.path]);
  }
});

it('every foreign key to a directory has words or its reason to keep nothing in use, and an index', async () => {
  const { kysely } = server.current.db;
  // a record with a chart of its own is not archived: its chart says what may happen to it
  for (const { directory, table } of all.filter((one) => one.directory.spec.chart === undefined))
    for (const { table: by, column, archived } of await foreignKeysTo(kysely, table)) {
      const at = `${by}.${column} → ${directory.spec.name}`;
      const use = USES[`${by}.${column}`] ?? (archived ? 'active' : undefined);
      expect(use, at).toBeDefined();
      if (use === 'history') continue;
      expect(uz.uses, at).toHaveProperty(by);
      const { rows } =
        await sql`SELECT 1 FROM pg_index i JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = i.indkey[0]
        WHERE i.indrelid = ${by}::regclass AND a.attname = ${column}`.execute(kysely);
      expect(rows.length, `${at}: index`).toBeGreaterThan(0);
    }
});

it('names of settings and of their fields are their own', () => {
  const directories = servedDirectories().map(({ directory }) => directory.spec.name);
  const own = [
    'id',
    'status',
    'version',
    'valid_from',
    'created_at',
    'created_by',
    'last_step',
    'own',
    'allowed_events',
  ];
  const ofRow = ['in_force', 'next', 'planned', 'drafts'];
  for (const { spec } of settings as readonly AnySetting[]) {
    expect(directories).not.toContain(spec.name);
    const taken = [...own, ...ofRow].filter((name) => name in spec.subject || name in spec.fields);
    expect([...taken, ...Object.keys(spec.subject).filter((name) => name in spec.fields)], spec.name).toEqual([]);
  }
});

it('a step that may be taken of many records asks for nothing, and is no decision', () => {
  const steps = servedDirectories().flatMap(({ directory: { spec } }) =>
    Object.entries(spec.chart?.steps ?? {}).flatMap(([event, step]) => (step.many ? [{ event, step, spec }] : [])),
  );
  expect(steps.map(({ event }) => event)).toContain('device.allow');
  for (const { event, step, spec } of steps)
    expect([event, step.fields, spec.chart?.owned], event).toEqual([event, undefined, undefined]);
});

/**
 * Secrets (decision 95): encrypted by a key outside of the database, written and never answered. What a value is bound to,
 * which keys open it, where keys come from, and that no answer, log, file or draft has it.
 */
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { type AnyDirectory, defineDirectory } from '../../contract/directory/directory.ts';
import { secret, text } from '../../contract/directory/fields.ts';
import { partsOf, takesFiles } from '../../contract/imports.ts';
import { aloqabankConnection } from '../../contract/settings/aloqabankConnection.ts';
import { integrationSetting } from '../../contract/settings/integrationSetting.ts';
import { createApp } from '../../server/app.ts';
import { daysAfter, tashkentDay } from '../../server/http/days.ts';
import { readSecret } from '../../server/secrets/fields.ts';
import {
  KEY_FILE,
  keyOf,
  loadSecretKeys,
  secretKeys,
  setSecretKeys,
  WrongSecretKey,
} from '../../server/secrets/keys.ts';
import { SecretUnreadable, seal, unseal } from '../../server/secrets/seal.ts';
import { PEOPLE, withServer } from './world.ts';

const key = (byte: number) => keyOf(Buffer.alloc(32, byte));
const base64 = (byte: number, bytes = 32) => Buffer.alloc(bytes, byte).toString('base64');
const PLACE = { table: 'integration_setting', column: 'key_sealed', row: 7 };
const PLAIN = 'sk-4711-Maxfiy';

describe('one encrypted value', () => {
  const sealed = seal({ current: key(1) }, PLAIN, PLACE);

  it('opens where it was written, and does not show what it is', () => {
    expect(unseal({ current: key(1) }, sealed, PLACE)).toBe(PLAIN);
    expect(sealed).toMatch(/^v1\.[0-9a-f]{8}\.[\w-]{16}\.[\w-]+$/);
    expect(sealed).not.toContain(PLAIN);
    expect(Buffer.from(sealed.split('.')[3] as string, 'base64url').toString()).not.toContain('Maxfiy');
  });

  it('the same value is never encrypted alike', () => {
    const all = Array.from({ length: 50 }, () => seal({ current: key(1) }, PLAIN, PLACE));
    expect(new Set(all.map((one) => one.split('.')[2])).size).toBe(50);
  });

  it.each([
    ['another row', { ...PLACE, row: 8 }],
    ['another column', { ...PLACE, column: 'other_sealed' }],
    ['another table', { ...PLACE, table: 'aloqabank_connection' }],
  ])('copied to %s it opens nothing', (_, place) => {
    expect(() => unseal({ current: key(1) }, sealed, place)).toThrow(SecretUnreadable);
  });

  it.each([
    ['another key', sealed, 2],
    ['a changed character', `${sealed.slice(0, -1)}${sealed.endsWith('A') ? 'B' : 'A'}`, 1],
    [
      'a nonce of another value',
      seal({ current: key(1) }, PLAIN, PLACE)
        .split('.')
        .with(3, sealed.split('.')[3] as string)
        .join('.'),
      1,
    ],
    ['no value at all', 'v1.kalit', 1],
    ['an empty one', '', 1],
  ])('%s is refused', (_, value, byte) => {
    expect(() => unseal({ current: key(byte) }, value, PLACE)).toThrow(SecretUnreadable);
  });

  it('rotation: the previous key still reads, the new one writes', () => {
    const rotated = { current: key(2), previous: key(1) };
    expect(unseal(rotated, sealed, PLACE)).toBe(PLAIN);
    const again = seal(rotated, PLAIN, PLACE);
    expect(unseal({ current: key(2) }, again, PLACE)).toBe(PLAIN);
    expect(() => unseal({ current: key(1) }, again, PLACE)).toThrow(SecretUnreadable);
  });
});

describe('where keys come from', () => {
  const folder = mkdtempSync(join(tmpdir(), 'idora-keys-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('a first start makes a file for its owner alone, the next one reads the same', () => {
    const dataDir = join(folder, 'new');
    const first = loadSecretKeys({ env: {}, dataDir });
    const file = join(dataDir, KEY_FILE);
    expect((statSync(file).mode & 0o777).toString(8)).toBe('600');
    expect(Buffer.from(readFileSync(file, 'utf8'), 'base64')).toHaveLength(32);
    expect(loadSecretKeys({ env: {}, dataDir })).toEqual(first);
  });

  it('the variable goes before the file, and makes none', () => {
    const dataDir = join(folder, 'variable');
    const keys = loadSecretKeys({ env: { SECRETS_KEY: base64(3), SECRETS_KEY_PREVIOUS: base64(4) }, dataDir });
    expect(keys).toEqual({ current: key(3), previous: key(4) });
    expect(() => statSync(join(dataDir, KEY_FILE))).toThrow();
  });

  it.each([
    ['SECRETS_KEY', { SECRETS_KEY: base64(1, 31) }],
    ['SECRETS_KEY', { SECRETS_KEY: 'kalit emas' }],
    ['SECRETS_KEY_PREVIOUS', { SECRETS_KEY: base64(1), SECRETS_KEY_PREVIOUS: base64(1, 16) }],
  ])('a wrong %s says what it must be', (name, env) => {
    const load = () => loadSecretKeys({ env, dataDir: folder });
    expect(load).toThrow(WrongSecretKey);
    expect(load).toThrow(new RegExp(`^${name} must be 32 bytes in base64`));
  });

  it('a broken file is named, and not replaced', () => {
    const dataDir = mkdtempSync(join(folder, 'broken-'));
    writeFileSync(join(dataDir, KEY_FILE), 'kalit\n');
    expect(() => loadSecretKeys({ env: {}, dataDir })).toThrow(join(dataDir, KEY_FILE));
    expect(readFileSync(join(dataDir, KEY_FILE), 'utf8')).toBe('kalit\n');
  });
});

describe('of a connection', () => {
  const server = withServer();
  const { calls } = integrationSetting;
  const today = () => tashkentDay(new Date());
  const before = setSecretKeys(undefined);
  afterEach(() => void setSecretKeys(undefined));
  afterAll(() => void setSecretKeys(before));

  type Service = (typeof integrationSetting.spec.subject.service.values)[number];
  const body = (service: Service, more: object = {}) => ({
    ...{ service, address: 'https://xizmat.example/api', time_limit: 3000, enabled: true, valid_from: today() },
    ...more,
  });
  const create = async (service: Service, more: object = {}) =>
    (await server.current.do('director', calls.create, { body: body(service, more) })).data;
  const settled = async (service: Service, more: object = {}) => {
    const { id } = await create(service, more);
    return (await server.current.do('director', calls.plan, { params: { id } })).data;
  };
  const readIn = (table: string, id: number) => readSecret(server.current.db.kysely, table, id, 'key');
  const read = (id: number) => readIn('integration_setting', id);
  const setBy = { id: PEOPLE.director.id, fullname: PEOPLE.director.fullname };

  it('goes on into a new revision unless it is replaced; an optional one is taken away by null', async () => {
    const first = await settled('myid', { key: PLAIN, valid_from: daysAfter(today(), -1) });
    expect(first.key?.by).toEqual(setBy);
    const kept = await settled('myid');
    // set when it was set, not when it went on
    expect(kept.key).toEqual(first.key);
    expect([await read(first.id), await read(kept.id)]).toEqual([PLAIN, PLAIN]);
    const empty = await create('myid', { key: '  ' });
    expect(await read(empty.id)).toBe(PLAIN);
    const replaced = await settled('myid', { key: 'sk-4712-Yangi' });
    expect(await read(replaced.id)).toBe('sk-4712-Yangi');
    expect(await read(first.id)).toBe(PLAIN);
    const removed = await settled('myid', { key: null });
    expect([removed.key, await read(removed.id)]).toEqual([null, null]);
    expect((await settled('myid')).key).toBeNull();
  });

  it('a draft keeps its own on a change without one', async () => {
    const draft = await create('bot', { key: PLAIN });
    const params = { id: draft.id };
    const { service: _, ...figures } = body('bot', { time_limit: 900 });
    const changed = (await server.current.do('director', calls.update, { params, body: figures })).data;
    expect([changed.time_limit, changed.key, await read(draft.id)]).toEqual([900, draft.key, PLAIN]);
    const other = await server.current.do('director', calls.update, { params, body: { ...figures, key: 'sk-2' } });
    expect(await read(draft.id)).toBe('sk-2');
    expect(other.data.key).not.toBeNull();
  });

  it('one that is needed: 422 at its field where there is none yet, kept afterwards', async () => {
    const bank = aloqabankConnection.calls;
    const { service: _, ...figures } = body('tbc');
    const refused = await server.current.call('director', bank.create, { body: figures });
    expect([refused.status, Object.keys(refused.error.errors ?? {})]).toEqual([422, ['key']]);
    expect((await server.current.do('director', bank.index)).data).toEqual([]);
    const taken = await server.current.call('director', bank.create, { body: { ...figures, key: null } as never });
    expect(taken.status).toBe(422);
    const one = (await server.current.do('director', bank.create, { body: { ...figures, key: PLAIN } })).data;
    await server.current.do('director', bank.plan, { params: { id: one.id } });
    const next = (await server.current.do('director', bank.create, { body: figures })).data;
    expect(await readIn('aloqabank_connection', next.id)).toBe(PLAIN);
  });

  it('never leaves: no answer, no row of the database, no log line has it', async () => {
    const SECRET = 'Mutlaqo-maxfiy-8841';
    const said: string[] = [];
    const app = createApp({
      database: server.current.db,
      production: false,
      log: (...line) => void said.push(JSON.stringify(line)),
    });
    const token = await server.current.tokenOf('director');
    const send = async (method: string, path: string, sent?: object, headers: object = {}) => {
      const answer = await app.request(`http://localhost/cash/api/integration_setting${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
        ...(sent && { body: JSON.stringify(sent) }),
      });
      const words = await answer.text();
      said.push(words);
      return { status: answer.status, words };
    };
    const idempotent = { 'idempotency-key': 'kalit-saqlash-1' };
    const created = await send('POST', '/create', body('prizma', { key: SECRET }), idempotent);
    expect(created.status).toBe(200);
    const { id } = JSON.parse(created.words).data;
    // sent again after a lost answer
    expect((await send('POST', '/create', body('prizma', { key: SECRET }), idempotent)).words).toBe(created.words);
    const { service: _, ...figures } = body('prizma', { key: SECRET });
    expect((await send('PUT', `/update/${id}`, figures, { 'if-match': '1' })).status).toBe(200);
    expect((await send('PUT', `/update/${id}`, figures, { 'if-match': '1' })).status).toBe(409);
    expect((await send('PUT', `/update/${id}`, { ...figures, address: 'emas' })).status).toBe(422);
    expect((await send('POST', '/create', body('prizma', { key: `${SECRET}\n${SECRET}` }))).status).toBe(422);
    expect((await send('POST', '/create', body('prizma', { key: SECRET, valid_from: 'kecha' }))).status).toBe(422);
    expect((await send('PUT', `/plan/${id}`)).status).toBe(200);
    for (const path of ['/index', `/revisions/${id}`, `/checks/${id}`])
      expect((await send('GET', path)).status).toBe(200);

    const { rows: tables } = await sql<{ name: string }>`
      SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = 'public'`.execute(
      server.current.db.kysely,
    );
    expect(tables.length).toBeGreaterThan(100);
    for (const { name } of tables) {
      const { rows } = await sql<{ whole: string }>`SELECT r::text AS whole FROM ${sql.raw(name)} r`.execute(
        server.current.db.kysely,
      );
      for (const { whole } of rows) expect(whole, name).not.toContain(SECRET);
    }
    for (const words of said) {
      expect(words).not.toContain(SECRET);
      // nor in part, nor encrypted
      expect(words).not.toContain('8841');
      expect(words).not.toMatch(/v1\.[0-9a-f]{8}\./);
    }
    expect(await read(id)).toBe(SECRET);
    const { rows: log } = await sql<{ payload: { after: { key: object } } }>`
      SELECT payload FROM record_log WHERE kind = 'integrationSetting' AND record_id = ${id} ORDER BY id`.execute(
      server.current.db.kysely,
    );
    expect(log[0]?.payload.after.key).toEqual({ at: expect.any(String), by: setBy });
  });

  it('a key of another place: the list is read, a new revision says what to do, the previous key opens it again', async () => {
    const first = await settled('tbc', { key: PLAIN });
    const own = secretKeys();
    setSecretKeys({ current: key(9) });
    const listed = (await server.current.do('director', calls.index)).data;
    expect(listed.find(({ service }) => service === 'tbc')?.in_force?.key).toEqual(first.key);
    const refused = await server.current.call('director', calls.create, { body: body('tbc'), language: 'ru' });
    expect(refused.status).toBe(422);
    expect(refused.error.errors?.key?.[0]).toContain('SECRETS_KEY_PREVIOUS');
    const anew = await create('tbc', { key: 'sk-yangi' });
    expect(await read(anew.id)).toBe('sk-yangi');
    setSecretKeys({ current: key(9), previous: own.current });
    const next = await create('tbc');
    setSecretKeys({ current: key(9) });
    expect(await read(next.id)).toBe(PLAIN);
  });

  it('is written by who holds the right alone', async () => {
    const { status } = await server.current.call('viewer', calls.create, { body: body('bot', { key: PLAIN }) });
    expect(status).toBe(403);
  });
});

describe('files', () => {
  const declared = (key: ReturnType<typeof secret>) =>
    defineDirectory({
      ...({ name: 'testService', service: 'cash', rule: 'bank', label: 'name' } as const),
      fields: { name: text(50, { sort: true }), key },
    }) as unknown as AnyDirectory;

  it('no column has a secret, out or in, and no list', () => {
    const { fields } = declared(secret(100, { optional: true } as never)).spec;
    expect(partsOf(fields).map(({ key }) => key)).toEqual(['name']);
    expect(fields.key).toMatchObject({ list: false });
  });

  it('a directory whose records need one takes no files: a new record would lack it', () => {
    expect(takesFiles(declared(secret(100)))).toBe(false);
    expect(takesFiles(declared(secret(100, { optional: true } as never)))).toBe(true);
  });
});

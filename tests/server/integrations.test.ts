/**
 * Test calls of outside services (areas 4.4): which addresses are asked, what an answer is called, and that each call is one
 * row of the log with its person.
 */
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import {
  aloqabankConnectionCheck,
  aloqabankConnectionChecks,
  integrationSettingCheck,
  integrationSettingChecks,
} from '../../contract/integrations.ts';
import { aloqabankConnection } from '../../contract/settings/aloqabankConnection.ts';
import { integrationSetting } from '../../contract/settings/integrationSetting.ts';
import { tashkentDay } from '../../server/http/days.ts';
import { forbiddenNetwork } from '../../server/integrations/addresses.ts';
import { ask, carriesKey, type Outside, resultOf, resultOfError } from '../../server/integrations/ask.ts';
import { keyOf, setSecretKeys } from '../../server/secrets/keys.ts';
import { PEOPLE, type PersonName, withServer } from './world.ts';

const open: Server[] = [];
afterAll(() => {
  for (const one of open) one.close();
});

/** A service on this machine; what it was asked. */
async function serviceOf(answer: RequestListener) {
  const asked: { path: string; host: string; key: string | undefined }[] = [];
  const server = createServer((request, response) => {
    asked.push({
      path: request.url as string,
      host: request.headers.host as string,
      key: request.headers.authorization,
    });
    answer(request, response);
  });
  open.push(server);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', () => done()));
  const { port } = server.address() as AddressInfo;
  return { asked, port, address: `http://127.0.0.1:${port}/holat?a=1` };
}

const LOCAL: Outside = { allowPrivate: true };
const call = (address: string, outside?: Outside, timeLimit = 2000, key: string | null = 'sk-1') =>
  ask({ address, key, timeLimit }, outside);

describe('addresses', () => {
  it.each([
    ['8.8.8.8', null],
    ['185.74.5.10', null],
    ['172.15.255.255', null],
    ['172.32.0.1', null],
    ['100.63.255.255', null],
    ['2a00:1450:4001:81b::200e', null],
    ['127.0.0.1', 'loopback'],
    ['127.255.1.2', 'loopback'],
    ['::1', 'loopback'],
    ['10.0.0.5', 'private'],
    ['172.16.0.1', 'private'],
    ['172.31.255.255', 'private'],
    ['192.168.1.1', 'private'],
    ['100.64.0.1', 'private'],
    ['fd12:3456::1', 'private'],
    ['fec0::1', 'private'],
    ['169.254.1.1', 'link_local'],
    ['fe80::1', 'link_local'],
    ['169.254.169.254', 'metadata'],
    ['100.100.100.200', 'metadata'],
    ['fd00:ec2::254', 'metadata'],
    ['0.0.0.0', 'reserved'],
    ['224.0.0.1', 'reserved'],
    ['255.255.255.255', 'reserved'],
    ['192.0.2.1', 'reserved'],
    ['198.18.0.1', 'reserved'],
    ['::', 'reserved'],
    ['ff02::1', 'reserved'],
    ['2001:db8::1', 'reserved'],
    ['2002:7f00:1::', 'reserved'],
    // an IPv4 address in an IPv6 one is named by what it is
    ['::ffff:127.0.0.1', 'loopback'],
    ['::ffff:7f00:1', 'loopback'],
    ['::ffff:10.1.2.3', 'private'],
    ['::ffff:169.254.169.254', 'metadata'],
    ['::ffff:8.8.8.8', 'reserved'],
    ['64:ff9b::a00:1', 'private'],
  ])('%s: %s', (address, network) => {
    expect(forbiddenNetwork(address)).toBe(network);
  });

  it.each([
    ['an address', 'http://127.0.0.1:{port}/', undefined, 'loopback'],
    ['an address in one number', 'http://2130706433:{port}/', undefined, 'loopback'],
    ['an address in hexadecimal', 'http://0x7f.1:{port}/', undefined, 'loopback'],
    ['IPv6', 'http://[::1]:{port}/', undefined, 'loopback'],
    ['a mapped address', 'http://[::ffff:127.0.0.1]:{port}/', undefined, 'loopback'],
    ['the metadata of a cloud', 'http://169.254.169.254/latest', undefined, 'metadata'],
    ['a name of this machine', 'http://localhost:{port}/', undefined, 'loopback'],
    ['a name that is private', 'http://xizmat.example:{port}/', ['127.0.0.1'], 'loopback'],
    ['a name of which one address is private', 'http://xizmat.example:{port}/', ['8.8.8.8', '10.0.0.1'], 'private'],
  ])('%s is refused by name, and nothing is asked', async (_, address, found, reason) => {
    const service = await serviceOf((_, response) => response.end());
    const resolve = async () => (found as string[]).map((one) => ({ address: one, family: 4 }));
    const answer = await call(address.replace('{port}', String(service.port)), found ? { resolve } : {});
    expect(answer).toMatchObject({ result: 'forbidden_address', reason, status: null });
    expect(service.asked).toEqual([]);
  });

  it('a name is resolved once, and the service is asked under it', async () => {
    const service = await serviceOf((_, response) => response.end());
    const asked: string[] = [];
    const resolve = async (host: string) => {
      asked.push(host);
      // a second answer would lead elsewhere
      return [{ address: asked.length === 1 ? '127.0.0.1' : '10.255.255.1', family: 4 }];
    };
    const answer = await call(`http://xizmat.example:${service.port}/holat`, { ...LOCAL, resolve });
    expect(answer).toMatchObject({ result: 'answered', status: 200, reason: null });
    expect(asked).toEqual(['xizmat.example']);
    expect(service.asked).toEqual([{ path: '/holat', host: `xizmat.example:${service.port}`, key: 'Bearer sk-1' }]);
  });

  it.each([
    ['https://a.example', [null], true],
    ['http://a.example', [null], false],
    ['http://a.example', ['private'], true],
    ['http://a.example', ['private', null], false],
  ] as const)('a key goes to %s (%j): %s', (address, networks, carries) => {
    expect(carriesKey(new URL(address), networks)).toBe(carries);
  });
});

describe('answers', () => {
  it.each([
    [200, 'answered'],
    [204, 'answered'],
    [301, 'redirect'],
    [307, 'redirect'],
    [401, 'key_refused'],
    [403, 'key_refused'],
    [404, 'error_answer'],
    [500, 'error_answer'],
  ])('%i: %s', async (status, result) => {
    expect(resultOf(status)).toBe(result);
    const service = await serviceOf((_, response) => response.writeHead(status).end());
    const answer = await call(service.address, LOCAL);
    expect(answer).toMatchObject({ result, status, reason: null });
    expect(answer.ms).toBeLessThan(2000);
    expect(service.asked).toHaveLength(1);
  });

  it.each([
    ['ENOTFOUND', 'unknown_host'],
    ['EAI_AGAIN', 'unknown_host'],
    ['ECONNREFUSED', 'no_connection'],
    ['ECONNRESET', 'no_connection'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'bad_certificate'],
    ['CERT_HAS_EXPIRED', 'bad_certificate'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'bad_certificate'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'bad_certificate'],
  ])('%s: %s', (code, result) => {
    expect(resultOfError({ code })).toBe(result);
  });

  it('a redirect is not followed, wherever it leads', async () => {
    const secretly = await serviceOf((_, response) => response.end('ichki'));
    const service = await serviceOf((_, response) => response.writeHead(302, { location: secretly.address }).end());
    expect((await call(service.address, LOCAL)).result).toBe('redirect');
    expect(secretly.asked).toEqual([]);
  });

  it('what does not answer in its time is given up: before the answer, and before the name is known', async () => {
    const service = await serviceOf(() => undefined);
    const slow = await call(service.address, LOCAL, 200);
    expect(slow).toMatchObject({ result: 'timeout', status: null });
    expect(slow.ms).toBeGreaterThanOrEqual(195);
    expect(slow.ms).toBeLessThan(1500);
    const resolve = () => new Promise<never>(() => undefined);
    expect((await call('http://xizmat.example/', { ...LOCAL, resolve }, 150)).result).toBe('timeout');
  });

  it('nobody listens, no such name, a plain service at https, no address at all', async () => {
    const service = await serviceOf((_, response) => response.end());
    const gone = await serviceOf((_, response) => response.end());
    await new Promise((done) => open.pop()?.close(done));
    expect((await call(gone.address, LOCAL)).result).toBe('no_connection');
    const resolve = () => Promise.reject(Object.assign(new Error(), { code: 'ENOTFOUND' }));
    expect((await call('https://yoq.example/', { resolve })).result).toBe('unknown_host');
    expect((await call('https://yoq.example/', { resolve: async () => [] })).result).toBe('unknown_host');
    expect((await call(service.address.replace('http:', 'https:'), LOCAL)).result).toBe('no_connection');
    expect((await call('http://[.x', LOCAL)).result).toBe('no_connection');
  });

  it('a long answer is not read', async () => {
    const service = await serviceOf((_, response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write('x'.repeat(65_536)), 1);
      response.on('close', () => clearInterval(timer));
    });
    const answer = await call(service.address, LOCAL);
    expect(answer).toMatchObject({ result: 'answered', status: 200 });
    expect(answer.ms).toBeLessThan(1000);
  });
});

describe('calls', () => {
  const server = withServer({ outside: LOCAL });
  const today = () => tashkentDay(new Date());
  const give = (who: PersonName, resource: string, ...actions: string[]) =>
    server.current.db.kysely
      .insertInto('user_rule')
      .values(actions.map((action) => ({ user_id: PEOPLE[who].id, resource, action, granted: true, until: null })))
      .execute();
  const rows = async () =>
    (
      await sql<{ service: string; user_id: number; result: string; status: number | null; revision_id: number }>`
      SELECT service, user_id, result, status, revision_id FROM integration_check ORDER BY id`.execute(
        server.current.db.kysely,
      )
    ).rows;

  type Service = (typeof integrationSetting.spec.subject.service.values)[number];
  async function connected(service: Service, address: string, more: object = {}) {
    const body = { service, address, time_limit: 2000, enabled: true, valid_from: today(), ...more };
    const { id } = (await server.current.do('director', integrationSetting.calls.create, { body })).data;
    return (await server.current.do('director', integrationSetting.calls.plan, { params: { id } })).data.id;
  }
  const rowOf = async (service: Service) =>
    (await server.current.do('director', integrationSetting.calls.index)).data.find((one) => one.service === service);

  it('each is one row with its person and what was found, also when it fails', async () => {
    let status = 200;
    const service = await serviceOf((_, response) => response.writeHead(status).end());
    const id = await connected('myid', service.address, { key: 'sk-myid' });
    expect(await rowOf('myid')).toMatchObject({ last_answer: null, checked: null, errors: null });
    const first = (await server.current.do('director', integrationSettingCheck, { params: { id } })).data;
    const director = { id: PEOPLE.director.id, fullname: PEOPLE.director.fullname };
    expect(first).toMatchObject({ result: 'answered', status: 200, reason: null, by: director });
    expect(service.asked.map(({ key }) => key)).toEqual(['Bearer sk-myid']);
    expect(await rowOf('myid')).toMatchObject({ last_answer: 'answered', checked: today(), errors: 0 });
    status = 503;
    const second = (await server.current.do('director', integrationSettingCheck, { params: { id } })).data;
    expect(second).toMatchObject({ result: 'error_answer', status: 503 });
    expect(await rowOf('myid')).toMatchObject({ last_answer: 'error_answer', errors: 1 });
    const of = (result: string, code: number) => ({
      ...{ service: 'myid', user_id: director.id, result, status: code, revision_id: id },
    });
    expect(await rows()).toEqual([of('answered', 200), of('error_answer', 503)]);
    const { data } = await server.current.do('director', integrationSettingChecks, { params: { id } });
    expect(data).toEqual([second, first]);
  });

  it('sent again under its key it asks nobody and writes nothing', async () => {
    const service = await serviceOf((_, response) => response.end());
    const id = await connected('bot', service.address);
    const before = (await rows()).length;
    const once = () => server.current.do('director', integrationSettingCheck, { params: { id }, key: 'sinov-1' });
    expect(await once()).toEqual(await once());
    expect((await rows()).length).toBe(before + 1);
    expect(service.asked).toHaveLength(1);
  });

  it('of one service the revisions share their log, another one has its own', async () => {
    const service = await serviceOf((_, response) => response.end());
    const first = await connected('prizma', service.address);
    await server.current.do('director', integrationSettingCheck, { params: { id: first } });
    const second = await connected('prizma', service.address);
    const other = await connected('tbc', service.address);
    const count = async (id: number) =>
      (await server.current.do('director', integrationSettingChecks, { params: { id } })).data.length;
    expect([await count(first), await count(second), await count(other)]).toEqual([1, 1, 0]);
  });

  it('errors of the last 24 hours are counted, older ones are not', async () => {
    const id = await connected('imei_lock', 'http://127.0.0.1:9/');
    const at = (hours: number) => new Date(Date.now() - hours * 3_600_000);
    for (const [hours, result] of [
      [50, 'timeout'],
      [24.1, 'timeout'],
      [23.5, 'timeout'],
      [2, 'answered'],
    ] as const)
      await sql`INSERT INTO integration_check (service, revision_id, at, user_id, result, ms)
        VALUES ('imei_lock', ${id}, ${at(hours)}, ${PEOPLE.director.id}, ${result}, 10)`.execute(
        server.current.db.kysely,
      );
    expect(await rowOf('imei_lock')).toMatchObject({ last_answer: 'answered', errors: 1 });
    await sql`INSERT INTO integration_check (service, revision_id, at, user_id, result, ms)
      VALUES ('sms_gateway', ${await connected('sms_gateway', 'http://127.0.0.1:9/')}, ${at(40)}, ${PEOPLE.director.id}, 'timeout', 10)`.execute(
      server.current.db.kysely,
    );
    // nothing was checked in these hours: no figure
    expect(await rowOf('sms_gateway')).toMatchObject({ last_answer: 'timeout', errors: null });
  });

  it('who may look does not check; what is not there is not found; nothing is written', async () => {
    const service = await serviceOf((_, response) => response.end());
    const id = await connected('card_processing', service.address);
    await give('viewer', 'integration_settings', 'show', 'edit');
    const before = (await rows()).length;
    const refused = async (who: PersonName, of: number) =>
      (await server.current.call(who, integrationSettingCheck, { params: { id: of } })).status;
    expect([await refused('viewer', id), await refused('nobody', id), await refused('director', 999_999)]).toEqual([
      403, 403, 404,
    ]);
    await server.current.do('viewer', integrationSettingChecks, { params: { id } });
    expect((await rows()).length).toBe(before);
    expect(service.asked).toEqual([]);
  });

  it('a key that cannot be read: 409 with what to do, and nobody is asked', async () => {
    const service = await serviceOf((_, response) => response.end());
    const id = await connected('credit_bureau', service.address, { key: 'sk-byuro' });
    const before = (await rows()).length;
    const own = setSecretKeys({ current: keyOf(Buffer.alloc(32, 9)) });
    const { status, error } = await server.current.call('director', integrationSettingCheck, { params: { id } });
    setSecretKeys(own);
    expect([status, error.code]).toEqual([409, 'not_allowed_now']);
    expect(error.message).toContain('SECRETS_KEY_PREVIOUS');
    expect(service.asked).toEqual([]);
    expect((await rows()).length).toBe(before);
  });

  it('Aloqabank has its own connection, rights and log', async () => {
    const service = await serviceOf((_, response) => response.end());
    const body = { address: service.address, time_limit: 2000, enabled: true, key: 'sk-bank', valid_from: today() };
    const { id } = (await server.current.do('director', aloqabankConnection.calls.create, { body })).data;
    await server.current.do('director', aloqabankConnection.calls.plan, { params: { id } });
    expect((await server.current.call('viewer', aloqabankConnectionCheck, { params: { id } })).status).toBe(403);
    await give('viewer', 'aloqabank', 'check');
    const { data } = await server.current.do('viewer', aloqabankConnectionCheck, { params: { id } });
    expect(data).toMatchObject({ result: 'answered', by: { id: PEOPLE.viewer.id } });
    expect(service.asked.map(({ key }) => key)).toEqual(['Bearer sk-bank']);
    const { data: log } = await server.current.do('director', aloqabankConnectionChecks, { params: { id } });
    expect(log).toEqual([data]);
    const [row] = (await server.current.do('director', aloqabankConnection.calls.index)).data;
    expect(row).toMatchObject({ last_answer: 'answered', errors: 0 });
  });

  it('the log is not changed', async () => {
    const change = sql`UPDATE integration_check SET result = 'answered'`.execute(server.current.db.kysely);
    await expect(change).rejects.toThrow('append-only');
  });

  it.each([
    ['a person and a password', 'https://login:parol@xizmat.example/'],
    ['no address', 'http://[.x'],
  ])('an address with %s is refused at its field', async (_, address) => {
    const body = { service: 'bot', address, time_limit: 2000, enabled: true, valid_from: today() } as const;
    const { status, error } = await server.current.call('director', integrationSetting.calls.create, { body });
    expect([status, Object.keys(error.errors ?? {})]).toEqual([422, ['address']]);
  });
});

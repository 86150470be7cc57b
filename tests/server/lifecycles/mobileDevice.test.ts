/** Devices of the staff: their lifecycle, what a block and waiting mean for sessions, and who may do what. */
import { beforeAll, describe, expect, it } from 'vitest';
import { sessionIndex } from '../../../contract/account.ts';
import { loadUser } from '../../../contract/cash.ts';
import { deviceRegister } from '../../../contract/devices.ts';
import { mobileDevice } from '../../../contract/directories/mobileDevice.ts';
import { mobileDeviceMachine } from '../../../machines/mobileDevice/mobileDevice.machine.ts';
import { hashToken, newToken } from '../../../server/http/auth.ts';
import { mobileDeviceOracle } from '../../oracle/mobileDevice.ts';
import { PEOPLE, type PersonName, type Server, withServer } from '../world.ts';
import { runApiLayer } from './apiLayer.ts';

const server = withServer();
const { calls, steps } = mobileDevice;
const allow = steps['device.allow'] as never;
const block = steps['device.block'] as never;

/** A session of its own, so that the person's usual one is not that of a device. */
async function sessionOf(on: Server, who: PersonName): Promise<string> {
  const token = newToken();
  await on.db.kysely
    .insertInto('session_token')
    .values({
      token_hash: hashToken(token),
      user_id: PEOPLE[who].id,
      created_at: new Date(),
      expires_at: new Date(Date.now() + 3_600_000),
      revoked_at: null,
      user_agent: 'Idora/1.0',
    })
    .execute();
  return token;
}

let made = 0;
const nextDevice = () => {
  made += 1;
  return { device: `a1b2-${made}`, model: 'Redmi Note 13', app_version: '1.4.0' };
};

const register = (on: Server, token: string, body: ReturnType<typeof nextDevice>) =>
  on.call({ token }, deviceRegister, { body });
const me = (on: Server, token: string) => on.call({ token }, loadUser);

/** A device whose application has registered in a session of the person. */
async function begin(on: Server, who: PersonName = 'counter1', body = nextDevice()) {
  const token = await sessionOf(on, who);
  const { data } = (await register(on, token, body)).body;
  return { id: data.id, status: data.status, token, body };
}

runApiLayer({
  machine: mobileDeviceMachine,
  oracle: mobileDeviceOracle,
  server,
  kind: 'mobileDevice',
  async open(watched) {
    const on = watched.server;
    const body = nextDevice();
    const { data } = await on.do('viewer', deviceRegister, { body });
    const params = { id: data.id };
    await on.db.kysely
      .updateTable('session_token')
      .set({ device_id: null })
      .where('user_id', '=', PEOPLE.viewer.id)
      .execute();
    return {
      id: data.id,
      async send(verb) {
        if (verb === 'is allowed') return on.call('director', allow, { params } as never);
        if (verb === 'is blocked') return on.call('director', block, { params } as never);
        if (verb === 'is given to somebody else')
          return on.call('director', calls.update, { params, body: { ...body, user_id: PEOPLE.deputy.id } });
        const answer = await on.call('viewer', deviceRegister, { body });
        await on.db.kysely
          .updateTable('session_token')
          .set({ device_id: null, revoked_at: null })
          .where('user_id', '=', PEOPLE.viewer.id)
          .execute();
        return answer;
      },
      async look() {
        const { data: whole } = await on.do('director', calls.show, { params });
        return { state: whole.status as string, version: whole.version, whole };
      },
    };
  },
});

describe('a device', () => {
  let on: Server;
  beforeAll(async () => {
    on = server.current;
    const rule = {
      user_id: PEOPLE.accountant.id,
      resource: 'mobile_device',
      action: 'show',
      granted: true,
      until: null,
    };
    await on.db.tx((trx) => trx.insertInto('user_rule').values(rule).execute());
  });

  it('waits for its permission: until then its session asks for nothing else', async () => {
    const { id, status, token } = await begin(on);
    expect(status).toBe('waiting');
    const early = await me(on, token);
    expect([early.status, early.error.code]).toEqual([403, 'forbidden']);
    expect(early.error.message).toContain('qurilma');
    await on.do('director', allow, { params: { id } } as never);
    expect((await me(on, token)).status).toBe(200);
  });

  it('blocked, has its sessions ended at once, and the next one when it registers; other sessions go on', async () => {
    const { id, token, body } = await begin(on, 'counter2');
    await on.do('director', allow, { params: { id } } as never);
    await on.do('director', block, { params: { id } } as never);
    expect((await me(on, token)).status).toBe(401);
    expect((await on.call('counter2', sessionIndex)).status).toBe(200);
    const again = await sessionOf(on, 'counter2');
    const refused = await register(on, again, body);
    expect([refused.status, refused.error.message]).toEqual([
      409,
      'Bu qurilma bloklangan: ilovaga undan kirib boʻlmaydi.',
    ]);
    expect((await me(on, again)).status).toBe(401);
  });

  it('registered again, is the same one with its new version', async () => {
    const { id, body } = await begin(on);
    const other = await sessionOf(on, 'deputy');
    const { data } = (await register(on, other, { ...body, device: body.device.toUpperCase(), app_version: '1.5.0' }))
      .body;
    expect(data).toEqual({ id, status: 'waiting' });
    const { data: shown } = await on.do('director', calls.show, { params: { id } });
    expect(shown).toMatchObject({ app_version: '1.5.0', user: { id: PEOPLE.counter1.id }, active: false });
    const { data: lines } = await on.do('director', calls.history, { params: { id } });
    expect(lines.map(({ event, after }) => [event, after.app_version])).toEqual([
      ['device.register', '1.5.0'],
      ['device.register', '1.4.0'],
    ]);
  });

  it('keeps what its application wrote; a person is changed', async () => {
    const { id, body } = await begin(on);
    const change = (more: object) =>
      on.call('director', calls.update, { params: { id }, body: { ...body, user_id: PEOPLE.deputy.id, ...more } });
    for (const field of ['device', 'model', 'app_version']) {
      const { status, error } = await change({ [field]: 'boshqa' });
      expect([status, Object.keys(error.errors ?? {})], field).toEqual([422, [field]]);
    }
    expect((await change({})).status).toBe(200);
  });

  it('is listed with its state and counted by it; who only looks is offered nothing', async () => {
    const { id } = await begin(on);
    const index = async (query: object) =>
      on.do('director', calls.index, { query: { per_page: 100, ...query } as never });
    const { data } = await index({});
    expect(data.find((row) => row.id === id)).toMatchObject({ status: 'waiting', active: false });
    expect((await index({ status: 'blocked' })).data.every(({ status }) => status === 'blocked')).toBe(true);
    const { meta } = await index({ part: 'counts' });
    expect(Object.keys(meta.statuses ?? {}).sort()).toEqual(['all', 'allowed', 'blocked', 'waiting']);
    const { data: shown } = await on.do('director', calls.show, { params: { id } });
    expect(shown.allowed_events).toEqual(['device.update', 'device.allow']);
    // who only looks is offered nothing
    const { data: seen } = await on.do('accountant', calls.show, { params: { id } });
    expect(seen.allowed_events).toEqual([]);
  });

  it('is offered to choose from while it is allowed', async () => {
    const { id } = await begin(on);
    const chosen = async () =>
      (await on.do('director', calls.choices, { query: { per_page: 100 } as never })).data.map((one) => one.id);
    expect(await chosen()).not.toContain(id);
    await on.do('director', allow, { params: { id } } as never);
    expect(await chosen()).toContain(id);
    await on.do('director', block, { params: { id } } as never);
    expect(await chosen()).not.toContain(id);
  });
});

/** Phones that send SMS: their lifecycle, what is refused of one, and who may do what. */
import { beforeAll, describe, expect, it } from 'vitest';
import { smsAppDevice } from '../../../contract/directories/smsAppDevice.ts';
import { smsAppDeviceMachine } from '../../../machines/smsAppDevice/smsAppDevice.machine.ts';
import { smsAppDeviceOracle } from '../../oracle/smsAppDevice.ts';
import { PEOPLE, type Server, withServer } from '../world.ts';
import { runApiLayer } from './apiLayer.ts';

const server = withServer();
const { calls, steps } = smsAppDevice;
const block = steps['device.block'] as never;
const unblock = steps['device.unblock'] as never;

let made = 0;
const bodyOf = (more: object = {}) => {
  made += 1;
  const phone = `+99890700${String(made).padStart(4, '0')}`;
  return { name: `Ucell ${made}`, phone, operator: 'ucell' as const, daily_limit: 300, ...more };
};

runApiLayer({
  machine: smsAppDeviceMachine,
  oracle: smsAppDeviceOracle,
  server,
  kind: 'smsAppDevice',
  async open(watched) {
    const on = watched.server;
    const body = bodyOf();
    const { data } = await on.do('director', calls.create, { body });
    const params = { id: data.id };
    return {
      id: data.id,
      async send(verb) {
        if (verb === 'is blocked') return on.call('director', block, { params } as never);
        if (verb === 'is unblocked') return on.call('director', unblock, { params } as never);
        return on.call('director', calls.update, { params, body: { ...body, daily_limit: 500 } });
      },
      async look() {
        const { data: whole } = await on.do('director', calls.show, { params });
        return { state: whole.status as string, version: whole.version, whole };
      },
    };
  },
});

describe('a phone that sends', () => {
  let on: Server;
  beforeAll(async () => {
    on = server.current;
    const rule = { user_id: PEOPLE.keeper.id, resource: 'sms_app_device', action: 'show', granted: true, until: null };
    await on.db.tx((trx) => trx.insertInto('user_rule').values(rule).execute());
  });
  const fieldsOf = async (body: ReturnType<typeof bodyOf>) => {
    const { status, error } = await on.call('director', calls.create, { body });
    return [status, Object.keys(error.errors ?? {})];
  };

  it('has a name and a number of its own, a known operator and a limit', async () => {
    const first = bodyOf();
    await on.do('director', calls.create, { body: first });
    expect(await fieldsOf(bodyOf({ name: first.name.toUpperCase() }))).toEqual([422, ['name']]);
    expect(await fieldsOf(bodyOf({ phone: first.phone }))).toEqual([422, ['phone']]);
    expect(await fieldsOf(bodyOf({ phone: '+79990000000' }))).toEqual([422, ['phone']]);
    expect(await fieldsOf(bodyOf({ operator: 'megafon' }))).toEqual([422, ['operator']]);
    expect(await fieldsOf(bodyOf({ daily_limit: 0 }))).toEqual([422, ['daily_limit']]);
  });

  it('is listed with its state, found by its number and narrowed by operator', async () => {
    const body = bodyOf({ operator: 'uzmobile' });
    const { data } = await on.do('director', calls.create, { body });
    await on.do('director', block, { params: { id: data.id } } as never);
    const ids = async (query: object) =>
      (await on.do('director', calls.index, { query: { per_page: 100, ...query } as never })).data.map(({ id }) => id);
    expect(await ids({ search: body.phone.slice(-7) })).toEqual([data.id]);
    expect(await ids({ operator: 'uzmobile', status: 'blocked' })).toEqual([data.id]);
    expect(await ids({ status: 'offline' })).not.toContain(data.id);
  });

  it('is offered to send from while it is not blocked', async () => {
    const { data } = await on.do('director', calls.create, { body: bodyOf() });
    const params = { id: data.id };
    const offered = async () =>
      (await on.do('director', calls.choices, { query: { per_page: 100 } as never })).data.map(({ id }) => id);
    expect(await offered()).toContain(data.id);
    await on.do('director', block, { params } as never);
    expect(await offered()).not.toContain(data.id);
    const { data: lines } = await on.do('director', calls.history, { params });
    expect(lines.map(({ event }) => event)).toEqual(['device.block', 'device.create']);
  });

  it('who only looks is offered nothing and adds none', async () => {
    const { data } = await on.do('director', calls.create, { body: bodyOf() });
    expect((await on.do('keeper', calls.show, { params: { id: data.id } })).data.allowed_events).toEqual([]);
    expect((await on.call('keeper', calls.create, { body: bodyOf() })).status).toBe(403);
    expect((await on.call('nobody', calls.index, {})).status).toBe(403);
  });
});

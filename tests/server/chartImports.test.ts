/** Files of Excel that are read into directories whose records have a chart of their own: users, devices, locks, phones. */
import { beforeAll, describe, expect, it } from 'vitest';
import { deviceRegister } from '../../contract/devices.ts';
import { branchUser } from '../../contract/directories/branchUser.ts';
import { mobileDevice } from '../../contract/directories/mobileDevice.ts';
import { productLock } from '../../contract/directories/productLock.ts';
import { smsAppDevice } from '../../contract/directories/smsAppDevice.ts';
import { importTakeBack } from '../../contract/imports.ts';
import { grant } from './granted.ts';
import { faultsOf, importsOf, type Line } from './importKit.ts';
import { PEOPLE, type PersonName, PLAIN, type Server, withServer } from './world.ts';

const server = withServer();
const { check, write } = importsOf(server);

let on: Server;
beforeAll(async () => {
  on = server.current;
  await grant(on, PEOPLE.keeper.id, ['branch_setting_users.show', 'branch_setting_users.edit', 'mobile_device.edit']);
});

const columnsOf = (...parts: string[]) => parts.map((part) => ({ title: part, part }));
const into =
  (directory: string, ...parts: string[]) =>
  (lines: readonly Line[], who?: PersonName) =>
    check(lines, { directory, columns: columnsOf(...parts), ...(who && { who }) });

describe('devices', () => {
  const devices = into('mobileDevice', 'device', 'model', 'user', 'app_version');
  const make = async (device: string) =>
    (await on.do('viewer', deviceRegister, { body: { device, model: 'Redmi 12', app_version: '2.0' } })).data.id;
  const show = async (id: number) => (await on.do('director', mobileDevice.calls.show, { params: { id } })).data;

  it('are given to other people, in any state; what the application wrote stays, and none is added', async () => {
    const [waiting, blocked] = [await make('xlsx-1'), await make('xlsx-2')];
    for (const verb of ['allow', 'block'])
      await on.do('director', mobileDevice.steps[`device.${verb}`] as never, { params: { id: blocked } } as never);
    const { fullname } = PEOPLE.keeper;
    const found = await devices([
      ['xlsx-1', 'Redmi 12', fullname, '2.0'],
      ['xlsx-2', 'Redmi 12', fullname, '2.0'],
      ['xlsx-3', 'Redmi 12', fullname, '2.0'],
      { key: `${waiting}.1`, cells: ['xlsx-1', 'Boshqa model', fullname, '2.0'] },
    ]);
    expect(found.figures).toMatchObject({ fresh: 0, bad: 3 });
    expect(faultsOf(found)).toEqual([
      [null, '2, 5', 'Faylda bir martadan koʻp uchraydi.'],
      [null, '4', 'Bu roʻyxatga yangi yozuv qoʻshilmaydi.'],
      ['model', '5', 'Buni qurilmadagi ilovaning oʻzi yozadi.'],
    ]);
    const clean = await devices([
      ['xlsx-1', 'Redmi 12', fullname, '2.0'],
      ['xlsx-2', 'Redmi 12', fullname, '2.0'],
    ]);
    const { id } = await write(clean.id);
    expect([await show(waiting), await show(blocked)]).toMatchObject([
      { status: 'waiting', user: { id: PEOPLE.keeper.id } },
      { status: 'blocked', user: { id: PEOPLE.keeper.id } },
    ]);
    const back = await on.do('director', importTakeBack, { params: { id } });
    expect(back.data).toMatchObject({ status: 'taken_back', back: 2 });
    expect((await show(waiting)).user.id).toBe(PEOPLE.viewer.id);
  });
});

describe('users', () => {
  const users = into('branchUser', 'username', 'fullname', 'phone');

  it('are changed; who is new, has left or is the person is refused', async () => {
    const make = async (username: string) =>
      (
        await on.do('director', branchUser.calls.create, {
          body: {
            ...{
              username,
              fullname: `Xodim ${username}`,
              phone: null,
              office: false,
              scoring: false,
              prizma_status: false,
            },
            ...{ position_id: PEOPLE.counter1.id as number, organization_id: 1 },
          } as never,
        })
      ).data;
    const [stays, gone] = [await make('xlsxstays'), await make('xlsxgone')];
    await on.do('director', branchUser.steps['user.dismiss'] as never, { params: { id: gone.id }, body: {} } as never);
    const lines: Line[] = [
      ['xlsxstays', 'Yangi Ism', '+998901112233'],
      ['xlsxgone', 'Boshqa Ism', null],
      ['xlsxnew', 'Kimdir', null],
    ];
    const found = await users([...lines, ['director', 'Boshqa Direktor', null]]);
    const faults = faultsOf(found).map(([part, rows, text]) => `${part} ${rows} ${text}`);
    expect(faults).toContain('null 4 Yangi yozuvlar bu yerda fayl bilan emas, bittalab qoʻshiladi.');
    expect(found.figures).toMatchObject({ changed: 1, bad: 3 });
    const clean = await users(lines.slice(0, 1));
    await write(clean.id);
    expect((await on.do('director', branchUser.calls.show, { params: { id: stays.id } })).data).toMatchObject({
      fullname: 'Yangi Ism',
      phone: '+998901112233',
    });
  });

  it('of more rights are not changed by who has fewer, and the row says so', async () => {
    const found = await users([['director', 'Boshqa Direktor', null]], 'keeper');
    expect(found.figures).toMatchObject({ changed: 0, bad: 1 });
    expect(faultsOf(found)[0]?.[2]).toBeTruthy();
  });
});

describe('locks of products and phones', () => {
  it('are made by a file, and unlocked and blocked when it is taken back', async () => {
    const { title } = await on.db.kysely
      .selectFrom('product_variant')
      .select('title')
      .where('id', '=', PLAIN)
      .executeTakeFirstOrThrow();
    const lock = await into('productLock', 'variant', 'reason')([[title, 'Sinov']]);
    expect(lock.figures).toMatchObject({ fresh: 1, bad: 0 });
    const locked = await write(lock.id);
    const list = async (of: typeof productLock | typeof smsAppDevice) =>
      (await on.do('director', of.calls.index as never, { query: { per_page: 100, status: 'every' } } as never)) as {
        data: { status: string }[];
      };
    expect((await list(productLock)).data.map(({ status }) => status)).toEqual(['locked']);
    await on.do('director', importTakeBack, { params: { id: locked.id } });
    expect((await list(productLock)).data.map(({ status }) => status)).toEqual(['active']);

    const phones = into('smsAppDevice', 'name', 'phone', 'operator', 'daily_limit');
    const phone = await phones([['Fayldan', '+998901234567', 'ucell', '100']]);
    expect(faultsOf(phone)).toEqual([]);
    const made = await write(phone.id);
    const back = await on.do('director', importTakeBack, { params: { id: made.id } });
    expect(back.data).toMatchObject({ status: 'taken_back', back: 1, left: [] });
    const { data } = (await on.do(
      'director',
      smsAppDevice.calls.index as never,
      {
        query: { per_page: 100 },
      } as never,
    )) as { data: { status: string }[] };
    expect(data.map(({ status }) => status)).toEqual(['blocked']);
  });
});

/**
 * Organizations, territories and requisites (areas 4.4 `/settings/requisites`, decisions 73, 91, 92): what keeps an
 * organization in use and what an archived one is refused for; its code; whose requisites are read and written; who is found.
 */
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { loadUser } from '../../contract/cash.ts';
import { organizationGetAll } from '../../contract/choices.ts';
import { actCancel, actCreate } from '../../contract/counting/acts.ts';
import { bank } from '../../contract/directories/bank.ts';
import { organization } from '../../contract/directories/organization.ts';
import { territory } from '../../contract/directories/territory.ts';
import { warehouse } from '../../contract/directories/warehouse.ts';
import { organizationTerritory } from '../../contract/invoices/choices.ts';
import { practiceDayCreate } from '../../contract/practiceDay.ts';
import { requisite } from '../../contract/settings/requisite.ts';
import { tashkentDay } from '../../server/http/days.ts';
import { ORGANIZATION, OTHER_ORGANIZATION, PEOPLE, type PersonName, PLAIN, stockIn, withServer } from './world.ts';

const server = withServer();
const today = () => tashkentDay(new Date());

const CODES = ['AND', 'BUX', 'JIZ', 'NAV', 'QAR', 'SIR', 'TER', 'URG'];
let made = 0;
async function newOrganization(more: object = {}) {
  const code = CODES[made++] as string;
  const body = { name: `Filial ${code}`, short_name: code, code, kind: 'branch' as const, ...more };
  return (await server.current.do('director', organization.calls.create, { body })).data;
}
const archive = (id: number) => server.current.call('director', organization.calls.archive, { params: { id } });
const show = async (id: number) =>
  (await server.current.do('director', organization.calls.show, { params: { id } })).data;

const give = (who: PersonName, ...rules: string[]) =>
  server.current.db.kysely
    .insertInto('user_rule')
    .values(
      rules.map((rule) => {
        const [resource = '', action = ''] = rule.split('.');
        return { user_id: PEOPLE[who].id, resource, action, granted: true, until: null };
      }),
    )
    .onConflict((row) => row.doNothing())
    .execute();

let bankId = 0;
beforeAll(async () => {
  await give('keeper', 'requisite.show', 'requisite.add', 'requisite.edit');
  await give('director', ...['show', 'add', 'edit'].map((action) => `act_of_count.${action}`), 'practice_day.add');
  bankId = (await server.current.do('director', bank.calls.create, { body: { name: 'Asaka bank', mfo: '00873' } })).data
    .id;
});

const requisitesOf = (organization_id: number, more: object = {}) => ({
  organization_id,
  firm: 'Chilonzor Savdo MCHJ',
  stir: '301234567',
  address: 'Toshkent sh., Bunyodkor koʻchasi, 42',
  bank_id: bankId,
  account: '20208000900123456001',
  director: 'Yusupov Botir Anvarovich',
  valid_from: today(),
  ...more,
});

it('an organization is kept by people, warehouses, its unclosed day, open documents and those below it, all named', async () => {
  const { in_use, allowed_events } = await show(ORGANIZATION);
  expect(in_use).toContain('xodim:');
  expect(in_use).toContain('ombor: 3');
  expect(in_use).toContain('yopilmagan kun: 1');
  expect(allowed_events).not.toContain('record.archive');
  const act = await server.current.do('director', actCreate, {
    body: { organization_id: ORGANIZATION, comment: 'Ochiq' },
  });
  expect((await show(ORGANIZATION)).in_use).toContain('tugallanmagan hujjat: 1');
  await server.current.do('director', actCancel, { params: { id: act.data.id }, body: { reason: 'Sinov' } });
  expect((await show(ORGANIZATION)).in_use).not.toContain('hujjat');
  const above = await newOrganization();
  await newOrganization({ parent_id: above.id });
  const refused = await archive(above.id);
  expect([refused.status, refused.error.code]).toEqual([409, 'in_use']);
  expect(refused.error.message).toContain('quyi tashkilot: 1');
  const { data } = await server.current.do('director', organization.calls.index, { query: { search: 'Chilonzor' } });
  expect(data.find(({ id }) => id === ORGANIZATION)).toMatchObject({ warehouses: 3 });
});

it('goods keep it, and say how many there are', async () => {
  const { id } = await newOrganization();
  const kept = await server.current.do('director', warehouse.calls.create, {
    body: { name: 'Ombor', organization_id: id, kind: 'shop' },
  });
  await server.current.db.kysely
    .insertInto('practice_day')
    .values({ organization_id: id, practice_month_id: 1, date: '2026-11-21', closed_at: null })
    .execute();
  await server.current.db.tx((trx) => stockIn(trx, id, kept.data.id, { lines: [{ variantId: PLAIN, qty: 7 }] }));
  const refused = await archive(id);
  expect([refused.status, refused.error.code]).toEqual([409, 'in_use']);
  expect(refused.error.message).toContain('omborlardagi tovar: 7 dona');
});

it('an archived one is chosen for nothing: no act, no warehouse, no day, and no list of branches has it', async () => {
  const { id } = await newOrganization({ territory_id: 1 });
  const namesIn = async () =>
    (await server.current.do('director', organizationTerritory)).data.flatMap(({ organizations }) =>
      organizations.map((one) => one.id),
    );
  expect(await namesIn()).toContain(id);
  expect((await archive(id)).status).toBe(200);
  expect(await namesIn()).not.toContain(id);
  const chosen = await server.current.do('director', organizationGetAll, { query: { per_page: 100 } });
  expect(chosen.data.map((one) => one.id)).not.toContain(id);
  const refusals = [
    await server.current.call('director', actCreate, { body: { organization_id: id, comment: 'Yangi' } }),
    await server.current.call('director', warehouse.calls.create, {
      body: { name: 'Ombor', organization_id: id, kind: 'shop' },
    }),
    await server.current.call('director', practiceDayCreate, {
      body: { organization_id: id, date: today(), rates: [] } as never,
    }),
    await server.current.call('director', requisite.calls.create, { body: requisitesOf(id) }),
  ];
  for (const { status, error } of refusals)
    expect([status, Object.keys(error.errors ?? {})]).toEqual([422, ['organization_id']]);
});

it('a code is 2 to 6 capital letters, and stays once documents have it', async () => {
  for (const code of ['a', 'abc', 'CHILONZ', 'CH1']) {
    const body = { name: `Kod ${code}`, short_name: code, code, kind: 'branch' as const };
    const { status, error } = await server.current.call('director', organization.calls.create, { body });
    expect([status, Object.keys(error.errors ?? {})], code).toEqual([422, ['code']]);
  }
  await server.current.do('director', actCreate, { body: { organization_id: ORGANIZATION, comment: 'Raqamli' } });
  const { version, frozen, name, short_name, kind } = await show(ORGANIZATION);
  expect(Object.keys(frozen)).toEqual(['code']);
  const body = { name, short_name, kind, code: 'CHX' };
  const options = { params: { id: ORGANIZATION }, body, ifMatch: version };
  const { status, error } = await server.current.call('director', organization.calls.update, options);
  expect([status, Object.keys(error.errors ?? {})]).toEqual([422, ['code']]);
});

it('who works in a branch sees and writes the own organization and opens none; an office keeps them all', async () => {
  const { data } = await server.current.do('keeper', organization.calls.index, { query: { per_page: 100 } });
  expect(data.map(({ id }) => id)).toEqual([ORGANIZATION]);
  const params = { id: OTHER_ORGANIZATION };
  expect((await server.current.call('keeper', organization.calls.show, { params })).status).toBe(404);
  const body = { name: 'Yangi', short_name: 'Yangi', code: 'YNG', kind: 'branch' as const };
  const refused = await server.current.call('keeper', organization.calls.create, { body });
  expect([refused.status, refused.error.code]).toEqual([403, 'forbidden']);
});

it('is found by its code and by other names; a contract there asks for scoring as it says', async () => {
  const { id, code } = await newOrganization({ aliases: 'Наманган, Namangan' });
  for (const search of [code, 'наманган']) {
    const { data } = await server.current.do('director', organization.calls.index, { query: { search } });
    expect(
      data.map((one) => one.id),
      search,
    ).toEqual([id]);
  }
  const scoring = async () => (await server.current.do('keeper', loadUser)).data.settings.scoring;
  expect(await scoring()).toBe(false);
  await sql`UPDATE organization SET scoring_required = true WHERE id = ${ORGANIZATION}`.execute(
    server.current.db.kysely,
  );
  expect(await scoring()).toBe(true);
});

it('a territory is kept by its organizations and counts them', async () => {
  const made = await server.current.do('director', territory.calls.create, { body: { name: 'Navoiy viloyati' } });
  const { id } = made.data;
  await newOrganization({ territory_id: id });
  const { data } = await server.current.do('director', territory.calls.index, { query: { search: 'navoiy' } });
  expect(data).toMatchObject([{ id, organizations: 1 }]);
  const refused = await server.current.call('director', territory.calls.archive, { params: { id } });
  expect([refused.status, refused.error.code]).toEqual([409, 'in_use']);
  expect(refused.error.message).toContain('quyi tashkilot: 1');
});

it('requisites: an office reads those of every organization with the MFO of the bank, a branch reads and writes the own', async () => {
  for (const organization_id of [ORGANIZATION, OTHER_ORGANIZATION]) {
    const { data } = await server.current.do('director', requisite.calls.create, {
      body: requisitesOf(organization_id),
    });
    await server.current.do('director', requisite.calls.plan, { params: { id: data.id } });
  }
  const rows = async (who: PersonName) => (await server.current.do(who, requisite.calls.index)).data;
  expect((await rows('director')).map((row) => row.organization.id).sort()).toEqual([ORGANIZATION, OTHER_ORGANIZATION]);
  const own = await rows('keeper');
  expect(own.map((row) => [row.organization.id, (row as unknown as { mfo: string }).mfo])).toEqual([
    [ORGANIZATION, '00873'],
  ]);
  const other = await server.current.call('keeper', requisite.calls.create, { body: requisitesOf(OTHER_ORGANIZATION) });
  expect([other.status, other.error.code]).toEqual([403, 'forbidden']);
  expect(
    (await server.current.call('keeper', requisite.calls.create, { body: requisitesOf(ORGANIZATION) })).status,
  ).toBe(200);
  const foreign = (await rows('director')).find((row) => row.organization.id === OTHER_ORGANIZATION);
  const params = { id: foreign?.id ?? 0 };
  expect((await server.current.call('keeper', requisite.calls.revisions, { params })).status).toBe(404);
});

it('each figure of the requisites is checked and named: STIR of 9 digits, account of 20, a bank of the catalogue', async () => {
  const wrong = { stir: '30123456', account: '2020800090012345600', bank_id: 999_999, director: ' ', firm: '' };
  for (const [field, value] of Object.entries(wrong)) {
    const body = requisitesOf(ORGANIZATION, { [field]: value });
    const { status, error } = await server.current.call('director', requisite.calls.create, { body });
    expect([status, Object.keys(error.errors ?? {})], field).toEqual([422, [field]]);
  }
});

it('a bank of requisites that hold or will hold is not archived', async () => {
  const { data } = await server.current.do('director', bank.calls.create, { body: { name: 'Ipak', mfo: '00444' } });
  const params = { id: data.id };
  const body = requisitesOf(ORGANIZATION, { bank_id: data.id, valid_from: '2091-01-01' });
  const { data: draft } = await server.current.do('director', requisite.calls.create, { body });
  await server.current.do('director', requisite.calls.plan, { params: { id: draft.id } });
  const refused = await server.current.call('director', bank.calls.archive, { params });
  expect([refused.status, refused.error.code]).toEqual([409, 'in_use']);
  expect(refused.error.message).toContain('rekvizit: 1');
  await server.current.do('director', requisite.calls.drop, { params: { id: draft.id } });
  expect((await server.current.call('director', bank.calls.archive, { params })).status).toBe(200);
});

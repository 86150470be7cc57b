/**
 * A checked copy of the client's document in place of MyID (decision 82; areas 3.1 "contract.sign", 3.4 "MyID session"): who may
 * check it, what is refused and why, until when it holds, and what ends it.
 */
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { clientOpenings } from '../../contract/clients.ts';
import { fileDownload } from '../../contract/counting/acts.ts';
import { client } from '../../contract/directories/client.ts';
import { clientChange } from '../../contract/directories/clientChange.ts';
import { imageUpload } from '../../contract/images.ts';
import { clientCopyConfirm, myidClient } from '../../contract/myid.ts';
import { contractAttached, contractShow, contractSign } from '../../contract/sale/contracts.ts';
import { guaranteeCreate } from '../../contract/sale/guarantees.ts';
import { storeFile } from '../../server/documents/documents.ts';
import { forgetImages, mayUseImage } from '../../server/documents/images.ts';
import { daysAfter, tashkentDay } from '../../server/http/days.ts';
import { inForceNow, newBuyer, newContract, openShop } from './contractsKit.ts';
import { fileForm, PNG } from './lifecycles/countingAct.driver.ts';
import { PEOPLE, type PersonName, withServer } from './world.ts';

const server = withServer();
const on = () => server.current;
/** The practice date of the branch. */
const DAY = '2026-11-21';
const today = tashkentDay(new Date());

let setting = 0;
const terms = (values: { myid?: boolean; document_copy?: boolean }) => {
  const { myid = true, document_copy = true } = values;
  return sql`UPDATE client_setting SET myid = ${myid}, document_copy = ${document_copy} WHERE id = ${setting}`.execute(
    on().db.kysely,
  );
};

/** A file among those of a document, as its upload would leave it. */
const add = (document: number, who: PersonName = 'seller', more: { name?: string; type?: string } = {}) =>
  storeFile(
    on().db.kysely,
    document,
    'attachment',
    {
      ...{ name: 'pasport.png', type: 'image/png', ...more },
      ...{ content: Buffer.from(PNG), size: PNG.length, sha256: 'c'.repeat(64) },
    },
    PEOPLE[who].id,
    new Date(),
  );

/** A draft of a contract, with a copy of the buyer's document among its files. */
async function draft() {
  const { contract } = await newContract(on());
  return { id: contract.id, buyer: contract.client_id, file: await add(contract.id) };
}

const confirm = (id: number, file_id: number, who: PersonName = 'accountant', ifMatch?: number) =>
  on().call(who, clientCopyConfirm, { params: { id }, body: { file_id }, ...(ifMatch !== undefined && { ifMatch }) });
const confirmed = async (id: number, file: number) => expect((await confirm(id, file)).status).toBe(200);
const seen = async (id: number, who: PersonName = 'director') =>
  (await on().do(who, myidClient, { params: { id } })).data;
const show = async (id: number) => (await on().do('seller', contractShow, { params: { id } })).data;
const sign = async (id: number) => (await on().call('seller', contractSign, { params: { id } })).status;
const said = async (id: number) => (await show(id)).conditions.find(({ code }) => code === 'identity')?.text;
const checkedOn = (id: number, day: string) =>
  sql`UPDATE client_copy_check SET checked_at = ${`${day}T10:00:00+05:00`}::timestamptz WHERE client_id = ${id}`.execute(
    on().db.kysely,
  );

beforeAll(async () => {
  await openShop(on());
  for (const [resource, action] of [
    ['client_change', 'confirm'],
    ['client', 'show'],
    ['contract', 'allshow'],
  ])
    await sql`INSERT INTO user_rule (user_id, resource, action, granted)
      VALUES (${PEOPLE.accountant.id}, ${resource}, ${action}, true) ON CONFLICT DO NOTHING`.execute(on().db.kysely);
  await sql`INSERT INTO user_rule (user_id, resource, action, granted) VALUES (${PEOPLE.seller.id}, 'client', 'add', true)
    ON CONFLICT DO NOTHING`.execute(on().db.kysely);
  setting = await inForceNow(on(), 'client_setting', {
    ...{ age_from: 18, age_to: 70, needed: [], myid: true, photo: false, document_days: 30 },
  });
});
beforeEach(() => terms({}));

describe('a checked copy', () => {
  it('lets a contract be signed that waits for MyID, and the card has by whom and until when', async () => {
    const { id, buyer, file } = await draft();
    expect(await said(id)).toContain('MyID oʻrniga boshqa xodim mijoz kartasida hujjat nusxasini tekshirishi mumkin.');
    expect([await sign(id), (await seen(buyer)).copies, (await seen(buyer)).verified]).toEqual([409, true, null]);
    const answer = await confirm(buyer, file);
    expect([answer.status, answer.body.data.until]).toEqual([200, daysAfter(today, 30)]);
    expect((await seen(buyer)).verified).toMatchObject({
      ...{ until: daysAfter(today, 30), stand_in: false },
      copy: { checked_by: { id: PEOPLE.accountant.id, fullname: PEOPLE.accountant.fullname }, file: { id: file } },
    });
    expect(await said(id)).toBe('');
    expect(await sign(id)).toBe(200);
  });

  it('leaves one line in the log of the client, with the person', async () => {
    const { buyer, file } = await draft();
    await confirmed(buyer, file);
    const { data } = await on().do('director', client.calls.history, { params: { id: buyer } });
    expect(data.filter(({ event }) => event === 'copy.confirm')).toMatchObject([
      { user: { id: PEOPLE.accountant.id }, after: { file: 'pasport.png' } },
    ]);
  });

  it('holds as many days as an identification by MyID, and not one more', async () => {
    const { id, buyer, file } = await draft();
    await confirmed(buyer, file);
    await checkedOn(buyer, daysAfter(DAY, -31));
    expect(await said(id)).toContain('20.11.2026');
    expect(await sign(id)).toBe(409);
    await checkedOn(buyer, daysAfter(DAY, -30));
    expect(await sign(id)).toBe(200);
  });

  it('counts only while the setting allows copies', async () => {
    const { id, buyer, file } = await draft();
    await confirmed(buyer, file);
    await terms({ document_copy: false });
    expect(await said(id)).not.toContain('nusxa');
    expect([await sign(id), (await seen(buyer)).verified, (await seen(buyer)).copies]).toEqual([409, null, false]);
    await terms({});
    expect(await sign(id)).toBe(200);
  });

  it('serves outside the demo too', async () => {
    const { id, buyer, file } = await draft();
    await confirmed(buyer, file);
    vi.stubEnv('DEMO', 'off');
    expect(await sign(id)).toBe(200);
    vi.unstubAllEnvs();
  });

  it('of a guarantor lets the contract be signed; the file may lie with the contract', async () => {
    const { id, buyer, file } = await draft();
    await confirmed(buyer, file);
    const person = await newBuyer(on());
    await on().do('seller', guaranteeCreate, { body: { contract_id: id, client_id: person } });
    const waits = (await show(id)).conditions.find(({ code }) => code === 'guarantor');
    expect(waits?.text).toContain('hujjat nusxasini tekshirishi mumkin');
    expect(await sign(id)).toBe(409);
    await confirmed(person, await add(id));
    expect((await show(id)).guarantees).toMatchObject([{ identify: false, unfit: null }]);
    expect(await sign(id)).toBe(200);
  });

  it('keeps its file; who may not see that document sees the person alone', async () => {
    const { id, buyer } = await draft();
    const form = fileForm({}, new Uint8Array(PNG), 'guvohnoma.png');
    const uploaded = await on().do('seller', contractAttached.upload, { params: { id }, form } as never);
    const file = (uploaded.data as { id: number }).id;
    await confirmed(buyer, file);
    const removed = await on().call('seller', contractAttached.deleteFile, { params: { id: file } } as never);
    expect([removed.status, removed.error.message]).toEqual([403, expect.stringContaining('fayl qoladi')]);
    await sql`INSERT INTO user_rule (user_id, resource, action, granted) VALUES (${PEOPLE.viewer.id}, 'client', 'show', true)
      ON CONFLICT DO NOTHING`.execute(on().db.kysely);
    expect((await seen(buyer, 'viewer')).verified?.copy).toEqual({
      checked_by: { id: PEOPLE.accountant.id, fullname: PEOPLE.accountant.fullname },
      file: null,
    });
  });
});

describe('a change of the client', () => {
  const approve = async (client_id: number, change: object) => {
    const form = fileForm({ of: 'clientChange' }, new Uint8Array(PNG));
    const proof = await on().do('director', imageUpload, { form });
    const body = { client_id, asked_on: today, reason: 'Hujjati almashdi', proof_id: proof.data.id, ...change };
    const { data } = await on().do('director', clientChange.calls.create, { body } as never);
    const params = { id: data.id };
    for (const [who, step] of [
      ['director', 'request.send'],
      ['accountant', 'request.approve'],
    ] as const)
      await on().do(who, clientChange.steps[step] as never, { params } as never);
  };

  it.each([
    ['name', { fullname: 'Boshqa Ismli Odam' }],
    ['document', { document: 'AD7654321', issued_by: 'IIB', issued_on: '2021-01-15', replaces: true }],
  ])('that gives another %s ends it', async (_, change) => {
    const { id, buyer, file } = await draft();
    await confirmed(buyer, file);
    await approve(buyer, change);
    expect([(await seen(buyer)).verified, await sign(id)]).toEqual([null, 409]);
    // who approved has not written the card
    await confirmed(buyer, file);
    expect((await seen(buyer)).verified).not.toBeNull();
  });

  it('of the details of the same document leaves it', async () => {
    const { buyer, file } = await draft();
    await confirmed(buyer, file);
    const { data } = await on().do('director', client.calls.show, { params: { id: buyer } });
    await approve(buyer, { document: data.documents[0]?.number, expires_on: '2036-01-01' });
    expect((await seen(buyer)).verified).not.toBeNull();
  });
});

describe('a file of the card', () => {
  const upload = (who: PersonName, id: number, name = 'pasport.png') =>
    on().call(who, client.attached.upload, { params: { id }, form: fileForm({}, new Uint8Array(PNG), name) } as never);
  const added = async (who: PersonName, id: number, name?: string) => {
    const { status, body } = await upload(who, id, name);
    expect(status).toBe(200);
    return (body.data as unknown as { id: number }).id;
  };
  const files = async (who: PersonName, id: number) =>
    (await on().do(who, client.attached.files, { params: { id } })).data.map(({ id: one }) => one);
  const why = async (id: number, who: PersonName = 'accountant') => (await seen(id, who)).copy_refused;
  const read = async (who: PersonName, id: number) => (await on().call(who, fileDownload, { params: { id } })).status;
  const openings = async (id: number) =>
    (await on().do('director', clientOpenings, { params: { id } })).data.map(({ user }) => user.id);

  it('is the copy of a client without application, order or contract; then it stays', async () => {
    const id = await newBuyer(on());
    expect(await why(id)).toContain('hujjat nusxasini qoʻshing');
    const file = await added('seller', id);
    expect([await files('director', id), await why(id)]).toEqual([[file], null]);
    await confirmed(id, file);
    expect((await seen(id)).verified?.copy).toMatchObject({ file: { id: file, name: 'pasport.png' } });
    const removed = await on().call('seller', client.attached.deleteFile, { params: { id: file } } as never);
    expect([removed.status, removed.error.message]).toEqual([403, expect.stringContaining('fayl qoladi')]);
  });

  it('is seen by who sees the numbers and by who added it, and who looked is kept', async () => {
    const id = await newBuyer(on());
    const file = await added('seller', id);
    await sql`INSERT INTO user_rule (user_id, resource, action, granted) VALUES (${PEOPLE.viewer.id}, 'client', 'show', true)
      ON CONFLICT DO NOTHING`.execute(on().db.kysely);
    expect([await files('viewer', id), await files('seller', id)]).toEqual([[], [file]]);
    await sql`DELETE FROM record_opening WHERE record_id = ${id}`.execute(on().db.kysely);
    expect([await read('viewer', file), await openings(id)]).toEqual([404, []]);
    expect([await read('director', file), await openings(id)]).toEqual([200, [PEOPLE.director.id]]);
    expect((await upload('viewer', id)).status).toBe(403);
    expect(await read('nobody', file)).toBe(404);
  });

  it('leaves its lines in the log, where a number in its name is not read', async () => {
    const id = await newBuyer(on());
    const file = await added('seller', id, 'AD 1234567.png');
    const removed = await on().call('director', client.attached.deleteFile, { params: { id: file } } as never);
    expect(removed.status).toBe(403);
    await on().do('seller', client.attached.deleteFile, { params: { id: file } } as never);
    const { data } = await on().do('director', client.calls.history, { params: { id } });
    expect(data.slice(0, 2)).toMatchObject([
      { event: 'file.remove', before: { file: 'AD *****67.png' }, user: { id: PEOPLE.seller.id } },
      { event: 'file.add', after: { file: 'AD *****67.png' }, user: { id: PEOPLE.seller.id } },
    ]);
    expect(await files('director', id)).toEqual([]);
  });

  it('is no photo, and is not forgotten as one that no card names', async () => {
    const id = await newBuyer(on());
    const file = await added('director', id);
    await sql`UPDATE file SET created_at = now() - interval '60 days' WHERE id = ${file}`.execute(on().db.kysely);
    await forgetImages(on().db.kysely);
    expect(await files('director', id)).toEqual([file]);
    expect(await mayUseImage(on().db.kysely, { id: PEOPLE.director.id, rules: {} } as never, 'client', file)).toBe(
      false,
    );
  });

  it('is not offered to who would be refused, with the reason', async () => {
    const id = await newBuyer(on());
    const own = await added('seller', id);
    expect(await why(id, 'director')).toContain('Kartani oʻzingiz yozgan');
    expect(await why(id, 'seller')).toBeNull();
    await sql`UPDATE file SET created_by = ${PEOPLE.accountant.id} WHERE id = ${own}`.execute(on().db.kysely);
    expect(await why(id)).toBe('Nusxani oʻzingiz qoʻshgansiz: uni boshqa xodim tekshiradi.');
    for (const [resource, action] of [
      ['client', 'show'],
      ['client_change', 'confirm'],
    ])
      await sql`INSERT INTO user_rule (user_id, resource, action, granted)
        VALUES (${PEOPLE.viewer.id}, ${resource}, ${action}, true) ON CONFLICT DO NOTHING`.execute(on().db.kysely);
    expect(await why(id, 'viewer')).toBe('Karta fayllari sizga yopiq: ularda mijozning raqamlari bor.');
    await added('seller', id);
    expect(await why(id)).toBeNull();
    await terms({ document_copy: false });
    expect(await why(id)).toBeNull();
  });
});

describe('is refused', () => {
  const refusal = async (...sent: Parameters<typeof confirm>) => {
    const { status, error } = await confirm(...sent);
    return [status, error.message, error.errors?.file_id?.[0]];
  };

  it('without the right', async () => {
    const { buyer, file } = await draft();
    expect((await confirm(buyer, file, 'seller')).status).toBe(403);
  });

  it('to who wrote or changed the card, and to who brought the file', async () => {
    const OWN = [403, 'Buni oʻzingiz kiritgansiz yoki oʻzgartirgansiz: boshqa xodim tasdiqlaydi.', undefined];
    const { id, buyer, file } = await draft();
    expect(await refusal(buyer, file, 'director')).toEqual(OWN);
    expect(await refusal(buyer, await add(id, 'accountant'))).toEqual(OWN);
    await sql`UPDATE client SET created_by = ${PEOPLE.seller.id} WHERE id = ${buyer}`.execute(on().db.kysely);
    expect((await confirm(buyer, file, 'director')).status).toBe(200);
    const { data } = await on().do('director', client.calls.show, { params: { id: buyer } });
    const phones = [{ phone: '+998971112233', owner: 'self' }];
    const { fullname, birth_date, gender, version } = data;
    const sent = { params: { id: buyer }, body: { fullname, birth_date, gender, phones }, ifMatch: version };
    await on().do('director', client.calls.update, sent as never);
    expect(await refusal(buyer, file, 'director')).toEqual(OWN);
  });

  it('where the setting does not allow it, or none is in force', async () => {
    const { buyer, file } = await draft();
    await terms({ document_copy: false });
    const OFF = [409, 'Mijozlar sozlamasida MyID oʻrniga hujjat nusxasi olinmaydi.', undefined];
    expect(await refusal(buyer, file)).toEqual(OFF);
    await sql`UPDATE client_setting SET status = 'dropped' WHERE id = ${setting}`.execute(on().db.kysely);
    expect(await refusal(buyer, file)).toEqual(OFF);
    await sql`UPDATE client_setting SET status = 'valid' WHERE id = ${setting}`.execute(on().db.kysely);
  });

  it('of a file that is none of the card, or no picture and no PDF', async () => {
    const { id, buyer } = await draft();
    const other = await draft();
    const table = await add(id, 'seller', { name: 'hisob.xlsx', type: 'application/vnd.ms-excel' });
    for (const file of [other.file, table, 999_999])
      expect(await refusal(buyer, file)).toEqual([422, expect.any(String), expect.stringContaining('rasm yoki PDF')]);
    await confirmed(buyer, await add(id, 'seller', { name: 'pasport.pdf', type: 'application/pdf' }));
  });

  it('where no document of the card is valid today', async () => {
    const { buyer, file } = await draft();
    const until = (day: string) =>
      sql`UPDATE client_document SET expires_on = ${day}::date WHERE client_id = ${buyer}`.execute(on().db.kysely);
    await until(daysAfter(today, -1));
    expect((await refusal(buyer, file)).slice(0, 2)).toEqual([409, expect.stringContaining('amalda boʻlgan')]);
    await until(today);
    await confirmed(buyer, file);
  });

  it('where the card has changed since it was seen, or there is none', async () => {
    const { buyer, file } = await draft();
    expect([(await confirm(buyer, file, 'accountant', 99)).status, (await confirm(999_999, file)).status]).toEqual([
      409, 404,
    ]);
  });
});

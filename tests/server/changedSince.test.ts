/** Whose step came first is said where a step is refused to somebody who saw the row as it was before. */
import { describe, expect, it } from 'vitest';
import { announcementCreate, announcementPublish, announcementUpdate } from '../../contract/announcements.ts';
import { invoiceSend } from '../../contract/invoices/heads.ts';
import { draft, line, show } from './invoiceKit.ts';
import { PEOPLE, withServer } from './world.ts';

const server = withServer();
const TIME = /\d\d:\d\d\.$/;

describe('an invoice', () => {
  const send = async (ifMatch: (seen: number) => number | undefined, language: 'uz' | 'ru' = 'uz') => {
    const on = server.current;
    const id = await draft(on, [line()]);
    const { version } = await show(on, id);
    await on.do('director', invoiceSend, { params: { id }, body: { value: true } });
    return on.call('purchaser', invoiceSend, {
      params: { id },
      body: { value: true },
      language,
      ifMatch: ifMatch(version),
    });
  };

  it('that somebody else has sent meanwhile: the refusal names the person and the time', async () => {
    const { status, error } = await send((seen) => seen);
    expect([status, error.code]).toEqual([409, 'not_allowed_now']);
    expect(error.message).toContain(` Oxirgi oʻzgarish: ${PEOPLE.director.fullname}, `);
    expect(error.message).toMatch(TIME);
  });

  it('is said in the reader’s language', async () => {
    const { error } = await send((seen) => seen, 'ru');
    expect(error.message).toContain(` Последнее изменение: ${PEOPLE.director.fullname}, `);
  });

  it('nobody is named to who saw the row as it is, or does not say what was seen', async () => {
    for (const ifMatch of [(seen: number) => seen + 1, () => undefined]) {
      const { status, error } = await send(ifMatch);
      expect([status, error.code]).toEqual([409, 'not_allowed_now']);
      expect(error.message).not.toContain('Oxirgi');
    }
  });

  it('nobody is named to who made the last change in another window', async () => {
    const on = server.current;
    const id = await draft(on, [line()]);
    const { version: ifMatch } = await show(on, id);
    await on.do('purchaser', invoiceSend, { params: { id }, body: { value: true } });
    const { status, error } = await on.call('purchaser', invoiceSend, {
      params: { id },
      body: { value: true },
      ifMatch,
    });
    expect(status).toBe(409);
    expect(error.message).not.toContain('Oxirgi');
  });
});

it('a record', async () => {
  const on = server.current;
  const text = {
    ...{ title_uz: 'Kassa', title_ru: 'Касса', body_uz: 'Yangi tartib.', body_ru: 'Новый порядок.' },
    ...{ everyone: true, position_ids: [], organization_ids: [], must_confirm: false },
    from: new Date(Date.now() - 3_600_000).toISOString(),
    to: new Date(Date.now() + 3_600_000).toISOString(),
  };
  const { position_id } = await on.db.kysely
    .selectFrom('app_user')
    .select('position_id')
    .where('id', '=', PEOPLE.director.id)
    .executeTakeFirstOrThrow();
  await on.db.kysely.updateTable('app_user').set({ position_id }).where('id', '=', PEOPLE.accountant.id).execute();
  const { data } = await on.do('director', announcementCreate, { body: text });
  const params = { id: data.id };
  await on.do('director', announcementPublish, { params });
  const { status, error } = await on.call('accountant', announcementUpdate, {
    params,
    body: text,
    ifMatch: data.version,
  });
  expect([status, error.code]).toEqual([409, 'not_allowed_now']);
  expect(error.message).toContain(`Oxirgi oʻzgarish: ${PEOPLE.director.fullname}, `);
});

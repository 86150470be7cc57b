import { describe, expect, it } from 'vitest';
import {
  announcementCreate,
  announcementHistory,
  announcementPublish,
  announcementReaders,
  announcementShow,
  announcementUpdate,
  announcementWithdraw,
} from '../../../contract/announcements.ts';
import type { AnnouncementBody } from '../../../contract/bodies.ts';
import { announcementMine, announcementRead } from '../../../contract/ownAnnouncements.ts';
import { announcementMachine } from '../../../machines/announcement/announcement.machine.ts';
import { endDue } from '../../../server/announcements/announcements.ts';
import { announcementOracle } from '../../oracle/announcement.ts';
import { type Answer, PEOPLE, type Server, withServer } from '../world.ts';
import { openDraft, runApiLayer } from './apiLayer.ts';

const server = withServer();

const HOUR = 3_600_000;
const at = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString();
const body = (more: Partial<AnnouncementBody> = {}): AnnouncementBody => ({
  title_uz: 'Kassa tartibi',
  title_ru: 'Порядок кассы',
  body_uz: 'Ertadan yangi tartib.',
  body_ru: 'С завтрашнего дня новый порядок.',
  everyone: true,
  position_ids: [],
  organization_ids: [],
  from: at(-1),
  to: at(24),
  must_confirm: true,
  ...more,
});
const open = async (on: Server) =>
  (await on.do('director', announcementCreate, { body: body({ title_ru: '' }) })).data.id;

async function send(on: Server, id: number, name: string): Promise<Answer<unknown>> {
  const params = { id };
  switch (name) {
    case 'writes the rest':
      return on.call('director', announcementUpdate, { params, body: body() });
    case 'takes a language out':
      return on.call('director', announcementUpdate, { params, body: body({ title_ru: ' ' }) });
    case 'publishes it':
      return on.call('director', announcementPublish, { params });
    case 'somebody reads it':
      return on.call('counter1', announcementRead, { params });
    case 'withdraws it':
      return on.call('director', announcementWithdraw, { params, body: { reason: 'Xato yozilgan' } });
    case 'its end comes': {
      // its own clock: others keep their time
      await on.db.kysely
        .updateTable('announcement')
        .set({ to_at: at(-0.5) })
        .where('id', '=', id)
        .execute();
      await on.db.tx((trx) => endDue(trx, new Date()));
      return { status: 200 } as Answer<unknown>;
    }
    default:
      throw new Error(`no verb for "${name}"`);
  }
}

const look = async (on: Server, id: number) => (await on.do('director', announcementShow, { params: { id } })).data;

runApiLayer({
  machine: announcementMachine,
  oracle: announcementOracle,
  server,
  kind: 'announcement',
  open: openDraft({ open, send, look }),
});

describe('audience', () => {
  it('is met by position and by organization; receipts name who has read', async () => {
    const on = server.current;
    const { data } = await on.do('director', announcementCreate, {
      body: body({ everyone: false, position_ids: [PEOPLE.counter1.id, PEOPLE.counter2.id], organization_ids: [1] }),
    });
    const params = { id: data.id };
    expect(data).toMatchObject({
      audience: 2,
      read: 0,
      allowed_events: expect.arrayContaining(['announcement.publish']),
    });
    const mine = async (who: 'counter1' | 'counter3') =>
      (await on.do(who, announcementMine, { language: 'ru' })).data.find(({ id }) => id === data.id);
    expect(await mine('counter1')).toBeUndefined();
    await on.do('director', announcementPublish, { params });
    expect(await mine('counter1')).toMatchObject({ title: 'Порядок кассы', must_confirm: true, read_at: null });
    expect(await mine('counter3')).toBeUndefined();
    expect((await on.call('counter3', announcementRead, { params })).status).toBe(404);
    await on.do('counter1', announcementRead, { params });
    const first = (await mine('counter1'))?.read_at;
    await on.do('counter1', announcementRead, { params });
    expect((await mine('counter1'))?.read_at).toBe(first);
    const readers = (await on.do('director', announcementReaders, { params })).data;
    expect(readers.map(({ fullname, read_at }) => [fullname, read_at !== null])).toEqual([
      [PEOPLE.counter2.fullname, false],
      [PEOPLE.counter1.fullname, true],
    ]);
  });

  it('sees it by the server’s clock only between its beginning and its end', async () => {
    const on = server.current;
    const { data } = await on.do('director', announcementCreate, { body: body({ from: at(1), to: at(2) }) });
    await on.do('director', announcementPublish, { params: { id: data.id } });
    const mine = async () => (await on.do('counter1', announcementMine, {})).data.some(({ id }) => id === data.id);
    expect(await mine()).toBe(false);
    const move = (from: number, to: number) =>
      on.db.kysely
        .updateTable('announcement')
        .set({ from_at: at(from), to_at: at(to) })
        .where('id', '=', data.id)
        .execute();
    await move(-2, 1);
    expect(await mine()).toBe(true);
    await move(-2, -1);
    expect(await mine()).toBe(false);
  });

  it.each([
    ['uz', { title_uz: ' ' }, 'Eʼlonni chiqarish uchun oʻzbekcha sarlavha va matn kerak.'],
    ['ru', { body_ru: '' }, 'Eʼlonni chiqarish uchun ruscha sarlavha va matn kerak.'],
    [
      'audience',
      { everyone: false, position_ids: [PEOPLE.counter1.id], organization_ids: [2] },
      'Eʼlonni hech kim koʻrmaydi: uni oʻqiydigan xodimlarni tanlang.',
    ],
    ['end', { from: at(-2), to: at(-1) }, 'Eʼlonning tugash vaqti kelajakda va boshlanishidan keyin boʻlsin.'],
  ] satisfies [string, Partial<AnnouncementBody>, string][])(
    'is not published with a gap: %s',
    async (gap, lacking, message) => {
      const on = server.current;
      const { data } = await on.do('director', announcementCreate, { body: body(lacking) });
      expect(data.gaps).toEqual([gap]);
      expect(data.allowed_events).not.toContain('announcement.publish');
      const answer = await on.call('director', announcementPublish, { params: { id: data.id } });
      expect(answer.status).toBe(409);
      expect(answer.error.message).toBe(message);
    },
  );

  it('keeps a reader who has moved in the receipts', async () => {
    const on = server.current;
    const { counter1 } = PEOPLE;
    const { data } = await on.do('director', announcementCreate, {
      body: body({ everyone: false, organization_ids: [1] }),
    });
    const params = { id: data.id };
    await on.do('director', announcementPublish, { params });
    await on.do('counter1', announcementRead, { params });
    const move = (organization_id: number) =>
      on.db.kysely.updateTable('app_user').set({ organization_id }).where('id', '=', counter1.id).execute();
    await move(2);
    try {
      const readers = (await on.do('director', announcementReaders, { params, query: { status: 'read' } })).data;
      expect(readers.map(({ fullname }) => fullname)).toEqual([counter1.fullname]);
      expect(await look(on, data.id)).toMatchObject({ audience: data.audience, read: 1 });
    } finally {
      await move(1);
    }
  });

  it('shows who took which step', async () => {
    const on = server.current;
    const { data } = await on.do('director', announcementCreate, { body: body() });
    const params = { id: data.id };
    await on.do('director', announcementUpdate, { params, body: body({ title_uz: 'Boshqa' }) });
    const history = (await on.do('director', announcementHistory, { params })).data;
    expect(history.map(({ event, user }) => [event, user?.fullname])).toEqual([
      ['announcement.update', PEOPLE.director.fullname],
      ['announcement.create', PEOPLE.director.fullname],
    ]);
    expect((await on.call('keeper', announcementHistory, { params })).status).toBe(403);
  });

  it('is written by nobody without the right', async () => {
    expect((await server.current.call('keeper', announcementCreate, { body: body() })).status).toBe(403);
  });
});

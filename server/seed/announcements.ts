/** Announcements of the demo chain in every state, some read: made by the calls that people make. */
import { announcementCreate, announcementPublish, announcementWithdraw } from '../../contract/announcements.ts';
import type { AnnouncementBody } from '../../contract/bodies.ts';
import { announcementRead } from '../../contract/ownAnnouncements.ts';
import { endDue } from '../announcements/announcements.ts';
import { call, DAY, type Desk, HOUR, later } from './desk.ts';

type Words = Pick<AnnouncementBody, 'title_uz' | 'title_ru' | 'body_uz' | 'body_ru'>;

interface AnnouncementPlan extends Words {
  /** Written so long ago, in milliseconds; shown from an hour later. */
  ago: number;
  /** Shown for so long, in milliseconds. */
  lasts: number;
  /** Positions by name; none: everybody. */
  positions?: readonly string[];
  must?: boolean;
  draft?: boolean;
  withdrawn?: string;
  /** Who has read it, some hours later. */
  readers?: readonly string[];
}

const PLANS: readonly AnnouncementPlan[] = [
  {
    title_uz: 'Yozgi taʼtil jadvali',
    title_ru: 'График летних отпусков',
    body_uz:
      'Taʼtil kunlari filial rahbari bilan kelishilgan. Oʻzgartirish kerak boʻlsa, 25-mayga qadar murojaat qiling.',
    body_ru: 'Дни отпуска согласованы с руководителем филиала. Если нужно изменить, обратитесь до 25 мая.',
    ago: 190 * DAY,
    lasts: 30 * DAY,
    readers: ['manager', 'cashier', 'storekeeper'],
  },
  {
    title_uz: 'Mijoz pulini faqat kassa qabul qiladi',
    title_ru: 'Деньги клиента принимает только касса',
    body_uz:
      'Sotuvchi va undiruvchi mijozdan naqd pul olmaydi: toʻlov faqat kassada, chek bilan qabul qilinadi.\n\nMijoz pulni sizga bermoqchi boʻlsa, uni kassaga kuzatib qoʻying.',
    body_ru:
      'Продавец и сотрудник взыскания не берут у клиента наличные: оплату принимает только касса, с чеком.\n\nЕсли клиент отдаёт деньги вам, проводите его к кассе.',
    ago: 2 * DAY,
    lasts: 20 * DAY,
    positions: ['Kassir', 'Sotuvchi', 'Undiruvchi'],
    must: true,
    readers: ['cashier'],
  },
  {
    title_uz: 'Yil yakuni sanogʻi 28-dekabrda boshlanadi',
    title_ru: 'Годовая инвентаризация начнётся 28 декабря',
    body_uz:
      'Sanoq kunlari kirim va omborlararo koʻchirish qilinmaydi.\n\nSanovchilar roʻyxatini 25-dekabrgacha omborchi tuzadi, filial rahbari tasdiqlaydi.',
    body_ru:
      'В дни подсчёта приход и перемещения между складами не проводятся.\n\nСписок учётчиков до 25 декабря составляет кладовщик, утверждает руководитель филиала.',
    ago: DAY,
    lasts: 40 * DAY,
    readers: ['manager', 'storekeeper', 'counter1', 'accountant'],
  },
  {
    title_uz: 'Shanba kuni ofis yopiq',
    title_ru: 'В субботу офис закрыт',
    body_uz: 'Shanba kuni bosh ofis ishlamaydi.',
    body_ru: 'В субботу главный офис не работает.',
    ago: 6 * HOUR,
    lasts: 3 * DAY,
    withdrawn: 'Ofis shanba kuni ochiq boʻladi',
  },
  {
    title_uz: 'Yangi yil oldi ish vaqti',
    title_ru: '',
    body_uz: '25–31-dekabr kunlari filiallar 21:00 gacha ishlaydi.',
    body_ru: '',
    ago: 3 * HOUR,
    lasts: 30 * DAY,
    draft: true,
  },
];

/** The author holds every rule; readers answer from the demo's people. */
const AUTHOR = 'director';

export async function replayAnnouncements(desk: Desk): Promise<void> {
  const positions = await desk.db.kysely.selectFrom('position').select(['id', 'name_uz']).execute();
  for (const { ago, lasts, positions: names = [], must, draft, withdrawn, readers = [], ...words } of PLANS) {
    const written = Date.now() - ago;
    desk.clock.now = new Date(written);
    const from = written + HOUR;
    const { data } = await call(desk, AUTHOR, announcementCreate, {
      body: {
        ...words,
        everyone: names.length === 0,
        position_ids: positions.filter(({ name_uz }) => names.includes(name_uz)).map(({ id }) => id),
        organization_ids: [],
        from: new Date(from).toISOString(),
        to: new Date(from + lasts).toISOString(),
        must_confirm: must === true,
      },
    });
    if (draft) continue;
    const params = { id: data.id };
    later(desk, 20);
    await call(desk, AUTHOR, announcementPublish, { params });
    later(desk, 90);
    for (const reader of readers) {
      later(desk, 35);
      await call(desk, reader, announcementRead, { params });
    }
    if (withdrawn) await call(desk, AUTHOR, announcementWithdraw, { params, body: { reason: withdrawn } });
  }
  await desk.db.tx((trx) => endDue(trx, new Date()));
}

/** Appeals of clients in the demo, made by the calls of who takes them down, answers and closes them. */
import { sql } from 'kysely';
import { appeal } from '../../contract/directories/appeal.ts';
import { call, DAY, type Desk, HOUR, later, type Replay } from './desk.ts';

type Kind = 'complaint' | 'question' | 'suggestion' | 'gratitude';
type Channel = 'call' | 'branch' | 'telegram' | 'site';
type Until = 'new' | 'assigned' | 'answered' | 'closed';

/** Client, branch, kind, way, words, days ago, how far it came, and the answer. */
const APPEALS: readonly (readonly [number, string, Kind, Channel, string, number, Until, string?])[] = [
  [
    3,
    'CHL',
    'complaint',
    'call',
    'Muzlatkich yetkazilganda eshigi qirilgan ekan, haydovchi dalolatnoma yozmadi.',
    9,
    'closed',
    'Eshik almashtirildi, mijoz qabul qildi. Haydovchi bilan suhbat oʻtkazildi.',
  ],
  [
    8,
    'CHL',
    'question',
    'branch',
    'Keyingi toʻlovni bir hafta kechiktirsam, jarima boʻladimi?',
    7,
    'closed',
    'Jarima yoʻq, lekin kechikkan kunlar hisobga yoziladi.',
  ],
  [
    12,
    'YUN',
    'suggestion',
    'telegram',
    'Ilovada toʻlov kunini oʻzim tanlasam, qulay boʻlardi.',
    6,
    'answered',
    'Taklif mahsulot jamoasiga berildi, keyingi talqinda koʻrib chiqiladi.',
  ],
  [
    15,
    'SMR',
    'complaint',
    'site',
    'Kir yuvish mashinasi ikkinchi marta buzildi, usta uch kundan beri kelmaydi.',
    5,
    'assigned',
  ],
  [
    21,
    'FRG',
    'gratitude',
    'branch',
    'Sotuvchi Zulfiya opaga rahmat, hammasini sabr bilan tushuntirdi.',
    4,
    'closed',
    'Rahmat yetkazildi, xodim taqdirlandi.',
  ],
  [27, 'CHL', 'question', 'call', 'Konditsionerni kim oʻrnatadi va necha pul?', 3, 'assigned'],
  [
    30,
    'CHL',
    'complaint',
    'call',
    'Toʻlaganim SMS kelmadi, qarzim oʻzgarmagan koʻrinadi.',
    2,
    'answered',
    'Toʻlov tushgan, qarz kamaygan. SMS raqam eski boʻlgani uchun bormagan.',
  ],
  [34, 'BUX', 'question', 'telegram', 'Televizorni boshqa modelga almashtirsa boʻladimi?', 2, 'new'],
  [40, 'NMG', 'complaint', 'branch', 'Navbatda ikki soat turdim, bitta kassa ishlayapti.', 1, 'assigned'],
  [44, 'CHL', 'suggestion', 'site', 'Filialda bolalar uchun kichik joy qilinglar.', 1, 'new'],
  [47, 'YUN', 'question', 'call', 'Kafil oʻrniga avtomobil garovga qoʻysa boʻladimi?', 0, 'new'],
  [51, 'CHL', 'complaint', 'telegram', 'Sotuvchi shartnomani oʻqishga vaqt bermadi.', 0, 'new'],
];

export async function appealReplays(desk: Desk): Promise<Replay[]> {
  const { rows: kinds } = await sql<{ id: number; code: string }>`
    SELECT v.id, v.code FROM classifier_value v JOIN classifier c ON c.id = v.classifier_id
    WHERE c.code = 'appeal_kind'`.execute(desk.db.kysely);
  const { rows: branches } = await sql<{ id: number; code: string }>`SELECT id, code FROM organization`.execute(
    desk.db.kysely,
  );
  const { rows: heads } = await sql<{ id: number; username: string; organization_id: number }>`
    SELECT u.id, u.username, u.organization_id FROM app_user u JOIN position p ON p.id = u.position_id
    WHERE p.name_uz = 'Filial rahbari' ORDER BY u.id DESC`.execute(desk.db.kysely);
  return APPEALS.map(([client_id, code, kind, channel, text, daysAgo, until, words]) => ({
    at: new Date(Date.now() - daysAgo * DAY - 3 * HOUR),
    async run() {
      const organization_id = branches.find((one) => one.code === code)?.id ?? 0;
      const head = heads.find((one) => one.organization_id === organization_id);
      const kind_id = kinds.find((one) => one.code === kind)?.id ?? 0;
      const { data } = await call(desk, 'director', appeal.calls.create, {
        body: { client_id, kind_id, channel, organization_id, text },
      });
      const step = (who: string, verb: string, body: object) =>
        call(desk, who, appeal.steps[`appeal.${verb}`] as never, { params: { id: data.id }, body } as never);
      if (until === 'new' || head === undefined) return;
      later(desk, 40);
      await step('director', 'assign', { responsible_id: head.id });
      if (until === 'assigned') return;
      later(desk, 95);
      await step(head.username, 'answer', { answer: words, answered_by: channel === 'site' ? 'call' : channel });
      if (until === 'answered') return;
      later(desk, 25);
      await step('director', 'close', { told: true });
    },
  }));
}

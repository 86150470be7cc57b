/** Applications of clients in the demo, by the calls of who writes them and who decides; sources are the stand-ins. */
import { questionnaire } from '../../contract/directories/questionnaire.ts';
import { storeFile } from '../documents/documents.ts';
import { collectDue } from '../scoring/collect.ts';
import { call, DAY, type Desk, HOUR, identify, later, personOf, type Replay } from './desk.ts';
import { demoPeople } from './people.ts';
import { carPicture } from './sealImages.ts';

type Until = 'draft' | 'cancelled' | 'scored' | 'approved' | 'refused' | 'offered';

/** Client, P, F, months, guarantor, days ago, how far it came. */
const ASKED: readonly (readonly [number, number, number, number, number | null, number, Until])[] = [
  [4, 4_800_000, 960_000, 12, null, 16, 'approved'],
  [9, 9_300_000, 1_860_000, 12, 10, 13, 'scored'],
  [14, 6_200_000, 620_000, 12, null, 11, 'refused'],
  [18, 2_900_000, 870_000, 6, null, 8, 'scored'],
  [22, 11_700_000, 2_340_000, 12, 23, 6, 'offered'],
  [27, 3_400_000, 680_000, 9, null, 4, 'cancelled'],
  [31, 7_500_000, 1_500_000, 12, null, 2, 'scored'],
  [36, 5_100_000, 1_020_000, 12, 37, 1, 'draft'],
];

export function questionnaireReplays(desk: Desk): Replay[] {
  const seller = demoPeople().find(({ position }) => position === 'Sotuvchi')?.username ?? 'director';
  const specialist = demoPeople().find(({ position }) => position === 'Skoring mutaxassisi')?.username ?? 'director';
  return ASKED.map(([client_id, goods, first_payment, term, guarantor, daysAgo, until]) => ({
    at: new Date(Date.now() - daysAgo * DAY - 3 * HOUR),
    async run() {
      const { data } = await call(desk, seller, questionnaire.calls.create, {
        body: {
          ...{ client_id, goods, first_payment, term, employment: 'self_employed' },
          ...(guarantor !== null && { guarantor_id: guarantor, relation: 'relative' as const }),
        },
      });
      const params = { id: data.id };
      const step = (event: string, who: string, body: object = {}) =>
        call(desk, who, questionnaire.steps[event] as never, { params, body } as never);
      const { id: by } = await personOf(desk, seller);
      const { db, clock } = desk;
      await storeFile(db.kysely, data.id, 'attachment', carPicture(`rozilik-${data.id}.png`), by, clock.now);
      if (until === 'draft') return;
      await identify(desk, seller, client_id);
      later(desk, 10);
      if (until === 'cancelled') return void (await step('questionnaire.cancel', seller));
      const { data: ready } = await call(desk, seller, questionnaire.calls.show, { params });
      // one on the black list, or without documents, is not handed in
      if (!ready.allowed_events?.includes('questionnaire.submit')) return;
      await step('questionnaire.submit', seller);
      await collectDue(db, clock.now);
      const { data: scored } = await call(desk, 'director', questionnaire.calls.show, { params });
      const events = scored.allowed_events ?? [];
      later(desk, 45);
      if (until === 'approved' && events.includes('review.approve')) {
        const limit = Math.round(Number(scored.credit_limit) * 0.8);
        await step('review.approve', specialist, {
          limit,
          comment: 'Daromadi qoʻshnilaridan ham soʻraldi, tasdiqlandi.',
        });
      }
      if (until === 'refused' && events.includes('review.refuse'))
        await step('review.refuse', specialist, { comment: 'Oxirgi toʻlovlari kechikkan.' });
      if (until === 'offered' && events.includes('questionnaire.offer'))
        await step('questionnaire.offer', specialist, { lever: 'first_payment' });
    },
  }));
}

/** Requests to correct clients of the demo: a new passport, a name after a marriage, a mistyped document; the picture is drawn. */
import { sql } from 'kysely';
import { type Changeable, clientChange } from '../../contract/directories/clientChange.ts';
import type { DirectoryBody } from '../../contract/directory/directory.ts';
import { imageUpload } from '../../contract/images.ts';
import { daysAfter, tashkentDay } from '../http/days.ts';
import { call, DAY, type Desk, HOUR, later, type Replay } from './desk.ts';
import { demoPeople } from './people.ts';
import { signature } from './sealImages.ts';

interface Plan {
  readonly ago: number;
  readonly reason: string;
  readonly until: 'draft' | 'sent' | 'approved' | 'refused';
  readonly change: (fullname: string, today: string) => Readonly<Partial<Record<Changeable, string>>>;
}

const passport = (number: string) => (_: string, today: string) => ({
  ...{ document: number, issued_by: 'Yunusobod tumani IIB' },
  ...{ issued_on: daysAfter(today, -20), expires_on: daysAfter(today, 3_632) },
});
const surname = (fullname: string) => ({ fullname: fullname.replace(/^\S+/, 'Abdullayeva') });

const PLANS: readonly Plan[] = [
  { ago: 12, reason: 'Pasport muddati tugab, yangisini oldi.', until: 'approved', change: passport('AE7104452') },
  { ago: 6, reason: 'Turmushga chiqib, familiyasi oʻzgardi.', until: 'sent', change: surname },
  { ago: 4, reason: 'ID-karta oldi.', until: 'refused', change: passport('AE7104987') },
  { ago: 1, reason: 'Yangi pasport oldi.', until: 'draft', change: passport('AE7105310') },
];

const [send, approve, refuse] = ['send', 'approve', 'refuse'].map((verb) => clientChange.steps[`request.${verb}`]);

export async function clientChangeReplays(desk: Desk): Promise<Replay[]> {
  const of = (position: string) => demoPeople().find((one) => one.position === position)?.username ?? 'director';
  const [author, decider] = [of('Sotuvchi'), of('Skoring mutaxassisi')];
  // who was a client before the first of these requests
  const first = new Date(Date.now() - (Math.max(...PLANS.map(({ ago }) => ago)) + 1) * DAY);
  const { rows } = await sql<{ id: number; fullname: string }>`
    SELECT id, fullname FROM client WHERE gender = 'female' AND pinfl IS NOT NULL AND created_at < ${first}
    ORDER BY id DESC LIMIT ${PLANS.length}`.execute(desk.db.kysely);
  return rows.map(({ id: client_id, fullname }, index): Replay => {
    const { ago, reason, until, change } = PLANS[index] as Plan;
    return {
      at: new Date(Date.now() - ago * DAY - HOUR),
      async run() {
        const today = tashkentDay(desk.clock.now);
        const file = new File([new Uint8Array(signature(index + 3))], 'hujjat.png', { type: 'image/png' });
        const { data: proof } = await call(desk, author, imageUpload, { form: { of: 'clientChange', file } });
        const body = {
          client_id,
          asked_on: today,
          reason,
          replaces: true,
          proof_id: proof.id,
          ...change(fullname, today),
        };
        const { data } = await call(desk, author, clientChange.calls.create, {
          body: body as DirectoryBody<typeof clientChange>,
        });
        if (until === 'draft') return;
        const params = { id: data.id };
        later(desk, 5);
        await call(desk, author, send as never, { params } as never);
        if (until === 'sent') return;
        later(desk, 40);
        const why = { reason: 'Hujjat surati oʻqilmaydi, qayta suratga oling.' };
        if (until === 'refused') await call(desk, decider, refuse as never, { params, body: why } as never);
        else await call(desk, decider, approve as never, { params } as never);
      },
    };
  });
}

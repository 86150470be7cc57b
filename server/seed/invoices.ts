/** Organization invoices of the last months in every state, made by the calls that people make. */
import { luhnDigit } from '../../contract/checkDigits.ts';
import { invoiceCancel, invoiceConfirm, invoiceCreate, invoiceSend } from '../../contract/invoices/heads.ts';
import type { CancelReason } from '../../contract/invoices/invoice.ts';
import { type LineBody, lineCorrect, lineCreateMany } from '../../contract/invoices/lines.ts';
import { attachSerials, type NewSerial } from '../../contract/invoices/serials.ts';
import { sellingPrice } from '../../machines/invoice/sellingPrice.ts';
import { tashkentDay } from '../http/days.ts';
import { call, DAY, type Desk, HOUR, later, type Replay, standOn } from './desk.ts';

interface InvoicePlan {
  /** Days ago. */
  ago: number;
  /** Of the partners, in the order of their ids. */
  partner: number;
  branch: 'CHL' | 'YUN' | 'SMR' | 'FRG';
  lines: number;
  phones?: number;
  dollars?: true;
  special?: true;
  /** One price is the purchaser's own. */
  overridden?: true;
  corrected?: true;
  cancelled?: [reason: CancelReason, comment: string];
  /** The supplier's number; one of two is a duplicate. */
  number?: string;
  until: 'draft' | 'sent' | 'confirmed';
}

const done = (ago: number, partner: number, branch: InvoicePlan['branch'], lines: number): InvoicePlan => ({
  ago,
  partner,
  branch,
  lines,
  until: 'confirmed',
});

const PLANS: readonly InvoicePlan[] = [
  done(108, 0, 'CHL', 12),
  { ...done(102, 1, 'CHL', 8), dollars: true },
  done(96, 2, 'YUN', 6),
  { ...done(88, 3, 'CHL', 2), phones: 4, dollars: true },
  { ...done(81, 0, 'SMR', 9), overridden: true },
  done(73, 1, 'CHL', 15),
  { ...done(66, 2, 'CHL', 5), corrected: true },
  { ...done(58, 3, 'FRG', 7), number: '2026/118' },
  done(51, 0, 'YUN', 4),
  { ...done(44, 1, 'CHL', 3), phones: 3 },
  { ...done(38, 2, 'CHL', 6), until: 'draft', cancelled: ['wrong_partner', 'Boshqa yetkazib beruvchiga yozilgan'] },
  { ...done(33, 3, 'SMR', 10), dollars: true },
  { ...done(27, 0, 'CHL', 6), special: true },
  done(21, 1, 'FRG', 5),
  { ...done(15, 2, 'CHL', 11), number: 'SF-4471' },
  { ...done(11, 3, 'YUN', 4), until: 'sent', cancelled: ['goods_not_received', 'Tovar omborga yetib kelmadi'] },
  { ...done(8, 0, 'CHL', 14), dollars: true },
  done(5, 1, 'CHL', 7),
  { ...done(4, 2, 'CHL', 9), number: 'SF-4471', until: 'sent' },
  { ...done(3, 3, 'CHL', 1), phones: 5, until: 'sent' },
  { ...done(2, 0, 'SMR', 8), until: 'sent' },
  { ...done(2, 1, 'CHL', 4), dollars: true, overridden: true, until: 'sent' },
  { ...done(1, 2, 'CHL', 20), until: 'draft' },
  { ...done(1, 3, 'YUN', 3), phones: 2, dollars: true, until: 'draft' },
  { ...done(0, 0, 'CHL', 5), special: true, until: 'draft' },
  { ...done(0, 1, 'CHL', 0), until: 'draft' },
];

interface Supplier {
  id: number;
  firm: number | null;
}

/** So many suppliers take turns in the plans. */
const SUPPLIERS = 4;

const suppliersOf = ({ db }: Desk): Promise<Supplier[]> =>
  db.kysely
    .selectFrom('partner as p')
    .leftJoin('partner_firm as f', 'f.partner_id', 'p.id')
    .select(({ fn }) => ['p.id', fn.min('f.id').as('firm')])
    .where('p.active', '=', true)
    .groupBy('p.id')
    .orderBy('p.id')
    .limit(SUPPLIERS)
    .execute();

/** A phone of an importer: IMEIs that the opening stock has not. */
function phoneOf(running: number): NewSerial {
  const imei = (at: number) => {
    const body = `8654${String(running * 2 + at).padStart(10, '0')}`;
    return `${body}${luhnDigit(body)}`;
  };
  return { serial_number: `IM${String(running * 7_919 + 104_729).padStart(8, '0')}`, imei_numbers: [imei(0), imei(1)] };
}

/** The morning of a day of the past; papers of today are some minutes old, whatever the hour. */
const begunAt = (ago: number): Date =>
  ago === 0
    ? new Date(Date.now() - HOUR)
    : new Date(`${tashkentDay(new Date(Date.now() - ago * DAY))}T10:${10 + (ago % 40)}:00+05:00`);

/** All plans, the oldest first. */
export async function invoiceReplays(desk: Desk): Promise<Replay[]> {
  const { kysely } = desk.db;
  const suppliers = await suppliersOf(desk);
  const goods = await kysely
    .selectFrom('product_variant')
    .select(['id', 'last_cost', 'imei_count'])
    .where('last_cost', '>', 0)
    .where((where) => where.or([where('is_serial_number', '=', false), where('imei_count', '=', 2)]))
    .orderBy('id')
    .execute();
  const plain = goods.filter((one) => one.imei_count === 0);
  const phones = goods.filter((one) => one.imei_count === 2);
  const shops = await kysely
    .selectFrom('warehouse_list as w')
    .innerJoin('organization as o', 'o.id', 'w.organization_id')
    .select(['w.id', 'o.code'])
    .where('w.kind', '=', 'shop')
    .execute();
  const rates = await kysely
    .selectFrom('currency_rate')
    .select(['date', 'uzs_per_unit as rate'])
    .where('currency', '=', 'USD')
    .orderBy('date', 'desc')
    .execute();
  const rateOn = (day: string): number => Number((rates.find(({ date }) => date <= day) ?? rates.at(-1))?.rate ?? 1);

  let running = 0;
  const lineOf = (plan: InvoicePlan, good: (typeof goods)[number], count: number, own: boolean): LineBody => {
    const cost = Number(good.last_cost);
    const rate = rateOn(tashkentDay(desk.clock.now));
    const figures = plan.dollars
      ? {
          currency_id: 2,
          value: Math.max(0.01, Math.round((cost / rate) * 100) / 100),
          currency_change: rate,
        }
      : { currency_id: 1, value: Math.max(500, Math.round(cost / 500) * 500), currency_change: 1 };
    const markup = { no_cash: 88, additional: desk.random.whole(2, 9), other_additional: 0 };
    const price = sellingPrice({ ...figures, ...markup }) ?? 0;
    return {
      product_variant_id: good.id,
      count,
      ...figures,
      ...markup,
      selling_price: own ? price + 1_000 : price,
      ...(own ? { selling_price_overridden: true } : {}),
    };
  };

  const replay = async (plan: InvoicePlan, at: number): Promise<void> => {
    await standOn(desk, plan.branch);
    const supplier = suppliers[plan.partner % suppliers.length] as Supplier;
    const { data } = await call(desk, 'buyer', invoiceCreate, {
      body: {
        partner_id: supplier.id,
        partner_firm_id: supplier.firm,
        number_invoice: plan.number ?? `${String(at * 37 + 204)}`,
        invoice_date: tashkentDay(desk.clock.now),
        warehouse_list_id: shops.find((shop) => shop.code === plan.branch)?.id ?? 1,
        type: plan.special ? 'special' : 'regular',
        comment: plan.special ? 'Maxsus buyurtma boʻyicha' : '',
      },
    });
    const params = { id: data.id };
    const lines = Array.from({ length: plan.lines }, (_, n) =>
      lineOf(plan, desk.random.pick(plain), desk.random.whole(2, 12), plan.overridden === true && n === 0),
    );
    if (plan.phones) lines.push(lineOf(plan, desk.random.pick(phones), plan.phones, false));
    if (lines.length === 0) return;
    later(desk, 12);
    const entered = await call(desk, 'buyer', lineCreateMany, { params, body: { lines } });
    if (plan.phones && plan.until !== 'draft') {
      later(desk, 30);
      const serial_numbers = Array.from({ length: plan.phones }, () => phoneOf(running++));
      await call(desk, plan.branch === 'CHL' ? 'storekeeper' : 'buyer', attachSerials, {
        body: { input_product_id: entered.data.at(-1)?.id ?? 0, serial_numbers, has_many: true },
      });
    }
    if (plan.until !== 'draft') {
      later(desk, 6);
      await call(desk, 'buyer', invoiceSend, { params, body: { value: true } });
    }
    later(desk, 9);
    if (plan.cancelled) {
      const [canceled_commentary_type, canceled_commentary] = plan.cancelled;
      await call(desk, plan.until === 'draft' ? 'buyer' : 'accountant', invoiceCancel, {
        params,
        body: { canceled_commentary, canceled_commentary_type },
      });
      return;
    }
    if (plan.until !== 'confirmed') return;
    await call(desk, 'accountant', invoiceConfirm, { params, body: { value: true } });
    if (!plan.corrected) return;
    later(desk, 90);
    const [first, second] = entered.data;
    if (first) {
      await call(desk, 'accountant', lineCorrect, {
        params: { id: first.id },
        body: { count: first.count - 1, value: first.value, reason: 'Bir dona kam kelgan, dalolatnoma tuzildi' },
      });
    }
    if (second) {
      await call(desk, 'accountant', lineCorrect, {
        params: { id: second.id },
        body: {
          count: second.count,
          value: second.value + 1_000,
          reason: 'Narx hamkor qogʻozidan notoʻgʻri koʻchirilgan',
        },
      });
    }
  };
  return PLANS.map((plan, at) => ({ at: begunAt(plan.ago), run: () => replay(plan, at) }));
}

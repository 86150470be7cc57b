/** Calls on the lines of an invoice, and how lines are checked and written: one or five thousand (decisions 22, 47). */
import { type Kysely, sql } from 'kysely';
import { changeOf } from '../../contract/change.ts';
import {
  type InputProduct,
  type LineBody,
  lineCorrect,
  lineCreate,
  lineCreateMany,
  lineDelete,
  lineIndex,
  lineMarkPrint,
  lineUpdate,
  lineWithdraw,
  type NewLineBody,
} from '../../contract/invoices/lines.ts';
import { MAX_LINES, MAX_VALUE } from '../../contract/invoices/shared.ts';
import { lineSum, sellingPrice, unitCost } from '../../machines/invoice/sellingPrice.ts';
import type { Schema } from '../db/schema.ts';
import { type Implementation, implement } from '../http/implement.ts';
import { type FieldFault, invalid, invalidField, Refusal } from '../http/refusal.ts';
import type { Asked } from '../lifecycle/lifecycle.ts';
import { requireVersion } from '../lifecycle/stages.ts';
import { lockedFault } from '../stock/locks.ts';
import { findInvoice, findLine, type InvoiceRecord } from './access.ts';
import { INVOICES, invoiceAfter, type LineRow, lineAnswer, lineAnswers, lineRows } from './answers.ts';
import { overCategoryLimits } from './categoryLimits.ts';
import { limitsOf } from './limits.ts';
import { newlyLocked } from './lockedGoods.ts';
import { correctLine, withdrawLine, wrongValue } from './posting.ts';
import { type PriceControl, priceControlsOf, priceMoved } from './priceControl.ts';
import { isFarRate, practiceDateOf, ratesOn } from './rates.ts';

type Db = Kysely<Schema>;

/** A line as it is written: soʻm have a rate of 1 whatever was sent, the price is the rule's or marked as meant. */
export interface CheckedLine extends Required<Omit<LineBody, 'check' | 'print' | 'print_count'>> {
  title: string;
  print: boolean;
  print_count: number;
}

interface CheckOptions {
  /** They take the place of all lines of the invoice. */
  replaces?: true;
  /** One line takes the place of this one. */
  instead?: number;
  /** Faults are named by the line's place: `lines.3.value`, of replaced ones `input_products.3.value`. */
  many?: true;
}

type Faults = Record<string, FieldFault[]>;

function refuse(faults: Faults, code: 'validation' | 'warnings' = 'validation'): void {
  if (Object.keys(faults).length === 0) return;
  throw code === 'validation' ? invalid(faults) : new Refusal(422, code, { fields: faults });
}

/**
 * Lines against what they name, the price rule and, where `check` asks for it, limits and prices.
 * @throws Refusal 422: `validation`, `price_differs` with both figures, `warnings`.
 */
export async function checkedLines(
  db: Db,
  invoice: InvoiceRecord,
  lines: readonly LineBody[],
  now: Date,
  options: CheckOptions = {},
): Promise<CheckedLine[]> {
  const list = options.replaces ? 'input_products' : options.many ? 'lines' : undefined;
  const at = (index: number, field: string) => (list ? `${list}.${index}.${field}` : field);
  const variants = await db
    .selectFrom('product_variant')
    .select(['id', 'title'])
    .where('active', '=', true)
    .where(sql<boolean>`id = any(${lines.map((line) => line.product_variant_id)}::int[])`)
    .execute();
  const titles = new Map(variants.map((row) => [row.id, row.title]));
  const currencies = new Map(
    (await db.selectFrom('currency').select(['id', 'abbrevation']).where('active', '=', true).execute()).map((row) => [
      row.id,
      row.abbrevation,
    ]),
  );

  const locks = await newlyLocked(db, invoice, lines, now);
  const faults: Faults = {};
  const differing: { index: number; sent: number; rule: number }[] = [];
  const checked = lines.map((line, index): CheckedLine => {
    const currency = currencies.get(line.currency_id);
    const lock = locks.get(line.product_variant_id);
    if (!titles.has(line.product_variant_id)) faults[at(index, 'product_variant_id')] = [{ key: 'product' }];
    else if (lock) faults[at(index, 'product_variant_id')] = [lockedFault(lock)];
    if (currency === undefined) faults[at(index, 'currency_id')] = [{ key: 'currency' }];
    const rate = currency === 'UZS' ? 1 : line.currency_change;
    const figures = { ...line, currency_change: rate };
    const rule = sellingPrice(figures);
    const fault = wrongValue(figures, currency);
    if (fault) faults[at(index, 'value')] = [fault];
    else if (lineSum(line) > MAX_VALUE) faults[at(index, 'count')] = [{ key: 'sum_most', values: { max: MAX_VALUE } }];
    else if (rule === null || rule > MAX_VALUE * 1000)
      faults[at(index, 'value')] = [{ key: 'most', values: { max: MAX_VALUE } }];
    else if (line.selling_price !== rule && !line.selling_price_overridden) {
      differing.push({ index, sent: line.selling_price, rule });
    }
    return {
      title: titles.get(line.product_variant_id) ?? '',
      product_variant_id: line.product_variant_id,
      currency_id: line.currency_id,
      value: line.value,
      no_cash: line.no_cash,
      additional: line.additional,
      other_additional: line.other_additional,
      currency_change: rate,
      count: line.count,
      selling_price: line.selling_price,
      selling_price_overridden: line.selling_price !== rule,
      print: line.print ?? false,
      print_count: line.print_count ?? 1,
    };
  });
  refuse(faults);
  if (differing.length > 0) {
    const fields = Object.fromEntries(
      differing.map(({ index, sent, rule }) => [
        at(index, 'selling_price'),
        [{ key: 'price_differs', values: { sent, rule } }],
      ]),
    );
    const { sent, rule } = differing[0] as (typeof differing)[number];
    throw new Refusal(422, 'price_differs', {
      fields,
      values: { sent, rule },
      current: { selling_price: sent, rule_price: rule },
    });
  }
  const day = await practiceDateOf(db, invoice.organizationId, now);
  const controls = await priceControlsOf(
    db,
    checked.map((line) => line.product_variant_id),
    day,
  );
  const moved = (action: PriceControl['action'], asked: readonly number[]): Faults =>
    Object.fromEntries(
      asked.flatMap((index) => {
        const line = checked[index] as CheckedLine;
        const control = controls.get(line.product_variant_id);
        const fault = control?.action === action ? priceMoved(control, unitCost(line)) : undefined;
        return fault ? [[at(index, 'value'), [fault]]] : [];
      }),
    );
  refuse(moved('block', [...checked.keys()]));
  const asked = lines.flatMap((line, index) => (line.check ? [index] : []));
  const warnings = await warningsOf(db, invoice, asked, checked, currencies, at, day, options);
  refuse({ ...moved('warn', asked), ...warnings }, 'warnings');
  return checked;
}

/** What a person should see before saving (decision 47, `check`): over the limit, below cost, a rate far from the day's. */
async function warningsOf(
  db: Db,
  invoice: InvoiceRecord,
  asked: readonly number[],
  checked: readonly CheckedLine[],
  currencies: ReadonlyMap<number, string>,
  at: (index: number, field: string) => string,
  day: string,
  options: CheckOptions,
): Promise<Faults> {
  if (asked.length === 0) return {};
  const without = options.replaces ? { withoutInvoice: invoice.id } : { withoutLine: options.instead ?? 0 };
  const ids = checked.map((line) => line.product_variant_id);
  const limits = await limitsOf(db, ids, invoice.organizationId, without);
  const costs = checked.map((line) => ({ ...line, cost: unitCost(line) }));
  const overCategory = await overCategoryLimits(db, costs, invoice.organizationId, day, without);
  const rates = await ratesOn(db, day);
  const coming = new Map<number, number>();
  for (const line of checked)
    coming.set(line.product_variant_id, (coming.get(line.product_variant_id) ?? 0) + line.count);
  const faults: Faults = {};
  for (const index of asked) {
    const line = checked[index] as CheckedLine;
    const left = limits.get(line.product_variant_id)?.left;
    if (left != null && (coming.get(line.product_variant_id) ?? 0) > left)
      faults[at(index, 'count')] = [{ key: 'over_limit', values: { left: Math.max(left, 0) } }];
    else if (overCategory.has(index)) faults[at(index, 'count')] = [overCategory.get(index) as FieldFault];
    const rate = rates.get(currencies.get(line.currency_id) ?? '');
    if (rate !== undefined && isFarRate(line.currency_change, rate))
      faults[at(index, 'currency_change')] = [{ key: 'rate_far', values: { rate } }];
    const cost = unitCost(line);
    if (line.selling_price < cost) faults[at(index, 'selling_price')] = [{ key: 'below_cost', values: { cost } }];
  }
  return faults;
}

/**
 * Writes lines at the end of the invoice, in their order. Returns their ids.
 * @param places positions that replace those of the lines, by index.
 */
export async function insertLines(
  db: Db,
  invoice: InvoiceRecord,
  lines: readonly CheckedLine[],
  userId: number,
  now: Date,
  places: readonly (number | undefined)[] = [],
): Promise<number[]> {
  if (lines.length === 0) return [];
  const { n, last } = await db
    .selectFrom('input_product')
    .where('product_invoice_id', '=', invoice.id)
    .where('withdrawn_at', 'is', null)
    .select([sql<number>`count(*)::integer`.as('n'), sql<number>`coalesce(max(position), 0)`.as('last')])
    .executeTakeFirstOrThrow();
  if (n + lines.length > MAX_LINES) throw invalidField('lines', 'many', { max: MAX_LINES });
  const column = <K extends keyof CheckedLine>(key: K) => lines.map((line) => line[key]);
  const { rows } = await sql<{ id: number }>`
    INSERT INTO input_product (product_invoice_id, position, product_variant_id, currency_id, value, count, no_cash,
      additional, other_additional, currency_change, selling_price, selling_price_overridden, print, print_count,
      created_by, created_at)
    SELECT ${invoice.id}::integer, coalesce(l.position, ${last}::integer + l.place), l.variant, l.currency, l.value, l.count, l.no_cash,
           l.additional, l.other, l.rate, l.price, l.overridden, l.print, l.print_count, ${userId}::integer,
           ${now}::timestamptz
    FROM unnest(${column('product_variant_id')}::integer[], ${column('currency_id')}::integer[],
                ${column('value')}::numeric[], ${column('count')}::integer[], ${column('no_cash')}::numeric[],
                ${column('additional')}::numeric[], ${column('other_additional')}::numeric[],
                ${column('currency_change')}::numeric[], ${column('selling_price')}::numeric[],
                ${column('selling_price_overridden')}::boolean[], ${column('print')}::boolean[],
                ${column('print_count')}::integer[], ${lines.map((_, at) => places[at] ?? null)}::integer[])
      WITH ORDINALITY
      AS l (variant, currency, value, count, no_cash, additional, other, rate, price, overridden, print, print_count,
            position, place)
    ORDER BY l.place
    RETURNING id`.execute(db);
  return rows.map((row) => row.id);
}

/** What the log keeps of a line: enough to see what changed. */
export const kept = (line: CheckedLine | LineRow) => ({
  value: line.value,
  currency_id: line.currency_id,
  count: line.count,
  no_cash: line.no_cash,
  additional: line.additional,
  other_additional: line.other_additional,
  currency_change: line.currency_change,
  selling_price: line.selling_price,
  selling_price_overridden: line.selling_price_overridden,
  print: line.print,
  print_count: line.print_count,
});

/** What the log keeps of the serial numbers that go with lines: all that was entered. */
export async function numbersOf(db: Db, lines: readonly LineRow[]) {
  const units = await db
    .selectFrom('input_serial')
    .select(['serial_number', 'imei_numbers'])
    .where(
      'input_product_id',
      'in',
      lines.map(({ id }) => id),
    )
    .orderBy('id')
    .execute();
  const lots = lines.flatMap(({ lot_number }) => lot_number ?? []);
  const serials = [...units.map((unit) => unit.serial_number), ...lots];
  const imeis = units.flatMap(({ serial_number, imei_numbers }) => {
    const others = imei_numbers.filter((imei) => imei !== serial_number);
    return others.length === 0 ? [] : [[serial_number, others] as const];
  });
  return {
    ...(serials.length > 0 && { serials }),
    ...(imeis.length > 0 && { imeis: Object.fromEntries(imeis) }),
  };
}

async function oneRow(db: Db, invoice: InvoiceRecord, id: number): Promise<LineRow> {
  const [row] = await lineRows(db, invoice, [id]);
  if (!row) throw new Error('the line was there a moment ago');
  return row;
}

async function added(
  context: Asked,
  invoice: InvoiceRecord,
  lines: readonly NewLineBody[],
  options: CheckOptions = {},
): Promise<InputProduct[]> {
  const { db, user, now } = context;
  let ids: number[] = [];
  await INVOICES.take(context, invoice, 'line.add', async () => {
    const checked = await checkedLines(db, invoice, lines, now, options);
    const places = lines.map((line) => line.position);
    ids = await insertLines(db, invoice, checked, user.id, now, places);
    const rows = await lineRows(db, invoice, ids);
    return rows.length === 1 && rows[0]
      ? { line_id: rows[0].id, title: rows[0].title, after: kept(rows[0]) }
      : {
          lines: rows.length,
          overridden: rows.filter((row) => row.selling_price_overridden).map((row) => row.title),
        };
  });
  return lineAnswers(db, invoice, ids);
}

/** An invoice with the one of its lines that a call is about. */
interface WithLine extends InvoiceRecord {
  line: LineRow;
}

/** The line's own version is asked, and the log names the line. */
const ONE_LINE = {
  async find({ db, user, params }: Asked & { params: { id: number } }): Promise<WithLine> {
    const { invoice, lineId } = await findLine(db, user, params.id, { lock: true });
    return { ...invoice, line: await oneRow(db, invoice, lineId) };
  },
  besides: ({ record: { line } }: { record: WithLine }) => ({
    version: { version: line.version, current: () => lineAnswer(line) },
    subject: () => ({ id: line.id }),
  }),
};

const named = <Details extends object>({ id, title }: LineRow, details: Details) => ({
  line_id: id,
  title,
  ...details,
});

/** The reason of a correction, where one was given. */
const why = ({ reason }: { reason?: string | undefined }) => (reason === undefined ? {} : { reason });

/** The line and its invoice as they are after a step. */
async function lineAfter({ db, user, record }: Asked & { record: WithLine }) {
  const line = lineAnswer(await oneRow(db, record, record.line.id));
  return { data: line, invoice: await invoiceAfter(db, user, record.id) };
}

export const invoiceLineCalls: Implementation[] = [
  implement(lineIndex, {
    record: ({ db, user, params }) => findInvoice(db, user, params.id),
    handle: async ({ db, record }) => ({ data: await lineAnswers(db, record) }),
  }),

  implement(lineCreate, {
    record: ({ db, user, params }) => findInvoice(db, user, params.id, { lock: true }),
    async handle(context) {
      const { db, user, body, record } = context;
      const [line] = await added(context, record, [body]);
      return { data: line as InputProduct, invoice: await invoiceAfter(db, user, record.id) };
    },
  }),

  implement(lineCreateMany, {
    record: ({ db, user, params }) => findInvoice(db, user, params.id, { lock: true }),
    async handle(context) {
      const { db, user, body, record } = context;
      const data = await added(context, record, body.lines, { many: true });
      return { data, invoice: await invoiceAfter(db, user, record.id) };
    },
  }),

  implement(
    lineUpdate,
    INVOICES.stepThen(
      'line.change',
      async ({ db, body, record, now }) => {
        const before = record.line;
        const [line] = (await checkedLines(db, record, [body], now, { instead: before.id })) as [CheckedLine];
        const labels = { print: body.print ?? before.print, print_count: body.print_count ?? before.print_count };
        const { title: _, ...fields } = line;
        const other = line.product_variant_id !== before.product_variant_id;
        if (other && before.saved > 0) throw invalidField('product_variant_id', 'line_has_serials');
        if (before.is_serial_number && line.count < before.saved)
          throw invalidField('count', 'serials_saved', { n: before.saved });
        await db
          .updateTable('input_product')
          .set((row) => ({
            ...fields,
            // A number for the whole line is of those goods.
            ...(other ? { lot_number: null } : {}),
            ...labels,
            version: row('version', '+', 1),
          }))
          .where('id', '=', before.id)
          .execute();
        const change = changeOf(
          { ...kept(before), product_variant_id: before.product_variant_id },
          { ...kept({ ...line, ...labels }), product_variant_id: line.product_variant_id },
        );
        return named(before, change);
      },
      lineAfter,
      ONE_LINE,
    ),
  ),

  implement(
    lineDelete,
    INVOICES.stepThen(
      'line.remove',
      async ({ db, query, record: { line } }) => {
        // Saving a number leaves the line's version: how many were seen is asked besides.
        await requireVersion(query.serials ?? 0, line.saved, () => lineAnswer(line));
        const numbers = await numbersOf(db, [line]);
        await db.deleteFrom('input_product').where('id', '=', line.id).execute();
        return named(line, { before: kept(line), ...numbers });
      },
      async ({ db, user, record }) => ({
        data: { id: record.line.id },
        invoice: await invoiceAfter(db, user, record.id),
      }),
      ONE_LINE,
    ),
  ),

  implement(
    lineMarkPrint,
    INVOICES.stepThen(
      'labels.mark',
      async ({ db, body, record: { line } }) => {
        await db
          .updateTable('input_product')
          .set((row) => ({ ...body, version: row('version', '+', 1) }))
          .where('id', '=', line.id)
          .execute();
        return named(line, changeOf(line, body));
      },
      lineAfter,
      ONE_LINE,
    ),
  ),

  implement(
    lineCorrect,
    INVOICES.stepThen(
      'line.correct',
      async ({ db, user, body, record, now }, day) =>
        named(record.line, {
          ...(await correctLine(db, record, record.line, body, user.id, { day, now })),
          ...why(body),
        }),
      async (context, { details: { before, after } }) => ({ ...(await lineAfter(context)), before, after }),
      ONE_LINE,
    ),
  ),

  implement(
    lineWithdraw,
    INVOICES.stepThen(
      'line.withdraw',
      async ({ db, user, query, record, now }, day) =>
        named(record.line, {
          ...(await withdrawLine(db, record, record.line, user.id, { day, now })),
          ...why(query),
        }),
      async ({ db, user, record }, { details: { before, after } }) => ({
        ...{ data: null, before, after },
        invoice: await invoiceAfter(db, user, record.id),
      }),
      ONE_LINE,
    ),
  ),
];

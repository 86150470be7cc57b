import * as z from 'zod/mini';
import { REASON_LETTERS, saysWhy } from './reason.ts';

/** Page sizes (spec 9: 15; the others are an extension, decision 44). */
export const PAGE_SIZE = 15;
export const PAGE_SIZES = [15, 30, 50, 100] as const;

/** A row's id: positive, within int4. */
export const id = () => z.int().check(z.gt(0), z.lte(2_147_483_647));
/** An id in the address. */
export const queryId = () => z.coerce.number().check(z.int(), z.gt(0), z.lte(2_147_483_647));
export const text = (max: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(max));
/** Why, in one's own words. */
export const reason = (max = 500) =>
  text(max).check(
    z.refine((written) => saysWhy(written), { params: { key: 'reason_letters', values: { n: REASON_LETTERS } } }),
  );
export const instant = () => z.iso.datetime();
/** A day on paper: no document of ours is of another century, so such a year is a typing error. */
export const day = () =>
  z.iso.date().check(z.refine((written) => written.startsWith('20'), { params: { key: 'day_far' } }));
/** A filter by days: one, or the first and the last with a comma between. */
export const daysFilter = () => z.optional(z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}(,\d{4}-\d{2}-\d{2})?$/)));
/** Whole soʻm (decision 27). */
export const uzs = () => z.number();

/**
 * What of a list is asked (decision 93): `rows` alone, `counts` (the total and counts by state), `totals` (sums over the
 * filter), `exact` (both without a limit: asked by a click). Without it: rows with their total.
 */
export const LIST_PARTS = ['rows', 'counts', 'totals', 'exact'] as const;
export type ListPart = (typeof LIST_PARTS)[number];

/** Counts are exact up to here unasked; numbered pages reach as far (decision 93). */
export const COUNTED = 10_000;

/** Records of a filter that one command may be given: each takes a step of its own. */
export const MOST_FILTERED = 2_000;

const rowKey = () => z.optional(z.string().check(z.maxLength(1000)));

export const pageQuery = {
  page: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(1_000_000))),
  per_page: z.optional(z.pipe(z.coerce.number(), z.literal(PAGE_SIZES))),
  part: z.optional(z.enum(LIST_PARTS)),
  /** The rows that follow this key, or those before it, instead of a numbered page: `next` and `previous` of an answer. */
  after: rowKey(),
  before: rowKey(),
};

/** All rows of the filter for one command on them: how many were seen of it, and when. */
export const allQuery = {
  all: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(COUNTED))),
  moment: z.optional(z.iso.datetime()),
};

export const Meta = z.object({
  current_page: z.int(),
  /** null: not counted, or more than are counted without *exact* (`more`). */
  total: z.nullable(z.int()),
  per_page: z.int(),
  more: z.optional(z.boolean()),
  /** Keys of the rows at both ends of the page; null where nothing follows, absent where a list has no keys. */
  next: z.optional(z.nullable(z.string())),
  previous: z.optional(z.nullable(z.string())),
});
/** Counts by state; null where there are more than are counted unasked. */
export const Counts = z.record(z.string(), z.nullable(z.int()));
export type Counts = z.infer<typeof Counts>;
/** Sums by the currency's abbreviation; a currency without money is left out. */
export const Sums = z.record(z.string(), z.number());
export type Sums = z.infer<typeof Sums>;
export type Meta = z.infer<typeof Meta>;

export const Person = z.object({ id: z.int(), fullname: z.string() });
export type Person = z.infer<typeof Person>;

export const FileInfo = z.object({
  id: z.int(),
  name: z.string(),
  type: z.string(),
  size: z.int(),
  created_at: instant(),
  created_by: Person,
});
export type FileInfo = z.infer<typeof FileInfo>;

/** A line of a document's event log. */
export const HistoryLine = z.object({
  id: z.string(),
  at: instant(),
  user: z.nullable(Person),
  machine: z.string(),
  event: z.string(),
  before: z.nullable(z.string()),
  after: z.nullable(z.string()),
  payload: z.record(z.string(), z.unknown()),
});
export type HistoryLine = z.infer<typeof HistoryLine>;

export const dataOf = <T extends z.ZodMiniType>(schema: T) => z.object({ data: schema });
export const listOf = <T extends z.ZodMiniType>(schema: T) => z.object({ data: z.array(schema), meta: Meta });
/** The same with counts by state and with the totals of its money columns over the filter, by the key of the column. */
export const summedListOf = <T extends z.ZodMiniType>(schema: T) =>
  z.object({
    data: z.array(schema),
    meta: z.extend(Meta, { statuses: z.optional(Counts), totals: z.optional(z.record(z.string(), uzs())) }),
  });
export const Command = z.object({ message: z.string() });

/** Files: up to 15 MB, recognised by content (decision 53). */
export const MAX_FILE_BYTES = 15_000_000;

/** What a JSON body may hold, looked at before it is parsed (decision 54). */
export const MAX_DEPTH = 32;
/** Objects, lists and what they hold, in one body; the largest body of a call has some 100,000. */
export const MAX_JSON_VALUES = 200_000;
/** Faults that one answer names (decision 54). */
export const MAX_FAULTS = 100;

/** Every error's `code` (decision 30). */
export const ERROR_CODES = [
  'bad_request',
  'unauthorized',
  'password_expired',
  'forbidden',
  'not_found',
  'not_allowed_now',
  'stale',
  'entries_differ',
  'outside_limit',
  'disagreements',
  'moved_lines',
  'other_sitting',
  'serials_elsewhere',
  'not_submitted',
  'negative_stock',
  'no_open_day',
  'negative_cash',
  'not_reversible',
  'money_moved',
  'no_lines',
  'serials_missing',
  'goods_left',
  'in_use',
  'key_reused',
  'too_large',
  'validation',
  'warnings',
  'price_differs',
  'schedule_stale',
  'goods_reserved',
  'reservation_expired',
  'terms_changed',
  'units_missing',
  'reasons_missing',
  'reserved_missing',
  'goods_leaving',
  'rate_limited',
  'disk_full',
  'unavailable',
  'internal',
] as const;
export type ErrorCode = (typeof ERROR_CODES)[number];

export const ErrorBody = z.object({
  message: z.string(),
  code: z.string(),
  request_id: z.string(),
  errors: z.optional(z.record(z.string(), z.array(z.string()))),
  state: z.optional(z.string()),
  allowed: z.optional(z.array(z.string())),
  current: z.optional(z.unknown()),
  /** The lines that are the matter, by name, whole. */
  lines: z.optional(
    z.array(z.object({ product_variant_id: z.int(), title: z.string(), text: z.optional(z.string()) })),
  ),
});
export type ErrorBody = z.infer<typeof ErrorBody>;

/** On which days the black list has somebody; `to` null: until it is taken back. */
export const ListedDays = z.object({ from: day(), to: z.nullable(day()) });
export type ListedDays = z.infer<typeof ListedDays>;

/** Warehouse service: counting acts (spec 7 "counting acts"; decisions 16–20, 32–44, 53). */
import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import {
  Deed,
  dataOf,
  daysFilter,
  FileInfo,
  HistoryLine,
  id,
  instant,
  listOf,
  Meta,
  Person,
  pageQuery,
  queryId,
  text,
  uzs,
} from './common.ts';
import { serialKey } from './serial.ts';

/** A count is whole, 0 to 9,999,999 (decision 34). */
export const MAX_COUNT = 9_999_999;

export const ACT_STATUSES = [
  'created',
  'residues_loaded',
  'counting',
  'counted',
  'completed',
  'formed',
  'cancelled',
] as const;
export type ActStatus = (typeof ACT_STATUSES)[number];

export const COUNTER_STATUSES = ['assigned', 'counting', 'submitted'] as const;
export type CounterStatus = (typeof COUNTER_STATUSES)[number];

export const ENTRY_SOURCES = ['scan', 'hand', 'file'] as const;
export type EntrySource = (typeof ENTRY_SOURCES)[number];

const count = () => z.int().check(z.gte(0), z.lte(MAX_COUNT));
/** In the one form of serial numbers: no other spelling of a unit gets further than this. */
const serial = () => z.string().check(z.overwrite(serialKey), z.minLength(1), z.maxLength(64));

/**
 * What a person did once: an increment, so undo is an entry with the opposite count and 0 makes a product counted
 * (decision 34). `serial_number` only for serial goods, with a count of 1 or −1.
 */
export const Entry = z.object({
  entry_id: z.uuid(),
  product_variant_id: id(),
  count: z.int().check(z.gte(-MAX_COUNT), z.lte(MAX_COUNT)),
  source: z.enum(ENTRY_SOURCES),
  entered_at: instant(),
  serial_number: z.optional(z.nullable(serial())),
});
export type Entry = z.infer<typeof Entry>;

export const ListedProduct = z.object({
  product_variant_id: id(),
  count: count(),
  serial_numbers: z.optional(z.array(serial()).check(z.maxLength(100_000))),
  entries: z.optional(z.array(Entry)),
});
export type ListedProduct = z.infer<typeof ListedProduct>;

export const ActFile = FileInfo;

/** Counter (act user), decision 33. `counted`: products with an entry; the rest is what the creator watches live. */
export const Counter = z.object({
  id: z.int(),
  act_of_count_id: z.int(),
  title: z.string(),
  user_id: z.int(),
  user: Person,
  status: z.enum(COUNTER_STATUSES),
  counted: z.int(),
  units: z.int(),
  last_entry_at: z.nullable(instant()),
  /** Entries in each of the last twelve spans of five minutes, the newest last. */
  pace: z.array(z.int()),
  started_at: z.nullable(instant()),
  submitted_at: z.nullable(instant()),
  released: z.boolean(),
  version: z.int(),
  allowed_events: z.array(z.string()),
});
export type Counter = z.infer<typeof Counter>;

/** What the lifecycle's guards read, found by the server (decisions 17, 19, 20). */
export const ActFacts = z.object({
  assigned: z.int(),
  counting: z.int(),
  submitted: z.int(),
  disagreements: z.int(),
  moved: z.int(),
  elsewhere: z.int(),
});
export type ActFacts = z.infer<typeof ActFacts>;

/** Act, decision 32. */
export const Act = z.object({
  id: z.int(),
  organization_id: z.int(),
  organization: z.string(),
  comment: z.string(),
  status: z.enum(ACT_STATUSES),
  file: z.nullable(ActFile),
  /** False when a creator is also a counter: shown and printed. */
  blind: z.boolean(),
  number: z.string(),
  created_at: instant(),
  created_by: Person,
  version: z.int(),
  allowed_events: z.array(z.string()),
});
export type Act = z.infer<typeof Act>;

/** A line of the list of acts: the act with its progress. For a plain counter the figures of others stay 0. */
export const ActInList = z.extend(Act, {
  counters: z.array(z.object({ id: z.int(), user: Person, status: z.enum(COUNTER_STATUSES), mine: z.boolean() })),
  lines: z.int(),
  counted: z.int(),
  difference_sum: z.nullable(uzs()),
});
export type ActInList = z.infer<typeof ActInList>;

/** The act as its window shows it: the act, its facts and its figures. Only for who may manage it. */
export const ActDetails = z.extend(Act, {
  facts: ActFacts,
  /** When the act came into each state it has been in. */
  moments: z.record(z.string(), instant()),
  lines: z.int(),
  counted: z.int(),
  units: z.int(),
  residue: z.int(),
  difference: z.int(),
  difference_sum: uzs(),
  /** Counted lines without a final count, and lines that nobody entered (decision 19). */
  not_counted: z.int(),
  comments: z.int(),
  files: z.array(FileInfo),
  practice_day: z.nullable(z.string()),
});
export type ActDetails = z.infer<typeof ActDetails>;

export const CountCommentary = z.object({
  id: z.int(),
  product_variant_id: z.nullable(z.int()),
  comment: z.string(),
  file: z.nullable(FileInfo),
  created_at: instant(),
  updated_at: z.nullable(instant()),
  created_by: Person,
});
export type CountCommentary = z.infer<typeof CountCommentary>;

export const ProductOfCount = z.object({
  id: z.int(),
  title: z.string(),
  sku: z.string(),
  barcode: z.nullable(z.string()),
  is_serial_number: z.boolean(),
});

/** Row of `count_act_product/show`, decision 35; `manual`, `keep`, `elsewhere` and `version` are extensions. */
export const CountRow = z.object({
  product_variant: ProductOfCount,
  residue: z.int(),
  cost: uzs(),
  counts: z.record(z.string(), z.nullable(z.int())),
  final_count: z.nullable(z.int()),
  difference: z.nullable(z.int()),
  difference_sum: z.nullable(uzs()),
  moved_since: z.int(),
  count_commentaries: z.array(CountCommentary),
  manual: z.nullable(z.int()),
  disagreement: z.boolean(),
  keep: z.nullable(z.enum(['count', 'difference'])),
  /** Counted serial numbers that stand in another branch's stock, or at a client. */
  elsewhere: z.array(z.string()),
  /** Row version of the manual decision on this product; 0 when there is none yet. */
  version: z.int(),
});
export type CountRow = z.infer<typeof CountRow>;

const ActAnswer = dataOf(Act);
const CounterAnswer = z.object({ data: Act, computing_act_user: Counter });

const act = { service: 'warehouse', rule: 'act_of_count.show' } as const;
const printed = { ...act, origin: 'specification' } as const;
const extension = { ...act, origin: 'extension' } as const;
const actEvent = (type: string) => ({ machine: 'countingAct', type });
const counterEvent = (type: string) => ({ machine: 'counter', type });

export const actIndex = defineCall({
  ...printed,
  id: 'actIndex',
  method: 'GET',
  path: '/act_of_count/index',
  query: z.object({
    ...pageQuery,
    organization_id: z.optional(queryId()),
    /** `YYYY-MM-DD` or `YYYY-MM-DD,YYYY-MM-DD`, days of Asia/Tashkent. */
    date: daysFilter(),
    status: z.optional(z.enum(ACT_STATUSES)),
    /** An extension: by the day of opening, which is also the order of numbers; `-` is the newest first. */
    sort: z.optional(z.enum(['created_at', '-created_at'])),
  }),
  response: z.object({
    data: z.array(ActInList),
    meta: z.extend(Meta, {
      /** Acts of the filter by state, before the filter by state. */
      statuses: z.record(z.string(), z.int()),
      totals: z.object({ lines: z.int(), difference_sum: uzs() }),
    }),
  }),
  summary: 'Acts that the person may see, newest first unless `sort` says otherwise, 15 a page.',
});

export const actShow = defineCall({
  ...extension,
  id: 'actShow',
  method: 'GET',
  path: '/act_of_count/show/{id}',
  response: dataOf(ActDetails),
  summary: 'One act with its facts and figures, for who may manage it.',
});

export const actHistory = defineCall({
  ...extension,
  id: 'actHistory',
  method: 'GET',
  path: '/act_of_count/history/{id}',
  response: z.object({ data: z.array(HistoryLine) }),
  summary: 'The event log of an act, the newest first; entries of counters are summed by ten minutes.',
});

export const actCreate = defineCall({
  ...printed,
  id: 'actCreate',
  method: 'POST',
  path: '/act_of_count/create',
  rule: 'act_of_count.add',
  body: z.object({ organization_id: id(), comment: text(500) }),
  response: ActAnswer,
  summary: 'Opens an act.',
});

export const actUpdate = defineCall({
  ...printed,
  id: 'actUpdate',
  method: 'PUT',
  path: '/act_of_count/update/{id}',
  body: z.object({ organization_id: id(), comment: text(500) }),
  response: ActAnswer,
  event: actEvent('act.update'),
  who: 'actManager',
  summary: 'Changes the comment until the act is completed, the organization only while it is created.',
});

export const counterIndex = defineCall({
  ...printed,
  id: 'counterIndex',
  method: 'GET',
  path: '/computing_act_user/index/{actId}',
  query: z.object({ ...pageQuery, search: z.optional(z.string().check(z.maxLength(100))) }),
  response: listOf(Counter),
  summary: 'Counters of an act with live progress; a plain counter sees itself alone.',
});

export const counterCreate = defineCall({
  ...printed,
  id: 'counterCreate',
  method: 'PUT',
  path: '/computing_act_user/create/{actId}',
  body: z.object({ title: text(100), user_id: id() }),
  response: CounterAnswer,
  event: actEvent('counter.add'),
  who: 'actManager',
  summary: 'Adds a counter.',
});

export const counterUpdate = defineCall({
  ...printed,
  id: 'counterUpdate',
  method: 'PUT',
  path: '/computing_act_user/update/{id}',
  body: z.object({ title: text(100), user_id: id() }),
  response: CounterAnswer,
  event: counterEvent('counter.rename'),
  alsoFires: [actEvent('counter.rename')],
  who: 'actManager',
  summary: 'Renames a counter, or gives its list to another person, until it starts.',
});

export const counterDelete = defineCall({
  ...printed,
  id: 'counterDelete',
  method: 'DELETE',
  path: '/computing_act_user/delete/{id}',
  response: ActAnswer,
  event: counterEvent('counter.remove'),
  alsoFires: [actEvent('counter.remove')],
  who: 'actManager',
  summary: 'Removes a counter that has not started.',
});

export const loadResidues = defineCall({
  ...printed,
  id: 'loadResidues',
  method: 'PUT',
  path: '/count_act_product/loading_the_residues/{actId}',
  response: ActAnswer,
  event: actEvent('residues.load'),
  who: 'actManager',
  summary: 'Takes the stock of the organization as it is now; again until the first counter starts.',
});

export const rowsShow = defineCall({
  ...printed,
  id: 'rowsShow',
  method: 'GET',
  path: '/count_act_product/show/{actId}',
  response: z.object({ data: z.array(CountRow) }),
  summary: 'The counter matrix, whole.',
});

export const counterStart = defineCall({
  ...printed,
  id: 'counterStart',
  method: 'PUT',
  path: '/computing_act_user/start_counting/{id}',
  response: CounterAnswer,
  event: counterEvent('counter.start'),
  alsoFires: [actEvent('counter.start')],
  who: 'counter',
  summary: 'The counter starts counting; only that person.',
});

export const submitList = defineCall({
  ...printed,
  id: 'submitList',
  method: 'PUT',
  path: '/computing_act_user/add_listed_product/{id}',
  body: z.object({ listed_products: z.array(ListedProduct).check(z.maxLength(100_000)) }),
  response: CounterAnswer,
  event: counterEvent('counter.submit'),
  alsoFires: [actEvent('counter.submit')],
  who: 'counter',
  summary: 'Hands the counted list in and finishes the counter. Each total must equal its saved entries.',
});

export const actComplete = defineCall({
  ...printed,
  id: 'actComplete',
  method: 'PUT',
  path: '/act_of_count/count_completion/{actId}',
  response: ActAnswer,
  event: actEvent('act.complete'),
  who: 'actManager',
  summary: 'Completes the count once every counter has submitted and nothing is left to decide.',
});

export const listedProducts = defineCall({
  ...printed,
  id: 'listedProducts',
  method: 'GET',
  path: '/computing_act_user/get_all_listed_product/{id}',
  response: z.object({
    data: z.array(
      z.object({
        product_variant_id: z.int(),
        count: z.int(),
        serial_numbers: z.array(z.string()),
        entries: z.array(Entry),
      }),
    ),
  }),
  summary: 'What one counter has entered so far, whole.',
});

export const addManually = defineCall({
  ...printed,
  id: 'addManually',
  method: 'PUT',
  path: '/count_act_product/add_manually/{actId}',
  body: z.object({
    listed_products: z.array(ListedProduct).check(z.minLength(1), z.maxLength(1)),
    product_variant_id: id(),
  }),
  response: ActAnswer,
  event: actEvent('product.countManually'),
  who: 'actManager',
  summary: 'The creator decides a product’s count. `If-Match` is the version of that row.',
});

export const Move = z.object({
  id: z.int(),
  at: instant(),
  qty: z.int(),
  serial_number: z.nullable(z.string()),
  warehouse: z.string(),
  document: z.string(),
  user: z.nullable(Person),
});

export const productInformation = defineCall({
  ...printed,
  id: 'productInformation',
  method: 'GET',
  path: '/count_act_product/information',
  query: z.object({ product_variant_id: queryId(), act_of_count_id: queryId() }),
  response: dataOf(
    z.object({
      product_variant: ProductOfCount,
      residue: z.int(),
      moves: z.array(Move),
      counters: z.array(
        z.object({
          id: z.int(),
          title: z.string(),
          user: Person,
          status: z.enum(COUNTER_STATUSES),
          count: z.nullable(z.int()),
          serial_numbers: z.array(z.string()),
          entries: z.array(Entry),
        }),
      ),
      manual: z.nullable(
        z.object({
          count: z.int(),
          serial_numbers: z.array(z.string()),
          user: Person,
          at: instant(),
          version: z.int(),
        }),
      ),
      elsewhere: z.array(z.object({ serial_number: z.string(), where: z.string() })),
      residue_serial_numbers: z.array(z.string()),
      count_commentaries: z.array(CountCommentary),
    }),
  ),
  summary: 'The evidence on one product: who entered what, when and how, and what moved in stock since loading.',
});
export type ProductInformation = z.infer<(typeof productInformation)['response']>['data'];

export const downloadExcel = defineCall({
  ...printed,
  id: 'downloadExcel',
  method: 'GET',
  path: '/count_act_product/download_excel/{actId}',
  response: z.object({ data: z.array(CountRow), computing_act_users: z.array(Counter) }),
  summary: 'The matrix whole, for the browser to write the sheet.',
});

export const addCommentary = defineCall({
  ...printed,
  id: 'addCommentary',
  method: 'POST',
  path: '/count_result_comment/add_commentary',
  multipart: true,
  body: z.object({
    act_of_count_id: queryId(),
    product_variant_id: z.optional(queryId()),
    comment: text(2000),
    file: z.optional(z.file()),
  }),
  response: dataOf(CountCommentary),
  event: actEvent('comment.add'),
  who: 'actManager',
  summary: 'A comment on a product of an act, or on the act itself, with a file.',
});

export const editCommentary = defineCall({
  ...printed,
  id: 'editCommentary',
  method: 'POST',
  path: '/count_result_comment/edit_commentary',
  multipart: true,
  body: z.object({ id: queryId(), comment: text(2000), file: z.optional(z.file()) }),
  response: dataOf(CountCommentary),
  event: actEvent('comment.edit'),
  who: 'actManager',
  summary: 'Changes one’s own comment; the words before stay in the history.',
});

export const commentaryIndex = defineCall({
  ...extension,
  id: 'commentaryIndex',
  method: 'GET',
  path: '/count_result_comment/index/{actId}',
  response: z.object({ data: z.array(z.extend(CountCommentary, { product: z.nullable(z.string()) })) }),
  summary: 'All comments of an act, the newest first.',
});

export const actForm = defineCall({
  ...printed,
  id: 'actForm',
  method: 'PUT',
  path: '/act_of_count/act_was_formed/{id}',
  response: ActAnswer,
  event: actEvent('act.form'),
  who: 'actManager',
  summary: 'Forms the act: posts the differences to stock, once.',
});

export const actUploadFile = defineCall({
  ...printed,
  id: 'actUploadFile',
  method: 'POST',
  path: '/act_of_count/upload_file/{id}',
  multipart: true,
  body: z.object({ file: z.file() }),
  response: ActAnswer,
  event: actEvent('file.upload'),
  who: 'actManager',
  summary: 'The signed act, from its completion on.',
});

export const actCancel = defineCall({
  ...extension,
  id: 'actCancel',
  method: 'PUT',
  path: '/act_of_count/cancel/{id}',
  body: z.object({ reason: text(500) }),
  response: ActAnswer,
  event: actEvent('act.cancel'),
  who: 'actManager',
  summary: 'Cancels an act that is not completed, with a reason.',
});

export const counterRelease = defineCall({
  ...extension,
  id: 'counterRelease',
  method: 'PUT',
  path: '/computing_act_user/release/{id}',
  body: z.object({ reason: text(500) }),
  response: CounterAnswer,
  event: counterEvent('counter.release'),
  alsoFires: [actEvent('counter.release')],
  who: 'actManager',
  summary: 'A manager finishes a started counter with what it has saved.',
});

export const counterShow = defineCall({
  ...extension,
  id: 'counterShow',
  method: 'GET',
  path: '/computing_act_user/show/{id}',
  response: dataOf(
    z.object({
      counter: Counter,
      act: z.object({ id: z.int(), number: z.string(), organization: z.string(), status: z.enum(ACT_STATUSES) }),
    }),
  ),
  summary: 'One counter with what its person may know of the act.',
});
export type CounterShow = z.infer<(typeof counterShow)['response']>['data'];

export const saveEntries = defineCall({
  ...extension,
  id: 'saveEntries',
  method: 'PUT',
  path: '/computing_act_user/save_entries/{id}',
  body: z.object({
    entries: z.array(Entry).check(z.maxLength(20_000)),
    /** The last entry of this counter that the browser knows from the server; the answer brings later ones. */
    after: z.optional(z.int()),
  }),
  response: dataOf(
    z.object({
      saved: z.array(z.uuid()),
      refused: z.array(
        z.object({
          entry_id: z.uuid(),
          reason: z.enum(['unknown_product', 'serial_twice', 'negative', 'too_many', 'serial_needed', 'taken']),
        }),
      ),
      /** Entries of the same counter from elsewhere (another tab's browser, another device) after `after`. */
      others: z.array(Entry),
      last: z.int(),
      /** Counted serial numbers that stand in another branch's stock or at a client. */
      elsewhere: z.array(z.object({ serial_number: z.string(), where: z.string() })),
    }),
  ),
  event: counterEvent('entries.save'),
  who: 'counter',
  summary: 'Saves entries while counting; each entry_id counts once, however often it is sent.',
});

/** A product as the counting screen knows it: no quantities (decision 41). */
export const CountableProduct = z.object({
  id: z.int(),
  title: z.string(),
  sku: z.string(),
  barcode: z.nullable(z.string()),
  is_serial_number: z.boolean(),
  imei_count: z.int(),
});
export type CountableProduct = z.infer<typeof CountableProduct>;

export const counterProducts = defineCall({
  ...extension,
  id: 'counterProducts',
  method: 'GET',
  path: '/computing_act_user/products/{id}',
  response: z.object({ data: z.array(CountableProduct) }),
  summary: 'All active variants, unpaged, with ETag: scans are recognised in the browser, also offline.',
});

export const resolveMoved = defineCall({
  ...extension,
  id: 'resolveMoved',
  method: 'PUT',
  path: '/count_act_product/resolve_moved/{actId}',
  body: z.object({ product_variant_id: id(), keep: z.enum(['count', 'difference']) }),
  response: ActAnswer,
  event: actEvent('moved.resolve'),
  who: 'actManager',
  summary: 'Stock moved while it was counted: keep the count, or keep the difference (decision 20).',
});

export const fileDownload = defineCall({
  ...extension,
  id: 'fileDownload',
  method: 'GET',
  path: '/file/show/{id}',
  rule: 'signedIn',
  response: Deed,
  summary: 'The contents of a file that the person may see; the body is the file itself.',
});

export const countingCalls = [
  actIndex,
  actShow,
  actHistory,
  actCreate,
  actUpdate,
  counterIndex,
  counterCreate,
  counterUpdate,
  counterDelete,
  loadResidues,
  rowsShow,
  counterStart,
  submitList,
  actComplete,
  listedProducts,
  addManually,
  productInformation,
  downloadExcel,
  addCommentary,
  editCommentary,
  commentaryIndex,
  actForm,
  actUploadFile,
  actCancel,
  counterRelease,
  counterShow,
  saveEntries,
  counterProducts,
  resolveMoved,
  fileDownload,
] as const;

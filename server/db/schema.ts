/** Tables as Kysely sees them. `numeric` is read as a number (decision 27: whole soʻm), sums are made in SQL. */
import type { Generated, GeneratedAlways } from 'kysely';
import type { CancelReason } from '../../contract/invoices/invoice.ts';
import type { ClientTables } from './clientTables.ts';
import type { Defaulted, Instant, InstantNow, InstantOrNone, Json, OrNone } from './columns.ts';
import type { PeopleTables } from './peopleTables.ts';
import type { StaffTestTables } from './staffTestTables.ts';

export interface Schema extends PeopleTables, StaffTestTables, ClientTables {
  practice_month: {
    id: Generated<number>;
    year: number;
    month: number;
    status: Defaulted<'open' | 'closed'>;
    version: Defaulted<number>;
    closed_at: InstantOrNone;
    closed_by: Defaulted<number | null>;
    since: InstantNow;
  };
  practice_day: {
    id: Generated<number>;
    organization_id: number;
    practice_month_id: number;
    date: string;
    status: Defaulted<'open' | 'closing' | 'closed'>;
    version: Defaulted<number>;
    opened_at: InstantNow;
    opened_by: Defaulted<number | null>;
    closed_at: Instant | null;
    closed_by: Defaulted<number | null>;
    since: InstantNow;
  };
  document: {
    id: Generated<number>;
    kind: string;
    organization_id: number;
    number: string;
    status: string;
    version: Defaulted<number>;
    practice_day_id: number | null;
    /** Whose it is while it is open: a leaver's is handed to somebody else. */
    owner_id: Defaulted<number>;
    created_by: number;
    created_at: InstantNow;
    updated_at: InstantNow;
    since: InstantNow;
  };
  announcement: {
    id: Generated<number>;
    title_uz: Defaulted<string>;
    title_ru: Defaulted<string>;
    body_uz: Defaulted<string>;
    body_ru: Defaulted<string>;
    everyone: Defaulted<boolean>;
    from_at: Instant;
    to_at: Instant;
    must_confirm: Defaulted<boolean>;
    status: Defaulted<'draft' | 'published' | 'ended' | 'withdrawn'>;
    version: Defaulted<number>;
    withdraw_reason: Defaulted<string | null>;
    search_key: Defaulted<string>;
    created_by: number;
    owner_id: Defaulted<number>;
    created_at: InstantNow;
    since: InstantNow;
  };
  black_list_entry: {
    id: Generated<number>;
    fullname: string;
    pinfl: string | null;
    documents: Defaulted<string[]>;
    reason_id: number | null;
    comment: string | null;
    listed_from: string;
    listed_to: string | null;
    decision: Defaulted<string | null>;
    status: 'draft' | 'sent' | 'approved' | 'refused' | 'cancelled';
    version: Defaulted<number>;
    search_key: Defaulted<string>;
    fullname_order: GeneratedAlways<string>;
    owner_id: Defaulted<number>;
    created_by: number;
    created_at: InstantNow;
    since: InstantNow;
  };
  numbers_shown: { id: Generated<number>; black_list_entry_id: number; user_id: number; at: InstantNow };
  announcement_position: { announcement_id: number; position_id: number };
  announcement_organization: { announcement_id: number; organization_id: number };
  announcement_read: { announcement_id: number; user_id: number; at: Instant };
  document_counter: { kind: string; organization_id: number; year: number; last: number };
  event_log: {
    id: Generated<number>;
    document_id: number;
    machine: string;
    subject_id: number | null;
    subject_machine: Defaulted<string | null>;
    subject_before: Defaulted<string | null>;
    subject_after: Defaulted<string | null>;
    event: string;
    payload: Json<Record<string, unknown>>;
    state_before: string | null;
    state_after: string | null;
    user_id: number | null;
    at: InstantNow;
  };
  notice: {
    id: Generated<number>;
    user_id: number;
    /** Of a document; else of a record, by its kind in `record_log`. */
    document_id: OrNone<number>;
    kind: OrNone<string>;
    record_id: OrNone<number>;
    machine: string;
    event: string;
    subject_id: OrNone<number>;
    by_id: number | null;
    words: string | null;
    at: Instant;
    read_at: InstantOrNone;
  };
  file: {
    id: Generated<number>;
    /** Of a document; else of a record, by the name of its declaration. */
    document_id: OrNone<number>;
    kind: OrNone<string>;
    role: 'main' | 'attachment' | 'comment' | 'image';
    name: string;
    type: string;
    size: number;
    sha256: string;
    content: Uint8Array;
    created_by: number;
    created_at: InstantNow;
  };
  idempotency: {
    user_id: number;
    key: string;
    call: string;
    request_hash: string;
    answer: string | null;
    created_at: InstantNow;
  };
  product_category: {
    id: Generated<number>;
    name_uz: string;
    name_ru: string;
    parent_id: number | null;
    search_key: Defaulted<string>;
    active: Defaulted<boolean>;
  };
  brand: { id: Generated<number>; name: string; active: Defaulted<boolean>; search_key: Defaulted<string> };
  product: {
    id: Generated<number>;
    name: string;
    category_id: number;
    brand_id: number | null;
    active: Defaulted<boolean>;
    search_key: Defaulted<string>;
  };
  product_variant: {
    id: Generated<number>;
    product_id: number;
    title: string;
    sku: string;
    barcode: string | null;
    unit: Defaulted<string>;
    is_serial_number: Defaulted<boolean>;
    imei_count: Defaulted<number>;
    last_cost: Defaulted<number>;
    search_key: Defaulted<string>;
    active: Defaulted<boolean>;
    updated_at: InstantNow;
  };
  price: {
    product_variant_id: number;
    price: number;
    valid_from: InstantNow;
    reason: string | null;
    created_by: number | null;
  };
  currency_rate: { currency: string; date: string; uzs_per_unit: number };
  warehouse_list: {
    id: Generated<number>;
    organization_id: number;
    name: string;
    kind: 'shop' | 'main' | 'defect' | 'fund' | 'transit';
    active: Defaulted<boolean>;
    version: Defaulted<number>;
    search_key: Defaulted<string>;
    /** The name by the Uzbek alphabet; written by the database. */
    name_order: GeneratedAlways<string>;
    created_at: InstantNow;
    since: InstantNow;
  };
  warehouse_keeper: { warehouse_id: number; user_id: number };
  record_log: {
    id: Generated<number>;
    kind: string;
    record_id: number;
    event: string;
    machine: Defaulted<string | null>;
    state_before: Defaulted<string | null>;
    state_after: Defaulted<string | null>;
    payload: Json<Record<string, unknown>>;
    user_id: number | null;
    at: InstantNow;
  };
  refused_step: {
    day: string;
    chart: string;
    state: string;
    event: string;
    reason: string;
    position_id: number;
    organization_id: number;
    count: Defaulted<number>;
  };
  /** Stays in a state that have ended, by how long they were. */
  state_stay: { chart: string; state: string; span: number; count: Defaulted<number> };
  /** The same by month, branch and person, in working time and by the calendar. */
  stay_figure: {
    chart: string;
    kind: string;
    state: string;
    month: string;
    organization_id: number;
    user_id: number;
    clock: 'working' | 'calendar';
    span: number;
    count: number;
  };
  /** Steps that were taken, by day. */
  step_figure: {
    chart: string;
    kind: string;
    day: string;
    state: string;
    event: string;
    after: string;
    organization_id: number;
    user_id: number;
    count: number;
  };
  stock_batch: {
    id: Generated<number>;
    product_variant_id: number;
    document_id: number;
    received_at: InstantNow;
    cost: number;
    currency: Defaulted<string>;
    value: Defaulted<number>;
  };
  serial_number: {
    id: Generated<number>;
    product_variant_id: number;
    batch_id: number;
    serial_number: string;
    state: Defaulted<'new' | 'in_stock' | 'reserved' | 'in_transit' | 'sold' | 'at_partner' | 'written_off'>;
    warehouse_id: number | null;
  };
  serial_code: { serial_id: number; code: string; kind: 'serial' | 'imei'; in_stock: Defaulted<boolean> };
  stock_move: {
    id: Generated<number>;
    warehouse_id: number;
    product_variant_id: number;
    batch_id: number;
    serial_id: number | null;
    qty: number;
    cost: number;
    serial_state: 'sold' | 'at_partner' | 'written_off' | null;
    document_id: number;
    practice_day_id: number;
    created_by: number;
    created_at: InstantNow;
  };
  stock_balance: { warehouse_id: number; product_variant_id: number; batch_id: number; qty: number };
  stock_opening: { id: number; organization_id: number; source_hash: string; source_name: string };
  document_comment: {
    id: Generated<number>;
    document_id: number;
    product_variant_id: number | null;
    comment: string;
    file_id: number | null;
    created_by: number;
    created_at: InstantNow;
    updated_at: Instant | null;
  };
  act_of_count: {
    id: number;
    comment: string;
    loaded_at: Instant | null;
    loaded_move_id: number | null;
    completed_move_id: number | null;
    file_id: number | null;
    cancel_reason: string | null;
  };
  act_of_count_category: { act_of_count_id: number; category_id: number };
  computing_act_user: {
    id: Generated<number>;
    act_of_count_id: number;
    user_id: number;
    title: string;
    status: Defaulted<string>;
    started_at: Instant | null;
    submitted_at: Instant | null;
    released: Defaulted<boolean>;
    version: Defaulted<number>;
    since: InstantNow;
  };
  count_residue: { act_of_count_id: number; product_variant_id: number; qty: number; cost: number };
  count_residue_serial: { act_of_count_id: number; serial_id: number };
  count_entry: {
    id: Generated<number>;
    entry_id: string;
    computing_act_user_id: number;
    product_variant_id: number;
    count: number;
    serial_number: string | null;
    source: 'scan' | 'hand' | 'file';
    entered_at: Instant;
    received_at: InstantNow;
  };
  count_decision: {
    act_of_count_id: number;
    product_variant_id: number;
    manual_count: number | null;
    manual_serials: string[] | null;
    keep: 'count' | 'difference' | null;
    version: Defaulted<number>;
    user_id: number;
    at: InstantNow;
  };
  count_result: {
    act_of_count_id: number;
    product_variant_id: number;
    final_count: number;
    difference: number;
    moved_since: number;
  };
  currency: {
    id: Generated<number>;
    abbrevation: string;
    name_uz: string;
    name_ru: string;
    active: Defaulted<boolean>;
  };
  partner: {
    id: Generated<number>;
    name: string;
    kind: Defaulted<'company' | 'entrepreneur'>;
    stir: string;
    phone: string | null;
    search_key: Defaulted<string>;
    active: Defaulted<boolean>;
    version: Defaulted<number>;
    /** The name by the Uzbek alphabet; written by the database. */
    name_order: GeneratedAlways<string>;
    created_by: number | null;
    created_at: InstantNow;
    updated_at: Instant | null;
    since: InstantNow;
  };
  partner_firm: {
    id: Generated<number>;
    partner_id: number;
    name: string;
    stir: string;
    account: string | null;
    bank: string | null;
    mfo: string | null;
    active: Defaulted<boolean>;
  };
  reliable_partner: {
    id: Generated<number>;
    partner_id: number;
    credit_limit: number;
    defer_days: number;
    valid_from: string;
    valid_to: string | null;
  };
  partner_entry: {
    id: Generated<number>;
    partner_id: number;
    partner_firm_id: number | null;
    currency_id: number;
    amount: number;
    document_id: number;
    practice_day_id: number;
    created_by: number;
    created_at: InstantNow;
  };
  partner_balance: { partner_id: number; partner_firm_id: number | null; currency_id: number; amount: number };
  markup_category: {
    id: Generated<number>;
    category_id: number;
    organization_id: number | null;
    no_cash: number;
    additional: number;
    other_additional: number;
    valid_from: string;
    status: Defaulted<'draft' | 'planned' | 'valid' | 'superseded' | 'dropped'>;
    version: Defaulted<number>;
    created_by: number | null;
    created_at: InstantNow;
    since: InstantNow;
  };
  product_limit: {
    id: Generated<number>;
    organization_id: number;
    variant_id: number;
    min: number;
    max: number | null;
    valid_from: string;
    status: Defaulted<'draft' | 'planned' | 'valid' | 'superseded' | 'dropped'>;
    version: Defaulted<number>;
    created_by: number | null;
    created_at: InstantNow;
    since: InstantNow;
  };
  product_invoice: {
    id: number;
    partner_id: number;
    partner_firm_id: number | null;
    warehouse_list_id: number;
    number_invoice: string;
    invoice_date: string;
    type: Defaulted<'regular' | 'special'>;
    comment: Defaulted<string>;
    sent_by: number | null;
    sent_at: Instant | null;
    confirmed_by: number | null;
    confirmed_at: Instant | null;
    canceled_commentary: string | null;
    canceled_commentary_type: CancelReason | null;
    /** Both numbers as they are searched; written by the database. */
    search_key: Generated<string>;
  };
  input_product: {
    id: Generated<number>;
    product_invoice_id: number;
    product_variant_id: number;
    position: number;
    currency_id: number;
    value: number;
    count: number;
    no_cash: number;
    additional: Defaulted<number>;
    other_additional: Defaulted<number>;
    currency_change: number;
    selling_price: number;
    selling_price_overridden: Defaulted<boolean>;
    print: Defaulted<boolean>;
    print_count: Defaulted<number>;
    lot_number: string | null;
    version: Defaulted<number>;
    batch_id: number | null;
    withdrawn_at: Instant | null;
    created_by: number;
    created_at: InstantNow;
  };
  input_serial: {
    id: Generated<number>;
    input_product_id: number;
    serial_number: string;
    imei_numbers: Defaulted<string[]>;
    created_by: number;
    created_at: InstantNow;
  };
  input_serial_code: { product_invoice_id: number; code: string; input_serial_id: number };
  tac: { tac: string; brand: string; model: string };
}

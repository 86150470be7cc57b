/**
 * Client service: contracts of instalments (areas 3.1 "contract", 4.18 `/contracts/contracts`, `/contracts/create-contract`;
 * decisions 55–65, 68, 70, 72, 76–80, 87). Extensions: the specification names the pages alone.
 */
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { dataOf, day, FileInfo, HistoryLine, instant, ListedDays, Person, summedListOf, uzs } from '../common.ts';
import { attachedCallsOf, attachedTo } from '../document/attached.ts';
import { AddendumInList } from './addendumInList.ts';
import { Guarantee } from './guarantees.ts';
import { TermsOfSale } from './terms.ts';

/** Hours that a signed contract waits for its first payment (decision 70). */
export const UNPAID_HOURS = 72;

export const CONTRACT_STATUSES = [
  'draft',
  'signed',
  'awaiting_handover',
  'active',
  'closed',
  'written_off',
  'cancelled',
] as const;
export type ContractStatus = (typeof CONTRACT_STATUSES)[number];
/** States of a contract whose goods have left: before them nothing is owed, and nothing waits for goods in them. */
export const HANDED_OVER: readonly ContractStatus[] = ['active', 'closed', 'written_off'];
/** Signed, with its goods still here: its first payment may be paid, and its goods may be handed over. */
export const BEFORE_HAND_OVER: readonly ContractStatus[] = ['signed', 'awaiting_handover'];

const Named = z.object({ id: z.int(), name: z.string() });

export const Contract = z.object({
  id: z.int(),
  /** From its signing. */
  number: z.nullable(z.string()),
  status: z.enum(CONTRACT_STATUSES),
  client_id: z.int(),
  client: z.string(),
  organization_id: z.int(),
  organization: z.string(),
  order: z.object({ id: z.int(), number: z.string() }),
  warehouse: Named,
  seller: Person,
  /** The first goods of it by name, and how many units there are. */
  title: z.string(),
  units: z.int(),
  signed_on: z.nullable(day()),
  signed_at: z.nullable(instant()),
  goods: uzs(),
  /** Of the whole sale, beside that of the order’s lines. */
  discount: uzs(),
  first_payment: uzs(),
  term: z.int(),
  markup: z.number(),
  total: uzs(),
  payment_day: z.int(),
  /** By the ledger of clients: what came, what a contract that was handed over owes, and since how many days. */
  paid: uzs(),
  prepaid: uzs(),
  owed: uzs(),
  overdue: uzs(),
  overdue_days: z.int(),
  charged_on: z.nullable(day()),
  closed_on: z.nullable(day()),
  cancel_reason: z.nullable(z.string()),
  written_off_on: z.nullable(day()),
  created_at: instant(),
  version: z.int(),
  allowed_events: z.array(z.string()),
});
export type Contract = z.infer<typeof Contract>;

/** What signing waits for, each with whether it holds. */
export const CONDITIONS = [
  'reservation',
  'client',
  'identity',
  'document',
  'age',
  'listed',
  'scoring',
  'terms',
  'schedule',
  'pledge',
  'guarantor',
  'discount',
  'requisites',
  'day',
] as const;
export const Condition = z.object({ code: z.enum(CONDITIONS), holds: z.boolean(), text: z.string() });
export type Condition = z.infer<typeof Condition>;

/** A car that secures a contract, or may: how its sum comes about (areas 3.4). */
export const PledgeOfContract = z.object({
  id: z.int(),
  number: z.string(),
  status: z.string(),
  /** Its model and its plate. */
  car: z.string(),
  market: uzs(),
  wear: z.number(),
  value: uzs(),
  max_share: z.number(),
  accepted: uzs(),
  valid_until: day(),
});
export type PledgeOfContract = z.infer<typeof PledgeOfContract>;

/** Documents that a contract leads to. */
export const RELATED_KINDS = ['payment', 'reversal', 'output', 'certificate'] as const;

export const ContractDetails = z.extend(Contract, {
  lines: z.array(
    z.object({
      id: z.int(),
      product_variant_id: z.int(),
      title: z.string(),
      serial_number: z.nullable(z.string()),
      qty: z.int(),
      price: uzs(),
      discount: uzs(),
      sum: uzs(),
    }),
  ),
  /** Of a draft as it would be if it were signed on its practice day. */
  instalments: z.array(z.object({ number: z.int(), due: day(), amount: uzs(), paid: uzs(), written_off: uzs() })),
  /** The practice date: what is unpaid before it is overdue. */
  day: day(),
  /** Also those that were taken off or are free again. */
  guarantees: z.array(Guarantee),
  /** What it led to, in the order in which it was made; a payment with its whole sum, also where others have a part. */
  documents: z.array(
    z.object({
      kind: z.enum(RELATED_KINDS),
      id: z.int(),
      number: z.nullable(z.string()),
      status: z.string(),
      day: z.nullable(day()),
      amount: z.nullable(uzs()),
    }),
  ),
  /** Of a draft alone. */
  conditions: z.array(Condition),
  /** What was agreed on after the signing, in the order of their numbers. */
  addenda: z.array(AddendumInList),
  /**
   * A debt that was given up, with its decision; of one that is overdue for so many years what giving it up waits for, to who
   * may do it.
   */
  write_off: z.nullable(
    z.discriminatedUnion('state', [
      z.object({
        state: z.literal('done'),
        reason: z.string(),
        file: FileInfo,
        amount: uzs(),
      }),
      z.object({ state: z.literal('ready'), years: z.number(), client_owed: uzs() }),
      z.object({ state: z.literal('undecided'), years: z.number(), client_owed: uzs() }),
    ]),
  ),
  reserved_until: z.nullable(instant()),
  /** Of one that was signed and not handed over: why its goods may not leave today (V10). */
  listed: z.nullable(ListedDays),
  /** The car that was chosen, and of a draft those that may be. */
  pledge: z.nullable(PledgeOfContract),
  pledges: z.array(PledgeOfContract),
  /** When it came into each state it has been in. */
  moments: z.record(z.string(), instant()),
});
export type ContractDetails = z.infer<typeof ContractDetails>;

/** A person as the form names one. */
export const FormPerson = z.object({
  fullname: z.string(),
  pinfl: z.nullable(z.string()),
  document: z.nullable(
    z.object({ number: z.string(), issued_by: z.nullable(z.string()), issued_on: z.nullable(day()) }),
  ),
  address: z.object({ uz: z.string(), ru: z.string() }),
  phone: z.nullable(z.string()),
});

/** The firm as the form names it. */
export const FormSeller = z.object({
  organization: z.string(),
  firm: z.string(),
  stir: z.string(),
  address: z.string(),
  director: z.string(),
  bank: z.string(),
  mfo: z.string(),
  account: z.string(),
  seal_id: z.nullable(z.int()),
  signature_id: z.nullable(z.int()),
});

/** A car that secures a contract, as the form names it: by what it is known, and how its sum came about. */
export const FormPledge = z.object({
  number: z.string(),
  car: z.string(),
  vin: z.string(),
  year: z.string(),
  market: uzs(),
  wear: z.number(),
  max_share: z.number(),
  accepted: uzs(),
});
export type FormPledge = z.infer<typeof FormPledge>;

/** A contract as people sign it, in both languages; frozen when it is signed (decision 87). */
export const ContractForm = z.object({
  /** Of the template. */
  revision: z.int(),
  day: day(),
  seller: FormSeller,
  buyer: FormPerson,
  lines: z.array(z.object({ title: z.string(), qty: z.int(), price: uzs(), discount: uzs(), sum: uzs() })),
  goods: uzs(),
  first_payment: uzs(),
  term: z.int(),
  markup: z.number(),
  total: uzs(),
  payment_day: z.int(),
  instalments: z.array(z.object({ number: z.int(), due: day(), amount: uzs() })),
  /** Who answers for it beside the buyer; forms that were frozen before there were guarantors have none. */
  guarantors: z.optional(z.array(FormPerson)),
  /** The car that secures it, as it was valued; left out where none does. */
  pledge: z.optional(FormPledge),
  /** Who made it out. */
  made_by: z.string(),
});
export type ContractForm = z.infer<typeof ContractForm>;

export const SaleTerms = z.extend(TermsOfSale, {
  /** The approved application of the client, with what it asks for. */
  application: z.nullable(z.object({ id: z.int(), number: z.string(), first_payment: uzs(), term: z.int() })),
});
export type SaleTerms = z.infer<typeof SaleTerms>;

const answers = { service: 'client', response: z.extend(dataOf(ContractDetails), { message: z.string() }) } as const;
const stale = [
  'contractIndex',
  'contractShow',
  'contractHistory',
  'contractForm',
  'orderIndex',
  'orderShow',
  'myDay',
] as const;

/** A signed contract takes its pledge, one that is called off gives it back. */
const pledges = ['Index', 'GetAll', 'Show', 'History'].map((what) => `pledgeEvaluation${what}`);

export const contractIndex = defineCall({
  id: 'contractIndex',
  service: 'client',
  method: 'GET',
  path: '/contract/index',
  response: summedListOf(Contract),
});
export const contractShow = defineCall({
  id: 'contractShow',
  service: 'client',
  method: 'GET',
  path: '/contract/show/{id}',
  response: dataOf(ContractDetails),
});
export const contractHistory = defineCall({
  id: 'contractHistory',
  service: 'client',
  method: 'GET',
  path: '/contract/history/{id}',
  response: dataOf(z.array(HistoryLine)),
});
/** Terms for goods that are being chosen, of an order or before it; nothing is stored. */
export const saleTerms = defineCall({
  id: 'saleTerms',
  service: 'client',
  method: 'POST',
  path: '/contract/terms',
  stale: [],
  response: dataOf(SaleTerms),
});
export const contractCreate = defineCall({
  id: 'contractCreate',
  method: 'POST',
  path: '/contract/create',
  stale,
  ...answers,
});
export const contractAmend = defineCall({
  id: 'contractAmend',
  method: 'PUT',
  path: '/contract/amend/{id}',
  stale,
  ...answers,
});
export const contractSign = defineCall({
  id: 'contractSign',
  method: 'PUT',
  path: '/contract/sign/{id}',
  stale: [...stale, ...pledges, 'orderHistory'],
  ...answers,
});
export const contractCancel = defineCall({
  id: 'contractCancel',
  method: 'PUT',
  path: '/contract/cancel/{id}',
  stale: [...stale, ...pledges, 'orderGoods', 'orderUnits', 'orderSearch'],
  ...answers,
});
export const contractWriteOff = defineCall({
  id: 'contractWriteOff',
  method: 'PUT',
  path: '/contract/write_off/{id}',
  stale: [...stale, 'clientMoney', 'clientDesk'],
  ...answers,
});
export const contractForm = defineCall({
  id: 'contractForm',
  service: 'client',
  method: 'GET',
  path: '/contract/form/{id}',
  response: z.object({
    data: ContractForm,
    number: z.nullable(z.string()),
    signed_at: z.nullable(instant()),
    cancelled: z.boolean(),
    /** Pictures as addresses of data: who prints contracts need not see the page of seals. None before it is signed. */
    seal: z.nullable(z.string()),
    signature: z.nullable(z.string()),
  }),
});

/** Comments and files of a contract. */
export const contractAttached = attachedTo('contract', 'client', 'contract');

export const contractCalls = [
  contractIndex,
  contractShow,
  contractHistory,
  saleTerms,
  contractCreate,
  contractAmend,
  contractSign,
  contractCancel,
  contractWriteOff,
  contractForm,
  ...attachedCallsOf(contractAttached),
] as const;

/** What the signing of a draft waits for: each condition with whether it holds, in the reader's language (areas 3.1; decisions 62, 65, 73, 76–78, 80, 84). */
import { type Kysely, sql } from 'kysely';
import type { ErrorCode, ListedDays } from '../../contract/common.ts';
import { ageOn } from '../../contract/persons.ts';
import { allows } from '../../contract/rules.ts';
import { CONDITIONS, type Condition } from '../../contract/sale/contracts.ts';
import { scheduleOf, termsFault } from '../../contract/sale/schedule.ts';
import { findingsIn, offerOf, type TermsFinding, type TermsOfSale, termsOf } from '../../contract/sale/terms.ts';
import type { Setting } from '../../contract/setting/setting.ts';
import { branchSeal } from '../../contract/settings/branchSeal.ts';
import { clientSetting } from '../../contract/settings/clientSetting.ts';
import { requisite } from '../../contract/settings/requisite.ts';
import type { ContractContext } from '../../machines/contract/contract.machine.ts';
import { listedDaysOf } from '../clients/listed.ts';
import type { Schema } from '../db/schema.ts';
import type { SignedIn } from '../http/auth.ts';
import { tashkentDay, writtenDay } from '../http/days.ts';
import { type Language, say } from '../http/messages.ts';
import { allowsCopies, unidentifiedOn } from '../myid/identity.ts';
import { practiceDate } from '../practiceDay/openDay.ts';
import { type SoldLine, termsOfSale } from '../sale/terms.ts';
import { approvedAfter, validRun } from '../scoring/validRun.ts';
import { inForce, inForceOf } from '../settings/inForce.ts';
import type { ContractRecord } from './access.ts';
import { belowCost } from './costs.ts';
import { contractFactsOf, isReserved } from './facts.ts';
import { namedFor } from './guarantees.ts';
import { demandOf, pledgeWaits } from './pledge.ts';

type Db = Kysely<Schema>;

export interface Reader {
  readonly db: Db;
  readonly user: SignedIn;
  readonly language: Language;
  readonly now: Date;
}

/** A condition that does not hold: what is said of it, and the code of the 409 where a decision names one. */
export interface Waits {
  readonly code: Condition['code'];
  readonly says: readonly { readonly messageKey: string; readonly values: Readonly<Record<string, string | number>> }[];
  readonly refusal?: ErrorCode;
}

export interface LineOfContract {
  id: number;
  product_variant_id: number;
  serial_id: number | null;
  serial_number: string | null;
  title: string;
  qty: number;
  price: number;
  discount: number;
  sum: number;
}

export async function linesOfContract(db: Db, contractId: number): Promise<LineOfContract[]> {
  const { rows } = await sql<LineOfContract>`
    SELECT l.id, l.product_variant_id, l.serial_id, n.serial_number, v.title, l.qty, l.price, l.discount,
           l.qty * l.price - l.discount AS sum
    FROM contract_line l JOIN product_variant v ON v.id = l.product_variant_id
    LEFT JOIN serial_number n ON n.id = l.serial_id WHERE l.contract_id = ${contractId} ORDER BY l.id`.execute(db);
  return rows.map((row) => ({
    ...row,
    ...{ price: Number(row.price), discount: Number(row.discount), sum: Number(row.sum) },
  }));
}

/** The terms of today for the goods of a contract. */
export const termsNow = async ({ db, language }: Reader, contract: ContractRecord): Promise<TermsOfSale> =>
  termsOfSale(db, {
    clientId: contract.clientId,
    organizationId: contract.organizationId,
    lines: await linesOfContract(db, contract.id),
    language,
    except: contract.id,
  });

/** Between which ages people buy. */
interface Ages {
  readonly age_from: number;
  readonly age_to: number;
}

interface Facts {
  pinfl: boolean;
  active: boolean;
  birth_date: string;
  document: boolean;
  listed: ListedDays | null;
  reserved: boolean;
  requisites: boolean;
  seal: boolean;
  needs_scoring: boolean;
  day_open: boolean;
}

/** Whose goods are to be sold where: as much as is known before there is a contract. */
export type Sale = Pick<ContractRecord, 'clientId' | 'organizationId' | 'organization' | 'orderId'>;

async function factsOf({ db, now }: Reader, contract: Sale, day: string): Promise<Facts> {
  const of = sql`s.organization_id = ${contract.organizationId}`;
  const { rows } = await sql<Facts>`
    SELECT p.pinfl IS NOT NULL AS pinfl, p.active, to_char(p.birth_date, 'YYYY-MM-DD') AS birth_date,
           EXISTS (SELECT 1 FROM client_document n WHERE n.client_id = p.id AND n.active
             AND (n.expires_on IS NULL OR n.expires_on >= ${day}::date)) AS document,
           ${listedDaysOf('p', tashkentDay(now))} AS listed,
           ${isReserved(contract.orderId, now)} AS reserved,
           EXISTS (SELECT 1 FROM ${inForceOf(requisite, day)} s WHERE ${of}) AS requisites,
           EXISTS (SELECT 1 FROM ${inForceOf(branchSeal, day)} s WHERE ${of} AND s.kind = 'seal') AS seal,
           o.scoring_required AS needs_scoring,
           EXISTS (SELECT 1 FROM practice_day y WHERE y.organization_id = o.id AND y.status = 'open') AS day_open
    FROM client p JOIN organization o ON o.id = ${contract.organizationId}
    WHERE p.id = ${contract.clientId}`.execute(db);
  return rows[0] as Facts;
}

/** Goods of the order where it was written anew since: what would be sold is not what is kept for the client. */
async function changedGoods(db: Db, { id, orderId }: ContractRecord): Promise<Waits | undefined> {
  const lines = (table: string, of: string, document: number) =>
    sql`SELECT product_variant_id, serial_id, qty, price FROM ${sql.table(table)} WHERE ${sql.ref(of)} = ${document}`;
  const [sold, kept] = [lines('contract_line', 'contract_id', id), lines('sale_order_line', 'sale_order_id', orderId)];
  const { rows } = await sql`(${sold} EXCEPT ALL ${kept}) UNION ALL (${kept} EXCEPT ALL ${sold}) LIMIT 1`.execute(db);
  return rows.length === 0
    ? undefined
    : { code: 'terms', says: [{ messageKey: 'signing.goods', values: {} }], refusal: 'terms_changed' };
}

/** Terms as the draft has them, where today's are others (decision 80). */
function changedTerms(contract: ContractRecord, sale: TermsOfSale): Waits | undefined {
  const offer = offerOf(sale, contract.term);
  if (offer === undefined || offer.markup === contract.markup) return undefined;
  const { firstPayment, term, paymentDay } = contract;
  const terms = termsOf(sale, offer, { firstPayment, term, paymentDay });
  const after = termsFault(terms) === null ? scheduleOf(terms, sale.day).total : contract.total;
  const values = { before: contract.total, after, markup_before: contract.markup, markup_after: offer.markup };
  return { code: 'terms', says: [{ messageKey: 'signing.terms', values }], refusal: 'terms_changed' };
}

/** What takes the place of MyID where the setting of clients allows it. */
const COPY: Waits['says'][number] = { messageKey: 'signing.identity.copy', values: {} };

/** Guarantors that are lacking, and those who may not be one now (decisions 76, 77, 84). */
async function guarantorWaits(
  reader: Reader,
  contract: ContractRecord,
  findings: readonly TermsFinding[],
  day: string,
): Promise<Waits | undefined> {
  const named = await namedFor(reader, contract);
  const needed = findings.find(({ code }) => code === 'guarantor_needed');
  const says: Waits['says'][number][] = named.flatMap(({ unfit, client }) =>
    unfit === null ? [] : [{ messageKey: `signing.unfit.${unfit}`, values: { name: client } }],
  );
  if (named.some(({ unfit }) => unfit === 'unidentified') && (await allowsCopies(reader.db, day))) says.push(COPY);
  if (needed && named.length < Number(needed.values.figure))
    says.unshift({ messageKey: `signing.guarantor.${demandOf(needed.values.from)}`, values: { ...needed.values } });
  return says.length === 0 ? undefined : { code: 'guarantor', says };
}

const saysListed = ({ from, to }: ListedDays): Waits['says'][number] =>
  to === null
    ? { messageKey: 'signing.listed.since', values: { from: writtenDay(from) } }
    : { messageKey: 'signing.listed.between', values: { from: writtenDay(from), to: writtenDay(to) } };

const saysUnscored = (decided: string | null, day: string): Waits['says'][number] =>
  decided === null
    ? { messageKey: 'signing.scoring.none', values: {} }
    : { messageKey: 'signing.scoring.later', values: { decided: writtenDay(decided), day: writtenDay(day) } };

interface Waiting {
  readonly waits: Waits[];
  readonly facts: Facts;
}

/** The goods, the client and the decision about credit; whatever the terms are. */
async function waitsOfSale({ db, ...reader }: Reader, sale: Sale, day: string): Promise<Waiting> {
  const facts = await factsOf({ db, ...reader }, sale, day);
  const waits: Waits[] = [];
  const add = says(waits);
  if (!facts.reserved) add('reservation', {}, 'reservation_expired');
  if (!facts.pinfl || !facts.active) add('client');
  const unidentified = await unidentifiedOn(db, sale.clientId, day);
  if (unidentified)
    waits.push({
      code: 'identity',
      says: [
        { messageKey: `signing.identity.${unidentified.why}`, values: unidentified.values },
        ...(unidentified.copies ? [COPY] : []),
      ],
    });
  if (!facts.document) add('document', { day: writtenDay(day) });
  const ages = (await inForce(db, clientSetting as unknown as Setting, {} as never, day)) as Ages | null;
  const age = ageOn(facts.birth_date, day);
  if (ages && (age < ages.age_from || age > ages.age_to)) add('age', { age, from: ages.age_from, to: ages.age_to });
  if (facts.listed) waits.push({ code: 'listed', says: [saysListed(facts.listed)] });
  if (facts.needs_scoring && (await validRun(db, sale.clientId, day)) === null)
    waits.push({ code: 'scoring', says: [saysUnscored(await approvedAfter(db, sale.clientId, day), day)] });
  return { waits, facts };
}

const says =
  (waits: Waits[]) =>
  (code: Waits['code'], values: Record<string, string | number> = {}, refusal?: ErrorCode): number =>
    waits.push({ code, says: [{ messageKey: `signing.${code}`, values }], ...(refusal && { refusal }) });

const addPapers = (waits: Waits[], { requisites, seal }: Facts, { organization }: Sale): void => {
  if (!requisites || !seal) says(waits)('requisites', { organization });
};

async function waitsOf(reader: Reader, contract: ContractRecord): Promise<Waits[]> {
  const { db, user } = reader;
  const sale = await termsNow(reader, contract);
  const { waits, facts } = await waitsOfSale(reader, contract, sale.day);
  const confirms = allows(user.rules, 'contract.confirm');
  const add = says(waits);
  const changed = (await changedGoods(db, contract)) ?? changedTerms(contract, sale);
  if (changed) waits.push(changed);
  const { firstPayment, term, paymentDay } = contract;
  const all = findingsIn(sale, { firstPayment, term, paymentDay }, confirms);
  // which car is its pledge and who its guarantors are: conditions of their own
  const findings = all.filter(({ code }) => code !== 'pledge_needed' && code !== 'guarantor_needed');
  if (findings.length > 0)
    waits.push({
      code: 'schedule',
      says: findings.map(({ code, values }) => ({ messageKey: `signing.findings.${code}`, values: { ...values } })),
    });
  const pledge = await pledgeWaits(db, contract, sale.pledge_from, tashkentDay(reader.now));
  if (pledge) waits.push({ code: 'pledge', says: [pledge] });
  const guarantor = await guarantorWaits(reader, contract, all, sale.day);
  if (guarantor) waits.push(guarantor);
  const lines = await linesOfContract(db, contract.id);
  if (!confirms && (await belowCost(db, contract.warehouseId, lines)).length > 0) add('discount');
  addPapers(waits, facts, contract);
  if (!facts.day_open) add('day', {}, 'no_open_day');
  return waits;
}

/** What will keep a contract from being signed whose terms are not chosen yet: guarantors where every sum needs them. */
export async function obstaclesAhead(reader: Reader, sale: Sale): Promise<Waits[]> {
  const { db, language } = reader;
  const { clientId, organizationId } = sale;
  const { waits, facts } = await waitsOfSale(reader, sale, await practiceDate(db, organizationId));
  const { rows: lines } = await sql<SoldLine>`
    SELECT product_variant_id, qty * price - discount AS sum FROM sale_order_line
    WHERE sale_order_id = ${sale.orderId}`.execute(db);
  const terms = await termsOfSale(db, { clientId, organizationId, language, lines: [...lines] });
  if (terms.guarantor_from === 0)
    waits.push({
      code: 'guarantor',
      says: [{ messageKey: 'signing.guarantor.always', values: { figure: terms.guarantors } }],
    });
  addPapers(waits, facts, sale);
  return waits;
}

/** What keeps a draft from being signed by this person; that no day is open is asked by the step itself. */
export const obstaclesOf = async (reader: Reader, contract: ContractRecord): Promise<Waits[]> =>
  (await waitsOf(reader, contract)).filter(({ code }) => code !== 'day');

/**
 * Facts of several contracts for a person who would move them on: a draft whose goods and client do not keep it from being
 * signed is asked for all its conditions. Those are few, since goods are kept for a day or two (V1).
 */
export async function factsForSigner(
  reader: Reader,
  contracts: readonly ContractRecord[],
): Promise<ReadonlyMap<number, ContractContext>> {
  const ids = contracts.map(({ id }) => id);
  const facts = new Map(await contractFactsOf(reader.db, ids, reader.now));
  for (const contract of contracts) {
    const found = facts.get(contract.id);
    if (contract.status !== 'draft' || found === undefined || found.obstacles > 0) continue;
    facts.set(contract.id, { ...found, obstacles: (await obstaclesOf(reader, contract)).length });
  }
  return facts;
}

export async function conditionsOf(reader: Reader, contract: ContractRecord): Promise<Condition[]> {
  const waits = new Map((await waitsOf(reader, contract)).map((one) => [one.code, one.says]));
  return CONDITIONS.map((code) => ({
    code,
    holds: !waits.has(code),
    text: (waits.get(code) ?? []).map(({ messageKey, values }) => say(reader.language, messageKey, values)).join(' '),
  }));
}

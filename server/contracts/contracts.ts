/** Calls on contracts: list, window, terms, making, signing, calling off, form (areas 3.1, 4.18; decisions 62–72, 80, 84, 87). */
import { type Kysely, sql } from 'kysely';
import type { BodyOf } from '../../contract/bodies.ts';
import { client } from '../../contract/directories/client.ts';
import {
  CONTRACT_STATUSES,
  contractAmend,
  contractAttached,
  contractCancel,
  contractCreate,
  contractForm,
  contractHistory,
  contractIndex,
  contractShow,
  contractSign,
  contractWriteOff,
  saleTerms,
  UNPAID_HOURS,
} from '../../contract/sale/contracts.ts';
import { scheduleOf, termsFault } from '../../contract/sale/schedule.ts';
import { offerOf, spreadDiscount, termsOf } from '../../contract/sale/terms.ts';
import { FREE_CONTRACT } from '../../machines/contract/contract.machine.ts';
import type { Schema } from '../db/schema.ts';
import { approvedFor, markUsed } from '../directories/questionnaire.ts';
import { attachedCalls } from '../directory/attached.ts';
import { keepOpening } from '../directory/persons.ts';
import { createDocument, eventsOf, nextNumber } from '../documents/documents.ts';
import { actsIn, type SignedIn } from '../http/auth.ts';
import { daysOf, noonOf } from '../http/days.ts';
import { type Implementation, implement } from '../http/implement.ts';
import { type Language, say, says } from '../http/messages.ts';
import { conflict, invalidField, notFound } from '../http/refusal.ts';
import type { Asked, Scene } from '../lifecycle/lifecycle.ts';
import { declareList, type Lead } from '../lists/declared.ts';
import { answerList } from '../lists/list.ts';
import { findOrder, linesOf, lockOrder, type OrderRecord, orderRecords } from '../orders/access.ts';
import { convertOrder } from '../orders/orders.ts';
import { freeGoods, passGoods } from '../orders/reservations.ts';
import { needOpenDay, type OpenDay, practiceDate, unclosedDay } from '../practiceDay/openDay.ts';
import { systemUser } from '../sale/entries.ts';
import { freePrepaid } from '../sale/money.ts';
import { standingsOf } from '../sale/standing.ts';
import { termsOfSale } from '../sale/terms.ts';
import { contractTotals } from '../sale/totals.ts';
import {
  CONTRACT_KIND,
  CONTRACT_SORTS,
  type ContractRecord,
  contractRecords,
  contractsSeen,
  findContract,
  findContracts,
  lockClients,
  lockContracts,
  ofClientOrNumber,
} from './access.ts';
import { addendumImplementations } from './addenda.ts';
import { contractFacts, freeToGoOn, isStale } from './facts.ts';
import { formOf, freezeForm, frozenForm, picture } from './form.ts';
import { guaranteeImplementations, guarantorIds, signGuarantees } from './guarantees.ts';
import { guarantorReplaceImplementations } from './guarantorReplace.ts';
import { CONTRACTS, contractAnswer, contractDetails, instalmentsOf } from './lifecycle.ts';
import { attachPledge, requirePledge } from './pledge.ts';
import { factsForSigner } from './signing.ts';
import { writeOff } from './writeOff.ts';
import { isDecision } from './writtenOff.ts';

type Db = Kysely<Schema>;

export const contractList = declareList({
  call: 'contractIndex',
  from: sql`contract c`,
  id: sql`c.id`,
  sorts: {
    created_at: {
      columns: [
        { by: sql`c.listed_at`, type: 'timestamptz' },
        { by: sql`c.id`, type: 'integer' },
      ],
      index: 'contract_list_at',
      withState: 'contract_list_at_state',
      within: { organization_id: 'contract_list_at_branch', date: 'contract_list_at' },
    },
    ...CONTRACT_SORTS,
  },
  sort: '-created_at',
  filters: {
    search: 'contract_client',
    status: 'contract_list_at_state',
    organization_id: 'contract_list_at_branch',
    client_id: 'contract_client',
    date: 'contract_list_day',
  },
  state: { by: sql`c.listed_status`, states: CONTRACT_STATUSES },
});

/**
 * The filter by days of signing. In the order of their making its contracts lie close together: between the first and
 * the last of them, which an index gives for each day.
 */
async function signedIn(db: Db, { from, to }: { from: string; to: string }, sort: string): Promise<Lead> {
  const lead = { filter: 'date', is: sql`c.listed_day BETWEEN ${from}::date AND ${to}::date` };
  if (!sort.endsWith('created_at')) return lead;
  const { rows } = await sql<{ low: string | null; high: string | null }>`
    SELECT min(m.low)::text AS low, max(m.high)::text AS high
    FROM generate_series(
      greatest(${from}::date, (SELECT min(listed_day) FROM contract)),
      least(${to}::date, (SELECT max(listed_day) FROM contract WHERE listed_day < 'infinity')), interval '1 day') AS day,
    LATERAL (SELECT
      (SELECT min(listed_at) FROM contract WHERE listed_day = day::date) AS low,
      (SELECT max(listed_at) FROM contract WHERE listed_day = day::date) AS high) m`.execute(db);
  const { low = null, high = null } = rows[0] ?? {};
  return { ...lead, near: sql`c.listed_at BETWEEN ${low}::timestamptz AND ${high}::timestamptz` };
}

type Chosen = Pick<BodyOf<typeof contractCreate>, 'first_payment' | 'term' | 'payment_day' | 'discount'>;

/** The terms of today with the discount on the lines, and what they make. @throws Refusal 422 where there is no schedule */
async function chosenTerms(db: Db, order: OrderRecord, chosen: Chosen, now: Date, language: Language, except?: number) {
  const discount = chosen.discount ?? 0;
  const ordered = await linesOf(db, order.id, now);
  const gross = ordered.reduce((total, { sum }) => total + sum, 0);
  if (discount >= gross) throw invalidField('discount', 'order_discount');
  const spread = spreadDiscount(
    discount,
    ordered.map(({ sum }) => sum),
  );
  const lines = ordered.map((line, at) => ({ ...line, discount: line.discount + (spread[at] ?? 0) }));
  const sale = await termsOfSale(db, {
    clientId: order.client_id,
    organizationId: order.organization_id,
    lines: lines.map(({ product_variant_id, qty, price, discount: off }) => ({
      product_variant_id,
      sum: qty * price - off,
    })),
    language,
    ...(except !== undefined && { except }),
  });
  const offer = offerOf(sale, chosen.term);
  if (offer === undefined) throw invalidField('term', 'contract_term');
  const picked = { firstPayment: chosen.first_payment, term: chosen.term, paymentDay: chosen.payment_day };
  const terms = termsOf(sale, offer, picked);
  const fault = termsFault(terms);
  if (fault === 'first_payment_wrong') throw invalidField('first_payment', 'contract_first_payment');
  if (fault !== null) throw invalidField('term', fault);
  return { lines, discount, terms, offer, total: scheduleOf(terms, sale.day).total };
}

async function writeTerms(db: Db, id: number, made: Awaited<ReturnType<typeof chosenTerms>>): Promise<void> {
  const { lines, discount, terms, offer, total } = made;
  await sql`UPDATE contract SET goods = ${terms.goods}, discount = ${discount}, first_payment = ${terms.firstPayment},
    term = ${terms.term}, markup = ${terms.markup}, total = ${total}, payment_day = ${terms.paymentDay},
    value_setting_id = ${offer.value_setting_id} WHERE id = ${id}`.execute(db);
  await sql`DELETE FROM contract_line WHERE contract_id = ${id}`.execute(db);
  await sql`
    INSERT INTO contract_line (contract_id, product_variant_id, serial_id, qty, price, discount)
    SELECT ${id}::integer, l.variant, l.serial, l.qty, l.price, l.discount
    FROM unnest(${lines.map((line) => line.product_variant_id)}::integer[],
      ${lines.map(({ serial }) => serial?.id ?? null)}::integer[], ${lines.map((line) => line.qty)}::integer[],
      ${lines.map((line) => line.price)}::numeric[], ${lines.map((line) => line.discount)}::numeric[])
      WITH ORDINALITY AS l (variant, serial, qty, price, discount, place) ORDER BY l.place`.execute(db);
}

/** The car that is its pledge, where the body says so. @throws Refusal 422 where it is none of the client's */
async function writePledge(db: Db, id: number, clientId: number, pledge: number | null | undefined): Promise<void> {
  if (pledge === undefined) return;
  if (pledge !== null) await requirePledge(db, pledge, clientId);
  await sql`UPDATE contract SET pledge_evaluation_id = ${pledge} WHERE id = ${id}`.execute(db);
}

const logged = ({ goods, discount, firstPayment, term, markup, total, paymentDay, pledgeId }: ContractRecord) => ({
  ...{ goods, discount, term, markup, total },
  ...{ first_payment: firstPayment, payment_day: paymentDay, pledge_evaluation_id: pledgeId },
});

/** @throws Refusal 409 where the order is kept no more, or has a contract that was not called off */
async function requireFree(db: Db, order: OrderRecord, now: Date): Promise<void> {
  if (order.status !== 'reserved' || order.reserved_until === null || order.reserved_until <= now)
    throw conflict('reservation_expired');
  const { rows } = await sql<{ id: number }>`
    SELECT c.id FROM contract c JOIN document d ON d.id = c.id
    WHERE c.sale_order_id = ${order.id} AND d.status <> 'cancelled'`.execute(db);
  const [other] = rows;
  if (other) throw conflict('not_allowed_now', { messageKey: 'errors.order_has_contract', values: { id: other.id } });
}

/** Number, schedule and form; the goods of the order are kept for the contract from now on (decision 62). */
async function sign(scene: Asked, contract: ContractRecord, day: OpenDay) {
  const { db, now } = scene;
  await lockOrder(db, contract.orderId);
  const [order] = await orderRecords(db, sql`d.id = ${contract.orderId}`);
  if (order?.status !== 'reserved') throw conflict('reservation_expired');
  await convertOrder(scene, order, () => passGoods(db, order.id, contract.id));
  const { goods, firstPayment, term, markup, paymentDay } = contract;
  const { total, instalments } = scheduleOf({ goods, firstPayment, term, markup, paymentDay }, day.date);
  const rows = [{ number: 0, due: day.date, amount: firstPayment }, ...instalments];
  await sql`INSERT INTO instalment (contract_id, number, due, amount)
    SELECT ${contract.id}::integer, i.number, i.due, i.amount
    FROM unnest(${rows.map((row) => row.number)}::integer[], ${rows.map((row) => row.due)}::date[],
      ${rows.map((row) => row.amount)}::numeric[]) AS i (number, due, amount)`.execute(db);
  await sql`UPDATE contract SET signed_on = ${day.date}, signed_at = ${now}, total = ${total}
    WHERE id = ${contract.id}`.execute(db);
  await attachPledge({ db, now }, contract);
  await signGuarantees(scene, contract, day.date, total);
  await markUsed({ db, now }, contract.id, contract.clientId);
  await freezeForm(db, contract.id, await formOf(db, { ...contract, total }, day.date, rows));
  // the number is held last (decision 99); its year is that of the practice date (decision 68)
  const number = await nextNumber(db, CONTRACT_KIND, contract.organizationId, noonOf(day.date));
  await sql`UPDATE document SET number = ${number}, practice_day_id = ${day.id} WHERE id = ${contract.id}`.execute(db);
  return { number, signed_on: day.date, total };
}

/** Its goods are free, and what was paid in for it becomes free prepaid money of the client, on the open day (decision 57). */
async function callOff({ db, now, user }: Scene & { user?: SignedIn }, contract: ContractRecord, reason: string) {
  await freeGoods(db, contract.id, now);
  const standing = (await standingsOf(db, [contract.id])).get(contract.id);
  if ((standing?.prepaid ?? 0) > 0) {
    const day = await needOpenDay(db, contract.organizationId);
    const userId = user?.id ?? (await systemUser(db));
    const { clientId, organizationId } = contract;
    await freePrepaid({ db, now, day, userId }, contract.id, { clientId, organizationId });
  }
  await sql`UPDATE contract SET cancel_reason = ${reason} WHERE id = ${contract.id}`.execute(db);
  return { reason };
}

/**
 * The server's job (decision 70): signed contracts that nothing was paid for in 72 hours, and those whose goods wait while
 * the first instalment is due.
 */
export async function cancelOverdue(db: Db, now: Date): Promise<void> {
  const { rows } = await sql<{ id: number; client_id: number }>`
    SELECT c.id, c.client_id FROM contract c JOIN document d ON d.id = c.id
    WHERE (d.status = 'awaiting_handover' AND ${isStale(sql`c.id`, sql`d.organization_id`)})
      OR (d.status = 'signed' AND d.since <= ${now}::timestamptz - make_interval(hours => ${UNPAID_HOURS}::integer))
    ORDER BY c.client_id, c.id`.execute(db);
  for (const { id, client_id } of rows) {
    await lockClients(db, [client_id]);
    await lockContracts(db, [id]);
    const [contract] = await contractRecords(db, sql`c.id = ${id}`);
    if (contract === undefined) continue;
    const facts = await contractFacts(db, contract, now);
    const { lacking, stale } = facts;
    // goods that are being picked are waited for: others are called off all the same
    if (!CONTRACTS.takes(contract, 'contract.cancel', facts)) continue;
    const unpaid = contract.status === 'signed' && lacking === contract.firstPayment;
    // what came for one that waits is posted on an open day: without one it waits for the next time
    const isStale = contract.status === 'awaiting_handover' && stale;
    if (!unpaid && !(isStale && (await hasOpenDay(db, contract.organizationId)))) continue;
    const reason = say('uz', unpaid ? 'signing.unpaid' : 'signing.stale', { hours: UNPAID_HOURS });
    await CONTRACTS.takeOwn({ db, now }, contract, 'contract.cancel', () => callOff({ db, now }, contract, reason));
  }
}

/** What waited for the end of an entry in the black list goes on by itself. */
export async function goOnFreed(db: Db, now: Date): Promise<void> {
  for (const { id, client_id } of await freeToGoOn(db, now)) {
    await lockClients(db, [client_id]);
    await lockContracts(db, [id]);
    const [contract] = await contractRecords(db, sql`c.id = ${id}`);
    if (contract === undefined) continue;
    const facts = await contractFacts(db, contract, now);
    if (CONTRACTS.takes(contract, 'firstPayment.receive', facts))
      await CONTRACTS.takeOwn({ db, now }, contract, 'firstPayment.receive', async () => ({}));
  }
}

async function hasOpenDay(db: Db, organizationId: number): Promise<boolean> {
  return (await unclosedDay(db, organizationId))?.status === 'open';
}

export const contractImplementations: Implementation[] = [
  ...guaranteeImplementations,
  ...attachedCalls({
    attached: contractAttached,
    find: ({ db, user }, id, lock) => findContract(db, user, id, lock),
    isOwn: ({ organizationId }, user) => actsIn(user, organizationId),
    keeps: async (db, file) => ((await isDecision(db, file)) ? 'errors.file_of_decision' : undefined),
  }),
  ...guarantorReplaceImplementations,
  ...addendumImplementations,
  implement(contractIndex, {
    async handle({ db, user, query, now, language }) {
      const { where, leads } = await contractsSeen(db, user);
      if (query.date) leads.unshift(await signedIn(db, daysOf(query.date), query.sort ?? contractList.sort));
      if (query.organization_id)
        leads.push({ filter: 'organization_id', is: sql`c.listed_organization = ${query.organization_id}` });
      if (query.client_id) where.push(sql`c.client_id = ${query.client_id}`);
      const words = query.search?.trim();
      if (words) where.push(await ofClientOrNumber(db, 'c', CONTRACT_KIND, words));
      return answerList(db, contractList, query, {
        where,
        leads,
        narrowed: where.length > 0,
        state: query.status && sql`c.listed_status = ${query.status}`,
        totals: (_, among, stated) => contractTotals(db, stated, among, query.status),
        async rows(ids) {
          const found = await findContracts(db, user, ids);
          const standings = await standingsOf(db, ids);
          const facts = await factsForSigner({ db, user, language, now }, found);
          return found.map((one) =>
            contractAnswer(one, facts.get(one.id) ?? FREE_CONTRACT, user, standings.get(one.id)),
          );
        },
      });
    },
  }),

  implement(contractShow, {
    record: ({ db, user, params }) => findContract(db, user, params.id),
    handle: async (context) => ({ data: await contractDetails(context, context.record) }),
  }),

  implement(contractHistory, {
    record: ({ db, user, params }) => findContract(db, user, params.id),
    handle: async ({ db, record }) => ({ data: await eventsOf(db, record.id) }),
  }),

  implement(saleTerms, {
    async handle({ db, body, language }) {
      const { rows } = await sql<{ organization_id: number }>`
        SELECT organization_id FROM warehouse_list WHERE id = ${body.warehouse_id}`.execute(db);
      const [place] = rows;
      if (!place) throw invalidField('warehouse_id', 'warehouse');
      const { client_id: clientId = null, lines } = body;
      const terms = await termsOfSale(db, { clientId, organizationId: place.organization_id, lines, language });
      return { data: { ...terms, application: clientId === null ? null : await approvedFor(db, clientId) } };
    },
  }),

  implement(contractCreate, {
    record: ({ db, user, body }) => findOrder(db, user, body.order_id, true),
    async handle(context) {
      const { db, user, body, record: order, now, language } = context;
      if (!actsIn(user, order.organization_id)) throw notFound();
      await requireFree(db, order, now);
      const made = await chosenTerms(db, order, body, now, language);
      const { id } = await CONTRACTS.create(context, 'contract.create', async (status) => {
        const document = await createDocument(db, {
          ...{ kind: CONTRACT_KIND, organizationId: order.organization_id, status, userId: user.id, now },
          numberedOn: null,
        });
        const { terms, total } = made;
        await sql`INSERT INTO contract (id, client_id, sale_order_id, seller_id, warehouse_id, goods, first_payment, term,
            markup, total, payment_day)
          VALUES (${document.id}, ${order.client_id}, ${order.id}, ${user.id}, ${order.warehouse_id}, ${terms.goods},
            ${terms.firstPayment}, ${terms.term}, ${terms.markup}, ${total}, ${terms.paymentDay})`.execute(db);
        await writeTerms(db, document.id, made);
        await writePledge(db, document.id, order.client_id, body.pledge_evaluation_id);
        const [contract] = await contractRecords(db, sql`c.id = ${document.id}`);
        return { id: document.id, details: { order: order.number, after: contract ? logged(contract) : {} } };
      });
      const contract = await findContract(db, user, id);
      return { data: await contractDetails(context, contract), message: say(language, 'actions.saved') };
    },
  }),

  implement(
    contractAmend,
    CONTRACTS.step(
      'contract.amend',
      async ({ db, body, record, now, language }) => {
        const [order] = await orderRecords(db, sql`d.id = ${record.orderId}`);
        if (order === undefined) throw conflict('reservation_expired');
        await writeTerms(db, record.id, await chosenTerms(db, order, body, now, language, record.id));
        await writePledge(db, record.id, record.clientId, body.pledge_evaluation_id);
        const [after] = await contractRecords(db, sql`c.id = ${record.id}`);
        return { before: logged(record), after: after ? logged(after) : {} };
      },
      { says: says('saved') },
    ),
  ),

  implement(contractSign, {
    record: ({ db, user, params }) => findContract(db, user, params.id, true),
    async handle(context) {
      const { db, user, record, now, language } = context;
      const { details } = await CONTRACTS.take(context, record, 'contract.sign', (day) => sign(context, record, day));
      const contract = await findContract(db, user, record.id);
      // a first payment of nothing is there at once (areas 3.1)
      if (contract.firstPayment === 0)
        await CONTRACTS.takeOwn({ db, now }, contract, 'firstPayment.receive', async () => ({}));
      const data = await contractDetails(context, await findContract(db, user, record.id));
      return { data, message: say(language, 'actions.contract_signed', { number: details.number }) };
    },
  }),

  implement(
    contractCancel,
    CONTRACTS.step('contract.cancel', (context) => callOff(context, context.record, context.body.reason), {
      says: says('contract_cancelled'),
    }),
  ),

  implement(
    contractWriteOff,
    CONTRACTS.step('debt.writeOff', (context, day) => writeOff(context, context.record, context.body, day), {
      says: says('contract_written_off'),
    }),
  ),

  implement(contractForm, {
    record: ({ db, user, params }) => findContract(db, user, params.id),
    async handle(context) {
      const { db, record } = context;
      // it has the numbers of a person whole: that it was opened is kept (decision 85)
      for (const person of [record.clientId, ...(await guarantorIds(db, record.id))])
        await keepOpening(client, context, person);
      const day = record.signedOn ?? (await practiceDate(db, record.organizationId));
      const form =
        (await frozenForm(db, record.id)) ?? (await formOf(db, record, day, await instalmentsOf(db, record)));
      return {
        data: form,
        number: record.number,
        signed_at: record.signedAt?.toISOString() ?? null,
        cancelled: record.status === 'cancelled',
        // nobody answers for a draft: its paper has room for the seal
        seal: await picture(db, record.signedAt && form.seller.seal_id),
        signature: await picture(db, record.signedAt && form.seller.signature_id),
      };
    },
  }),
];

/**
 * Who answers for a contract beside its buyer: named on its draft, bound within its signing (decision 77), free when it is
 * called off, or when the day is closed on which it was paid (decision 61).
 */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { ageOn } from '../../contract/persons.ts';
import { allows } from '../../contract/rules.ts';
import { type Guarantee, guaranteeCreate, guaranteeDrop, type Relation } from '../../contract/sale/guarantees.ts';
import { type GuaranteeState, guaranteeMachine } from '../../machines/guarantee/guarantee.machine.ts';
import { isListed } from '../clients/listed.ts';
import type { Schema } from '../db/schema.ts';
import { areUnknown } from '../directory/checks.ts';
import { tashkentDay } from '../http/days.ts';
import { type Implementation, implement } from '../http/implement.ts';
import { type Language, say, says } from '../http/messages.ts';
import { conflict, forbidden, invalidField, notFound } from '../http/refusal.ts';
import { type Asked, defineLifecycle, type Scene } from '../lifecycle/lifecycle.ts';
import { unidentifiedOn } from '../myid/identity.ts';
import { practiceDate } from '../practiceDay/openDay.ts';
import { amendsContract, type ContractRecord, contractRecords, findContract } from './access.ts';

type Db = Kysely<Schema>;

/** From this age on a person answers for others (decision 77). */
const OF_AGE = 18;

/** Why somebody may not be a guarantor now. */
type Unfit = 'unverified' | 'unidentified' | 'young' | 'listed';

export interface GuaranteeRecord {
  readonly id: number;
  readonly contract: ContractRecord;
  readonly client_id: number;
  readonly client: string;
  readonly relation: Relation | null;
  readonly amount: number | null;
  readonly signed_on: string | null;
  readonly released_on: string | null;
  readonly status: GuaranteeState;
  readonly version: number;
  readonly unfit: Unfit | null;
}

interface Found extends Omit<GuaranteeRecord, 'unfit' | 'contract'> {
  verified: boolean;
  listed: boolean;
  birth_date: string;
}

/** Guarantees of a contract by a condition on `g`, in the order in which they were named. */
async function guaranteesWhere(
  { db, now }: Scene,
  contract: ContractRecord,
  where: RawBuilder<unknown> = sql`true`,
): Promise<GuaranteeRecord[]> {
  const day = await practiceDate(db, contract.organizationId);
  const { rows } = await sql<Found>`
    SELECT g.id, g.client_id, p.fullname AS client, g.relation, g.amount, to_char(g.signed_on, 'YYYY-MM-DD') AS signed_on,
           to_char(g.released_on, 'YYYY-MM-DD') AS released_on, g.status, g.version,
           to_char(p.birth_date, 'YYYY-MM-DD') AS birth_date,
           p.pinfl IS NOT NULL AND p.active AND EXISTS (SELECT 1 FROM client_document n WHERE n.client_id = p.id
             AND n.active AND (n.expires_on IS NULL OR n.expires_on >= ${day}::date)) AS verified,
           ${isListed('p', tashkentDay(now))} AS listed
    FROM guarantee g JOIN client p ON p.id = g.client_id
    WHERE g.contract_id = ${contract.id} AND ${where} ORDER BY g.id`.execute(db);
  const records: GuaranteeRecord[] = [];
  for (const { verified, listed, birth_date, amount, ...row } of rows) {
    const unfit = !verified ? 'unverified' : ageOn(birth_date, day) < OF_AGE ? 'young' : listed ? 'listed' : null;
    // who has signed is asked no more
    const isAsked = unfit === null && row.status === 'draft';
    const unidentified = isAsked && (await unidentifiedOn(db, row.client_id, day)) !== null;
    records.push({
      ...{ ...row, contract, amount: amount === null ? null : Number(amount) },
      unfit: unidentified ? 'unidentified' : unfit,
    });
  }
  return records;
}

export async function findGuarantee(scene: Asked, id: number, lock = false): Promise<GuaranteeRecord> {
  const { db, user } = scene;
  const { rows } = await sql<{ contract_id: number }>`SELECT contract_id FROM guarantee WHERE id = ${id}`.execute(db);
  if (rows[0] === undefined) throw notFound();
  // its contract is held before it: signing and calling off hold the contract too
  const contract = await findContract(db, user, rows[0].contract_id, lock);
  const [found] = await guaranteesWhere(scene, contract, sql`g.id = ${id}`);
  if (found === undefined) throw notFound();
  return found;
}

const amends = ({ contract }: GuaranteeRecord, user: Asked['user']) => amendsContract(contract, user);

/** Why somebody may not sign, with the name. @returns null where nothing is against it */
export const unfitWords = ({ unfit, client, status }: GuaranteeRecord, language: Language): string | null =>
  unfit === null || status !== 'draft' ? null : say(language, `signing.unfit.${unfit}`, { name: client });

/** Contracts that somebody answers for until they are paid. */
const OPEN: readonly string[] = ['signed', 'awaiting_handover', 'active'];
export const isReplaceable = ({ status, contract }: GuaranteeRecord): boolean =>
  status === 'signed' && OPEN.includes(contract.status);

export const guaranteeAnswer = ({ user, language }: Asked, one: GuaranteeRecord): Guarantee => {
  const { contract: _, unfit, ...row } = one;
  return {
    ...row,
    unfit: unfitWords(one, language),
    identify: unfit === 'unidentified' && one.status === 'draft',
    allowed_events: GUARANTEES.allowed(one, { fit: unfit === null }, user),
    replaceable: isReplaceable(one) && allows(user.rules, 'guarantor_contracts.edit'),
  };
};

export const GUARANTEES = defineLifecycle(guaranteeMachine, {
  table: 'guarantee',
  log: 'record_log',
  find: findGuarantee,
  state: ({ status }: GuaranteeRecord) => status,
  branch: ({ contract }) => contract.organizationId,
  facts: (_, { unfit }) => ({ fit: unfit === null }),
  answer: guaranteeAnswer,
  events: {
    // within the signing of the contract, by who signs that
    'guarantee.sign': { by: 'part', version: false },
    'guarantee.drop': { right: amends, forbidden: 'errors.record_of_author' },
    'guarantee.release': { by: 'server' },
  },
});

/** As the window of the contract shows them. */
export const guaranteesOf = async (asked: Asked, contract: ContractRecord): Promise<Guarantee[]> =>
  (await guaranteesWhere(asked, contract)).map((one) => guaranteeAnswer(asked, one));

/** Who stands on the form of a contract beside its buyer. */
export async function guarantorIds(db: Db, contractId: number): Promise<number[]> {
  const { rows } = await sql<{ client_id: number }>`SELECT client_id FROM guarantee
    WHERE contract_id = ${contractId} AND status IN ('draft', 'signed') ORDER BY id`.execute(db);
  return rows.map(({ client_id }) => client_id);
}

/** Those that would be signed with the contract. */
export const namedFor = (scene: Scene, contract: ContractRecord): Promise<GuaranteeRecord[]> =>
  guaranteesWhere(scene, contract, sql`g.status = 'draft'`);

/** Part of the signing: everybody who is named answers for what is financed. */
export async function signGuarantees(
  asked: Asked,
  contract: ContractRecord,
  day: string,
  total: number,
): Promise<void> {
  const amount = total - contract.firstPayment;
  for (const one of await namedFor(asked, contract))
    await GUARANTEES.take(asked, one, 'guarantee.sign', async () => {
      await sql`UPDATE guarantee SET amount = ${amount}, signed_on = ${day}::date WHERE id = ${one.id}`.execute(
        asked.db,
      );
      return { after: { amount, signed_on: day } };
    });
}

/** A step of the server itself, whoever causes it. */
export async function release({ db, now }: Scene, one: GuaranteeRecord, day: string): Promise<void> {
  await GUARANTEES.takeOwn({ db, now }, one, 'guarantee.release', async () => {
    await sql`UPDATE guarantee SET released_on = ${day}::date WHERE id = ${one.id}`.execute(db);
    return { after: { released_on: day } };
  });
}

/** A contract is called off: nobody answers for it. */
export async function freeGuarantors(scene: Scene, contract: ContractRecord): Promise<void> {
  const day = await practiceDate(scene.db, contract.organizationId);
  for (const one of await guaranteesWhere(scene, contract, sql`g.status IN ('draft', 'signed')`))
    if (one.status === 'signed') await release(scene, one, day);
    else await GUARANTEES.takeOwn(scene, one, 'guarantee.drop', async () => ({}));
}

/** The day of a branch is closed: who answered for contracts that were paid until then is free (decision 61). */
export async function releaseGuarantors(
  scene: Scene,
  { organizationId, date }: { organizationId: number; date: string },
): Promise<void> {
  const paid = await contractRecords(
    scene.db,
    sql`d.organization_id = ${organizationId} AND d.status = 'closed'
    AND c.closed_on <= ${date}::date AND EXISTS (SELECT 1 FROM guarantee g WHERE g.contract_id = c.id AND g.status = 'signed')`,
  );
  for (const contract of paid)
    for (const one of await guaranteesWhere(scene, contract, sql`g.status = 'signed'`)) await release(scene, one, date);
}

/** @throws Refusal 422 where the person cannot be named */
async function requireOther(db: Db, contract: ContractRecord, clientId: number): Promise<void> {
  if (await areUnknown(db, 'client', [clientId])) throw invalidField('client_id', 'reference');
  if (clientId === contract.clientId) throw invalidField('client_id', 'guarantor_is_buyer');
  const { rows } = await sql`SELECT 1 FROM guarantee WHERE contract_id = ${contract.id} AND client_id = ${clientId}
    AND status IN ('draft', 'signed')`.execute(db);
  if (rows.length > 0) throw invalidField('client_id', 'guarantor_named');
}

export interface Named {
  readonly client_id: number;
  readonly relation?: Relation | null | undefined;
}

/** Names somebody. @returns the id of the guarantee, which is not signed yet */
export async function nameGuarantor(
  context: Asked,
  contract: ContractRecord,
  { client_id, relation = null }: Named,
): Promise<number> {
  const { db, user, now } = context;
  await requireOther(db, contract, client_id);
  const { id } = await GUARANTEES.create(context, 'guarantee.create', async (status) => {
    const { rows } = await sql<{ id: number }>`
      INSERT INTO guarantee (contract_id, client_id, relation, status, created_by, created_at, since)
      VALUES (${contract.id}, ${client_id}, ${relation}, ${status}, ${user.id}, ${now}, ${now})
      RETURNING id`.execute(db);
    const made = rows[0] as { id: number };
    return { ...made, details: { contract: contract.id, after: { client: client_id, relation } } };
  });
  return id;
}

export const guaranteeImplementations: Implementation[] = [
  implement(guaranteeCreate, {
    record: ({ db, user, body }) => findContract(db, user, body.contract_id, true),
    async handle(context) {
      const { user, body, record: contract, language } = context;
      if (!amendsContract(contract, user)) throw forbidden('errors.record_of_author');
      if (contract.status !== 'draft')
        throw conflict('not_allowed_now', { messageKey: 'errors.guarantor_of_draft', state: contract.status });
      const id = await nameGuarantor(context, contract, body);
      return {
        data: guaranteeAnswer(context, await findGuarantee(context, id)),
        message: say(language, 'actions.saved'),
      };
    },
  }),

  implement(guaranteeDrop, GUARANTEES.step('guarantee.drop', undefined, { says: says('saved') })),
];

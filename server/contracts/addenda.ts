/** Addenda of signed contracts: their terms stand, data of the parties and who answers for them may change (areas 3.4; decision 87). */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { client } from '../../contract/directories/client.ts';
import { type AddendumForm, contractAddendum } from '../../contract/sale/addenda.ts';
import type { AddendumInList } from '../../contract/sale/addendumInList.ts';
import type { Schema } from '../db/schema.ts';
import { keepOpening } from '../directory/persons.ts';
import { type Implementation, implement } from '../http/implement.ts';
import { notFound } from '../http/refusal.ts';
import { practiceDate } from '../practiceDay/openDay.ts';
import { type ContractRecord, contractRecords, findContract, lockContracts } from './access.ts';
import { partiesOf, personBy, picture, sellerOf } from './form.ts';

type Db = Kysely<Schema>;

/** Of the template that we ship. */
const REVISION = 1;

interface Scene {
  readonly db: Db;
  readonly now: Date;
  readonly user: { readonly id: number; readonly fullname: string };
}

type Changes = AddendumForm['changes'];
type Subject =
  | { readonly kind: 'client'; readonly cause: number; readonly changes: Changes }
  | { readonly kind: 'guarantor'; readonly cause: number; released: number; guarantor: number; amount: number };

/** The next addendum of a contract, frozen as people sign it. */
export async function writeAddendum({ db, now, user }: Scene, contract: ContractRecord, about: Subject): Promise<void> {
  const day = await practiceDate(db, contract.organizationId);
  const { seller, buyer } = await partiesOf(db, contract, day);
  const { rows } = await sql<{ n: number }>`
    SELECT coalesce(max(number), 0) + 1 AS n FROM contract_addendum WHERE contract_id = ${contract.id}`.execute(db);
  const number = rows[0]?.n ?? 1;
  const isClient = about.kind === 'client';
  const form: AddendumForm = {
    ...{ revision: REVISION, kind: about.kind, number, day },
    contract: { number: contract.number ?? '', signed_on: contract.signedOn ?? day },
    seller: sellerOf(contract, seller),
    buyer,
    changes: isClient ? about.changes : [],
    released: isClient ? null : await personBy(db, about.released, day),
    guarantor: isClient ? null : await personBy(db, about.guarantor, day),
    amount: isClient ? null : about.amount,
    made_by: user.fullname,
  };
  await sql`INSERT INTO contract_addendum (contract_id, number, kind, cause_id, day, form, created_by, created_at)
    VALUES (${contract.id}, ${number}, ${about.kind}, ${about.cause}, ${day}::date, ${JSON.stringify(form)}::jsonb, ${user.id},
      ${now})`.execute(db);
}

/** A correction of a client is approved: each contract that is signed and not over gets an addendum. */
export async function addendaOfChange(scene: Scene, clientId: number, cause: number, changes: Changes): Promise<void> {
  const { db } = scene;
  const open = await contractRecords(
    db,
    sql`c.client_id = ${clientId} AND d.status IN ('signed', 'awaiting_handover', 'active')`,
  );
  const ordered = [...open].sort((one, other) => one.id - other.id);
  await lockContracts(
    db,
    ordered.map(({ id }) => id),
  );
  for (const contract of ordered) await writeAddendum(scene, contract, { kind: 'client', cause, changes });
}

type Found = AddendumInList & { readonly cause_id: number };

async function listed(db: Db, where: RawBuilder<unknown>): Promise<Found[]> {
  const { rows } = await sql<Found>`
    SELECT a.id, a.contract_id, d.number AS contract, a.number, a.kind, a.cause_id, to_char(a.day, 'YYYY-MM-DD') AS day
    FROM contract_addendum a JOIN document d ON d.id = a.contract_id WHERE ${where} ORDER BY a.contract_id, a.number`.execute(
    db,
  );
  return rows;
}

const plain = ({ cause_id: _, ...row }: Found): AddendumInList => row;

export const addendaOf = async (db: Db, contractId: number): Promise<AddendumInList[]> =>
  (await listed(db, sql`a.contract_id = ${contractId}`)).map(plain);

/** Those that requests to correct clients have led to, by the request. */
export async function addendaOfRequests(db: Db, ids: readonly number[]): Promise<Map<number, AddendumInList[]>> {
  const found = await listed(db, sql`a.kind = 'client' AND a.cause_id = ANY (${[...ids]}::integer[])`);
  const by = new Map<number, AddendumInList[]>();
  for (const row of found) by.set(row.cause_id, [...(by.get(row.cause_id) ?? []), plain(row)]);
  return by;
}

export const addendumImplementations: Implementation[] = [
  implement(contractAddendum, {
    async record({ db, user, params }) {
      const { rows } = await sql<{ contract_id: number; form: AddendumForm }>`
        SELECT contract_id, form FROM contract_addendum WHERE id = ${params.id}`.execute(db);
      if (rows[0] === undefined) throw notFound();
      return { contract: await findContract(db, user, rows[0].contract_id), form: rows[0].form };
    },
    async handle(context) {
      const { db, record } = context;
      // it has the numbers of a person whole (decision 85)
      await keepOpening(client, context, record.contract.clientId);
      const { seal_id, signature_id } = record.form.seller;
      return { data: record.form, seal: await picture(db, seal_id), signature: await picture(db, signature_id) };
    },
  }),
];

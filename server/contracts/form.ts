/** A contract as people sign it: what stands on its form, frozen when it is signed (decision 87). */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { ContractForm, FormPledge } from '../../contract/sale/contracts.ts';
import { branchSeal } from '../../contract/settings/branchSeal.ts';
import { requisite } from '../../contract/settings/requisite.ts';
import { addressIn } from '../clients/address.ts';
import type { Schema } from '../db/schema.ts';
import { inForceOf } from '../settings/inForce.ts';
import type { ContractRecord } from './access.ts';
import { linesOfContract } from './signing.ts';

type Db = Kysely<Schema>;

/** Of the template that we ship. */
const REVISION = 1;

/** A client, on the alias `p`, as the form names a person. */
const personOn = (day: string): RawBuilder<unknown> =>
  sql`jsonb_build_object('fullname', p.fullname, 'pinfl', p.pinfl,
    'document', (SELECT jsonb_build_object('number', n.number, 'issued_by', n.issued_by, 'issued_on', n.issued_on)
      FROM client_document n WHERE n.client_id = p.id AND n.active
      AND (n.expires_on IS NULL OR n.expires_on >= ${day}::date) ORDER BY n.id DESC LIMIT 1),
    'address', jsonb_build_object('uz', ${addressIn('uz')}, 'ru', ${addressIn('ru')}),
    'phone', (SELECT f.phone FROM client_phone f WHERE f.client_id = p.id AND f.active
      ORDER BY f.owner <> 'self', f.id LIMIT 1))`;

async function guarantorsOf(db: Db, contractId: number, day: string): Promise<ContractForm['buyer'][]> {
  const { rows } = await sql<{ person: ContractForm['buyer'] }>`
    SELECT ${personOn(day)} AS person FROM guarantee g JOIN client p ON p.id = g.client_id
    WHERE g.contract_id = ${contractId} AND g.status IN ('draft', 'signed') ORDER BY g.id`.execute(db);
  return rows.map(({ person }) => person);
}

/** Left out where no car secures it, as on the forms of before. */
async function pledgeOf(db: Db, { pledgeId }: ContractRecord): Promise<Pick<ContractForm, 'pledge'>> {
  if (pledgeId === null) return {};
  const { rows } = await sql<FormPledge>`
    SELECT d.number, concat_ws(', ', m.name, e.plate) AS car, e.vin, e.year, e.market::float8 AS market,
           e.wear::float8 AS wear, e.max_share::float8 AS max_share, e.accepted::float8 AS accepted
    FROM pledge_evaluation e JOIN document d ON d.id = e.id JOIN pledge_car_model m ON m.id = e.model_id
    WHERE e.id = ${pledgeId}`.execute(db);
  return rows[0] === undefined ? {} : { pledge: rows[0] };
}

interface Parties {
  seller: Omit<ContractForm['seller'], 'organization'> | null;
  buyer: ContractForm['buyer'];
}

export async function partiesOf(db: Db, { organizationId, clientId }: ContractRecord, day: string): Promise<Parties> {
  const image = (kind: string) => sql`(SELECT s.image_id FROM ${inForceOf(branchSeal, day)} s
    WHERE s.organization_id = ${organizationId} AND s.kind = ${kind})`;
  const { rows } = await sql<Parties>`
    SELECT (SELECT jsonb_build_object('firm', s.firm, 'stir', s.stir, 'address', s.address, 'director', s.director,
              'bank', b.name, 'mfo', b.mfo, 'account', s.account, 'seal_id', ${image('seal')},
              'signature_id', ${image('signature')})
            FROM ${inForceOf(requisite, day)} s JOIN bank b ON b.id = s.bank_id
            WHERE s.organization_id = ${organizationId}) AS seller,
           ${personOn(day)} AS buyer
    FROM client p WHERE p.id = ${clientId}`.execute(db);
  return rows[0] as Parties;
}

const NOBODY = {
  ...{ firm: '', stir: '', address: '', director: '', bank: '', mfo: '', account: '' },
  ...{ seal_id: null, signature_id: null },
};

/** The firm as a form names it, also where it has no requisites yet. */
export const sellerOf = ({ organization }: ContractRecord, seller: Parties['seller']): ContractForm['seller'] => ({
  organization,
  ...(seller ?? NOBODY),
});

/** A client as a form names a person. */
export async function personBy(db: Db, clientId: number, day: string): Promise<ContractForm['buyer']> {
  const { rows } = await sql<{ person: ContractForm['buyer'] }>`
    SELECT ${personOn(day)} AS person FROM client p WHERE p.id = ${clientId}`.execute(db);
  return (rows[0] as { person: ContractForm['buyer'] }).person;
}

/** @param day the practice date; @param instalments as they are, of a draft as they would be */
export async function formOf(
  db: Db,
  contract: ContractRecord,
  day: string,
  instalments: ContractForm['instalments'],
): Promise<ContractForm> {
  const { seller, buyer } = await partiesOf(db, contract, day);
  const lines = await linesOfContract(db, contract.id);
  return {
    revision: REVISION,
    day,
    seller: sellerOf(contract, seller),
    buyer,
    lines: lines.map(({ title, qty, price, discount, sum }) => ({ title, qty, price, discount, sum })),
    goods: contract.goods,
    first_payment: contract.firstPayment,
    term: contract.term,
    markup: contract.markup,
    total: contract.total,
    payment_day: contract.paymentDay,
    instalments: instalments.map(({ number, due, amount }) => ({ number, due, amount })),
    guarantors: await guarantorsOf(db, contract.id, day),
    ...(await pledgeOf(db, contract)),
    made_by: contract.seller.fullname,
  };
}

export async function frozenForm(db: Db, contractId: number): Promise<ContractForm | null> {
  const { rows } = await sql<{ form: ContractForm | null }>`SELECT form FROM contract WHERE id = ${contractId}`.execute(
    db,
  );
  return rows[0]?.form ?? null;
}

export const freezeForm = (db: Db, contractId: number, form: ContractForm) =>
  sql`UPDATE contract SET form = ${JSON.stringify(form)}::jsonb WHERE id = ${contractId}`.execute(db);

/** As an address of data: who prints need not see the page of seals. */
export async function picture(db: Db, id: number | null): Promise<string | null> {
  if (id === null) return null;
  const { rows } = await sql<{
    type: string;
    content: Uint8Array;
  }>`SELECT type, content FROM file WHERE id = ${id}`.execute(db);
  const [file] = rows;
  return file === undefined ? null : `data:${file.type};base64,${Buffer.from(file.content).toString('base64')}`;
}

/** Certificates: which contract one may be about, whether it is true, its frozen figures, and when it loses its force. */
import { type Kysely, sql } from 'kysely';
import { client } from '../../contract/directories/client.ts';
import { paymentCertificate } from '../../contract/directories/paymentCertificate.ts';
import type { DirectoryRow } from '../../contract/directory/directory.ts';
import { type CertificateForm, certificateForm, contractGetAll } from '../../contract/sale/certificates.ts';
import { paymentCertificateMachine } from '../../machines/paymentCertificate/paymentCertificate.machine.ts';
import { CONTRACT_KIND, contractRecords, ofClientOrNumber } from '../contracts/access.ts';
import { formOf, picture } from '../contracts/form.ts';
import type { Schema } from '../db/schema.ts';
import { keepOpening } from '../directory/persons.ts';
import { type Faults, serveDirectory } from '../directory/serve.ts';
import { BY_CREATION } from '../documents/documents.ts';
import { actsIn, type SignedIn } from '../http/auth.ts';
import { writtenDay } from '../http/days.ts';
import { type Implementation, implement } from '../http/implement.ts';
import { conflict, notFound } from '../http/refusal.ts';
import type { Scene } from '../lifecycle/lifecycle.ts';
import { declareList } from '../lists/declared.ts';
import { inOrder } from '../lists/ids.ts';
import { answerList } from '../lists/list.ts';
import { dayOfDebts } from '../sale/standing.ts';
import { standingOn } from '../sale/stories.ts';

type Db = Kysely<Schema>;
type Row = DirectoryRow<typeof paymentCertificate>;

interface OfContract {
  id: number;
  client_id: number;
  organization_id: number;
  status: string;
  charged_on: string | null;
  /** D of its organization. */
  day: string;
}

async function contractOf(db: Db, id: number): Promise<OfContract | undefined> {
  const { rows } = await sql<OfContract>`
    SELECT c.id, c.client_id, d.organization_id, d.status, c.charged_on, to_char(${dayOfDebts(sql`d.organization_id`)}, 'YYYY-MM-DD') AS day
    FROM contract c JOIN document d ON d.id = c.id WHERE c.id = ${id}`.execute(db);
  return rows[0];
}

/** Whether the ledger says what the certificate does. */
async function isTrue(
  db: Db,
  { contract, statement, as_of }: Pick<Row, 'contract' | 'statement' | 'as_of'>,
): Promise<boolean> {
  const found = await contractOf(db, contract.id);
  if (found === undefined || as_of > found.day) return false;
  const stood = await standingOn(db, found.client_id, found.id, as_of);
  if (!stood.charged) return false;
  return statement !== 'paid' || (found.status === 'closed' && stood.owed === 0 && stood.writtenOff === 0);
}

async function formNow(db: Db, record: Row, user: SignedIn): Promise<CertificateForm> {
  const [contract] = await contractRecords(db, sql`c.id = ${record.contract.id}`);
  if (contract === undefined) throw notFound();
  const day = (await contractOf(db, contract.id))?.day ?? record.as_of;
  const stood = await standingOn(db, contract.clientId, contract.id, record.as_of);
  const { seller, buyer } = await formOf(db, contract, day, []);
  return {
    ...{ kind: record.statement, issued_on: day, as_of: record.as_of, seller },
    buyer: { fullname: buyer.fullname, pinfl: buyer.pinfl },
    contract: {
      ...{ number: contract.number ?? '', signed_on: contract.signedOn ?? day, total: contract.total },
      closed_on: record.statement === 'paid' ? contract.closedOn : null,
    },
    ...{ owed: stood.owed, paid: contract.total - stood.owed - stood.writtenOff, prepaid: stood.prepaid },
    ...{ overdue: stood.overdue, overdue_days: stood.overdueDays, instalments: [...stood.instalments] },
    made_by: user.fullname,
  };
}

export const CERTIFICATES = serveDirectory(paymentCertificate, {
  branch: async ({ db }, body) => (await contractOf(db, body.contract_id))?.organization_id ?? 0,
  async begin({ db }, body) {
    return { columns: { client_id: (await contractOf(db, body.contract_id))?.client_id ?? 0 } };
  },
  async refuse({ db, user }, { body, before }): Promise<Faults> {
    const contract = await contractOf(db, body.contract_id ?? before?.contract.id ?? 0);
    if (contract === undefined || !actsIn(user, contract.organization_id))
      return { contract_id: [{ key: 'certificate_contract' }] };
    if (contract.charged_on === null) return { contract_id: [{ key: 'certificate_not_handed' }] };
    const as_of = body.as_of ?? before?.as_of ?? '';
    if (as_of > contract.day)
      return { as_of: [{ key: 'certificate_future', values: { day: writtenDay(contract.day) } }] };
    if (as_of < contract.charged_on)
      return { as_of: [{ key: 'certificate_before', values: { day: writtenDay(contract.charged_on) } }] };
    if ((body.statement ?? before?.statement) !== 'paid') return {};
    const { owed, writtenOff } = await standingOn(db, contract.client_id, contract.id, as_of);
    if (writtenOff > 0) return { statement: [{ key: 'certificate_given_up', values: { sum: writtenOff } }] };
    return owed > 0 || contract.status !== 'closed'
      ? { statement: [{ key: 'certificate_owes', values: { owed } }] }
      : {};
  },
  actions: {
    machine: paymentCertificateMachine,
    facts: async ({ db }, record) => ({ truthful: await isTrue(db, record), paid: record.statement === 'paid' }),
    why: ({ status }, event, { truthful }) =>
      event === 'certificate.issue' && status === 'draft' && !truthful
        ? { messageKey: 'errors.certificate_untrue' }
        : undefined,
    concerns: (record, event) =>
      event === 'certificate.annul' ? { people: sql`SELECT ${record.author?.id ?? 0}::integer` } : undefined,
    steps: {
      'certificate.issue': {
        async take({ db, user }, record) {
          const form = await formNow(db, record, user);
          const { owed, issued_on } = form;
          await sql`UPDATE payment_certificate SET owed = ${owed}, issued_on = ${issued_on}, form = ${JSON.stringify(form)}::jsonb
            WHERE id = ${record.id}`.execute(db);
          return { log: { after: { owed, issued_on } } };
        },
      },
      'certificate.annul': {
        async takeOwn({ db }, record, { annulled_on, annulled_by }) {
          await sql`UPDATE payment_certificate SET annulled_on = ${annulled_on}, annulled_by = ${annulled_by}
            WHERE id = ${record.id}`.execute(db);
          return { log: { after: { annulled_on, annulled_by } } };
        },
      },
    },
  },
});

/** Certificates in force that say that contracts of a client are paid. */
export async function paidCertificates(
  db: Db,
  clientId: number,
): Promise<{ id: number; number: string | null; contract: number; closed: boolean }[]> {
  const { rows } = await sql<{ id: number; number: string | null; contract: number; closed: boolean }>`
    SELECT r.id, d.number, r.contract_id AS contract, c.status = 'closed' AS closed
    FROM payment_certificate r JOIN document d ON d.id = r.id JOIN document c ON c.id = r.contract_id
    WHERE r.client_id = ${clientId} AND r.statement = 'paid' AND d.status = 'issued' ORDER BY r.id`.execute(db);
  return rows;
}

/** What says that a contract is paid which owes again has no force any more (decision 61). */
export async function annulUntrue(
  scene: Scene,
  clientId: number,
  { day, reversal }: { day: string; reversal: string },
): Promise<void> {
  for (const { id, closed } of await paidCertificates(scene.db, clientId))
    if (!closed)
      await CERTIFICATES.takeOwn(scene, id, 'certificate.annul', { annulled_on: day, annulled_by: reversal });
}

const choices = declareList({
  call: 'contractGetAll',
  from: sql`document d JOIN contract c ON c.id = d.id`,
  id: sql`d.id`,
  always: sql`d.kind = ${sql.lit(CONTRACT_KIND)} AND c.charged_on IS NOT NULL`,
  sorts: { created_at: BY_CREATION },
  sort: '-created_at',
  filters: { search: 'contract_client', id: 'contract_pkey' },
});

export const certificateImplementations: Implementation[] = [
  implement(contractGetAll, {
    async handle({ db, user, query }) {
      const words = query.search?.trim();
      // of one's own branch: elsewhere no certificate is made out
      const where = user.office ? [] : [sql`d.organization_id = ${user.organizationId}`];
      if (query.id !== undefined) where.push(sql`d.id = ${query.id}`);
      if (words) where.push(await ofClientOrNumber(db, 'c', CONTRACT_KIND, words));
      return answerList(db, choices, query, {
        where,
        narrowed: where.length > 0,
        async rows(ids) {
          const { rows } = await sql<{ id: number; title: string }>`
            SELECT d.id, coalesce(d.number, '#' || d.id) || ', ' || p.fullname AS title
            FROM document d JOIN contract c ON c.id = d.id JOIN client p ON p.id = c.client_id
            WHERE d.id = ANY (${[...ids]}::integer[])`.execute(db);
          return inOrder(ids, rows);
        },
      });
    },
  }),

  implement(certificateForm, {
    record: (context) => CERTIFICATES.find(context, context.params.id),
    async handle(context) {
      const { db, record } = context;
      const { rows } = await sql<{
        form: CertificateForm | null;
        client_id: number;
        number: string;
        annulled: boolean;
      }>`
        SELECT r.form, r.client_id, d.number, d.status = 'annulled' AS annulled
        FROM payment_certificate r JOIN document d ON d.id = r.id WHERE r.id = ${record.id}`.execute(db);
      const [found] = rows;
      if (!found?.form) throw conflict('not_allowed_now', { messageKey: 'errors.certificate_not_issued' });
      // it has the number of a person whole: that it was opened is kept (decision 85)
      await keepOpening(client, context, found.client_id);
      const { form: data, number, annulled } = found;
      const [seal, signature] = [await picture(db, data.seller.seal_id), await picture(db, data.seller.signature_id)];
      return { data, number, annulled, seal, signature };
    },
  }),
];

/** Documents by whose steps others go on: where the one is that takes the step, and what comes before it where none is there. */
import { sql } from 'kysely';
import type { WayMachine } from '../../../contract/workflowWay.ts';
import type { ContractRecord } from '../../contracts/access.ts';
import { obstaclesAhead, obstaclesOf, type Sale, type Waits } from '../../contracts/signing.ts';
import { contractOfLead, type Lead } from '../../directories/initiativeClient.ts';
import { type Application, gapsToday, runOf } from '../../directories/questionnaire.ts';
import type { Asked } from '../../lifecycle/lifecycle.ts';
import type { OrderRecord } from '../../orders/access.ts';
import type { Beside, Row, Said } from './words.ts';

/** Of an event of the server: the event of another document that sends it. */
export interface Through {
  readonly machine: string;
  readonly event: string;
  /** The document whose own way ends with it; left out: the event needs no steps before it. @param row null: not made yet */
  readonly at?: (asked: Asked, row: Row | null) => Promise<Elsewhere>;
}

export interface Elsewhere {
  readonly machine: WayMachine;
  /** The state that it is in after the event. */
  readonly goal: string;
  /** null: there is none yet. */
  readonly id: number | null;
  /** What people do before its own steps, with the call that they do it by. */
  readonly before?: readonly { readonly event: string; readonly call: string }[];
  /** Of one that is not there yet: what its guards will read, what its last step will wait for, and records beside it. */
  readonly facts?: Readonly<Record<string, unknown>>;
  readonly waits?: readonly Said[];
  readonly beside?: Beside;
  /** Conditions of its last step that steps of the way before it make true. */
  readonly makes?: readonly string[];
}

const said = (waits: readonly Waits[]): Said[] => waits.flatMap(({ says: [first] }) => (first ? [first] : []));

/** Each condition of the signing that is not met. */
export const waitsOfContract = async (asked: Asked, row: Row): Promise<Said[]> =>
  said(await obstaclesOf(asked, row as ContractRecord));

/** Each thing that the submission of an application lacks. */
export const waitsOfApplication = async (asked: Asked, row: Row): Promise<Said[]> =>
  (await gapsToday(asked, row as Application)).map((messageKey) => ({ messageKey, values: {} }));

/** Its client, whose card has what it lacks, and the run that answers it. */
export async function besideApplication(asked: Asked, row: Row): Promise<Beside> {
  const run = await runOf(asked, row.id);
  return { client: (row as Application).client.id, ...(run !== null && { run: run.id }) };
}

/** Whoever was brought, as a client, and the contract whose goods are waited for, once they are there. */
export async function besideLead({ db }: Asked, row: Row): Promise<Beside> {
  const { client } = row as Lead;
  if (client === null) return {};
  const contract = await contractOfLead(db, row.id);
  return { client: client.id, ...(contract !== undefined && { contract }) };
}

/** Its client, its order and, once there is one, the hand-over of its goods. */
export async function besideContract(asked: Asked, row: Row): Promise<Beside> {
  const { clientId: client, orderId: order } = row as ContractRecord;
  const { id: output } = await outputOfContract(asked, row);
  return { client, order, ...(output !== null && { output }) };
}

const RESERVATION = ['reservation'] as const;
const CONTRACT = { machine: 'contract', goal: 'signed' } as const;
const MADE = [{ event: 'contract.create', call: 'contractCreate' }] as const;

/** The draft over an order, or that one is to be made. */
export async function contractOfOrder(asked: Asked, row: Row | null): Promise<Elsewhere> {
  if (row === null) return { ...CONTRACT, id: null, before: MADE };
  const order = row as OrderRecord;
  const makes = order.status === 'draft' ? RESERVATION : [];
  if (order.contract?.status === 'draft') return { ...CONTRACT, id: order.contract.id, makes };
  const { organizationId, organization, client_id: clientId } = order;
  const waits = said(await obstaclesAhead(asked, { clientId, organizationId, organization, orderId: order.id }));
  return { ...CONTRACT, id: null, before: MADE, waits, makes, beside: { client: clientId, order: order.id } };
}

/** The hand-over of a contract's goods; it is made once the first payment is there. */
export async function outputOfContract({ db }: Asked, row: Row | null): Promise<Elsewhere> {
  const output = { machine: 'output', goal: 'handed_over', facts: { missing: 1 } } as const;
  if (row === null) return { ...output, id: null };
  const { rows } = await sql<{ id: number }>`SELECT p.id FROM product_delivery p
    WHERE p.contract_id = ${row.id} AND p.cancelled_at IS NULL`.execute(db);
  return { ...output, id: rows[0]?.id ?? null };
}

interface Found {
  client_id: number;
  organization_id: number;
  organization: string;
  contract: number | null;
  /** The contract has this car. */
  chosen: boolean;
  sale_order: number | null;
}

/** What of the signing the decision of an application, or an approved car, answers. */
const ANSWERS = {
  questionnaire: ['scoring'],
  pledge_evaluation: ['pledge_missing', 'pledge_taken', 'pledge_over', 'pledge_extract'],
} as const;

/** The sale that an application or a car is for: the client's draft of a contract, else the order, else both are to be made. */
export const saleOfClient =
  (table: keyof typeof ANSWERS) =>
  async (asked: Asked, row: Row | null): Promise<Elsewhere> => {
    const isCar = table === 'pledge_evaluation';
    const pledge = isCar ? sql`c.pledge_evaluation_id` : sql`NULL::integer`;
    const { rows } = await sql<Found>`
      SELECT t.client_id, d.organization_id, o.name AS organization, c.id AS contract,
             coalesce(c.chosen, false) AS chosen,
             (SELECT q.id FROM sale_order q JOIN document e ON e.id = q.id
              WHERE q.client_id = t.client_id AND e.status IN ('draft', 'reserved') ORDER BY q.id DESC LIMIT 1) AS sale_order
      FROM ${sql.table(table)} t JOIN document d ON d.id = t.id JOIN organization o ON o.id = d.organization_id
      LEFT JOIN LATERAL (SELECT c.id, ${pledge} = t.id AS chosen FROM contract c JOIN document x ON x.id = c.id
        WHERE c.client_id = t.client_id AND x.status = 'draft' ORDER BY 2 DESC NULLS LAST, c.id DESC LIMIT 1) c ON true
      WHERE t.id = ${row?.id ?? 0}`.execute(asked.db);
    const [found] = rows;
    const makes = ANSWERS[table];
    if (found === undefined) return { ...CONTRACT, id: null, before: MADE, makes };
    if (found.contract !== null) {
      const chooses = isCar && !found.chosen;
      return {
        ...{ ...CONTRACT, id: found.contract, makes },
        ...(chooses && { before: [{ event: 'contract.amend', call: 'contractAmend' }] }),
      };
    }
    const order = { machine: 'saleOrder', goal: 'converted', id: found.sale_order } as const;
    if (found.sale_order !== null) return { ...order, makes };
    const sale: Sale = {
      ...{ clientId: found.client_id, organizationId: found.organization_id },
      ...{ organization: found.organization, orderId: 0 },
    };
    return {
      ...order,
      before: [{ event: 'order.create', call: 'orderCreate' }],
      facts: { lines: 1 },
      waits: said(await obstaclesAhead(asked, sale)),
      beside: { client: found.client_id },
      makes: [...RESERVATION, ...makes],
    };
  };

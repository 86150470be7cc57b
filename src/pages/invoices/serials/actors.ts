/** The actors of the serial desk: typed calls; the machine distinguishes what the server refuses. */
import { type ActorRefFrom, fromPromise } from 'xstate';
import type { Invoice } from '../../../../contract/invoices/invoice.ts';
import { attachSerials, deleteSerial, generateSerials } from '../../../../contract/invoices/serials.ts';
import type { Attached } from '../../../../machines/serialDesk/desk.ts';
import {
  type AttachInput,
  type DetachInput,
  type MakeInput,
  serialDeskMachine,
} from '../../../../machines/serialDesk/serialDesk.machine.ts';
import { request } from '../../../api/client.ts';
import { orRefused } from '../../../api/refusal.ts';
import { takeOwnInvoice } from '../own.ts';

/** The numbers have raised their invoice too. */
function takeRaised(invoiceId: number, { facts, version }: Pick<Invoice, 'facts' | 'version'>): void {
  takeOwnInvoice(invoiceId, { facts, version });
}

const attach = fromPromise<Attached, AttachInput>(({ input }) =>
  orRefused(async () => {
    const { invoiceId, lineId, hasMany, units, made, key } = input;
    const serial_numbers = units.map((unit) => ({ ...unit, imei_numbers: [...unit.imei_numbers] }));
    const body = { input_product_id: lineId, has_many: hasMany, serial_numbers, generate_count: made };
    const { data, ...raised } = await request(attachSerials, { body, key });
    takeRaised(invoiceId, raised);
    return data;
  }),
);

const detach = fromPromise<void, DetachInput>(({ input }) =>
  orRefused(async () => {
    const body = { product_invoice_id: input.invoiceId, has_many: input.hasMany, serial_number: input.serial };
    const query = { input_product_id: input.lineId };
    takeRaised(input.invoiceId, await request(deleteSerial, { query, body, key: input.key }));
  }),
);

const makeNumbers = fromPromise<readonly string[], MakeInput>(({ input, signal }) =>
  orRefused(async () => {
    const body = { count: input.count, product_variant_id: input.variantId, organization_id: input.organizationId };
    return (await request(generateSerials, { body, signal })).serial_numbers;
  }),
);

export const serialDesk = serialDeskMachine.provide({ actors: { attach, detach, makeNumbers } });
export type SerialDeskActor = ActorRefFrom<typeof serialDesk>;

/** The actors of the invoice's window: typed calls, and what is stored on the server when somebody else was faster. */
import { type ActorRefFrom, fromPromise, type SnapshotFrom } from 'xstate';
import type { ResponseOf } from '../../../../contract/call.ts';
import {
  currencyGetAll,
  type VariantInSelect,
  variantGetAll,
  variantRecognize,
} from '../../../../contract/invoices/choices.ts';
import {
  type InvoiceHead,
  invoiceCancel,
  invoiceChangePartner,
  invoiceConfirm,
  invoiceDelete,
  invoiceDeleteFile,
  invoiceHistory,
  invoiceSend,
  invoiceShow,
  invoiceUploadFile,
} from '../../../../contract/invoices/heads.ts';
import type { CancelReason, Invoice } from '../../../../contract/invoices/invoice.ts';
import {
  type InputProduct,
  lineCorrect,
  lineCreate,
  lineDelete,
  lineIndex,
  lineMarkPrint,
  lineUpdate,
  lineWithdraw,
} from '../../../../contract/invoices/lines.ts';
import { RefusedError } from '../../../../contract/refusal.ts';
import type { PerformInput, Subject } from '../../../../machines/command/command.machine.ts';
import {
  type InvoiceCommand,
  invoiceCommandMachine,
  type StoredInvoice,
} from '../../../../machines/invoiceWorkspace/commands.ts';
import type { SavedLine } from '../../../../machines/invoiceWorkspace/drafts.ts';
import {
  type FindCodeInput,
  type FoundCode,
  invoiceWorkspaceMachine,
  type SaveLineInput,
} from '../../../../machines/invoiceWorkspace/invoiceWorkspace.machine.ts';
import {
  bodyOf,
  changed,
  type LineFigures,
  type LineProduct,
  marksOnly,
} from '../../../../machines/invoiceWorkspace/lines.ts';
import { request } from '../../../api/client.ts';
import { keyOf, queryClient } from '../../../api/queries.ts';
import { isStale, orRefused, refusalOf } from '../../../api/refusal.ts';
import { lastOfOthers } from '../../../ui/document/lastOfOthers.ts';
import { heldFile } from '../../../ui/files/files.ts';
import { onTopOfOwnInvoice, takeOwnInvoice } from '../own.ts';
import type { CurrencyChoice } from './cells.ts';
import { isCodeOf } from './codes.ts';

/** What a step answered is shown at once: the next one begins with it, though the window is still being read again. */
function taken(invoice: Invoice): Subject {
  takeOwnInvoice(invoice.id, invoice);
  return { version: invoice.version, allowed: invoice.allowed_events };
}

export const headOf = (invoice: Invoice): InvoiceHead => ({
  partner_id: invoice.partner_id,
  partner_firm_id: invoice.partner_firm_id,
  warehouse_list_id: invoice.warehouse_list_id,
  number_invoice: invoice.number_invoice,
  invoice_date: invoice.invoice_date,
  type: invoice.type,
  comment: invoice.comment,
});

/**
 * What the person may choose between: the invoice as it is now, and who changed it last. Null when the line that the
 * command is about is gone: there is nothing left to ask about.
 */
async function storedInvoice(invoiceId: number, command: InvoiceCommand | null): Promise<StoredInvoice | null> {
  const params = { id: invoiceId };
  const { data: invoice } = await request(invoiceShow, { params });
  // after the invoice: lines that are older than its version would be a question about what is gone
  const [history, lines] = await Promise.all([request(invoiceHistory, { params }), request(lineIndex, { params })]);
  const last = lastOfOthers(history.data);
  const line = lines.data.find(({ id }) => id === command?.line?.id);
  if (command?.line !== undefined && line === undefined) return null;
  return {
    version: line?.version ?? invoice.version,
    by: last?.user?.fullname ?? null,
    at: last?.at ?? null,
    head: headOf(invoice),
    names: { partner: invoice.partner, firm: invoice.partner_firm, warehouse: invoice.warehouse_list },
    lines: lines.data,
  };
}

async function send(
  invoiceId: number,
  { command, version, key }: PerformInput<InvoiceCommand>,
): Promise<Subject | null> {
  if (command === null) throw new Error('nothing to send');
  const common = { ifMatch: version, key };
  const params = { id: invoiceId };
  const ofLine = { params: { id: command.line?.id ?? 0 }, ...common };
  switch (command.type) {
    case 'partner.change': {
      if (!command.head) throw new Error('a change of the head without the head');
      return taken((await request(invoiceChangePartner, { params, body: command.head, ...common })).data);
    }
    case 'invoice.send':
      return taken((await request(invoiceSend, { params, body: { value: true }, ...common })).data);
    case 'invoice.takeBack':
      return taken((await request(invoiceSend, { params, body: { value: false }, ...common })).data);
    case 'invoice.confirm':
      return taken((await request(invoiceConfirm, { params, body: { value: true }, ...common })).data);
    case 'invoice.delete':
      await request(invoiceDelete, { params, ...common });
      return null;
    case 'line.correct': {
      const { count = 0, value = 0, add_serials, remove_serials, why: reason } = command;
      const serials = { ...(add_serials && { add_serials }), ...(remove_serials && { remove_serials }) };
      const body = { count, value, ...serials, ...(reason && { reason }) };
      return taken((await request(lineCorrect, { body, ...ofLine })).invoice);
    }
    case 'line.withdraw':
      return taken((await request(lineWithdraw, { query: { reason: command.why }, ...ofLine })).invoice);
    case 'file.add': {
      const file = heldFile(command.file);
      if (file === undefined) throw new Error('the file is gone');
      await request(invoiceUploadFile, { params, body: { file }, key });
      return null;
    }
    case 'file.remove':
      await request(invoiceDeleteFile, { params: { id: command.fileId ?? 0 }, key });
      return null;
    case 'invoice.cancel':
      throw new Error('cancelling is sent by its own dialog');
  }
}

/** Sent on top of what this page has done itself since the person saw it: its lines and serial numbers raise it too. */
function sendOnTop(invoiceId: number, input: PerformInput<InvoiceCommand>): Promise<Subject | null> {
  const ofLine = input.command?.line !== undefined;
  return send(invoiceId, ofLine ? input : { ...input, version: onTopOfOwnInvoice(invoiceId, input.version) });
}

const performOn = (invoiceId: number) =>
  fromPromise<Subject | null, PerformInput<InvoiceCommand>>(({ input }) =>
    orRefused(
      () => sendOnTop(invoiceId, input),
      () => storedInvoice(invoiceId, input.command),
    ),
  );

/** The line as it is stored, in the body of a 409. */
const lineIn = (error: unknown): InputProduct | null => {
  const current = (error as { body?: { current?: unknown } }).body?.current;
  return typeof current === 'object' && current !== null && 'product_variant' in current
    ? (current as InputProduct)
    : null;
};

const saveLine = fromPromise<SavedLine, SaveLineInput>(async ({ input: { invoiceId, draft } }) => {
  if (draft === null) throw new Error('no line to save');
  const { lineId, version, serials, idem: key } = draft;
  const common = { key, ifMatch: version ?? undefined };
  try {
    if (draft.removed) {
      const { invoice } = await request(lineDelete, { params: { id: lineId ?? 0 }, query: { serials }, ...common });
      return { line: null, invoice: taken(invoice) };
    }
    if (lineId !== null && marksOnly(draft)) {
      const { print, print_count } = draft.figures;
      const marked = await request(lineMarkPrint, { params: { id: lineId }, body: { print, print_count }, ...common });
      return { line: marked.data, invoice: taken(marked.invoice) };
    }
    const body = bodyOf(draft);
    if (body === null) throw new Error('a line without its figures');
    const { data, invoice } =
      lineId === null
        ? await request(lineCreate, { params: { id: invoiceId }, body, key })
        : await request(lineUpdate, { params: { id: lineId }, body, ...common });
    return { line: data, invoice: taken(invoice) };
  } catch (error) {
    throw new RefusedError(refusalOf(error, isStale(error) ? lineIn(error) : null));
  }
});

/** The figures that a line of these goods begins with: what they cost last, the markup of their category. */
export function newLineOf(
  { id, title, sku, barcode, is_serial_number, imei_count, defaults, last }: VariantInSelect,
  currencies: readonly CurrencyChoice[],
  currencyId: number | null,
): { product: LineProduct; figures: LineFigures } {
  const currency =
    currencies.find((one) => one.id === (last?.currency_id ?? currencyId)) ??
    currencies.find((one) => one.abbrevation === 'UZS');
  const empty: LineFigures = {
    ...defaults,
    currency_id: currency?.id ?? 1,
    currency_change: currency?.rate ?? 1,
    value: null,
    count: 1,
    selling_price: null,
    overridden: false,
    print: false,
    print_count: 1,
  };
  const product = { id, title, sku, barcode, is_serial_number, imei_count };
  return { product, figures: changed(empty, { value: last?.value ?? null }) };
}

const LONGEST_CODE = 100;
/** So many codes are asked for at once, at most. */
const MOST_TOGETHER = 200;

export const findCode = (organizationId: number) => {
  /** What codes mean that were asked for together, while any of them waits. */
  let together: ReadonlyMap<string, readonly VariantInSelect[]> = new Map();

  /** As the list under the field finds goods. */
  async function alone(text: string, signal: AbortSignal): Promise<readonly VariantInSelect[]> {
    const query = { organization_id: organizationId, search: text };
    return (await request(variantGetAll, { query, signal })).data;
  }

  /** One request for all that wait: each by itself would take as long again. */
  async function meant({ text, ahead }: FindCodeInput, signal: AbortSignal): Promise<readonly VariantInSelect[]> {
    const known = together.get(text);
    if (ahead.length === 0) together = new Map();
    if (known !== undefined) return known;
    const words = [...new Set([text, ...ahead])].filter((word) => word.length <= LONGEST_CODE).slice(0, MOST_TOGETHER);
    if (words.length < 2 || words[0] !== text) return alone(text, signal);
    const body = { words, organization_id: organizationId };
    const { data } = await request(variantRecognize, { body, signal });
    // words that are no code are looked for by name when their turn comes
    together = new Map(
      words.flatMap((word, at) => {
        const found = data[at]?.matches.filter((one) => isCodeOf(word, one)) ?? [];
        return found.length > 0 ? [[word, found]] : [];
      }),
    );
    return together.get(text) ?? alone(text, signal);
  }

  return fromPromise<FoundCode, FindCodeInput>(async ({ input, signal }) => {
    const { text, currencyId } = input;
    try {
      const query = { organization_id: organizationId };
      // the window has read the currencies; the machine itself asks again after a lost answer
      const known = queryClient.getQueryData<ResponseOf<typeof currencyGetAll>>(keyOf(currencyGetAll, {}, query));
      const [data, currencies] = await Promise.all([
        meant(input, signal),
        known ?? request(currencyGetAll, { query, signal }),
      ]);
      const exact = data.find((one) => isCodeOf(text, one));
      const found = exact ?? (data.length === 1 ? data[0] : undefined);
      if (found === undefined) return { kind: data.length === 0 ? 'unknown' : 'many' };
      return { kind: 'product', ...newLineOf(found, currencies.data, currencyId), exact: exact !== undefined };
    } catch (error) {
      throw new RefusedError(refusalOf(error));
    }
  });
};

export const invoiceWorkspaceOf = (invoiceId: number, organizationId: number) =>
  invoiceWorkspaceMachine.provide({
    actors: {
      command: invoiceCommandMachine.provide({ actors: { perform: performOn(invoiceId) } }),
      saveLine,
      findCode: findCode(organizationId),
    },
  });

export type InvoiceActor = ActorRefFrom<typeof invoiceWorkspaceMachine>;
export type CommandActor = ActorRefFrom<typeof invoiceCommandMachine>;

/** The child actor that sends commands on the invoice; it lives as long as the window. */
export function commandOf({ children: { command } }: SnapshotFrom<typeof invoiceWorkspaceMachine>): CommandActor {
  if (command === undefined) throw new Error('the window has no command');
  return command;
}

interface CancelWords {
  canceled_commentary: string;
  canceled_commentary_type: CancelReason;
  key: string;
}

/** Calls the invoice off; sent by the dialog's own workflow. */
export async function cancelInvoice(
  { id, version }: Pick<Invoice, 'id' | 'version'>,
  { key, ...body }: CancelWords,
): Promise<void> {
  await orRefused(() => request(invoiceCancel, { params: { id }, body, ifMatch: version, key }));
}

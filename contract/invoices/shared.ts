/** Limits, rights and declarations that the calls of organization invoices share (spec 3, 4, 7 "invoices"). */

/** Units of a line. */
export const MAX_LINE_COUNT = 9_999_999;
/** Lines of one invoice. */
export const MAX_LINES = 5_000;
/** The last place of a line on an invoice: removed lines leave theirs empty. */
export const MAX_POSITION = 1_000_000;
/** Price of a unit in its currency; its cost and selling price in soʻm stay within what JSON holds exactly. */
export const MAX_VALUE = 1_000_000_000_000;
/** A full invoice in bytes: 5,000 lines of 470. */
export const LINES_BYTES = 2_400_000;
/** Serial numbers of one sending. */
export const MAX_SERIALS = 10_000;
/** Codes whose places are asked for at once. */
export const MAX_PLACES = 900;
/** Numbers made at once. */
export const MAX_GENERATED = 1_000;
/** Lines are entered by who made the invoice (`add`) or by who may edit those of others; the handler looks closer. */
export const WRITE = 'product_invoice.add|product_invoice.edit';
/** Who enters serial numbers: whoever writes invoices, and the storekeeper. */
export const SERIALS = `${WRITE}|base_repository.edit`;
/** What shows an invoice without its lines: a line that is saved comes back in the answer of its call. */
export const INVOICE = ['invoiceIndex', 'invoiceShow', 'invoiceHistory'] as const;

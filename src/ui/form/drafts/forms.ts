/**
 * Every form whose input outlives it, and where its draft is kept: on this computer, or on the server when it has a
 * field for a personal number, a document or a phone (decision 98; such a field refuses any other form).
 */
export const FORMS = {
  act: 'computer',
  announcement: 'computer',
  day: 'computer',
  firm: 'server',
  invoice: 'computer',
  invoiceHead: 'computer',
  markup: 'computer',
  partner: 'server',
  rates: 'computer',
  test: 'computer',
  warehouse: 'computer',
} as const;

export type FormName = keyof typeof FORMS;

/** Which form, and of what: the number of a record, `new`, or `new.` and what a new one belongs to (a record, a day). */
export interface DraftPlace {
  form: FormName;
  of: number | 'new' | `new.${string}`;
}

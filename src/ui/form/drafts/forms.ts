/**
 * Every form whose input outlives it, and where its draft is kept: on this computer, or on the server when it has a
 * field for a personal number, a document or a phone (decision 98; such a field refuses any other form).
 */
export const FORMS = {
  act: 'computer',
  actCommand: 'computer',
  actComment: 'computer',
  announcement: 'computer',
  blackList: 'server',
  contractTerms: 'computer',
  correction: 'computer',
  day: 'computer',
  decision: 'computer',
  firm: 'server',
  invoice: 'computer',
  invoiceHead: 'computer',
  invoiceLines: 'computer',
  pastedLines: 'computer',
  payment: 'computer',
  positionRules: 'computer',
  price: 'computer',
  rates: 'computer',
  reason: 'computer',
  scoringRun: 'server',
  receiver: 'server',
  serials: 'computer',
  test: 'computer',
  userRules: 'computer',
} as const;

/** Forms of declared directories are in no list: one that has a personal number or a phone is `personal.<directory>`. */
export type FormName = keyof typeof FORMS | `record.${string}` | `personal.${string}`;

export const keptOn = (form: FormName): 'computer' | 'server' =>
  (FORMS as Readonly<Record<string, 'computer' | 'server'>>)[form] ??
  (form.startsWith('personal.') ? 'server' : 'computer');

/** Which form, and of what: the number of a record, `new`, or `new.` and what a new one belongs to (a record, a day). */
export interface DraftPlace {
  form: FormName;
  of: number | 'new' | `new.${string}`;
}

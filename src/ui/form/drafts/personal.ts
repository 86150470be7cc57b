import { createContext, use } from 'react';
import { type FormName, keptOn } from './forms.ts';

/** The form that a field stands in; null: its input is not kept. */
export const KeptForm = createContext<FormName | null>(null);

/**
 * Called by every field for a personal number, a document or a phone: their drafts never stay in a browser (decision 98).
 * @throws in a form whose draft is kept on the computer
 */
export function usePersonalData(): void {
  const form = use(KeptForm);
  if (form !== null && keptOn(form) !== 'server')
    throw new Error(`form ${form} has personal data: its draft is kept on the server (FORMS in src/ui/form/drafts)`);
}

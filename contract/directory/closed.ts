/** Fields that a person changes in no record, which the declaration alone says: of forms, of many records at once, of writing. */
import { type Fields, optionsOf } from './fields.ts';

/** By name, each with its reason: a key of `fields` of the server's texts. */
export const closedTo = ({ office }: { readonly office: boolean }, fields: Fields): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      const { once, scope, byOffice } = optionsOf(field);
      if (once !== undefined) return [[name, once === true ? 'once' : once]];
      return !office && (scope || byOffice) ? [[name, 'by_office']] : [];
    }),
  );

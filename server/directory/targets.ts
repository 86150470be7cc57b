/** What fields refer to: the table, the title and the search of each directory, declared or older than declarations. */
import { type RawBuilder, sql } from 'kysely';
import type { AnyDirectory } from '../../contract/directory/directory.ts';
import type { Language } from '../http/messages.ts';
import { columnsOf } from './columns.ts';

export interface Target {
  readonly table: string;
  /** Columns of the title, the Uzbek one first; both the same where it has one language. */
  readonly title: readonly [uz: string, ru: string];
  /** Its records have no words of their own: the title is that of the record which this column names. */
  readonly by?: { readonly column: string; readonly to: string };
  /** The column that names the record above, of a tree. */
  readonly above?: string;
  /** Records have `active`. */
  readonly archived: boolean;
  /** A record that active ones name is not archived (decision 92). */
  readonly keptByUse?: true;
  /** The column of the search; none where its few records are found by the title. */
  readonly searched: boolean;
  /** It has no other words than its number. */
  readonly numbered?: true;
}

const one = (table: string, title: string, more: Partial<Target> = {}): Target => ({
  table,
  title: [title, title],
  archived: true,
  searched: true,
  ...more,
});

/** Tables without a declaration. */
const targets = new Map<string, Target>([
  ['user', one('app_user', 'fullname')],
  ['blackListEntry', one('black_list_entry', 'fullname', { archived: false })],
  ['batch', one('stock_batch', 'id', { archived: false, by: { column: 'product_variant_id', to: 'variant' } })],
  ['file', one('file', 'name', { archived: false, searched: false })],
  // who works here and may answer
  ['appealAnswerer', one('app_user', 'fullname')],
  // values of one general list
  ['appealKind', one('classifier_value', 'name_uz', { title: ['name_uz', 'name_ru'] })],
  // called by the number of its document
  ['contract', one('contract', 'id', { archived: false, searched: false, by: { column: 'id', to: 'document' } })],
  ['document', one('document', 'number', { archived: false, searched: false, numbered: true })],
  ['currency', one('currency', 'abbrevation', { archived: false, searched: false })],
]);

/** Made known by `serveDirectory`. */
export function addTarget({ spec }: AnyDirectory, table: string): void {
  if (spec.document) {
    // a document is called by its number; whether one may be named is said by who refers to it
    targets.set(spec.name, one(table, 'id', { archived: false, by: { column: 'id', to: 'document' } }));
    return;
  }
  const field = spec.fields[spec.label];
  const [uz, ru = uz] = columnsOf(spec.label, field as never).map(({ name }) => name);
  const by = field?.kind === 'ref' && { by: { column: uz as string, to: field.to } };
  const above = spec.tree !== undefined && { above: `${spec.tree}_id` };
  const kept = spec.chart === undefined && { keptByUse: true as const };
  targets.set(spec.name, one(table, uz as string, { title: [uz as string, ru as string], ...by, ...above, ...kept }));
}

export function targetOf(name: string): Target {
  const found = targets.get(name);
  if (!found) throw new Error(`no directory "${name}" to refer to`);
  return found;
}

export const titleIn = (to: string, alias: string, language: Language): RawBuilder<string> => {
  const { title, by } = targetOf(to);
  if (by !== undefined) {
    const named = `${alias}_named`;
    return sql<string>`(SELECT ${titleIn(by.to, named, language)} FROM ${sql.table(targetOf(by.to).table)} ${sql.ref(named)}
      WHERE ${sql.ref(`${named}.id`)} = ${sql.ref(`${alias}.${by.column}`)})`;
  }
  return sql.ref<string>(`${alias}.${title[language === 'ru' ? 1 : 0]}`);
};

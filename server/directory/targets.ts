/** What fields refer to: the table, the title and the search of each directory, declared or older than declarations. */
import { type RawBuilder, sql } from 'kysely';
import type { AnyDirectory } from '../../contract/directory/directory.ts';
import type { Language } from '../http/messages.ts';
import { columnsOf } from './columns.ts';

export interface Target {
  readonly table: string;
  /** Columns of the title, the Uzbek one first; both the same where it has one language. */
  readonly title: readonly [uz: string, ru: string];
  /** Records have `active`. */
  readonly archived: boolean;
  /** The column of the search; none where its few records are found by the title. */
  readonly searched: boolean;
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
  ['organization', one('organization', 'name')],
  ['partner', one('partner', 'name')],
  ['territory', one('territory', 'name', { archived: false, searched: false })],
  ['position', { ...one('position', 'name'), title: ['name', 'name_ru'], archived: false, searched: false }],
  ['currency', one('currency', 'abbrevation', { archived: false, searched: false })],
  ['category', { ...one('product_category', 'name_uz'), title: ['name_uz', 'name_ru'] }],
  ['variant', one('product_variant', 'title')],
]);

/** Made known by `serveDirectory`. */
export function addTarget({ spec }: AnyDirectory, table: string): void {
  const [uz, ru = uz] = columnsOf(spec.label, spec.fields[spec.label] as never).map(({ name }) => name);
  targets.set(spec.name, one(table, uz as string, { title: [uz as string, ru as string] }));
}

export function targetOf(name: string): Target {
  const found = targets.get(name);
  if (!found) throw new Error(`no directory "${name}" to refer to`);
  return found;
}

export const titleIn = (to: string, alias: string, language: Language): RawBuilder<string> => {
  const [uz, ru] = targetOf(to).title;
  return sql.ref<string>(`${alias}.${language === 'ru' ? ru : uz}`);
};

/** The table of a declared setting: a row a revision. */
import { type RawBuilder, sql } from 'kysely';
import { snake } from '../../contract/directory/directory.ts';
import { type Field, isSentById, optionsOf, sentName } from '../../contract/directory/fields.ts';
import { type AnySetting, fieldsOf } from '../../contract/setting/setting.ts';
import { REVISION_STATUSES } from '../../contract/setting/status.ts';
import { type Column, columnsOf } from '../directory/columns.ts';
import { childrenOf, type Table } from '../directory/table.ts';

/** Columns that every revision has beside its fields. */
export const REVISION_COLUMNS: readonly Column[] = [
  { name: 'valid_from', type: 'date', nullable: false },
  {
    ...{ name: 'status', type: 'text', nullable: false, initially: "'draft'" },
    check: `status IN (${REVISION_STATUSES.map((status) => `'${status}'`).join(', ')})`,
  },
  { name: 'version', type: 'integer', nullable: false, initially: '1' },
  { name: 'created_at', type: 'timestamp with time zone', nullable: false, initially: 'now()' },
  { name: 'created_by', type: 'integer', nullable: true, to: 'user' },
  { name: 'since', type: 'timestamp with time zone', nullable: false, initially: 'now()' },
];

const columnNames = (fields: AnySetting['spec']['fields']): string[] =>
  Object.entries(fields).flatMap(([name, field]) => columnsOf(name, field).map((column) => column.name));

/** Columns that identify the subject. */
export const subjectColumns = ({ spec }: AnySetting): string[] => columnNames(spec.subject);

/** The columns of a subject, as they are sent. */
export const subjectOf = ({ spec }: AnySetting): { name: string; type: RawBuilder<unknown>; mayBeEmpty: boolean }[] =>
  Object.entries<Field>(spec.subject).map(([name, field]) => {
    const [{ type } = { type: 'text' }] = columnsOf(name, field);
    return { name: sentName(name, field), type: sql.raw(type), mayBeEmpty: optionsOf(field).optional === true };
  });

export function tableOfSetting(setting: AnySetting): Table {
  const { spec } = setting;
  const name = snake(spec.name);
  const references = Object.entries(fieldsOf(spec)).filter(([, field]) => isSentById(field));
  return {
    name,
    columns: Object.entries(fieldsOf(spec)).flatMap(([field, declared]) => columnsOf(field, declared)),
    orders: [],
    children: childrenOf(name, spec.fields),
    indexes: [
      { name: `${name}_subject`, columns: [...subjectColumns(setting), 'valid_from', 'id'].join(', ') },
      ...references.map(([field]) => ({ name: `${name}_${field}`, columns: `${field}_id` })),
    ],
  };
}

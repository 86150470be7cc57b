/** Which fields of a directory are offered for many records at once. */
import { closedTo } from '../../contract/directory/closed.ts';
import type { AnyDirectory } from '../../contract/directory/directory.ts';
import { type Field, optionsOf, writtenIn } from '../../contract/directory/fields.ts';

/** A record is known by these: they are not written into many at once. */
const isOwn = (directory: AnyDirectory, name: string, field: Field): boolean =>
  name === directory.spec.label || name === directory.spec.key || optionsOf(field).unique !== undefined;
/** A personal number, a name or a period is one record's alone. */
const OF_MANY: ReadonlySet<Field['kind']> = new Set([
  'area',
  'reason',
  'sum',
  'fx',
  'percent',
  'quantity',
  'decimal',
  'date',
  'bool',
  'oneOf',
  'someOf',
  'ref',
  'refs',
  'colour',
]);

/** Fields that the person may write into many records at once. */
export function fieldsOfMany(directory: AnyDirectory, user: Parameters<typeof closedTo>[0]): [string, Field][] {
  const { fields } = directory.spec;
  const closed = closedTo(user, fields);
  return writtenIn(fields).filter(
    ([name, field]) => OF_MANY.has(field.kind) && !isOwn(directory, name, field) && !(name in closed),
  );
}

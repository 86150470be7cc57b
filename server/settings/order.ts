import type { Chosen, Fields } from '../../contract/directory/fields.ts';

type Row = Readonly<Record<string, unknown>>;

/** The order of subjects: as the values are declared, figures by size, references by title. */
export function compareSubjects(fields: Fields, one: Row, other: Row): number {
  for (const [name, field] of Object.entries(fields)) {
    const place = (row: Row): number | string => {
      // what is for all stands before what is for one
      if (row[name] === null) return field.kind === 'ref' ? '' : -1;
      if (field.kind === 'oneOf') return field.values.indexOf(row[name] as string);
      return field.kind === 'ref' ? (row[name] as Chosen).title : (row[name] as number);
    };
    const [first, second] = [place(one), place(other)];
    const order = typeof first === 'number' ? first - (second as number) : first.localeCompare(second as string, 'uz');
    if (order !== 0) return order;
  }
  return 0;
}

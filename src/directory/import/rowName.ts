/** What a row of a file is called: a record by its title, figures of a dated setting by all of their subject, as its pane does. */
import type { Field } from '../../../contract/directory/fields.ts';
import type { Sheet } from '../../../contract/sheet.ts';
import type { Language } from '../../format/numbers.ts';
import type { Text } from '../../i18n/index.ts';
import { lineOf } from '../../setting/revisions.ts';

/** A cell that is no value of its field stays as it was written. */
const isValue = (field: Field, cell: string): boolean =>
  field.kind === 'oneOf' ? (field.values as readonly string[]).includes(cell) : !Number.isNaN(Number(cell));

export function rowName(
  { fields }: Pick<Sheet, 'fields'>,
  { title, subject = {} }: { title: string; subject?: Readonly<Record<string, string>> | undefined },
  own: Text,
  language: Language,
): string {
  const cells = Object.entries(subject);
  if (cells.every(([, cell]) => cell === '')) return title;
  return cells
    .map(([name, cell]) => {
      const field = fields[name] as Field;
      const value = field.kind === 'ref' ? cell && { title: cell } : cell;
      return cell === '' || field.kind === 'ref' || isValue(field, cell)
        ? lineOf({ [name]: field }, { [name]: value }, own, language)
        : cell;
    })
    .join(' · ');
}

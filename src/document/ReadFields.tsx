/** Fields of a document as they are read: those that steps wrote, and all of them where it is not changed any more. */
import type { AnyDirectory } from '../../contract/directory/directory.ts';
import { type Field, type FieldOf, isFigure, type Line, optionsOf } from '../../contract/directory/fields.ts';
import type { StoredImage } from '../../contract/images.ts';
import type { Json } from '../../machines/recordPane/merge.ts';
import type { RecordView } from '../../machines/recordPane/recordPane.machine.ts';
import { ImageCell } from '../directory/image.tsx';
import { textsOfLines, wordsOf } from '../directory/values.ts';
import { type Text, useLanguage } from '../i18n/index.ts';
import { type RecordWords, wordsOfValue } from '../ui/record/words.ts';

interface ReadFieldsProps {
  directory: AnyDirectory;
  record: RecordView;
  own: Text;
  words: RecordWords;
  which: 'all' | 'given';
}

const isEmpty = (value: Json | undefined): boolean => value === undefined || value === null || value === '';

export function ReadFields({ directory: { spec }, record, own, words, which }: ReadFieldsProps) {
  const fields = Object.entries<Field>(spec.fields).filter(
    ([, field]) => optionsOf(field).list !== false && (which === 'all' || optionsOf(field).given),
  );
  const plain = fields.filter(([name, field]) => field.kind !== 'rows' && !isEmpty(record.fields[name]));
  const lines = fields.filter(([, { kind }]) => kind === 'rows') as [string, FieldOf<'rows'>][];
  return (
    <>
      {plain.length > 0 && (
        <dl className="facts document-facts">
          {plain.map(([name, field]) => [
            <dt key={`${name}.title`}>{own(`fields.${name}`)}</dt>,
            <dd key={name}>
              {field.kind === 'image' ? (
                <ImageCell image={record.fields[name] as unknown as StoredImage} />
              ) : (
                wordsOfValue(words, name, record.fields[name] as Json)
              )}
            </dd>,
          ])}
        </dl>
      )}
      {lines.map(([name, field]) => (
        <LineTable key={name} {...{ name, field, own }} lines={(record.fields[name] ?? []) as unknown as Line[]} />
      ))}
    </>
  );
}

interface LineTableProps {
  name: string;
  field: FieldOf<'rows'>;
  own: Text;
  lines: readonly Line[];
}

/** Lines as a table, for the window and for paper. */
export function LineTable({ name, field, own, lines }: LineTableProps) {
  const language = useLanguage();
  const texts = textsOfLines(own, name);
  const columns = Object.entries(field.fields);
  const said = (one: string, kind: Field, value: Json): string => {
    if (isEmpty(value)) return '—';
    const words = wordsOf(one, kind, value, texts, language);
    return words ?? (typeof value === 'object' ? String((value as { title?: string }).title ?? '') : String(value));
  };
  return (
    <table className="table document-lines">
      <caption>{own(`fields.${name}`)}</caption>
      <thead>
        <tr>
          {columns.map(([one, { kind }]) => (
            <th key={one} scope="col" className={isFigure({ kind }) ? 'end' : undefined}>
              {texts(`fields.${one}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines
          .filter(({ active }) => active)
          .map((line) => (
            <tr key={line.id}>
              {columns.map(([one, kind]) => (
                <td key={one} className={isFigure(kind) ? 'end num' : 'print-words'}>
                  {said(one, kind, line[one] as Json)}
                </td>
              ))}
            </tr>
          ))}
      </tbody>
    </table>
  );
}

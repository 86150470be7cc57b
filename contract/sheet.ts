/** What a file of Excel is read into, as the file has it: a directory, or a dated setting with a subject. */
import type { AnyDirectory } from './directory/directory.ts';
import { readingIds } from './directory/directory.ts';
import { date, type Fields } from './directory/fields.ts';
import { hasCell, makesNew } from './imports.ts';
import { type AnySetting, fieldsOf } from './setting/setting.ts';

export interface Sheet {
  readonly name: string;
  /** Where the words of its fields are. */
  readonly texts: 'directories' | 'settings';
  readonly fields: Fields;
  /** The field whose column comes first. */
  readonly first: string;
  /** Ids of calls whose answers are old once a file is written. */
  readonly stale: readonly string[];
  /** What is written waits for a second person. */
  readonly proposes?: true;
  /** Its rows change records that are there; none is made. */
  readonly known?: true;
}

/** The column of the first day. */
export const VALID_FROM = 'valid_from';

export const sheetOfDirectory = (directory: AnyDirectory): Sheet => {
  const { spec } = directory;
  return {
    name: spec.name,
    texts: 'directories',
    fields: spec.fields,
    first: spec.label,
    stale: [...readingIds(spec.name), ...(spec.stale ?? [])],
    ...(!makesNew(directory) && { known: true }),
  };
};

/** A row is a revision: its subject, its figures and its first day. */
export const sheetOfSetting = ({ spec, calls }: AnySetting): Sheet => ({
  name: spec.name,
  texts: 'settings',
  fields: { ...fieldsOf(spec), [VALID_FROM]: date() },
  first: Object.keys(spec.subject)[0] ?? VALID_FROM,
  stale: [calls.index.id, calls.revisions.id, calls.notes.id],
  ...(spec.confirm && { proposes: true }),
});

/** Settings that a file may be read into: a row names a subject, and a cell has each of their fields. */
export const settingTakesFiles = ({ spec }: AnySetting): boolean =>
  Object.keys(spec.subject).length > 0 && Object.values(fieldsOf(spec)).every(hasCell);

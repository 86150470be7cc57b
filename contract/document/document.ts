/**
 * A document (areas 2, "Types"), declared once: a record with a chart that lives in `document`, with its number, branch,
 * practice day, event log, comments and files, and has a table of its own that shares the id. Everything else is that of a
 * declared directory (`contract/directory/`): fields, lines, calls, list, form, history, Excel, texts, API tests.
 */
import type { ChartSpec } from '../directory/chart.ts';
import { type Directory, type DirectorySpec, defineDirectory, snake } from '../directory/directory.ts';
import type { Facts, Field, Fields } from '../directory/fields.ts';
import { type Attached, attachedTo } from './attached.ts';
import type { DocumentPart } from './part.ts';

/** Options of a directory that a document has no use for, or has by itself. */
type NotOfDocuments = 'label' | 'order' | 'key' | 'tree' | 'doubles' | 'people' | 'document' | 'chart' | 'resource';

export interface DocumentSpec<N extends string, F extends Fields, E extends Facts>
  extends Omit<DirectorySpec<N, F, E>, NotOfDocuments>,
    DocumentPart {
  /** Its machine is called as the document. */
  readonly chart: Omit<ChartSpec, 'machine'>;
}

export interface Document<N extends string = string, F extends Fields = Fields, E extends Facts = Facts>
  extends Directory<N, F, E> {
  readonly attached: Attached;
}

export function defineDocument<
  const N extends string,
  const F extends Fields,
  const E extends Facts = Record<never, never>,
>({ numbered, dayOpen = [], print, ...spec }: DocumentSpec<N, F, E>): Document<N, F, E> {
  const fields = Object.fromEntries(
    Object.entries<Field>(spec.fields).map(([name, field]) => [
      name,
      field.kind === 'rows' ? { ...field, removed: true } : field,
    ]),
  );
  const whole = {
    ...{ ...spec, fields, chart: { ...spec.chart, machine: spec.name } },
    ...{ label: 'number', order: '-created_at' },
    stale: [...(spec.stale ?? []), 'myDay'],
    document: { numbered, dayOpen, ...(print && { print }) },
  };
  return {
    ...defineDirectory(whole as never),
    attached: attachedTo(spec.name, spec.service, snake(spec.name)),
  } as never;
}

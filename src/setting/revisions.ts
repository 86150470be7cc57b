/** Subjects and revisions of a declared setting in the browser: in words, as a form has them, and their calls. */
import type { ComponentType, ReactNode } from 'react';
import type { Call } from '../../contract/call.ts';
import type { Chosen, Field, Fields } from '../../contract/directory/fields.ts';
import { type AnySetting, fieldsOf, type RevisionFields } from '../../contract/setting/setting.ts';
import type { Fields as FormValues, Json } from '../../machines/recordPane/merge.ts';
import type { RecordCommandInput, RecordView } from '../../machines/recordPane/recordPane.machine.ts';
import { request } from '../api/client.ts';
import { bodyOf, valuesOf, wordsOf } from '../directory/values.ts';
import { tashkentDay } from '../format/dates.ts';
import type { Language } from '../format/numbers.ts';
import type { Text } from '../i18n/index.ts';
import type { ListColumn } from '../ui/list/columns.tsx';
import { paneMachine } from '../ui/record/useRecordPane.ts';

/** A revision of any setting, its fields by name. */
export type AnyRevision = RevisionFields & Readonly<Record<string, unknown>>;
/** Figures of any setting by name, of a revision or as they are typed. */
export type Figures = Readonly<Record<string, unknown>>;
/** A subject of any setting, or a record of its tree, with the figures that hold now beside its own fields. */
export interface SubjectRow {
  readonly id: number;
  /** In a tree with its subject: of which record it is. */
  readonly in_force: (Figures & { readonly valid_from: string }) | null;
  /** In a tree: 0 at the top. */
  readonly depth?: number;
  /** In a tree: a revision of its own, if it has one. */
  readonly first?: number | null;
  readonly next: string | null;
  readonly planned: number;
  readonly drafts: number;
  readonly [field: string]: unknown;
}
export type FormFields = FormValues & { valid_from: string | null };

/** What a page may have beside its declaration. */
export interface SpecialSetting {
  /** Cells of computed facts that their kind does not draw. */
  readonly cells?: Readonly<Record<string, (row: SubjectRow, own: Text) => ReactNode>>;
  /** In the pane of a subject, between what holds now and its revisions. */
  readonly beside?: (row: SubjectRow, own: Text) => ReactNode;
  /** Columns after the figures. */
  readonly columns?: (own: Text) => readonly ListColumn<SubjectRow, readonly SubjectRow[]>[];
  /** What follows from figures: below those that hold (null: none do), and below the form while they are typed. */
  readonly Result?: ComponentType<{ figures: Figures | null }>;
  /** Below the form of a revision that is written: what is known of it as it was saved. */
  readonly Written?: ComponentType<WrittenProps>;
}

export interface WrittenProps {
  readonly id: number;
  readonly isDraft: boolean;
  /** Something is typed that is not saved. */
  readonly dirty: boolean;
}

/** Fields of the subject beside the record of the tree: each has revisions of its own there. */
export function besideTree({ spec }: AnySetting): Fields {
  if (spec.inherits === undefined) return {};
  const { [spec.inherits]: _, ...rest } = spec.subject;
  return rest;
}

/** A value in words; a dash for nothing. */
export function inWords(name: string, field: Field, value: unknown, own: Text, language: Language): string {
  const none = () => own(`none.${name}`, { defaultValue: '—' });
  if (value === null || value === undefined || value === '') return none();
  if (field.kind === 'ref') return (value as Chosen).title;
  if (field.kind === 'refs') return (value as Chosen[]).map(({ title }) => title).join(', ') || none();
  return wordsOf(name, field, value as Json, own, language) ?? String(value);
}

/** Kinds whose words say what they are. */
const LINE_ALONE: ReadonlySet<Field['kind']> = new Set(['oneOf', 'ref', 'refs']);

/** Values of some fields in one line: a figure with what it is. */
export const lineOf = (fields: Fields, row: Readonly<Record<string, unknown>>, own: Text, language: Language): string =>
  Object.entries(fields)
    .map(([name, field]) => {
      const words = inWords(name, field, row[name], own, language).replaceAll('\n', ', ');
      return LINE_ALONE.has(field.kind) ? words : `${own(`fields.${name}`)}: ${words}`;
    })
    .join(' · ');

/** The first day from which figures may hold that hold on a day. */
export const firstDayOf = ({ starts }: Pick<AnySetting['spec'], 'starts'>, day: string): string =>
  starts === 'month' ? `${day.slice(0, 7)}-01` : day;

/** Months that are offered before and after the present one: plans are of the next year, corrections of the last. */
const MONTHS_AROUND = 12;

/** First days of the months that figures may hold from, in order, with the one that is written. */
export function monthsAround(written: string | null): string[] {
  const [year = 0, month = 1] = tashkentDay(Date.now()).split('-').map(Number);
  const around = Array.from({ length: 2 * MONTHS_AROUND + 1 }, (_, at) =>
    new Date(Date.UTC(year, month - 1 - MONTHS_AROUND + at, 1)).toISOString().slice(0, 10),
  );
  return [...new Set([...around, ...(written === null ? [] : [written])])].sort();
}

/** A revision as its pane has it. */
const viewOf = (setting: AnySetting, revision: AnyRevision): RecordView => ({
  id: revision.id,
  version: revision.version,
  allowed: revision.allowed_events.map((event) => event.replace('revision.', 'record.')),
  fields: {
    ...valuesOf({ spec: { fields: fieldsOf(setting.spec) } }, revision),
    valid_from: revision.valid_from,
  },
  facts: { status: revision.status, own: revision.own },
});

/** The pane of a setting's revisions, once a module. */
export function revisionPane(setting: AnySetting) {
  const { spec, calls } = setting;
  const view = (revision: AnyRevision) => viewOf(setting, revision);
  async function send({ command, id, version, fields, key }: RecordCommandInput): Promise<AnyRevision> {
    const sent = async (call: Call, options: object) =>
      ((await request(call, { key, ...options } as never)) as { data: AnyRevision }).data;
    const body = (of: Fields) => ({
      ...bodyOf({ spec: { fields: of } }, fields),
      ...(fields.valid_from !== null && { valid_from: fields.valid_from }),
    });
    if (id === null) return sent(calls.create, { body: body(fieldsOf(spec)) });
    const options = { params: { id }, ifMatch: version };
    if (command === 'save') return sent(calls.update, { body: body(spec.fields), ...options });
    return sent(command === 'plan' ? calls.plan : calls.drop, options);
  }
  return {
    view,
    machine: paneMachine(
      async (input) => view(await send(input)),
      (error) => {
        const current = error.body?.current as AnyRevision;
        return {
          ...view(current),
          by: current.last_step?.by.fullname ?? null,
          at: current.last_step?.at ?? null,
        };
      },
    ),
  };
}

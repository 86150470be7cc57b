/**
 * A directory (areas 3, P0), declared once: its fields, and what both sides derive from them. Calls, types of rows and
 * bodies, right by action, list, form, history, Excel, API tests. What is special is a hook by name
 * (`server/directory/serve.ts`, `src/directory/page.tsx`).
 */
import type * as z from 'zod/mini';
import type { Call, Service } from '../call.ts';
import type { ListPart, Meta, Person } from '../common.ts';
import type { AttachedCall, DocumentPart } from '../document/part.ts';
import type { RecordLine } from '../records.ts';
import { type ChartSpec, pathOfVerb, verbOf } from './chart.ts';
import {
  type Answered,
  type Chosen,
  type Facts,
  type Field,
  type Fields,
  type FiltersOf,
  type Sent,
  type SortsOf,
  text,
} from './fields.ts';
import { answerOf, choices, found, history, listOfRecords } from './out.ts';

type Flat<T> = { [K in keyof T]: T[K] } & {};

/** What every record has beside its own fields. */
export interface RecordFields {
  id: number;
  /** False: archived, no new document may name it. */
  active: boolean;
  /** Its state, where the directory has a chart of its own. */
  status?: string | undefined;
  version: number;
  /** Who wrote it, of records that are somebody's own. */
  author?: Person | undefined;
  /** Of documents: null until the event that gives it. */
  number?: string | null | undefined;
  /** Of documents: their branch, who goes on with them, when they were made, and the practice day that they belong to. */
  organization?: Chosen | undefined;
  owner?: Person | undefined;
  created_at?: string | undefined;
  practice_day?: string | null | undefined;
  /** Of a tree: 1 at the top. */
  level?: number | undefined;
}

/** A record as it is opened. */
export interface OpenedFields extends RecordFields {
  /** Events of the record's chart that the person may send now. */
  allowed_events: string[];
  /** Steps that a fact or a right forbids now, each with its reason in the reader's language. */
  refused?: Record<string, string> | undefined;
  /** Why it may not be archived now, in the reader's language. */
  in_use: string | null;
  /** Fields that may not change any more, each with its reason in the reader's language. */
  frozen: Record<string, string>;
}

export interface DirectorySpec<N extends string, F extends Fields, E extends Facts> {
  /** Its calls are `<name>Index` …, its texts `directories/<name>`, its records in the log `<name>`. */
  readonly name: N;
  readonly service: Service;
  /** The resource of its rules: `<rule>.show`, `.add`, `.edit`, `.report`. */
  readonly rule: string;
  /** Another rule expression for an action than the resource's own. */
  readonly rules?: Readonly<Partial<Record<'show' | 'add' | 'edit' | 'report', string>>>;
  /** Its list as a file needs `<rule>.report`; without it, who sees the list may take it. */
  readonly report?: true;
  /** Of the calls' addresses; the name in snake_case where left out. */
  readonly resource?: string;
  /** The address of its list, where that is not below the resource. */
  readonly listPath?: string;
  /** The field that names a record; by it a reference is chosen and shown. */
  readonly label: keyof F & string;
  /** The order unasked: a field that sorts, with `-` in reverse; the label where left out. */
  readonly order?: SortsOf<F> | `-${SortsOf<F>}`;
  /** Orders of its list beside those of its fields: the server's hook computes each. */
  readonly sorts?: readonly string[];
  /** Parts of the records that are not archived, a chip each over the list: the server's hook says which are in them. */
  readonly groups?: readonly string[];
  /** The field by which an import finds a record (decision 93); the label where left out. */
  readonly key?: keyof F & string;
  /** Its records come with the release, or from elsewhere: none is added or archived here (decisions 92, 95). */
  readonly fixed?: true;
  /** Its records are a tree: the field that names the one above. Sorted by the label, each stands below the one above it. */
  readonly tree?: keyof F & string;
  /** Two of its records may turn out to be one: they are merged (`contract/directories/index.ts`, `callsOf`). */
  readonly doubles?: true;
  /** Its `get_all` answers more than id and title: a call of its own, declared elsewhere under the same id. */
  readonly ownChoices?: true;
  /**
   * Its records are persons: numbers are masked but for who may change or read all of them (decision 85), whose card was
   * opened is kept, a number stands in no address (decision 98), and no file is read in.
   */
  readonly people?: true;
  /** Its records have a chart of their own instead of `active ⇄ archived`. */
  readonly chart?: ChartSpec;
  /** Its records are documents: declared by `defineDocument`. */
  readonly document?: DocumentPart;
  readonly fields: F;
  /** What who changes a record is asked for beside its fields: sent with the change and kept by its log alone. */
  readonly asks?: Fields;
  /** Facts that a hook computes, shown in the list and not written. */
  readonly extra?: E;
  /** Ids of other calls whose answers a changed record makes stale. */
  readonly stale?: readonly string[];
}

/** A call of a declared directory: its types are known to both sides, its schemas are derived. */
export type DeclaredCall<Id extends string, Path extends string, Answer, Types> = {
  readonly id: Id;
  readonly service: Service;
  readonly path: Path;
  readonly response: z.ZodMiniType<Answer, Answer>;
  /** Never there at run time. */
  readonly types: Types;
};
export type Reading<Id extends string, Path extends string, Answer, Query> = DeclaredCall<
  Id,
  Path,
  Answer,
  { query: Query; body: undefined }
> & {
  readonly method: 'GET';
  readonly stale?: never;
};
export type Writing<Id extends string, Method extends 'POST' | 'PUT', Path extends string, Answer, Body> = DeclaredCall<
  Id,
  Path,
  Answer,
  { query: undefined; body: Body }
> & { readonly method: Method; readonly stale: readonly string[] };

interface Paged {
  page?: number | undefined;
  per_page?: 15 | 30 | 50 | 100 | undefined;
  part?: ListPart | undefined;
  after?: string | undefined;
  before?: string | undefined;
  /** All records of the filter, of which the person saw so many; with `moment`, at which they were seen. */
  all?: number | undefined;
  moment?: string | undefined;
}

export type DirectoryQuery<F> = Flat<
  Paged & { search?: string | undefined; status?: string | undefined; sort?: string | undefined } & FiltersOf<F>
>;

type Opened<F, E> = Flat<OpenedFields & Answered<F> & Answered<E>>;
type Listed<F, E> = Flat<RecordFields & Answered<F> & Answered<E>>;

interface DirectoryMeta extends Meta {
  /** Records of the filter: `all` that are not archived, its groups, `archived`; of an own chart those in each state. */
  statuses?: Record<string, number | null> | undefined;
  /** Totals over the filter, by the key of their column; of debts in several currencies by the currency's abbreviation. */
  totals?: Record<string, number> | undefined;
  /** When the list was read: what changes later was not seen in it. */
  moment?: string | undefined;
}

export interface DirectoryCalls<N extends string, F, E> {
  readonly index: Reading<`${N}Index`, '/index', { data: Listed<F, E>[]; meta: DirectoryMeta }, DirectoryQuery<F>>;
  readonly choices: Reading<
    `${N}GetAll`,
    '/get_all',
    { data: Chosen[]; meta: Meta },
    Flat<Paged & { search?: string | undefined; id?: number | undefined }>
  >;
  readonly show: Reading<`${N}Show`, '/show/{id}', { data: Opened<F, E> }, undefined>;
  readonly history: Reading<`${N}History`, '/history/{id}', { data: RecordLine[] }, undefined>;
  readonly create: Writing<`${N}Create`, 'POST', '/create', { data: Opened<F, E> }, Sent<F>>;
  readonly update: Writing<`${N}Update`, 'PUT', '/update/{id}', { data: Opened<F, E> }, Sent<F>>;
  readonly archive: Writing<`${N}Archive`, 'PUT', '/archive/{id}', { data: Opened<F, E> }, undefined>;
  readonly restore: Writing<`${N}Restore`, 'PUT', '/restore/{id}', { data: Opened<F, E> }, undefined>;
  /** What refers to the record refers to the other one from then on, and the record is archived. */
  readonly merge: Writing<`${N}Merge`, 'PUT', '/merge/{id}', { data: Opened<F, E> }, { into_id: number }>;
  /** By a whole number of a person, of directories that declare one (`numbers.ts`); its part of the list is named as there. */
  readonly find: Writing<`${N}Find`, 'POST', '/find', { data: Chosen[] }, { number: string; status?: string }>;
}

/** The call of a step; its body has what the person was asked for. */
export type StepCall = Writing<
  string,
  'PUT',
  string,
  { data: OpenedFields },
  Readonly<Record<string, unknown>> | undefined
>;

export interface Directory<N extends string = string, F extends Fields = Fields, E extends Facts = Facts> {
  readonly spec: DirectorySpec<N, F, E>;
  readonly calls: DirectoryCalls<N, F, E>;
  /** Calls that move a record, by event: of its own chart, else those that archive and restore. */
  readonly steps: Readonly<Record<string, StepCall>>;
}

type AnySpec = Omit<DirectorySpec<string, Fields, Facts>, 'label' | 'order' | 'key' | 'tree'> & {
  readonly label: string;
  readonly order?: string | undefined;
  readonly key?: string | undefined;
  readonly tree?: string | undefined;
};

/** A directory whatever its fields: what the kit works with. */
export interface AnyDirectory {
  readonly spec: AnySpec;
  readonly calls: Readonly<Record<keyof DirectoryCalls<string, Fields, Facts>, Call>>;
  readonly steps: Readonly<Record<string, Call>>;
  /** Of a document: the calls of its comments and files; of a record those of its files. */
  readonly attached?: Readonly<Partial<Record<AttachedCall, Call>>>;
}

const NUMBER = text(20);
/** The field that names a record: of a document its number, which nobody writes. */
export const labelOf = ({ spec }: AnyDirectory): Field => spec.fields[spec.label] ?? NUMBER;

/** A record of a directory: `interface BankRow extends DirectoryRow<typeof bank> {}` gives it a name to hover over. */
export type DirectoryRow<D> = D extends Directory<string, infer F, infer E> ? Listed<F, E> : never;
export type OpenedRow<D> = D extends Directory<string, infer F, infer E> ? Opened<F, E> : never;
export type DirectoryBody<D> = D extends Directory<string, infer F, Facts> ? Sent<F> : never;

/** A name as addresses and tables have it. */
export const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The rule of an action: the resource's own unless the directory names another. */
export function ruleFor(
  { spec: { rule, rules, report } }: AnyDirectory,
  action: 'show' | 'add' | 'edit' | 'report',
): string {
  const own = rules?.[action] ?? `${rule}.${action}`;
  return action === 'report' && !report && rules?.report === undefined ? (rules?.show ?? `${rule}.show`) : own;
}

/** The rule of a step: that of who changes records unless the step names another. */
export const ruleOfStep = (directory: AnyDirectory, event: string): string =>
  directory.spec.chart?.steps[event]?.rule ?? ruleFor(directory, 'edit');

/** The event by which fields are changed. */
export const updateOf = ({ spec }: AnyDirectory): string => spec.chart?.update ?? 'record.update';

/** Ids of the calls that show records of the directory. */
export const readingIds = (name: string): string[] =>
  ['Index', 'GetAll', 'Show', 'History'].map((what) => `${name}${what}`);

export function defineDirectory<
  const N extends string,
  const F extends Fields,
  const E extends Facts = Record<never, never>,
>(spec: DirectorySpec<N, F, E>): Directory<N, F, E> {
  const { name, service, resource = snake(name), listPath, stale: others = [], chart, fixed } = spec;
  const any = spec as unknown as AnySpec;
  const record = answerOf(any, 'opened');
  const stale = [...readingIds(name), ...others];
  const read = (what: string, path: string, response: unknown) =>
    ({ id: `${name}${what}`, service, method: 'GET', path: `/${resource}${path}`, response }) as const;
  const write = (what: string, method: 'POST' | 'PUT', path: string) =>
    ({ id: `${name}${what}`, service, method, path: `/${resource}${path}`, stale, response: record }) as const;
  const calls = {
    index: { ...read('Index', '/index', listOfRecords(any)), ...(listPath && { path: listPath }) },
    choices: read('GetAll', '/get_all', choices),
    show: read('Show', '/show/{id}', record),
    history: read('History', '/history/{id}', history),
    create: write('Create', 'POST', '/create'),
    update: write('Update', 'PUT', '/update/{id}'),
    archive: write('Archive', 'PUT', '/archive/{id}'),
    restore: write('Restore', 'PUT', '/restore/{id}'),
    merge: write('Merge', 'PUT', '/merge/{id}'),
    find: { ...write('Find', 'POST', '/find'), stale: [], response: found },
  };
  const stepOf = (event: string) => {
    const verb = verbOf(event);
    return write(`${verb.charAt(0).toUpperCase()}${verb.slice(1)}`, 'PUT', `/${pathOfVerb(verb)}/{id}`);
  };
  const archiving = fixed ? {} : { 'record.archive': calls.archive, 'record.restore': calls.restore };
  const steps = chart ? Object.fromEntries(Object.keys(chart.steps).map((event) => [event, stepOf(event)])) : archiving;
  return { spec, calls: calls as unknown as DirectoryCalls<N, F, E>, steps: steps as unknown as Directory['steps'] };
}

/**
 * A dated setting (areas 3, P2), declared once: what its figures are for, and the figures. Calls, types of rows and bodies,
 * rights, list, form, revisions, API tests follow from it; its revisions have the lifecycle `settingRevision`. Fields are
 * those of directories.
 */
import type { Call, Service } from '../call.ts';
import type { Person } from '../common.ts';
import { type Reading, snake, type Writing } from '../directory/directory.ts';
import type { Answered, FieldOf, Fields, Sent } from '../directory/fields.ts';
import { answerOfRevision, revisions, rowsOfSubjects } from './out.ts';
import type { RevisionStatus } from './status.ts';

type Flat<T> = { [K in keyof T]: T[K] } & {};

/** Fields that identify what figures are for: of one subject one revision is in force on a day. An empty one: for all. */
export type SubjectFields = Readonly<Record<string, FieldOf<'oneOf' | 'ref' | 'quantity' | 'decimal' | 'percent'>>>;
export type FigureFields = Fields;

export interface SettingSpec<N extends string, S extends SubjectFields, F extends FigureFields> {
  /** Its calls are `<name>Index` …, its texts `settings/<name>`, its revisions in the log `<name>`. */
  readonly name: N;
  readonly service: Service;
  /** The resource of its rules: `<rule>.show` and `<rule>.edit`. */
  readonly rule: string;
  /** None: one for the whole firm. */
  readonly subject: S;
  readonly fields: F;
  /** The day among the figures after which nothing is in force (decision 67). */
  readonly until?: string;
  /** Planned by who holds `<rule>.confirm`, and wrote nothing of it (decision 67). */
  readonly confirm?: true;
}

/** What every revision has beside its own fields. */
export interface RevisionFields {
  id: number;
  status: RevisionStatus;
  version: number;
  valid_from: string;
  created_at: string;
  created_by: Person | null;
  /** What a person did with it last; the server's own steps are in its status. */
  last_step: { event: string; at: string; by: Person } | null;
  /** The reader wrote or edited it, and so does not settle it: always false where no second person does. */
  own: boolean;
  /** Events of the lifecycle `settingRevision` that the person may send now. */
  allowed_events: string[];
}
type RevisionOf<S, F> = Flat<RevisionFields & Answered<S> & Answered<F>>;
/** The figures of a day, with their revision: a document keeps its id. */
export type InForce<F> = Flat<{ id: number; valid_from: string } & Answered<F>>;
type RowOf<S, F> = Flat<
  {
    /** That of the subject's first revision: it stays. */
    id: number;
    in_force: InForce<F> | null;
    /** The day of the first planned revision. */
    next: string | null;
    planned: number;
    drafts: number;
  } & Answered<S>
>;

type Dated = { valid_from: string };

export interface SettingCalls<N extends string, S, F> {
  readonly index: Reading<`${N}Index`, '/index', { data: RowOf<S, F>[] }, undefined>;
  readonly revisions: Reading<`${N}Revisions`, '/revisions/{id}', { data: RevisionOf<S, F>[] }, undefined>;
  readonly create: Writing<
    `${N}Create`,
    'POST',
    '/create',
    { data: RevisionOf<S, F> },
    Flat<Sent<S> & Sent<F> & Dated>
  >;
  readonly update: Writing<`${N}Update`, 'PUT', '/update/{id}', { data: RevisionOf<S, F> }, Flat<Sent<F> & Dated>>;
  readonly plan: Writing<`${N}Plan`, 'PUT', '/plan/{id}', { data: RevisionOf<S, F> }, undefined>;
  readonly drop: Writing<`${N}Drop`, 'PUT', '/drop/{id}', { data: RevisionOf<S, F> }, undefined>;
}

export interface Setting<
  N extends string = string,
  S extends SubjectFields = SubjectFields,
  F extends FigureFields = FigureFields,
> {
  readonly spec: SettingSpec<N, S, F>;
  readonly calls: SettingCalls<N, S, F>;
}

/** A setting whatever its fields: what the kit works with. */
export interface AnySetting {
  readonly spec: SettingSpec<string, SubjectFields, FigureFields>;
  readonly calls: Readonly<Record<keyof SettingCalls<string, Fields, Fields>, Call>>;
}

/** The right that settles a revision. */
export const planRule = ({ rule, confirm }: Pick<AnySetting['spec'], 'rule' | 'confirm'>): string =>
  `${rule}.${confirm ? 'confirm' : 'edit'}`;

/** Subject and figures together. */
export const fieldsOf = ({ subject, fields }: AnySetting['spec']): Fields => ({ ...subject, ...fields });

export function defineSetting<const N extends string, const S extends SubjectFields, const F extends FigureFields>(
  spec: SettingSpec<N, S, F> & { readonly until?: keyof F & string },
): Setting<N, S, F> {
  const { name, service } = spec;
  const any = spec as unknown as AnySetting['spec'];
  const record = answerOfRevision(any);
  const stale = [`${name}Index`, `${name}Revisions`];
  const call = (what: string, method: 'GET' | 'POST' | 'PUT', path: string, response: unknown) => ({
    ...{ id: `${name}${what}`, service, method, path: `/${snake(name)}${path}`, response },
    ...(method !== 'GET' && { stale }),
  });
  const calls = {
    index: call('Index', 'GET', '/index', rowsOfSubjects(any)),
    revisions: call('Revisions', 'GET', '/revisions/{id}', revisions(any)),
    create: call('Create', 'POST', '/create', record),
    update: call('Update', 'PUT', '/update/{id}', record),
    plan: call('Plan', 'PUT', '/plan/{id}', record),
    drop: call('Drop', 'PUT', '/drop/{id}', record),
  };
  return { spec, calls: calls as unknown as SettingCalls<N, S, F> };
}

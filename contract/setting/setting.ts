/**
 * A dated setting (areas 3, P2), declared once: what its figures are for, and the figures. Calls, types of rows and bodies,
 * rights, list, form, revisions, API tests follow from it; its revisions have the lifecycle `settingRevision`. Fields are
 * those of directories.
 */
import type { Call, Service } from '../call.ts';
import type { Person } from '../common.ts';
import { type Reading, snake, type Writing } from '../directory/directory.ts';
import { type Answered, type Chosen, type FieldOf, type Fields, optionsOf, type Sent } from '../directory/fields.ts';
import { answerOfRevision, notes, revisions, rowsOfSubjects } from './out.ts';
import type { RevisionStatus } from './status.ts';

type Flat<T> = { [K in keyof T]: T[K] } & {};

/** Fields that identify what figures are for: of one subject one revision is in force on a day. An empty one: for all. */
export type SubjectFields = Readonly<
  Record<string, FieldOf<'oneOf' | 'ref' | 'quantity' | 'decimal' | 'percent' | 'year'>>
>;
export type FigureFields = Fields;

export interface SettingSpec<
  N extends string,
  S extends SubjectFields,
  F extends FigureFields,
  E extends Fields = Fields,
  I extends string = string,
> {
  /** Its calls are `<name>Index` …, its texts `settings/<name>`, its revisions in the log `<name>`. */
  readonly name: N;
  readonly service: Service;
  /** The resource of its rules: `<rule>.show` and `<rule>.edit`. */
  readonly rule: string;
  /** A new subject needs `<rule>.add`; without it, who edits adds. */
  readonly adds?: true;
  /** Its list as a file needs `<rule>.report`; without it, who sees the list may take it. */
  readonly report?: true;
  /**
   * None: one for the whole firm. A reference with `scope` is the branch that writes it and reads it; an optional one may
   * be empty: of every branch without its own, which everybody reads and an office writes (decision 91).
   */
  readonly subject: S;
  /**
   * The field of the subject that names a record of a tree: one without figures of its own takes those of the nearest
   * above it, of one record the branch's own before those of every branch. The list is the tree, whole.
   */
  readonly inherits?: I;
  readonly fields: F;
  /** Facts of a subject that a hook computes, shown in the list and not written. */
  readonly extra?: E;
  /** The day among the figures after which nothing is in force (decision 67). */
  readonly until?: string;
  /**
   * The row is a band of one axis, from a value of its subject to a figure, both included; an empty end is none. Rows whose
   * subjects are otherwise the same are of one axis: two of them that hold on the same day have no value in common.
   */
  readonly band?: { readonly from: string; readonly to: string };
  /** Planned by who holds `<rule>.confirm`, and wrote nothing of it (decision 67). */
  readonly confirm?: true;
  /** Of sale: it holds from the day on which it is settled, or later, never from an earlier one (decision 80). */
  readonly ahead?: true;
  /** It holds by the month: its first day is that of a month (areas 4.15). Left out: any day. */
  readonly starts?: 'month';
  /** Nothing holds by itself: a version of the scoring model takes the figures of its first day and keeps them (decision 75). */
  readonly takenBy?: 'model';
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
interface Coming {
  /** The day of the first planned revision. */
  next: string | null;
  planned: number;
  drafts: number;
}
type SubjectRow<S, F, E> = Flat<
  {
    /** That of the subject's first revision: it stays. */
    id: number;
    in_force: InForce<F> | null;
  } & Coming &
    Answered<S> &
    Answered<E>
>;
/** A record of the tree, each after the one above it. */
type TreeRow<S, F, E, I extends keyof S> = Flat<
  {
    /** The record's. */
    id: number;
    parent_id: number | null;
    /** 0 at the top. */
    depth: number;
    /** One of its own revisions that the person sees, of any branch: their list is read by it. Null: it has none. */
    first: number | null;
    /** With its subject: of which record it is, and of which branch. */
    in_force: Flat<InForce<F> & Answered<S>> | null;
  } & Coming &
    Answered<Pick<S, I>> &
    Answered<E>
>;
type RowOf<S, F, E, I> = [I] extends [never] ? SubjectRow<S, F, E> : TreeRow<S, F, E, I & keyof S>;

type Dated = { valid_from: string };
/** The branch whose list it is; left out: the person's own, or what is of every branch for who sees all. */
type Scoped = { organization_id?: number | undefined };

export interface SettingCalls<N extends string, S, F, E = object, I = never> {
  readonly index: Reading<`${N}Index`, '/index', { data: RowOf<S, F, E, I>[]; branch?: Chosen | undefined }, Scoped>;
  readonly revisions: Reading<`${N}Revisions`, '/revisions/{id}', { data: RevisionOf<S, F>[] }, undefined>;
  /** What a revision of a day would do to the other days of its subject, in words. */
  readonly notes: Reading<`${N}Notes`, '/notes', { data: string[] }, Flat<Sent<S> & Dated & { last?: string }>>;
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
  E extends Fields = Fields,
  I extends string = string,
> {
  readonly spec: SettingSpec<N, S, F, E, I>;
  readonly calls: SettingCalls<N, S, F, E, I>;
}

/** A setting whatever its fields: what the kit works with. */
export interface AnySetting {
  readonly spec: SettingSpec<string, SubjectFields, FigureFields>;
  readonly calls: Readonly<Record<keyof SettingCalls<string, Fields, Fields>, Call>>;
}

/** The right that settles a revision. */
export const planRule = ({ rule, confirm }: Pick<AnySetting['spec'], 'rule' | 'confirm'>): string =>
  `${rule}.${confirm ? 'confirm' : 'edit'}`;

/** The right that writes a subject that the setting does not have yet. */
export const addRule = ({ rule, adds }: Pick<AnySetting['spec'], 'rule' | 'adds'>): string =>
  `${rule}.${adds ? 'add' : 'edit'}`;

/** The right that takes the list as a file. */
export const reportRule = ({ rule, report }: Pick<AnySetting['spec'], 'rule' | 'report'>): string =>
  `${rule}.${report ? 'report' : 'show'}`;

/** The field that names the branch of a subject; undefined: the setting is the same in every branch. */
export const scopeOf = ({ subject }: Pick<AnySetting['spec'], 'subject'>): string | undefined =>
  Object.entries(subject).find(([, field]) => optionsOf(field).scope)?.[0];

/** Whether the branch of a subject may be empty: of every branch without its own. */
export const isForEveryBranch = ({ subject }: Pick<AnySetting['spec'], 'subject'>): boolean =>
  Object.values(subject).some((field) => optionsOf(field).scope && optionsOf(field).optional);

/**
 * The branch field where the list is read of one branch: a branch has many rows. Where the rest of the subject is one of
 * a few, the list has every branch that the reader sees.
 */
export function listScopeOf({ subject }: AnySetting['spec']): string | undefined {
  const isFew = ([, field]: [string, SubjectFields[string]]) => field.kind === 'oneOf' || optionsOf(field).scope;
  return Object.entries(subject).every(isFew) ? undefined : scopeOf({ subject });
}

/** Subject and figures together. */
export const fieldsOf = ({ subject, fields }: AnySetting['spec']): Fields => ({ ...subject, ...fields });

export function defineSetting<
  const N extends string,
  const S extends SubjectFields,
  const F extends FigureFields,
  const E extends Fields = Record<never, never>,
  const I extends keyof S & string = never,
>(
  spec: SettingSpec<N, S, F, E, I> & {
    readonly until?: keyof F & string;
    readonly band?: { readonly from: keyof S & string; readonly to: keyof F & string };
  },
): Setting<N, S, F, E, I> {
  const { name, service } = spec;
  const any = spec as unknown as AnySetting['spec'];
  const record = answerOfRevision(any);
  const stale = [`${name}Index`, `${name}Revisions`, `${name}Notes`];
  const call = (what: string, method: 'GET' | 'POST' | 'PUT', path: string, response: unknown) => ({
    ...{ id: `${name}${what}`, service, method, path: `/${snake(name)}${path}`, response },
    ...(method !== 'GET' && { stale }),
  });
  const calls = {
    index: call('Index', 'GET', '/index', rowsOfSubjects(any)),
    revisions: call('Revisions', 'GET', '/revisions/{id}', revisions(any)),
    notes: call('Notes', 'GET', '/notes', notes),
    create: call('Create', 'POST', '/create', record),
    update: call('Update', 'PUT', '/update/{id}', record),
    plan: call('Plan', 'PUT', '/plan/{id}', record),
    drop: call('Drop', 'PUT', '/drop/{id}', record),
  };
  return { spec, calls: calls as unknown as SettingCalls<N, S, F, E, I> };
}

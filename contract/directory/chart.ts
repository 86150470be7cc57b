/**
 * A directory whose records have a chart of their own instead of `active ⇄ archived`: the declaration names its states
 * and the calls by which a person moves a record, the chart says which of them are allowed when.
 */
import type { Fields } from './fields.ts';

/** A named call on one record: `PUT /<resource>/<verb>/{id}`, its verb being the event without its prefix. */
export interface StepSpec {
  /** Its rule, where it is not the one of who changes records. */
  readonly rule?: string;
  /** Of an `owned` record, who of those that hold the rule: its owner, or another than who wrote it (V16). */
  readonly who?: 'owner' | 'another';
  /** What the person is asked for before it is sent, beside the question itself. */
  readonly fields?: Fields;
  /** May be taken of many records at once: nothing is asked for, and no answer is shown only once. */
  readonly many?: true;
}

export interface ChartSpec {
  /** The id of the chart, under `machines/`. */
  readonly machine: string;
  /** All states with their looks, that of a new record first. */
  readonly states: Readonly<Record<string, string>>;
  /** States in which new documents may name the record; in the others it is not chosen. */
  readonly offered: readonly string[];
  /** States of records that are over: the list has them only where their state, or every record, is asked for. */
  readonly over?: readonly string[];
  /** States that the totals in the foot of the list leave out, unless they are asked for alone; they are named there. */
  readonly uncounted?: readonly string[];
  /** Events of a new record and of changed fields: `device.register`, `device.update`. */
  readonly begins: string;
  readonly update: string;
  /** The step that takes out of use what a file made that is taken back; without one, files make no new records. */
  readonly undo?: string;
  /** A record is of who wrote it: its owner alone changes it (decision 90), and its author is shown. */
  readonly owned?: true;
  /** The steps of a person, by event, in the order in which they are offered. */
  readonly steps: Readonly<Record<string, StepSpec>>;
  /** Told in the answer of making a record or of a step and never again: a one-time password. */
  readonly once?: Fields;
}

export const statesOf = ({ states }: ChartSpec): [string, ...string[]] => Object.keys(states) as [string, ...string[]];

/** What a list is narrowed to that also shows records that are over: nothing. */
export const EVERY = 'every';

/** What the list of such records may be narrowed to, in the order of the chips. */
export const partsOf = (chart: ChartSpec, groups: readonly string[]) =>
  [...(chart.over?.length ? [EVERY] : []), ...groups, ...statesOf(chart)] as [string, ...string[]];

/** `device.allow` is the verb `allow`: of its call, its address and its texts. */
export const verbOf = (event: string): string => event.slice(event.indexOf('.') + 1);

/** A verb in a path: `resetPassword` is `reset_password`. */
export const pathOfVerb = (verb: string): string => verb.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

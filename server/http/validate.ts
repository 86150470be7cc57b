/** Shape and types of what comes in: the fields that are wrong are named, a hundred at most (decision 54). */
import * as z from 'zod/mini';
import { MAX_FAULTS } from '../../contract/common.ts';
import { hasHidden } from '../../contract/hidden.ts';
import type { FieldFault } from './refusal.ts';

interface Def {
  type: string;
  shape?: Record<string, z.ZodMiniType>;
  element?: z.ZodMiniType;
  innerType?: z.ZodMiniType;
  catchall?: z.ZodMiniType;
  checks?: readonly { _zod: { def: { check: string; maximum?: number } } }[];
}

const defOf = (schema: z.ZodMiniType): Def => (schema as unknown as { _zod: { def: Def } })._zod.def;

/** What is within `optional` and `nullable`. */
const unwrapped = (schema: z.ZodMiniType): z.ZodMiniType => {
  const { type, innerType } = defOf(schema);
  return innerType && (type === 'optional' || type === 'nullable') ? unwrapped(innerType) : schema;
};

/** Most elements that a list of this schema takes; undefined without a limit. */
export function mostOf(list: z.ZodMiniType): number | undefined {
  const limits = (defOf(list).checks ?? []).flatMap(({ _zod: { def } }) =>
    def.check === 'max_length' && def.maximum !== undefined ? [def.maximum] : [],
  );
  return limits.length > 0 ? Math.min(...limits) : undefined;
}

/** The schema itself and those within it, each with its dotted path. */
export function* schemasIn(schema: z.ZodMiniType, path: readonly string[] = []): Generator<[string, z.ZodMiniType]> {
  const def = defOf(schema);
  yield [path.join('.'), schema];
  if (def.innerType) yield* schemasIn(def.innerType, path);
  if (def.element) yield* schemasIn(def.element, [...path, '*']);
  for (const [name, inner] of Object.entries(def.shape ?? {})) yield* schemasIn(inner, [...path, name]);
}

/** Elements of the longest list anywhere in a schema. */
export function longestList(schema: z.ZodMiniType | undefined): number {
  if (!schema) return 0;
  return [...schemasIn(schema)].reduce((most, [, inner]) => Math.max(most, mostOf(inner) ?? 0), 0);
}

type Issue = z.core.$ZodIssue;

function faultOf(issue: Issue): FieldFault {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return { key: 'required' };
      if (issue.expected === 'int') return { key: 'whole' };
      return { key: `type_${TYPE_WORDS.has(issue.expected) ? issue.expected : 'other'}` };
    case 'too_small':
      if (issue.origin === 'string')
        return Number(issue.minimum) === 1
          ? { key: 'required' }
          : { key: 'short', values: { min: Number(issue.minimum) } };
      if (issue.origin === 'array') return { key: 'few', values: { min: Number(issue.minimum) } };
      return issue.inclusive === false && Number(issue.minimum) === 0
        ? { key: 'positive' }
        : { key: 'least', values: { min: Number(issue.minimum) } };
    case 'too_big':
      if (issue.origin === 'string') return { key: 'long', values: { max: Number(issue.maximum) } };
      if (issue.origin === 'array') return { key: 'many', values: { max: Number(issue.maximum) } };
      return { key: 'most', values: { max: Number(issue.maximum) } };
    case 'invalid_format':
      return { key: FORMAT_WORDS.has(issue.format) ? `format_${issue.format}` : 'format_other' };
    case 'invalid_value':
      return { key: 'choice', values: { choices: issue.values.map(String).join(', ') } };
    // a rule of the contract's own names its text
    case 'custom':
      return {
        key: typeof issue.params?.key === 'string' ? issue.params.key : 'type_other',
        ...(issue.params?.values && { values: issue.params.values }),
      };
    default:
      return { key: 'type_other' };
  }
}

const TYPE_WORDS = new Set(['string', 'number', 'boolean', 'array', 'object', 'file']);
const FORMAT_WORDS = new Set(['uuid', 'datetime', 'date']);

/** A name that comes from outside, as an answer repeats it. */
const MAX_PATH = 200;

/** The faults of one value by dotted path; `isFull` from the hundredth on. */
class Faults {
  /** Names come from outside: `constructor` and `__proto__` are fields like any other. */
  readonly fields: Record<string, FieldFault[]> = Object.create(null);
  #count = 0;

  get isFull(): boolean {
    return this.#count >= MAX_FAULTS;
  }

  get isEmpty(): boolean {
    return this.#count === 0;
  }

  add(path: readonly string[], fault: FieldFault): void {
    if (this.isFull) return;
    const name = (path.join('.') || 'body').slice(0, MAX_PATH);
    const list = this.fields[name] ?? [];
    list.push(fault);
    this.fields[name] = list;
    this.#count += 1;
  }
}

/** Adds fields that the schema does not know. */
function addUnknownFields(schema: z.ZodMiniType, value: unknown, path: string[], faults: Faults): void {
  const def = defOf(schema);
  if (def.innerType) {
    addUnknownFields(def.innerType, value, path, faults);
    return;
  }
  const isList = Array.isArray(value);
  if (typeof value !== 'object' || value === null || !(isList ? def.element : def.shape)) return;
  for (const key in value) {
    if (faults.isFull) return;
    const inner = isList ? def.element : def.shape && Object.hasOwn(def.shape, key) ? def.shape[key] : undefined;
    path.push(key);
    if (inner) addUnknownFields(inner, (value as Record<string, unknown>)[key], path, faults);
    else faults.add(path, { key: 'unknown' });
    path.pop();
  }
}

/** Adds texts with characters that are not kept; NUL and halves of characters PostgreSQL cannot store at all. */
function addHiddenCharacters(value: unknown, path: string[], faults: Faults): void {
  if (faults.isFull) return;
  if (typeof value === 'string') {
    if (hasHidden(value)) faults.add(path, { key: 'hidden_character' });
  } else if (typeof value === 'object' && value !== null && !(value instanceof Blob)) {
    const items = value as Record<string, unknown>;
    for (const key in items) {
      const item = items[key];
      if (typeof item !== 'string' && typeof item !== 'object') continue;
      path.push(key);
      addHiddenCharacters(item, path, faults);
      path.pop();
    }
  }
}

/** Lists up to this length are left to zod; longer ones are checked element by element, to stop in time. */
const LONG = 100;

const LENGTH_CHECKS = new Set(['max_length', 'min_length']);

/** Whether this is a list that has no check but of its length. */
const isWalkedList = ({ element, checks = [] }: Def): boolean =>
  element !== undefined && checks.every(({ _zod: { def } }) => LENGTH_CHECKS.has(def.check));

const listFields = new WeakMap<Def, string[]>();

/** Fields of an object that take a list, or an object with one; none where the object has checks of its own. */
function listFieldsOf(def: Def): string[] {
  if (!def.shape || def.catchall || def.checks?.length) return [];
  const known = listFields.get(def);
  if (known) return known;
  const found = Object.entries(def.shape).flatMap(([name, schema]) => {
    const inner = defOf(unwrapped(schema));
    return isWalkedList(inner) || listFieldsOf(inner).length > 0 ? [name] : [];
  });
  listFields.set(def, found);
  return found;
}

/** Of these fields those whose value is, or holds, a long list. */
function longFieldsOf(def: Def, value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return listFieldsOf(def).filter((name) => {
    const item = Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;
    const inner = defOf(unwrapped((def.shape as Record<string, z.ZodMiniType>)[name] as z.ZodMiniType));
    return Array.isArray(item) ? isWalkedList(inner) && item.length > LONG : longFieldsOf(inner, item).length > 0;
  });
}

const partsOfObjects = new WeakMap<Def, Map<string, z.ZodMiniType>>();

/** The schema of an object without some of its fields. */
function objectWithout(def: Def, names: readonly string[]): z.ZodMiniType {
  const parts = partsOfObjects.get(def) ?? new Map<string, z.ZodMiniType>();
  partsOfObjects.set(def, parts);
  const key = names.join();
  const part =
    parts.get(key) ??
    z.object(Object.fromEntries(Object.entries(def.shape ?? {}).filter(([name]) => !names.includes(name))));
  parts.set(key, part);
  return part;
}

function run(schema: z.ZodMiniType, value: unknown, path: readonly string[], faults: Faults): unknown {
  const result = schema._zod.run({ value, issues: [] }, { async: false });
  if (result instanceof Promise) throw new Error('schemas of the contract are synchronous');
  for (const issue of result.issues) {
    faults.add([...path, ...(issue.path ?? []).map(String)], faultOf(issue as Issue));
  }
  return result.value;
}

/**
 * What the schema makes of a value. Lists over a hundred elements are walked here and not by zod, which collects each
 * fault of each element before it answers.
 */
function walk(schema: z.ZodMiniType, value: unknown, path: string[], faults: Faults): unknown {
  const inner = unwrapped(schema);
  const def = defOf(inner);
  if (def.element && isWalkedList(def) && Array.isArray(value) && value.length > LONG) {
    const { element } = def;
    const most = mostOf(inner);
    if (most !== undefined && value.length > most) {
      faults.add(path, { key: 'many', values: { max: most } });
      return value;
    }
    const elements: unknown[] = [];
    for (let index = 0; index < value.length && !faults.isFull; index += 1) {
      path.push(String(index));
      elements.push(walk(element, value[index], path, faults));
      path.pop();
    }
    return elements;
  }
  const long = longFieldsOf(def, value);
  if (long.length === 0) return run(schema, value, path, faults);
  const made = run(objectWithout(def, long), value, path, faults) as Record<string, unknown>;
  for (const name of long) {
    path.push(name);
    made[name] = walk(def.shape?.[name] as z.ZodMiniType, (value as Record<string, unknown>)[name], path, faults);
    path.pop();
  }
  return made;
}

export type Checked<T> =
  | { ok: true; value: T }
  /** `stopped`: a hundred were found, and the rest of the value was not looked at. */
  | { ok: false; fields: Record<string, FieldFault[]>; stopped: boolean };

/** @param strict unknown fields are refused by name (anywhere but in production). */
export function check<S extends z.ZodMiniType>(schema: S, value: unknown, strict: boolean): Checked<z.output<S>> {
  const faults = new Faults();
  const made = walk(schema, value, [], faults);
  if (strict) addUnknownFields(schema, value, [], faults);
  addHiddenCharacters(value, [], faults);
  if (!faults.isEmpty) return { ok: false, fields: faults.fields, stopped: faults.isFull };
  return { ok: true, value: made as z.output<S> };
}

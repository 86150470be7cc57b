/** Shape and types of what comes in: every field that is wrong is named, at once. */
import type * as z from 'zod/mini';
import type { FieldFault } from './refusal.ts';

interface Def {
  type: string;
  shape?: Record<string, z.ZodMiniType>;
  element?: z.ZodMiniType;
  innerType?: z.ZodMiniType;
}

const defOf = (schema: z.ZodMiniType): Def => (schema as unknown as { _zod: { def: Def } })._zod.def;

/** Names of fields that the schema does not know, as dotted paths. */
export function unknownFields(schema: z.ZodMiniType, value: unknown, path: string[] = []): string[] {
  const def = defOf(schema);
  if (def.innerType) return unknownFields(def.innerType, value, path);
  if (def.element && Array.isArray(value)) {
    const element = def.element;
    return value.flatMap((item, index) => unknownFields(element, item, [...path, String(index)]));
  }
  if (def.shape && typeof value === 'object' && value !== null && !Array.isArray(value)) {
    const shape = def.shape;
    return Object.entries(value).flatMap(([key, item]) => {
      const inner = Object.hasOwn(shape, key) ? shape[key] : undefined;
      return inner ? unknownFields(inner, item, [...path, key]) : [[...path, key].join('.')];
    });
  }
  return [];
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
      return { key: typeof issue.params?.key === 'string' ? issue.params.key : 'type_other' };
    default:
      return { key: 'type_other' };
  }
}

/** Paths of texts that no database keeps: with a NUL character, or half of a character. */
function unkeepable(value: unknown, path: string[], found: string[]): string[] {
  if (typeof value === 'string') {
    if (value.includes('\0') || /\p{Surrogate}/u.test(value)) found.push(path.join('.'));
  } else if (typeof value === 'object' && value !== null && !(value instanceof Blob)) {
    const items = value as Record<string, unknown>;
    for (const key in items) {
      const item = items[key];
      if (typeof item !== 'string' && typeof item !== 'object') continue;
      path.push(key);
      unkeepable(item, path, found);
      path.pop();
    }
  }
  return found;
}

const TYPE_WORDS = new Set(['string', 'number', 'boolean', 'array', 'object', 'file']);
const FORMAT_WORDS = new Set(['uuid', 'datetime', 'date']);

export type Checked<T> = { ok: true; value: T } | { ok: false; fields: Record<string, FieldFault[]> };

/** @param strict unknown fields are refused by name (anywhere but in production). */
export function check<S extends z.ZodMiniType>(schema: S, value: unknown, strict: boolean): Checked<z.output<S>> {
  // Names come from outside: `constructor` and `__proto__` are fields like any other.
  const fields: Record<string, FieldFault[]> = Object.create(null);
  const add = (path: string, fault: FieldFault) => {
    const list = fields[path] ?? [];
    list.push(fault);
    fields[path] = list;
  };
  const result = schema._zod.run({ value, issues: [] }, { async: false });
  if (result instanceof Promise) throw new Error('schemas of the contract are synchronous');
  for (const issue of result.issues) add((issue.path ?? []).map(String).join('.') || 'body', faultOf(issue as Issue));
  if (strict) for (const path of unknownFields(schema, value)) add(path, { key: 'unknown' });
  if (result.issues.length === 0) {
    for (const path of unkeepable(result.value, [], [])) add(path, { key: 'format_other' });
  }
  if (Object.keys(fields).length > 0) return { ok: false, fields };
  return { ok: true, value: result.value as z.output<S> };
}

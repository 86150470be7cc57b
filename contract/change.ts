/** What a change touched, as an event log keeps it and an undo takes it back. */
export interface FieldsChange<T> {
  before: Partial<T>;
  after: Partial<T>;
}

/** Only the fields of `after` that differ, on both sides. */
export function changeOf<T extends object>(before: T, after: Partial<T>): FieldsChange<T> {
  const fields = (Object.keys(after) as (keyof T)[]).filter((field) => before[field] !== after[field]);
  const only = (of: Partial<T>) => Object.fromEntries(fields.map((field) => [field, of[field]])) as Partial<T>;
  return { before: only(before), after: only(after) };
}

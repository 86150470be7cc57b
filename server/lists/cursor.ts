/** The key of a row in its list's order, as it travels in an address: opaque to whoever sends it back. */
import { invalidField } from '../http/refusal.ts';

/** Values of the sort columns as text, null for NULL; the row's id is the last. */
export type Key = readonly (string | null)[];

export const writtenKey = (key: Key): string => Buffer.from(JSON.stringify(key)).toString('base64url');

/** 422 on `field` for what no list has written, or another order of it. */
export function keyIn(written: string, length: number, field: 'after' | 'before'): Key {
  try {
    const key: unknown = JSON.parse(Buffer.from(written, 'base64url').toString());
    const fits =
      Array.isArray(key) && key.length === length && key.every((part) => part === null || typeof part === 'string');
    if (fits) return key as Key;
  } catch {
    // refused below, like every malformed key
  }
  throw invalidField(field, 'list_key');
}

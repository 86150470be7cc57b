/**
 * One encrypted value: `v1.<key>.<nonce>.<ciphertext and tag>`, AES-256-GCM, a nonce of its own each time. It is bound to
 * its table, column and row, so that a value that is copied to another place by hand opens nothing there.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { SecretKeys } from './keys.ts';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Where a value is stored. */
export interface Place {
  readonly table: string;
  readonly column: string;
  readonly row: number;
}

/** A value that none of the keys opens: another key, another place, or somebody changed it. */
export class SecretUnreadable extends Error {}

const boundTo = ({ table, column, row }: Place) => Buffer.from(`${table}/${column}/${row}`);

export function seal({ current }: SecretKeys, plain: string, place: Place): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, current.bytes, nonce).setAAD(boundTo(place));
  const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return `v1.${current.id}.${nonce.toString('base64url')}.${sealed.toString('base64url')}`;
}

/** @throws SecretUnreadable */
export function unseal({ current, previous }: SecretKeys, sealed: string, place: Place): string {
  const [version, id, nonce = '', content = ''] = sealed.split('.');
  const key = [current, previous].find((one) => one?.id === id);
  if (version !== 'v1' || key === undefined)
    throw new SecretUnreadable(`${place.table}.${place.column} is encrypted by key ${id}, which is not set`);
  const bytes = Buffer.from(content, 'base64url');
  try {
    const decipher = createDecipheriv(CIPHER, key.bytes, Buffer.from(nonce, 'base64url'), {
      authTagLength: TAG_BYTES,
    })
      .setAAD(boundTo(place))
      .setAuthTag(bytes.subarray(-TAG_BYTES));
    return Buffer.concat([decipher.update(bytes.subarray(0, -TAG_BYTES)), decipher.final()]).toString('utf8');
  } catch {
    throw new SecretUnreadable(`${place.table}.${place.column} of row ${place.row} is not what was written there`);
  }
}

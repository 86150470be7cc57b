/**
 * The keys that secrets are encrypted by. They are outside of the database: `SECRETS_KEY`, else a file in the data folder
 * that the first start makes. `SECRETS_KEY_PREVIOUS` still reads what was encrypted before the key was replaced.
 */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** AES-256. */
const KEY_BYTES = 32;
export const KEY_FILE = 'secrets.key';

export interface SecretKey {
  /** Eight hexadecimal digits of its hash: by them a value names the key that opens it. */
  readonly id: string;
  readonly bytes: Buffer;
}

export interface SecretKeys {
  /** Encrypts. */
  readonly current: SecretKey;
  /** Only read. */
  readonly previous?: SecretKey;
}

/** A key that cannot be used: the process does not start, and says what to do. */
export class WrongSecretKey extends Error {}

export const keyOf = (bytes: Buffer): SecretKey => ({
  id: createHash('sha256').update('idora secrets key').update(bytes).digest('hex').slice(0, 8),
  bytes,
});

/** @param source what the message of a wrong one names. @throws WrongSecretKey */
function parsed(written: string, source: string): SecretKey {
  const trimmed = written.trim();
  const bytes = Buffer.from(trimmed, 'base64');
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(trimmed) || bytes.byteLength !== KEY_BYTES)
    throw new WrongSecretKey(`${source} must be 32 bytes in base64: openssl rand -base64 32 makes one.`);
  return keyOf(bytes);
}

/** The file of the data folder; of two processes that begin at once one makes it, and both read the same. */
function fromFolder(dataDir: string): SecretKey {
  const file = join(dataDir, KEY_FILE);
  const read = () => parsed(readFileSync(file, 'utf8'), file);
  try {
    return read();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  mkdirSync(dataDir, { recursive: true });
  const draft = `${file}.${randomUUID()}`;
  writeFileSync(draft, `${randomBytes(KEY_BYTES).toString('base64')}\n`, { mode: 0o600 });
  try {
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft);
  }
  return read();
}

interface KeyOptions {
  env: Readonly<Record<string, string | undefined>>;
  /** Left out: without a variable there is no key. */
  dataDir?: string;
}

/** @throws WrongSecretKey where a variable or the file is no key, or there is none */
export function loadSecretKeys({ env, dataDir }: KeyOptions): SecretKeys {
  const { SECRETS_KEY: own, SECRETS_KEY_PREVIOUS: old } = env;
  if (!own && dataDir === undefined) throw new WrongSecretKey('SECRETS_KEY is not set.');
  return {
    current: own ? parsed(own, 'SECRETS_KEY') : fromFolder(dataDir as string),
    ...(old && { previous: parsed(old, 'SECRETS_KEY_PREVIOUS') }),
  };
}

let keys: SecretKeys | undefined;

/** The keys of this process from now on. @returns those before */
export function setSecretKeys(next: SecretKeys | undefined): SecretKeys | undefined {
  const before = keys;
  keys = next;
  return before;
}

/** The keys of this process: those that its start has set, else those of its environment. */
export function secretKeys(): SecretKeys {
  keys ??= loadSecretKeys({ env: process.env });
  return keys;
}

/** Who reads or writes records of a directory, and where. */
import type { Kysely } from 'kysely';
import type { Schema } from '../db/schema.ts';
import type { SignedIn } from '../http/auth.ts';
import type { Language } from '../http/messages.ts';

export interface Reader {
  readonly db: Kysely<Schema>;
  readonly user: SignedIn;
  readonly language: Language;
  readonly now: Date;
}
export interface Writer extends Reader {
  /** What the log row has besides: the import that writes it. */
  readonly note?: Readonly<Record<string, unknown>>;
}

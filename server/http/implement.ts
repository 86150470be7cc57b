import type { Kysely } from 'kysely';
import type { BodyOf, QueryOf, ServerSideOf } from '../../contract/bodies.ts';
import type { Call, ParamsOf, ResponseOf } from '../../contract/call.ts';
import { type ServedCall, withServerSide } from '../../contract/server.ts';
import type { Database } from '../db/open.ts';
import type { Schema } from '../db/schema.ts';
import type { SignedIn } from './auth.ts';
import type { Language } from './messages.ts';

/** What a handler works with. `db` is the call's transaction where the call writes. */
export interface Context<C extends Call = Call, R = unknown, P = unknown> {
  params: ParamsOf<C>;
  query: QueryOf<C>;
  body: BodyOf<C>;
  /** The record that `record` found. */
  record: R;
  /** What `prepare` made. */
  prepared: P;
  user: ServerSideOf<C> extends { rule: 'public' } ? undefined : SignedIn;
  db: Kysely<Schema>;
  database: Database;
  language: Language;
  requestId: string;
  /** Row version that the person saw (`If-Match`). */
  ifMatch: number | undefined;
  now: Date;
  headers: Headers;
  /** Address of the caller, for limits. */
  address: string;
}

export interface Implementation {
  call: ServedCall;
  record?: (context: Context) => Promise<unknown>;
  prepare?: (context: Context) => Promise<unknown>;
  handle: (context: Context) => Promise<unknown>;
  withoutTransaction: boolean;
}

interface Parts<C extends Call, R, P> {
  /** Finds the record the call is about, or throws 404: also for what the person may not see (decision 30). */
  record?: (context: Context<C>) => Promise<R>;
  /**
   * Slow work before the transaction begins, or a refusal that needs neither the record nor a finer right: both are
   * checked later. Left out on a repetition that has its answer already.
   */
  prepare?: (context: Omit<Context<C>, 'db' | 'prepared'>) => Promise<P>;
  /** The answer, or a ready `Response` (files, 304). */
  handle: (context: Context<C, R, P>) => Promise<ResponseOf<C> | Response>;
  /** The call writes outside a transaction of its own (sign-in counts failures). */
  withoutTransaction?: true;
}

/** Binds a call of the contract to its server side. */
export function implement<C extends Call, R = undefined, P = undefined>(
  call: C,
  parts: Parts<C, R, P>,
): Implementation {
  return {
    call: withServerSide(call),
    ...(parts.record ? { record: parts.record as unknown as Implementation['record'] } : {}),
    ...(parts.prepare ? { prepare: parts.prepare as unknown as Implementation['prepare'] } : {}),
    handle: parts.handle as unknown as Implementation['handle'],
    withoutTransaction: parts.withoutTransaction ?? false,
  };
}

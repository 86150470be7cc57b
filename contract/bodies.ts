/** Types of what a call is sent. Types alone, so the browser gets nothing of the server's side of the contract. */
import type * as z from 'zod/mini';
import type { body as announcementBody } from './announcements.server.ts';
import type { body as blackListBody } from './blackList.server.ts';
import type { Call } from './call.ts';
import type { changePassword } from './cash.ts';
import type { scoringRunCreate } from './scoringRuns.ts';
import type { ServerSides } from './server.ts';
import type { body as testBody } from './testAuthors.server.ts';

export type { ListedProduct } from './counting/entries.server.ts';
export type { FirmBody } from './partners.server.ts';

type Schema = z.ZodMiniType;

/**
 * What the server declares under the id of a call: a type alone, so the browser gets nothing of it. A call that is not of
 * the contract (a test's) has its own.
 */
export type ServerSideOf<C extends Call> = C['id'] extends keyof ServerSides ? ServerSides[C['id']] : C;
/** A call of a declared directory carries its types, so that they are known without its schemas. */
type Typed<Types> = { readonly types: Types };
export type QueryOf<C extends Call> =
  C extends Typed<{ query: infer Q }>
    ? Q
    : ServerSideOf<C> extends { query: infer Q extends Schema }
      ? z.output<Q>
      : undefined;
export type BodyOf<C extends Call> =
  C extends Typed<{ body: infer B }>
    ? B
    : ServerSideOf<C> extends { body: infer B extends Schema }
      ? z.output<B>
      : undefined;

export type PasswordChange = BodyOf<typeof changePassword>;
export type AnnouncementBody = z.infer<ReturnType<typeof announcementBody>>;
export type BlackListBody = z.infer<ReturnType<typeof blackListBody>>;
export type ScoringRunBody = BodyOf<typeof scoringRunCreate>;
export type TestBody = z.infer<ReturnType<typeof testBody>>;

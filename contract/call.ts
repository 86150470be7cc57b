/**
 * One call of the contract: its address and the shape of its answer, which browser and server share. What only the server
 * needs (rights, what is asked, lifecycle events) is declared under the same id in the `*.server.ts` file beside it. The
 * browser's typed client, the server's router, the OpenAPI document, the permission matrix and the fuzz tests are derived
 * from both.
 */
import type * as z from 'zod/mini';

export const SERVICES = [
  'cash',
  'autopayment',
  'scoring',
  'warehouse',
  'client',
  'collector',
  'initiative',
  'consultant',
  'report',
  'sms',
  'myid',
  'statistics',
  'delivery',
] as const;
export type Service = (typeof SERVICES)[number];

type Schema = z.ZodMiniType;

interface CallBase {
  /** Stable name: the operationId of the OpenAPI document. */
  readonly id: string;
  readonly service: Service;
  /** Under `/<service>/api`; `{name}` is a positive whole number. */
  readonly path: string;
  /** Multipart form instead of JSON. */
  readonly multipart?: true;
  readonly response: Schema;
}

interface ReadingCall extends CallBase {
  readonly method: 'GET';
  readonly stale?: never;
}

interface WritingCall extends CallBase {
  readonly method: 'POST' | 'PUT' | 'DELETE';
  /**
   * Ids of the calls whose answers it makes stale; the client has them read again where they are shown (`onStale`). Names,
   * not the calls themselves: a page that only writes does not load the schemas of what others read.
   */
  readonly stale: readonly string[];
}

export type Call = ReadingCall | WritingCall;

export function defineCall<const C extends Call>(call: C): C {
  return call;
}

/** The names between braces of a path. */
type ParamNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamNames<Rest>
  : never;

export type ParamsOf<C extends Call> = { [K in ParamNames<C['path']>]: number };
export type ResponseOf<C extends Call> = C extends { response: infer R extends Schema } ? z.output<R> : never;

export const paramNames = (path: string): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string);

/** Address without the base host: `/warehouse/api/act_of_count/update/7`. */
export function addressOf(call: Call, params: Record<string, number> = {}): string {
  const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) => String(params[name]));
  return `/${call.service}/api${path}`;
}

/**
 * One call of the contract. The browser's typed client, the server's router, the OpenAPI document, the permission
 * matrix and the fuzz tests are derived from these declarations.
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

export interface Call {
  /** Stable name: the operationId of the OpenAPI document. */
  readonly id: string;
  readonly service: Service;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Under `/<service>/api`; `{name}` stands for a positive whole number. */
  readonly path: string;
  readonly query?: Schema;
  readonly body?: Schema;
  /** Multipart form instead of JSON. */
  readonly multipart?: true;
  readonly response: Schema;
  /** `public`: no token; `signedIn`: any token; else a rule expression. Finer rights are checked by the handler. */
  readonly rule: string;
  /** Printed in the specification, or ours. */
  readonly origin: 'specification' | 'extension';
  /** The lifecycle event that this call fires. */
  readonly event?: { readonly machine: string; readonly type: string };
  /** Others that it fires: of the document that the first one's is a part of, or by another word of its body. */
  readonly alsoFires?: readonly { readonly machine: string; readonly type: string }[];
  /** Whose finer right the handler asks for, where the rule does not say it: a key of `finer` in the gallery's texts. */
  readonly who?: string;
  /** Answers while the person's password is expired (decision 5). */
  readonly whileExpired?: true;
  readonly summary: string;
}

export function defineCall<const C extends Call>(call: C): C {
  return call;
}

/** The names between braces of a path. */
type ParamNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamNames<Rest>
  : never;

export type ParamsOf<C extends Call> = { [K in ParamNames<C['path']>]: number };
export type QueryOf<C extends Call> = C extends { query: infer Q extends Schema } ? z.output<Q> : undefined;
export type BodyOf<C extends Call> = C extends { body: infer B extends Schema } ? z.output<B> : undefined;
export type ResponseOf<C extends Call> = C extends { response: infer R extends Schema } ? z.output<R> : never;

export const paramNames = (path: string): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string);

/** Address without the base host: `/warehouse/api/act_of_count/update/7`. */
export function addressOf(call: Call, params: Record<string, number> = {}): string {
  const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) => String(params[name]));
  return `/${call.service}/api${path}`;
}

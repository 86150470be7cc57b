/**
 * The one door to the server: every call of the contract goes through `request`, nothing else knows axios or fetch.
 * Answers are checked by the same schemas that the server answers with; whatever goes wrong is an `ApiError`.
 */
import type { AxiosInstance } from 'axios';
import type { BodyOf, QueryOf } from '../../contract/bodies.ts';
import type { Call, ParamsOf, ResponseOf } from '../../contract/call.ts';
import { ErrorBody } from '../../contract/common.ts';
import { language, say } from '../i18n/index.ts';
import { baseOf, type Hosts, setHosts } from './config.ts';
import { storedToken } from './token.ts';

/** Codes that only the browser gives, beside those of the contract. */
export type ClientErrorCode = 'network' | 'aborted' | 'bad_answer' | 'http';

export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** HTTP status; 0 when no answer came. */
  readonly status: number;
  /** `code` of the error body (decision 30), or one of `ClientErrorCode`. */
  readonly code: string;
  readonly requestId: string | undefined;
  readonly body: ErrorBody | null;

  constructor(error: { status: number; code: string; message: string; requestId?: string; body?: ErrorBody | null }) {
    super(error.message);
    this.status = error.status;
    this.code = error.code;
    this.requestId = error.requestId;
    this.body = error.body ?? null;
  }
}

/** The message for the person, whatever was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof ApiError ? error.message : say('errors:unexpected');
}

interface CommonOptions {
  /** Row version (decision 43). */
  ifMatch?: number | string | undefined;
  /** Idempotency key, one a action however often it is sent: `newKey()`. */
  key?: string | undefined;
  signal?: AbortSignal | undefined;
  /** The call outlives the page. */
  keepalive?: boolean | undefined;
}

type ParamsPart<C extends Call> = keyof ParamsOf<C> extends never ? { params?: undefined } : { params: ParamsOf<C> };
type QueryPart<C extends Call> =
  QueryOf<C> extends undefined
    ? { query?: undefined }
    : object extends QueryOf<C>
      ? { query?: QueryOf<C> | undefined }
      : { query: QueryOf<C> };
type BodyPart<C extends Call> = BodyOf<C> extends undefined ? { body?: undefined } : { body: BodyOf<C> };

/** What a call is read with. */
export type ReadOptions<C extends Call> = ParamsPart<C> & QueryPart<C>;
export type RequestOptions<C extends Call> = ReadOptions<C> & BodyPart<C> & CommonOptions;
/** Options may be left out when nothing in them is needed. */
export type OptionsArgument<O> = object extends O ? [options?: O] : [options: O];

interface LooseOptions extends CommonOptions {
  params?: Record<string, number> | undefined;
  query?: Record<string, unknown> | undefined;
  body?: Record<string, unknown> | undefined;
}

type Listener = () => void;
const unauthorizedListeners = new Set<Listener>();
const forbiddenListeners = new Set<(code: string) => void>();
const staleListeners = new Set<(calls: readonly string[]) => void>();
const connectionListeners = new Set<(answered: boolean, begun: number) => void>();
let rejectedToken: string | null | undefined;

/** Called once for a token that the server no longer takes (decision 2). Returns how to stop. */
export function onUnauthorized(listener: Listener): () => void {
  unauthorizedListeners.add(listener);
  return () => void unauthorizedListeners.delete(listener);
}

/** Called with the code of a 403: the password has expired meanwhile (decision 5), or a right is missing. Returns how to stop. */
export function onForbidden(listener: (code: string) => void): () => void {
  forbiddenListeners.add(listener);
  return () => void forbiddenListeners.delete(listener);
}

/**
 * Called with the ids that a writing call declares as `stale`: after it was done, and after a 404 or 409, which say that
 * what is stored is not what was shown. Returns how to stop.
 */
export function onStale(listener: (calls: readonly string[]) => void): () => void {
  staleListeners.add(listener);
  return () => void staleListeners.delete(listener);
}

let moment = 0;

/** A number for what happens now, greater than every one before: what began earlier is told apart without a clock. */
export const nextMoment = (): number => {
  moment += 1;
  return moment;
};

/** Calls the listener after every call: whether an answer came at all, and when the call began. Returns how to stop. */
export function onConnection(listener: (answered: boolean, begun: number) => void): () => void {
  connectionListeners.add(listener);
  return () => void connectionListeners.delete(listener);
}

function connection(answered: boolean, begun: number): void {
  for (const listener of connectionListeners) listener(answered, begun);
}

function tokenRejected(token: string | null): void {
  // the answer belongs to a token that is no longer stored, so the stored one may still be valid
  if (token !== storedToken() || token === rejectedToken) return;
  rejectedToken = token;
  for (const listener of unauthorizedListeners) listener();
}

/** A random UUID; also where the page is not a secure context and `crypto.randomUUID` is missing. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] as number) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

let http: Promise<AxiosInstance> | undefined;

async function create(): Promise<AxiosInstance> {
  const { default: axios } = await import('axios');
  return axios.create({
    adapter: 'fetch',
    env: { fetch: (...args: Parameters<typeof fetch>) => globalThis.fetch(...args) },
    timeout: 0,
    validateStatus: () => true,
    transformRequest: [(data: unknown) => data],
    transformResponse: [(data: unknown) => data],
  });
}

/** axios comes with the first call, so that the sign-in page is drawn before it. */
export function prepareClient(): Promise<AxiosInstance> {
  http ??= create();
  // a failed load may be tried again
  http.catch(() => {
    http = undefined;
  });
  return http;
}

function formOf(body: Record<string, unknown>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(body)) {
    if (value === undefined || value === null) continue;
    if (value instanceof File) form.append(name, value, value.name);
    else form.append(name, String(value));
  }
  return form;
}

/** What is empty is not asked for. */
const written = (query: Record<string, unknown> = {}): URLSearchParams =>
  new URLSearchParams(
    Object.entries(query)
      .filter(([, value]) => value !== undefined && value !== null && value !== '')
      .map(([name, value]) => [name, String(value)]),
  );

/** Numbers of the last requests, the oldest first: what somebody reports has them. */
export const lastRequests: string[] = [];

async function exchange(call: Call, options: LooseOptions, responseType: 'text' | 'blob') {
  const token = storedToken();
  const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(options.params?.[name])));
  const headers: Record<string, string> = { Accept: 'application/json', 'Accept-Language': language() };
  if (responseType === 'blob') headers.Accept = '*/*';
  if (call.multipart !== true) headers['Content-Type'] = 'application/json';
  if (token !== null) headers.Authorization = `Bearer ${token}`;
  if (options.ifMatch !== undefined) headers['If-Match'] = String(options.ifMatch);
  if (options.key !== undefined) headers['Idempotency-Key'] = options.key;
  const { body } = options;
  const data = body === undefined ? undefined : call.multipart === true ? formOf(body) : JSON.stringify(body);
  const begun = nextMoment();
  try {
    const client = await prepareClient();
    const answer = await client.request<unknown>({
      method: call.method,
      url: `${baseOf(call.service)}${path.startsWith('/') ? '' : '/'}${path}`,
      params: written(options.query),
      data,
      headers,
      responseType,
      ...(options.signal === undefined ? {} : { signal: options.signal }),
      ...(options.keepalive === true ? { fetchOptions: { keepalive: true } } : {}),
    });
    connection(true, begun);
    const requestId: unknown = answer.headers['x-request-id'];
    if (typeof requestId === 'string' && lastRequests.push(requestId) > 20) lastRequests.shift();
    if (answer.status === 401) tokenRejected(token);
    return answer;
  } catch {
    const code = options.signal?.aborted === true ? 'aborted' : 'network';
    if (code === 'network') connection(false, begun);
    throw new ApiError({ status: 0, code, message: say(`errors:${code}`) });
  }
}

function parsed(text: unknown): unknown {
  if (typeof text !== 'string') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function refusal(status: number, headers: Record<string, unknown>, data: unknown): ApiError {
  const result = ErrorBody.safeParse(data);
  const requestId = typeof headers['x-request-id'] === 'string' ? headers['x-request-id'] : undefined;
  if (result.success) {
    const body = result.data;
    if (status === 403) for (const listener of forbiddenListeners) listener(body.code);
    return new ApiError({ status, code: body.code, message: body.message, requestId: body.request_id, body });
  }
  const message = status >= 500 ? say('errors:server') : say('errors:http', { status });
  return new ApiError({ status, code: 'http', message, ...(requestId === undefined ? {} : { requestId }) });
}

async function send(call: Call, options: LooseOptions = {}): Promise<unknown> {
  const answer = await exchange(call, options, 'text');
  const headers = answer.headers as Record<string, unknown>;
  const data = parsed(answer.data);
  const done = answer.status >= 200 && answer.status <= 299;
  if (call.stale !== undefined && (done || answer.status === 404 || answer.status === 409))
    for (const listener of staleListeners) listener(call.stale);
  if (!done) throw refusal(answer.status, headers, data);
  const result = call.response.safeParse(data);
  if (!result.success) {
    if (import.meta.env.DEV && import.meta.env.MODE !== 'test') console.error(call.id, result.error.issues);
    const requestId = headers['x-request-id'];
    throw new ApiError({
      status: answer.status,
      code: 'bad_answer',
      message: say('errors:bad_answer'),
      ...(typeof requestId === 'string' ? { requestId } : {}),
    });
  }
  return result.data;
}

/** One call, typed by its declaration. Throws `ApiError`. */
export function request<C extends Call>(
  call: C,
  ...[options]: OptionsArgument<RequestOptions<C>>
): Promise<ResponseOf<C>> {
  return send(call, options as LooseOptions | undefined) as Promise<ResponseOf<C>>;
}

/** A call whose answer is a file itself. Throws `ApiError`. */
export async function requestFile<C extends Call>(
  call: C,
  ...[options]: OptionsArgument<RequestOptions<C>>
): Promise<Blob> {
  const answer = await exchange(call, (options ?? {}) as LooseOptions, 'blob');
  const blob = answer.data as Blob;
  if (answer.status >= 200 && answer.status <= 299) return blob;
  throw refusal(answer.status, answer.headers as Record<string, unknown>, parsed(await blob.text()));
}

const CONFIG = '/config.json';

/** Reads `config.json` beside `index.html`; without one everything is at the page's own origin. */
export async function loadHosts(): Promise<void> {
  try {
    const answer = await fetch(CONFIG);
    const hosts = answer.ok ? parsed(await answer.text()) : undefined;
    if (typeof hosts === 'object' && hosts !== null) setHosts(hosts as Hosts);
  } catch {
    // the defaults stay
  }
}

/** Whether the server answers at all. */
export async function serverAnswers(): Promise<boolean> {
  try {
    return (await fetch(CONFIG, { cache: 'no-store' })).status < 500;
  } catch {
    return false;
  }
}

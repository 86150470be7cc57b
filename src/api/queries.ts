/** What is read from the server: React Query with keys made from the call. Writing belongs to machines. */
import { onlineManager, QueryClient, type UseQueryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { Call, ResponseOf } from '../../contract/call.ts';
import { ApiError, type OptionsArgument, onStale, type ReadOptions, type RequestOptions, request } from './client.ts';

const isLate = (error: Error) => error instanceof ApiError && error.status === 0 && onlineManager.isOnline();
const passing = (error: unknown) => error instanceof ApiError && (error.status === 0 || error.status >= 500);

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // a refusal stays a refusal; no answer and a broken server may pass. What was asked without a network and fails when
      // it is back says nothing of it as it is now: it is asked once more
      retry: (failures, error) => passing(error) && failures < (isLate(error) ? 3 : 2),
      // the browser's own idea of being online is a hint: a server on the same machine answers without a network
      networkMode: 'always',
      refetchOnReconnect: true,
      refetchOnWindowFocus: true,
      staleTime: 5_000,
    },
  },
});

type Key = readonly [string, object, object];
type Parts = { params?: object | undefined; query?: object | undefined };

/** `[call id, params, query]`: the same for everybody who reads the same thing. */
export const keyOf = (call: Call, params?: object, query?: object): Key => [call.id, params ?? {}, query ?? {}];

export type CallOptions<C extends Call, T> = Omit<
  UseQueryOptions<ResponseOf<C>, ApiError, T, Key>,
  'queryKey' | 'queryFn'
>;

const query = <C extends Call>(call: C, parts: Parts) => ({
  queryKey: keyOf(call, parts.params, parts.query),
  queryFn: ({ signal }: { signal: AbortSignal }): Promise<ResponseOf<C>> => {
    const args = [{ ...parts, signal }] as unknown as OptionsArgument<RequestOptions<C>>;
    return request(call, ...args);
  },
});

/** Reads a call and keeps it read. */
export function useCall<C extends Call, T = ResponseOf<C>>(
  call: C,
  parts: ReadOptions<C>,
  options: CallOptions<C, T> = {},
): UseQueryResult<T, ApiError> {
  return useQuery<ResponseOf<C>, ApiError, T, Key>({ ...query(call, parts as Parts), ...options });
}

/** What a writing call answered is what this reading would answer: it is shown at once, before it is read again. */
export const showAnswer = <C extends Call>(call: C, params: object, answer: ResponseOf<C>): void =>
  void queryClient.setQueryData(keyOf(call, params), answer);

/** Reads a call once, through the same store. */
export const readCall = <C extends Call>(call: C, parts: ReadOptions<C>): Promise<ResponseOf<C>> =>
  queryClient.fetchQuery(query(call, parts as Parts));

/** First readings under way, which may have begun before what has changed since. */
const early = new WeakSet<object>();

function readAnew(queryKey: readonly unknown[]): Promise<void> {
  // the library takes a first reading for the answer to the change; begun anew with each change it might never come
  for (const query of queryClient.getQueryCache().findAll({ queryKey, fetchStatus: 'fetching' })) {
    if (query.state.data !== undefined || early.has(query)) continue;
    early.add(query);
    const settled = () => void early.delete(query);
    query.promise?.then(() => {
      settled();
      void readAnew(query.queryKey);
    }, settled);
  }
  return queryClient.invalidateQueries({ queryKey });
}

/**
 * What was read of a call is read again where it is shown: all of it, or with these params. For what no call of this page
 * has changed: what it changes itself is declared with the call (`stale`).
 */
export const invalidate = (call: Call, params?: object): Promise<void> =>
  readAnew(params === undefined ? [call.id] : [call.id, params]);

/** The same by the ids of calls alone, whose schemas the page has not loaded. */
export function invalidateAll(calls: readonly string[]): void {
  for (const id of calls) void readAnew([id]);
}

onStale(invalidateAll);

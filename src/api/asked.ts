/** What is read by a call whose question is too long for an address and goes as a body. */
import { type UseQueryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { BodyOf } from '../../contract/bodies.ts';
import type { Call, ResponseOf } from '../../contract/call.ts';
import { type ApiError, type OptionsArgument, type RequestOptions, request } from './client.ts';

/** Asks once for the same question, and keeps the answer. */
export function useAsked<C extends Call>(
  call: C,
  body: BodyOf<C>,
  options: Omit<UseQueryOptions<ResponseOf<C>, ApiError>, 'queryKey' | 'queryFn'> = {},
): UseQueryResult<ResponseOf<C>, ApiError> {
  return useQuery<ResponseOf<C>, ApiError>({
    queryKey: [call.id, body],
    queryFn: ({ signal }) => {
      const args = [{ body, signal }] as unknown as OptionsArgument<RequestOptions<C>>;
      return request(call, ...args);
    },
    ...options,
  });
}

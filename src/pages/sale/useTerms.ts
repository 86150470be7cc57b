/** Terms for goods that are being chosen; the old ones stay while the new ones are on their way. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { BodyOf } from '../../../contract/bodies.ts';
import { type SaleTerms, saleTerms } from '../../../contract/sale/contracts.ts';
import { type ApiError, newKey, request } from '../../api/client.ts';

interface Terms {
  terms: SaleTerms | undefined;
  error: ApiError | null;
  again: () => void;
}

export function useTerms(body: BodyOf<typeof saleTerms>): Terms {
  const read = useQuery<SaleTerms, ApiError>({
    queryKey: [saleTerms.id, body],
    queryFn: async () => (await request(saleTerms, { body, key: newKey() })).data,
    placeholderData: keepPreviousData,
  });
  return { terms: read.data, error: read.error, again: () => void read.refetch() };
}

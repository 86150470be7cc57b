/** Models by the first eight digits of an IMEI, when the operator has loaded a list. */
import { useMemo } from 'react';
import { imeiFault } from '../../../../contract/checkDigits.ts';
import { tacModels } from '../../../../contract/invoices/serials.ts';
import { searchKey } from '../../../../contract/search.ts';
import { useAsked } from '../../../api/asked.ts';
import { useSettled } from '../../../ui/useSettled.ts';

/** As many as one call takes: a line is of one product, its phones of a few models. */
const MOST = 1_000;
/** A scanner rests before models are asked for. */
const REST = 300;

export interface Model {
  name: string;
  /** Its brand is not in the title of the product. */
  strange: boolean;
}

export type Models = (imei: string) => Model | undefined;

export function useModels(tacs: readonly string[], title: string): Models {
  const asked = useSettled([...tacs].sort().slice(0, MOST).join(), REST);
  const { data } = useAsked(
    tacModels,
    { tacs: asked === '' ? [] : asked.split(',') },
    { enabled: asked !== '', staleTime: Number.POSITIVE_INFINITY, placeholderData: (before) => before },
  );
  return useMemo(() => {
    const words = searchKey(title);
    const found = new Map(
      (data?.data ?? []).map(({ tac, brand, model }) => [
        tac,
        { name: `${brand} ${model}`, strange: !words.includes(searchKey(brand)) },
      ]),
    );
    return (imei) => (imeiFault(imei) === null ? found.get(imei.slice(0, 8)) : undefined);
  }, [data, title]);
}

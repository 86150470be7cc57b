/** Where the codes of the list are already: asked while they are scanned, so that it is said before anything is saved. */
import { useSelector } from '@xstate/react';
import { useEffect, useMemo } from 'react';
import { serialPlaces } from '../../../../contract/invoices/serials.ts';
import { MAX_PLACES } from '../../../../contract/invoices/shared.ts';
import { codesOf, LONGEST_SERIAL } from '../../../../machines/serialDesk/units.ts';
import { useAsked } from '../../../api/asked.ts';
import { useSettled } from '../../../ui/useSettled.ts';
import type { SerialDeskActor } from './actors.ts';

/** A scanner rests before it is asked. */
const REST = 300;

export function usePlaces(actor: SerialDeskActor): void {
  const { lineId, hasMany } = actor.getSnapshot().context.line;
  const locked = useSelector(actor, (snapshot) => snapshot.hasTag('locked'));
  const units = useSelector(actor, ({ context }) => context.units);
  const codes = useMemo(() => {
    const all = units.flatMap(codesOf).filter((code) => code.length <= LONGEST_SERIAL);
    return [...new Set(all)].slice(-MAX_PLACES).join('\n');
  }, [units]);
  const settled = useSettled(codes, REST);
  const asked = useMemo(() => (settled === '' ? [] : settled.split('\n')), [settled]);
  const { data } = useAsked(
    serialPlaces,
    { input_product_id: lineId, codes: asked },
    // the stock changes: an earlier answer counts for nothing
    { enabled: asked.length > 0 && hasMany && !locked, staleTime: 0, gcTime: 0 },
  );
  useEffect(() => {
    if (data) actor.send({ type: 'places.read', asked, places: data.data });
  }, [actor, asked, data]);
}

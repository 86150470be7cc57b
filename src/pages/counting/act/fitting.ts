/** Which columns of the matrix fit beside an open pane. */

/** Whole columns give way, in this order: the pane has them all of its product. What is missing is the title and the outcome. */
export const GIVING_WAY = ['sum', 'difference', 'residue', 'counts'] as const;
export type Giving = (typeof GIVING_WAY)[number];

/** In rem, as `act.css` has them; `product` is the least. */
const NARROW = { product: 9, counter: 3.75, residue: 4.25, final: 6, difference: 3.75, sum: 6.75 };
const WIDE = { product: 12.25, counter: 4.75, residue: 4.75, final: 6, difference: 4.25, sum: 7.5 };
/** Up to here they are narrow. */
const NARROW_UNTIL = 56;

/** @param room in rem, beside an open pane; null where the matrix may scroll sideways */
export function shownIn(room: number | null, counters: number): readonly Giving[] {
  if (room === null) return GIVING_WAY;
  const { product, final, counter, ...rest } = room > NARROW_UNTIL ? WIDE : NARROW;
  const widths: Record<Giving, number> = { ...rest, counts: counters * counter };
  const wide = (shown: readonly Giving[]) => shown.reduce((sum, one) => sum + widths[one], product + final);
  let shown: readonly Giving[] = GIVING_WAY;
  while (shown.length > 0 && wide(shown) > room) shown = shown.slice(1);
  return shown;
}

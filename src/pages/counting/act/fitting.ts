/** Which columns of the matrix fit beside an open pane. */

/** Whole columns give way, in this order: the pane has them all of its product. What is missing is the title and the outcome. */
export const GIVING_WAY = ['sum', 'difference', 'residue', 'counts'] as const;
export type Giving = (typeof GIVING_WAY)[number];

/** In rem, as `act.css` has them; `product` is the least. */
const NARROW = { product: 9, counter: 3.75, residue: 4.25, final: 6, difference: 3.75, sum: 6.75 };
const WIDE = { product: 12.25, counter: 4.75, residue: 4.75, final: 6, difference: 4.25, sum: 7.5 };
/** Most names fit into one line from here on, in rem. */
const WHOLE_NAME = 21;
/** Up to here they are narrow. */
const NARROW_UNTIL = 56;

/** The least room of the names of goods, and what these columns take from them. */
function sharesOf(room: number, shown: readonly Giving[], counters: number): readonly [names: number, taken: number] {
  const { product, final, counter, ...rest } = room > NARROW_UNTIL ? WIDE : NARROW;
  const widths: Record<Giving, number> = { ...rest, counts: counters * counter };
  return [product, shown.reduce((sum, one) => sum + widths[one], final)];
}

/** @param room in rem, beside an open pane; null where the matrix may scroll sideways */
export function shownIn(room: number | null, counters: number): readonly Giving[] {
  if (room === null) return GIVING_WAY;
  const isOver = (columns: readonly Giving[]): boolean => {
    const [names, taken] = sharesOf(room, columns, counters);
    return names + taken > room;
  };
  let shown: readonly Giving[] = GIVING_WAY;
  while (shown.length > 0 && isOver(shown)) shown = shown.slice(1);
  return shown;
}

/** How many lines a name may take: without room for it goods that differ in the middle of their names would read the same. */
export function linesIn(room: number, shown: readonly Giving[], counters: number): number {
  const [names, taken] = sharesOf(room, shown, counters);
  return Math.ceil(WHOLE_NAME / Math.max(names, room - taken));
}

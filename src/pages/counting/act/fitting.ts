/** Which columns of the matrix fit beside an open pane, and how wide their figures make them. */
import type { MatrixTotals } from '../../../../machines/actWorkspace/matrix.ts';
import { formatNumber } from '../../../format/numbers.ts';

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

/** In rem, of the bold figures of the foot: a digit or a sign, the space between thousands, what is around them in a cell. */
const DIGIT = 0.54;
const SPACE = 0.2;
const AROUND = 1;
/** The last column has the edge of the sheet beside it. */
const EDGE = 0.5;

/** The least width of each column, in rem, as its longest figure asks for: that of the foot, where the rows are added up. */
export type Figures = Readonly<Record<Exclude<keyof typeof WIDE, 'product'>, number>>;

const widthOf = (...values: readonly number[]): number => widest(values.map((value) => formatNumber(value)));

/** What is over has its sign as what is missing has. */
const signedWidthOf = (...values: readonly number[]): number =>
  widest(values.map((value) => `${value > 0 ? '+' : ''}${formatNumber(value)}`));

const widest = (figures: readonly string[]): number =>
  Math.max(
    ...figures.map((written) => {
      const spaces = written.match(/\s/g)?.length ?? 0;
      return AROUND + (written.length - spaces) * DIGIT + spaces * SPACE;
    }),
  );

export function figuresOf({ counts, residue, final, shortage, surplus, difference }: MatrixTotals): Figures {
  const sides = [shortage, surplus, difference];
  return {
    counter: widthOf(...Object.values(counts), 0),
    residue: widthOf(residue),
    final: widthOf(final),
    difference: signedWidthOf(...sides.map(({ units }) => units)),
    sum: signedWidthOf(...sides.map(({ sum }) => sum)) + EDGE,
  };
}

/** The least room of the names of goods, and what these columns take from them. */
function sharesOf(
  room: number,
  shown: readonly Giving[],
  counters: number,
  figures: Figures,
): readonly [names: number, taken: number] {
  const least = room > NARROW_UNTIL ? WIDE : NARROW;
  const { product, final, counter, ...rest } = Object.fromEntries(
    Object.entries(least).map(([name, width]) => [name, Math.max(width, figures[name as keyof Figures] ?? 0)]),
  ) as typeof WIDE;
  const widths: Record<Giving, number> = { ...rest, counts: counters * counter };
  return [product, shown.reduce((sum, one) => sum + widths[one], final)];
}

/** @param room in rem, beside an open pane; null where the matrix may scroll sideways */
export function shownIn(room: number | null, counters: number, figures: Figures): readonly Giving[] {
  if (room === null) return GIVING_WAY;
  const isOver = (columns: readonly Giving[]): boolean => {
    const [names, taken] = sharesOf(room, columns, counters, figures);
    return names + taken > room;
  };
  let shown: readonly Giving[] = GIVING_WAY;
  while (shown.length > 0 && isOver(shown)) shown = shown.slice(1);
  return shown;
}

/** How many lines a name may take: without room for it goods that differ in the middle of their names would read the same. */
export function linesIn(room: number, shown: readonly Giving[], counters: number, figures: Figures): number {
  const [names, taken] = sharesOf(room, shown, counters, figures);
  return Math.ceil(WHOLE_NAME / Math.max(names, room - taken));
}

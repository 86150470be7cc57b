/** Where a small mark stands on a state or a transition: on no words, neither its own nor those beside it. */
import type { Box, Drawing } from './drawing.ts';
import { BETWEEN, heightOf, LINE, PAD } from './layout.ts';

export interface Mark {
  readonly x: number;
  readonly y: number;
  readonly r: number;
}

/** On the upper right corner of a box: its words keep `PAD` from the edges. */
export const markOfBox = ({ x, y, width }: Pick<Box, 'x' | 'y' | 'width'>): Mark => ({ x: x + width, y, r: 4.5 });

/** Before the first line of a row in a box, between that and the edge. @param top of the row. */
export const markOfRow = ({ words }: Pick<Box, 'words'>, top: number): Mark => ({
  x: words.x - PAD / 2,
  y: top + LINE.inner / 2,
  r: 3.5,
});

/** Before the first line of words on an arrow, in their light edge. @param x of the label. @param top of the part. */
export const markOfPart = (x: number, top: number): Mark => ({ x: x - 1, y: top + LINE.event / 2, r: 3.5 });

/** Every mark that a drawing may have, by its state or transition. */
export function marksOf({ boxes, arrows }: Drawing): { of: string; mark: Mark }[] {
  return [
    ...boxes.flatMap((box) => {
      let top = box.words.y + heightOf(box.head);
      const rows = box.rows.flatMap(({ lines, transition }) => {
        const from = top;
        top += heightOf(lines);
        return transition === undefined ? [] : [{ of: `${transition}`, mark: markOfRow(box, from) }];
      });
      return [{ of: box.state.path, mark: markOfBox(box) }, ...rows];
    }),
    ...arrows.flatMap(({ label: { x, y, parts } }) => {
      let top = y;
      return parts.map(({ transition, lines }) => {
        const from = top;
        top += heightOf(lines) + BETWEEN;
        return { of: `${transition}`, mark: markOfPart(x, from) };
      });
    }),
  ];
}

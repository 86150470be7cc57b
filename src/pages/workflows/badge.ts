/** The figure of a state: in its box, below its words, in room that the layout keeps; so it lies on no line and no words. */
import type { Box } from './drawing.ts';
import { FIGURE, heightOf } from './layout.ts';

export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** @param wide its words, in pixels. */
export const badgeOf = ({ words, head, rows }: Pick<Box, 'words' | 'head' | 'rows'>, wide: number): Area => ({
  x: words.x,
  y: words.y + heightOf([...head, ...rows.flatMap(({ lines }) => lines)]) + FIGURE.above,
  width: wide + 2 * FIGURE.pad,
  height: FIGURE.height,
});

import { FONTS } from './drawing.ts';

const brush = document.createElement('canvas').getContext('2d');

/** Width of a text of the drawing in pixels; a browser without a canvas gets a guess. */
export function widthOf(text: string, font: keyof typeof FONTS): number {
  if (brush === null) return text.length * 7;
  brush.font = FONTS[font];
  return brush.measureText(text).width;
}

/** Why something is done, or what is wrong, in one's own words: what counts as said, wherever it is asked for. */

/** Letters that a reason has at least. */
export const REASON_LETTERS = 3;
/** Where documents stay with nobody. */
export const STUCK_LETTERS = 10;

/** Of blanks, figures and signs nobody learns why; nor of one letter that is repeated. */
export function saysWhy(written: string, letters = REASON_LETTERS): boolean {
  const said = written.toLowerCase().match(/\p{L}/gu) ?? [];
  return said.length >= letters && new Set(said).size > 1;
}

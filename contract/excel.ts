/** What Excel holds in one cell, in characters. */
export const CELL_CHARACTERS = 32_767;

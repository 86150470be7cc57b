/** A text that no cell of Excel holds: in which column, and of which row by its first column. */
export class CellTooLong extends Error {
  readonly column: string;
  readonly row: string;
  constructor(column: string, row: string) {
    super('a cell of Excel does not hold the text');
    this.column = column;
    this.row = row;
  }
}

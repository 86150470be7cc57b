/** A list as a file that can be read back: every field, and what each row is found by. */
import type { Cell, SheetData } from 'write-excel-file/browser';
import { CELL_CHARACTERS } from '../../../contract/excel.ts';
import { type Part, partsOf, type SheetCell } from '../../../contract/imports.ts';
import type { Sheet } from '../../../contract/sheet.ts';
import type { ListColumn } from '../../ui/list/columns.tsx';
import { listSheet, saveSheet, widthsOf } from '../../ui/list/excel.ts';
import { fileColumns, HEADS, MARK, REASONS, type Row } from './values.ts';
import { type Tongue, valueWord, yesOrNo } from './words.ts';

type Column = ListColumn<Row, never>;

const keyCell = (key: string | null): Cell => (key === null ? null : { value: key, type: String });

/** The sheet with its hidden last column. @param rest columns that are shown and not read back */
export function fileSheet(
  sheet: Sheet,
  tongue: Tongue,
  rows: readonly Row[],
  rest: readonly Column[] = [],
  now = new Date(),
): SheetData {
  const columns = fileColumns(sheet, tongue);
  const [head = [], ...body] = listSheet([...columns, ...rest], rows);
  const heads = JSON.stringify(Object.fromEntries(columns.map(({ title, key }) => [title, key])));
  const mark: Cell = { value: `${MARK}${sheet.name}:${now.toISOString()}${HEADS}${heads}`, type: String };
  return [[...head, mark], ...body.map((cells, at): Cell[] => [...cells, keyCell(rows[at]?.key ?? null)])];
}

export async function saveFile(
  sheet: Sheet,
  tongue: Tongue,
  title: string,
  rows: readonly Row[],
  rest: readonly Column[],
): Promise<void> {
  const widths = widthsOf([...fileColumns(sheet, tongue), ...rest], rows);
  await saveSheet(title, fileSheet(sheet, tongue, rows, rest), [...widths, 10], true);
}

/** Rows of a sample that are ready to be filled in. */
const READY = 200;

/** An empty file to start from: its heads, and cells that stay texts where codes belong. */
export async function saveSample(sheet: Sheet, tongue: Tongue, title: string): Promise<void> {
  const columns = fileColumns(sheet, tongue);
  const ready = columns.map(({ kind }): Cell => (kind === 'code' ? { type: String, format: '@' } : null));
  const [head = []] = listSheet(columns, []);
  await saveSheet(title, [head, ...Array.from({ length: READY }, () => ready)], widthsOf(columns, []));
}

interface BadRow {
  readonly key: string | null;
  readonly cells: readonly SheetCell[];
  readonly reasons: readonly string[];
}

/** A cell of a file that was read, as it stood there. */
function cellAgain(cell: SheetCell, part: Part | undefined, tongue: Tongue): Cell {
  if (cell === null) return null;
  if (typeof cell === 'boolean') return { value: yesOrNo(tongue, cell), type: String };
  if (typeof cell === 'string') {
    const isChoice = part?.field.kind === 'oneOf' || part?.field.kind === 'someOf';
    const words = isChoice
      ? cell
          .split(', ')
          .map((one) => valueWord(tongue, part.name, one))
          .join(', ')
      : cell;
    return { value: words, type: String, format: '@' };
  }
  if ('hidden' in cell) return { value: cell.hidden, type: String, format: '@' };
  // a number that Excel has changed is shown as it came, to be typed anew as a text
  if ('n' in cell) return { value: cell.n, type: String, format: '@' };
  return { value: new Date(cell.d), type: Date, format: 'dd.mm.yyyy' };
}

/** The bad rows to mend and read in again: with their reasons, and the key of those that were exported. */
export async function saveBadRows(
  sheet: Sheet,
  tongue: Tongue,
  file: { title: string; reason: string; columns: readonly { title: string; part: string | null }[] },
  rows: readonly BadRow[],
): Promise<void> {
  const parts = new Map(partsOf(sheet.fields).map((part) => [part.key, part]));
  const head = (value: string): Cell => ({ value, type: String, fontWeight: 'bold', wrap: true, alignVertical: 'top' });
  const heads = [head(file.reason), ...file.columns.map(({ title }) => head(title))];
  const body = rows.map(({ key, cells, reasons }): Cell[] => [
    { value: reasons.join('\n').slice(0, CELL_CHARACTERS), type: String, wrap: true, textColor: '#ac2f33' },
    ...file.columns.map(({ part }, at) => cellAgain(cells[at] ?? null, parts.get(part ?? ''), tongue)),
    keyCell(key),
  ]);
  const mark: Cell = { value: `${MARK}${sheet.name}:${REASONS}`, type: String };
  await saveSheet(file.title, [[...heads, mark], ...body], [48, ...file.columns.map(() => 18), 10], true);
}

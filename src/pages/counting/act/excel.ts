/** The counter matrix as an Excel sheet; loaded when first asked for. */
import type { Cell, SheetData } from 'write-excel-file/browser';
import type { ActDetails } from '../../../../contract/counting/acts.ts';
import type { Counter } from '../../../../contract/counting/counters.ts';
import type { CountRow } from '../../../../contract/counting/matrix.ts';
import { CELL_CHARACTERS } from '../../../../contract/excel.ts';
import { formatDateTimeFull } from '../../../format/dates.ts';
import type { Language, Text } from '../../../i18n/index.ts';
import { xlsxOf } from '../../../ui/list/xlsx.ts';
import { saveBlob } from '../../../ui/saveBlob.ts';
import { categoryNames } from '../categories.ts';

const WHOLE = '#,##0';
const SIGNED = '+#,##0;-#,##0;0';
const DISPUTED = '#fbf0d9';

const head = (words: string): Cell => ({ value: words, type: String, fontWeight: 'bold', wrap: true });
const words = (value: string | null | undefined): Cell => (value ? { value, type: String } : null);
const figure = (value: number | null | undefined, format = WHOLE, mark = false): Cell =>
  value === null || value === undefined
    ? null
    : { value, type: Number, format, ...(mark && { backgroundColor: DISPUTED }) };

/** Lines that Excel holds in one cell. */
const MOST_LINES = 253;

const fits = (words: string): boolean => words.length <= CELL_CHARACTERS && words.split('\n').length <= MOST_LINES;

/** Texts joined into as few cells as hold them whole: a text stays in one piece unless a cell alone cannot hold it. */
export function cellsOf(texts: readonly string[], separator: string): string[] {
  const cells: string[] = [];
  for (const text of texts) {
    const joined = cells.length === 0 ? text : `${cells.at(-1)}${separator}${text}`;
    if (fits(joined)) {
      cells.splice(-1, 1, joined);
      continue;
    }
    for (let rest = text; rest !== ''; ) {
      const piece = rest.slice(0, CELL_CHARACTERS).split('\n').slice(0, MOST_LINES).join('\n');
      cells.push(piece);
      rest = rest.slice(piece.length);
    }
  }
  return cells;
}

/** A column, and as many beside it as the fullest row asks: what one cell cannot hold goes on in the next. */
const columnsOf = (title: string, cells: readonly (readonly string[])[]): string[] =>
  Array.from({ length: Math.max(1, ...cells.map((one) => one.length)) }, (_, at) =>
    at === 0 ? title : `${title} ${at + 1}`,
  );

/** Rows of the sheet: a line on the act, the head, every product. Blanks stay blank, zeros are zeros. */
export function matrixSheet(
  act: ActDetails,
  rows: readonly CountRow[],
  counters: readonly Counter[],
  t: Text,
  language: Language,
): SheetData {
  const about = [
    t('act.title', { number: act.number }),
    act.organization,
    formatDateTimeFull(act.created_at),
    ...(act.categories.length > 0 ? [t('act.only', { categories: categoryNames(act.categories, language) })] : []),
  ].join(' · ');
  const elsewhere = rows.map((row) => cellsOf(row.elsewhere, ', '));
  const comments = rows.map((row) =>
    cellsOf(
      row.count_commentaries.map((comment) => `${comment.created_by.fullname}: ${comment.comment}`),
      '\n',
    ),
  );
  const elsewhereHeads = columnsOf(t('matrix.elsewhere'), elsewhere);
  const commentHeads = columnsOf(t('tabs.comments'), comments);
  const heads = [
    t('matrix.number'),
    t('matrix.product'),
    t('matrix.sku'),
    t('matrix.barcode'),
    ...counters.map((counter) => `${counter.user.fullname} (${counter.title})`),
    t('matrix.residue'),
    t('matrix.manual'),
    t('matrix.final'),
    t('matrix.difference'),
    t('matrix.cost'),
    t('matrix.differenceSum'),
    t('matrix.movedSince'),
    ...elsewhereHeads,
    ...commentHeads,
  ];
  const body = rows.map((row, index): Cell[] => [
    figure(index + 1),
    words(row.product_variant.title),
    words(row.product_variant.sku),
    words(row.product_variant.barcode),
    ...counters.map((counter) => figure(row.counts[String(counter.id)], WHOLE, row.disagreement)),
    figure(row.residue),
    figure(row.manual),
    figure(row.final_count),
    figure(row.difference, SIGNED),
    figure(row.cost),
    figure(row.difference_sum, SIGNED),
    figure(row.moved_since === 0 ? null : row.moved_since, SIGNED),
    ...elsewhereHeads.map((_, at) => words(elsewhere[index]?.[at])),
    ...commentHeads.map((_, at) => words(comments[index]?.[at])),
  ]);
  return [[head(about)], heads.map(head), ...body];
}

/** The file itself, before it is given to the person. */
export async function matrixFile(...what: Parameters<typeof matrixSheet>): Promise<Blob> {
  const [, , counters, t] = what;
  const sheet = matrixSheet(...what);
  const widths = [6, 46, 16, 16, ...counters.map(() => 14), 11, 11, 11, 11, 14, 16, 12];
  const columns = sheet[1]?.map((_, at) => ({ width: widths[at] ?? 40 })) ?? [];
  return xlsxOf(sheet, {
    sheet: t('matrix.title').slice(0, 31),
    columns,
    stickyRowsCount: 2,
    stickyColumnsCount: 2,
  });
}

export async function saveMatrix(...what: Parameters<typeof matrixSheet>): Promise<void> {
  saveBlob(await matrixFile(...what), `${what[0].number}.xlsx`);
}

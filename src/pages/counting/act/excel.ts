/** The counter matrix as an Excel sheet; loaded when first asked for. */
import type { Cell, SheetData } from 'write-excel-file/browser';
import writeExcelFile from 'write-excel-file/browser';
import type { ActDetails, Counter, CountRow } from '../../../../contract/counting.ts';
import { formatDateTimeFull } from '../../../format/dates.ts';
import type { Text } from '../../../i18n/index.ts';
import { saveBlob } from '../../../ui/saveBlob.ts';

const WHOLE = '#,##0';
const SIGNED = '+#,##0;-#,##0;0';
const DISPUTED = '#fbf0d9';

const head = (words: string): Cell => ({ value: words, type: String, fontWeight: 'bold', wrap: true });
const words = (value: string | null): Cell => (value === null ? null : { value, type: String });
const figure = (value: number | null | undefined, format = WHOLE, mark = false): Cell =>
  value === null || value === undefined
    ? null
    : { value, type: Number, format, ...(mark && { backgroundColor: DISPUTED }) };

/** Rows of the sheet: a line on the act, the head, every product. Blanks stay blank, zeros are zeros. */
export function matrixSheet(
  act: ActDetails,
  rows: readonly CountRow[],
  counters: readonly Counter[],
  t: Text,
): SheetData {
  const about = `${t('act.title', { number: act.number })} · ${act.organization} · ${formatDateTimeFull(act.created_at)}`;
  const heads = [
    t('matrix.number'),
    t('matrix.product'),
    'SKU',
    t('matrix.barcode'),
    ...counters.map((counter) => `${counter.user.fullname} (${counter.title})`),
    t('matrix.residue'),
    t('matrix.manual'),
    t('matrix.final'),
    t('matrix.difference'),
    t('matrix.cost'),
    t('matrix.differenceSum'),
    t('matrix.movedSince'),
    t('matrix.elsewhere'),
    t('tabs.comments'),
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
    words(row.elsewhere.length === 0 ? null : row.elsewhere.join(', ')),
    words(
      row.count_commentaries.map((comment) => `${comment.created_by.fullname}: ${comment.comment}`).join('\n') || null,
    ),
  ]);
  return [[head(about)], heads.map(head), ...body];
}

export async function saveMatrix(
  act: ActDetails,
  rows: readonly CountRow[],
  counters: readonly Counter[],
  t: Text,
): Promise<void> {
  const widths = [6, 46, 16, 16, ...counters.map(() => 14), 11, 11, 11, 11, 14, 16, 12, 24, 40];
  const blob = await writeExcelFile(matrixSheet(act, rows, counters, t), {
    sheet: t('matrix.title').slice(0, 31),
    columns: widths.map((width) => ({ width })),
    stickyRowsCount: 2,
    stickyColumnsCount: 2,
  }).toBlob();
  saveBlob(blob, `${act.number}.xlsx`);
}

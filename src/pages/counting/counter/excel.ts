/** Sheets of the counting screen; loaded when first asked for. */
import { readSheet as readFirstSheet } from 'read-excel-file/browser';
import type { Cell, SheetData } from 'write-excel-file/browser';
import type { CountableProduct } from '../../../../contract/counting/entries.ts';
import type { Catalogue } from '../../../../machines/countingWorkspace/scan.ts';
import { readSheet, type SheetPreview } from '../../../../machines/countingWorkspace/sheet.ts';
import { formatDateTimeFull } from '../../../format/dates.ts';
import { say } from '../../../i18n/index.ts';
import { xlsxOf } from '../../../ui/list/xlsx.ts';
import { saveBlob } from '../../../ui/saveBlob.ts';
import type { Desk } from './desk.ts';
import { REFUSED } from './store.ts';

const head = (words: string): Cell => ({ value: words, type: String, fontWeight: 'bold' });
const words = (value: string | null | undefined): Cell => (value ? { value, type: String } : null);
const figure = (value: number): Cell => ({ value, type: Number, format: '#,##0' });

async function save(name: string, rows: SheetData, widths: number[]): Promise<void> {
  const columns = widths.map((width) => ({ width }));
  saveBlob(await xlsxOf(rows, { columns, stickyRowsCount: 1 }), name);
}

/** What the first sheet of a file has. */
export const previewOf = async (file: File, catalogue: Catalogue): Promise<SheetPreview> =>
  readSheet(file.name, await readFirstSheet(file), catalogue);

const t = (key: string) => say(`counter:sheet.columns.${key}`);

/** An empty sheet to count on: every product, no quantities. */
export async function saveTemplate(products: readonly CountableProduct[], name: string): Promise<void> {
  const heads = ['barcode', 'sku', 'name', 'count', 'serials'].map((key) => head(t(key)));
  const rows = products.map((product): Cell[] => [words(product.barcode), words(product.sku), words(product.title)]);
  await save(name, [heads, ...rows], [18, 18, 56, 10, 40]);
}

/** Entries of this computer that the list on the server does not have, one a line. */
export async function saveEntriesLeft(desk: Desk): Promise<void> {
  const heads = ['at', 'barcode', 'sku', 'name', 'count', 'serials', 'why'].map((key) => head(t(key)));
  const rows = desk.leftHere().map((entry): Cell[] => {
    const product = desk.catalogue.byId(entry.product_variant_id);
    return [
      words(formatDateTimeFull(entry.entered_at)),
      words(product?.barcode),
      words(product?.sku),
      words(product?.title ?? `№ ${entry.product_variant_id}`),
      figure(entry.count),
      words(entry.serial_number),
      words(entry.progress === REFUSED ? say(`counter:refused.${entry.reason}`) : say('counter:refused.unsent')),
    ];
  });
  await save(`${say('counter:stranded.file')}.xlsx`, [heads, ...rows], [20, 18, 18, 56, 10, 24, 40]);
}

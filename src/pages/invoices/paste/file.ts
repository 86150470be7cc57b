/** A supplier's file as cells; loaded when the first one is chosen. */
import { readSheet } from 'read-excel-file/browser';
import { MAX_FILE_BYTES } from '../../../../contract/common.ts';
import { cellsIn } from '../../../../machines/pasteLines/columns.ts';

/** A number of a sheet as unambiguous text: three digits after the point could be a group. */
function wordsOf(value: unknown): string {
  if (value === null || value === undefined || typeof value === 'boolean') return '';
  if (value instanceof Date) return value.toISOString().slice(0, 10);
  if (typeof value !== 'number') return String(value);
  const plain = String(Number(value.toPrecision(15)));
  return /\.\d{3}$/.test(plain) ? `${plain}0` : plain;
}

/** Lists of old programs are written in the Cyrillic code page of Windows. */
async function textOf(file: File): Promise<string> {
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1251').decode(bytes);
  }
}

/** The first sheet of an `.xlsx`, or the lines of a text. Throws when it is neither. */
export async function readCells(file: File): Promise<string[][]> {
  if (file.size > MAX_FILE_BYTES) throw new Error('the file is too large');
  if (/\.(?:csv|txt|tsv)$/i.test(file.name)) return cellsIn(await textOf(file));
  const rows = await readSheet(await file.arrayBuffer());
  return rows.map((row) => row.map(wordsOf));
}

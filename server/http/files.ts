/** Uploaded files: recognised by content, never by name or by the browser's content type (decision 53). */
import { createHash } from 'node:crypto';
import { MAX_FILE_BYTES } from '../../contract/common.ts';
import { invalidField, Refusal } from './refusal.ts';

export interface IncomingFile {
  name: string;
  type: string;
  size: number;
  sha256: string;
  content: Buffer;
}

const OFFICE = 'application/vnd.openxmlformats-officedocument';

/** MIME type by the first bytes, of a zip by the parts inside. */
export function typeOf(content: Buffer): string | undefined {
  const starts = (...bytes: number[]) => bytes.every((byte, index) => content[index] === byte);
  if (starts(0xff, 0xd8, 0xff)) return 'image/jpeg';
  if (starts(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'image/png';
  if (starts(0x52, 0x49, 0x46, 0x46) && content.subarray(8, 12).toString('latin1') === 'WEBP') return 'image/webp';
  if (content.subarray(0, 5).toString('latin1') === '%PDF-') return 'application/pdf';
  if (starts(0x50, 0x4b, 0x03, 0x04)) {
    if (content.includes('xl/workbook.xml')) return `${OFFICE}.spreadsheetml.sheet`;
    if (content.includes('word/document.xml')) return `${OFFICE}.wordprocessingml.document`;
  }
  return undefined;
}

export const fileTooLarge = () =>
  new Refusal(413, 'too_large', { messageKey: 'errors.file_too_large', values: { max: MAX_FILE_BYTES / 1_000_000 } });

/** Longest stored file name; of a longer one the end stays, with the extension. */
const MAX_NAME = 200;

/** A name without what no database, file system or header takes: separators, control characters, halves of pairs. */
const storedName = (name: string): string =>
  name
    .slice(-MAX_NAME)
    .replace(/[\\/\p{Cc}\p{Surrogate}]/gu, '_')
    .trim() || 'file';

/** @param images only pictures are taken @throws Refusal 413 above 15 MB, 422 when empty or of another type; the field is named. */
export async function readFile(file: File, field = 'file', images = false): Promise<IncomingFile> {
  if (file.size > MAX_FILE_BYTES) throw fileTooLarge();
  const content = Buffer.from(await file.arrayBuffer());
  if (content.length === 0) throw invalidField(field, 'file_empty');
  const type = typeOf(content);
  if (!type || (images && !type.startsWith('image/'))) throw invalidField(field, images ? 'image_type' : 'file_type');
  return {
    name: storedName(file.name),
    type,
    size: content.length,
    sha256: createHash('sha256').update(content).digest('hex'),
    content,
  };
}

/** Files that a person has chosen and that are not sent yet: machines know them by id, their contents stay here. */
import { MAX_FILE_BYTES } from '../../../contract/common.ts';
import type { HeldFile } from '../../../contract/heldFile.ts';
import { newKey } from '../../api/client.ts';

const held = new Map<string, File>();

/** What the picker offers; the server detects the type by content (decision 53). */
export const ACCEPTED_FILES = '.jpg,.jpeg,.png,.webp,.pdf,.xlsx,.docx';
const EXTENSION = /\.(jpe?g|png|webp|pdf|xlsx|docx)$/i;
/** Pictures alone. */
export const ACCEPTED_IMAGES = '.jpg,.jpeg,.png,.webp';
const IMAGE_EXTENSION = /\.(jpe?g|png|webp)$/i;
export const MAX_FILE_MB = MAX_FILE_BYTES / 1_000_000;

export type FileFault = 'tooLarge' | 'wrongType' | 'wrongImage' | 'empty';

/** Why a file cannot be sent, shown before it travels. */
export function fileFault(file: { name: string; size: number }, images = false): FileFault | null {
  if (file.size === 0) return 'empty';
  if (file.size > MAX_FILE_BYTES) return 'tooLarge';
  if (images) return IMAGE_EXTENSION.test(file.name) ? null : 'wrongImage';
  return EXTENSION.test(file.name) ? null : 'wrongType';
}

export function holdFile(file: File): HeldFile {
  const id = newKey();
  held.set(id, file);
  return { id, name: file.name, type: file.type, size: file.size };
}

export function heldFile(file: HeldFile | null | undefined): File | undefined {
  return file == null ? undefined : held.get(file.id);
}

export const isImage = (type: string): boolean => type.startsWith('image/');

export const megabytes = (bytes: number): number => Math.max(0.1, Math.round(bytes / 100_000) / 10);

/** All that a file may be read into, by name. */
import { takesFiles } from '../../contract/imports.ts';
import { servedDirectories } from '../directory/serve.ts';
import type { Importable } from './importable.ts';
import { recordsOf } from './records.ts';

export function importableOf(name: string): Importable | undefined {
  const served = servedDirectories().find(({ directory }) => directory.spec.name === name);
  return served !== undefined && takesFiles(served.directory) ? recordsOf(served) : undefined;
}

/** All that a file may be read into, by name. */
import { takesFiles } from '../../contract/imports.ts';
import { settingTakesFiles } from '../../contract/sheet.ts';
import { servedDirectories } from '../directory/serve.ts';
import { servedSettings } from '../settings/serve.ts';
import type { Importable } from './importable.ts';
import { recordsOf } from './records.ts';
import { revisionsOf } from './revisions.ts';

export function importableOf(name: string): Importable | undefined {
  const directory = servedDirectories().find((one) => one.directory.spec.name === name);
  if (directory !== undefined) return takesFiles(directory.directory) ? recordsOf(directory) : undefined;
  const setting = servedSettings().find((one) => one.setting.spec.name === name);
  return setting !== undefined && settingTakesFiles(setting.setting) ? revisionsOf(setting) : undefined;
}

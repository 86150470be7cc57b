/**
 * The pages of declared directories. One that is nothing but its declaration needs no file here; what is special of a
 * directory is `src/directories/<name>.tsx`, whose default export is its page.
 */
import type { ComponentType } from 'react';
import type { AnyDirectory } from '../../contract/directory/directory.ts';
import { loadTexts } from '../i18n/index.ts';
import { directoryPage } from './page.tsx';

const special = import.meta.glob<ComponentType>('../directories/*.tsx', { import: 'default' });
const declarations = import.meta.glob<Readonly<Record<string, unknown>>>([
  '../../contract/directories/*.ts',
  '!../../contract/directories/index.ts',
  '!../../contract/directories/*.server.ts',
]);

async function declared(name: string): Promise<AnyDirectory> {
  const found = await declarations[`../../contract/directories/${name}.ts`]?.();
  if (found?.[name] === undefined) throw new Error(`no directory ${name}`);
  return found[name] as AnyDirectory;
}

/** The page of one directory, with its texts and those of its chart. */
export async function loadDirectory(name: string): Promise<ComponentType> {
  const [directory, own] = await Promise.all([
    declared(name),
    special[`../directories/${name}.tsx`]?.(),
    loadTexts('directory', 'records', `directories/${name}`),
  ]);
  const { chart } = directory.spec;
  if (chart) await loadTexts(`machines/${chart.machine}`);
  if (directory.spec.document) await loadTexts('document');
  if (own) return own;
  if (directory.spec.document === undefined) return directoryPage(directory);
  const { documentPage } = await import('../document/page.tsx');
  return documentPage(directory as never);
}

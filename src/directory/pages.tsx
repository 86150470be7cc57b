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

async function pageOf(name: string): Promise<ComponentType> {
  const own = special[`../directories/${name}.tsx`];
  if (own !== undefined) return own();
  const declared = await declarations[`../../contract/directories/${name}.ts`]?.();
  if (declared?.[name] === undefined) throw new Error(`no directory ${name}`);
  return directoryPage(declared[name] as AnyDirectory);
}

/** The page of one directory, with its texts. */
export async function loadDirectory(name: string): Promise<ComponentType> {
  const [page] = await Promise.all([pageOf(name), loadTexts('directory', 'records', `directories/${name}`)]);
  return page;
}

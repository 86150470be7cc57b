/**
 * The page of a declared document: its list, and the window of one document at the address `?row=<id>`. What is special is a
 * hook by name, in `src/directories/<name>.tsx`.
 */
import type { ComponentType } from 'react';
import type { Directory, DirectoryRow } from '../../contract/directory/directory.ts';
import type { Facts, Fields } from '../../contract/directory/fields.ts';
import { numberIn, useAddress } from '../app/address.ts';
import { directoryPage, type PageHooks } from '../directory/page.tsx';
import { directoryPane } from '../directory/pane.tsx';
import { documentWindow, type WindowHooks } from './window.tsx';

export function documentPage<N extends string, F extends Fields, E extends Facts>(
  declared: Directory<N, F, E>,
  hooks: PageHooks<DirectoryRow<Directory<N, F, E>>> & WindowHooks = {},
): ComponentType {
  const List = directoryPage(declared, hooks);
  const Window = documentWindow(directoryPane(declared, hooks), hooks);
  return function DocumentPage() {
    const [params] = useAddress();
    const id = numberIn(params, 'row');
    return id === null ? <List /> : <Window key={id} id={id} />;
  };
}

/**
 * The pages of declared dated settings. One that is nothing but its declaration needs no file here; what is special of a
 * setting is `src/settings/<name>.tsx`, whose default export is its page.
 */
import type { ComponentType } from 'react';
import type { AnySetting } from '../../contract/setting/setting.ts';
import { loadTexts } from '../i18n/index.ts';
import { settingPage } from './page.tsx';

const special = import.meta.glob<ComponentType>('../settings/*.tsx', { import: 'default' });
const declarations = import.meta.glob<Readonly<Record<string, unknown>>>([
  '../../contract/settings/*.ts',
  '!../../contract/settings/index.ts',
  '!../../contract/settings/*.server.ts',
]);

/** The page of one setting, with its texts. */
export async function loadSetting(name: string): Promise<ComponentType> {
  const [declared, own] = await Promise.all([
    declarations[`../../contract/settings/${name}.ts`]?.(),
    special[`../settings/${name}.tsx`]?.(),
    loadTexts('setting', 'directory', 'records', 'machines/settingRevision', `settings/${name}`),
  ]);
  if (own !== undefined) return own;
  if (declared?.[name] === undefined) throw new Error(`no setting ${name}`);
  return settingPage(declared[name] as AnySetting);
}

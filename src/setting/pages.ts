/** The pages of declared dated settings: each is nothing but its declaration. */
import type { ComponentType } from 'react';
import type { AnySetting } from '../../contract/setting/setting.ts';
import { loadTexts } from '../i18n/index.ts';
import { settingPage } from './page.tsx';

const declarations = import.meta.glob<Readonly<Record<string, unknown>>>([
  '../../contract/settings/*.ts',
  '!../../contract/settings/index.ts',
  '!../../contract/settings/*.server.ts',
]);

/** The page of one setting, with its texts. */
export async function loadSetting(name: string): Promise<ComponentType> {
  const [declared] = await Promise.all([
    declarations[`../../contract/settings/${name}.ts`]?.(),
    loadTexts('setting', 'directory', 'records', 'machines/settingRevision', `settings/${name}`),
  ]);
  if (declared?.[name] === undefined) throw new Error(`no setting ${name}`);
  return settingPage(declared[name] as AnySetting);
}

/**
 * The pages of declared dated settings: nothing but their declarations, but for those that have a page of their own. What is
 * special of a list of subjects is `src/settings/<name>.tsx`, whose default export is its page.
 */
import type { ComponentType } from 'react';
import type { AnySetting } from '../../contract/setting/setting.ts';
import { loadTexts } from '../i18n/index.ts';
import { settingPage } from './page.tsx';

const declarations = import.meta.glob<Readonly<Record<string, unknown>>>([
  '../../contract/settings/*.ts',
  '!../../contract/settings/index.ts',
  '!../../contract/settings/*.server.ts',
]);

const special = import.meta.glob<ComponentType>('../settings/*.tsx', { import: 'default' });

/** By the setting's name: what a list of subjects cannot show. */
const OWN: Readonly<Record<string, () => Promise<{ default: ComponentType }>>> = {
  matrixItem: () => import('../pages/matrix/MatrixPage.tsx'),
};

/** The page of one setting, with its texts. */
export async function loadSetting(name: string): Promise<ComponentType> {
  const [declared, page] = await Promise.all([
    declarations[`../../contract/settings/${name}.ts`]?.(),
    special[`../settings/${name}.tsx`]?.(),
    loadTexts('setting', 'directory', 'records', 'machines/settingRevision', `settings/${name}`),
  ]);
  const own = await OWN[name]?.();
  if (own !== undefined) return own.default;
  if (declared?.[name] === undefined) throw new Error(`no setting ${name}`);
  return page ?? settingPage(declared[name] as AnySetting);
}

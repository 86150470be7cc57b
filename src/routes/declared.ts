/** Pages that are nothing but declarations: one directory or setting, or several of them, a tab each. */
import type { ComponentType } from 'react';
import { loadTexts } from '../i18n/index.ts';
import type { PageDeclaration } from './page.ts';
import { tabsOf } from './tabs.ts';

export async function loadDeclared(page: PageDeclaration): Promise<{ default: ComponentType }> {
  const tabs = tabsOf(page);
  const pages = await Promise.all(
    tabs.map(async ({ name, dated }) =>
      dated
        ? (await import('../setting/pages.ts')).loadSetting(name)
        : (await import('../directory/pages.tsx')).loadDirectory(name),
    ),
  );
  const [first] = pages;
  if (first === undefined) throw new Error(`${page.id}: nothing is declared`);
  if (pages.length === 1) return { default: first };
  const [{ tabbedPage }] = await Promise.all([import('../ui/list/TabbedPage.tsx'), loadTexts('tabs')]);
  const names = tabs.map(({ name }) => name);
  return { default: tabbedPage(names, pages) };
}

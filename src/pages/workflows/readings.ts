import type { Language } from '../../i18n/index.ts';

/**
 * The page written about each workflow in the reader's language, as HTML (`build/workflowPages.ts`), by its file below the
 * repository. The English one is for whoever changes the workflow and is not in the app.
 */
const files = import.meta.glob<string>('../../../docs/workflows/{ru,uz}/*.md', { import: 'default' });

const folderOf = (language: Language): string => `docs/workflows/${language}/`;

export const fileOf = (name: string, language: Language): string => `${folderOf(language)}${name}.md`;
export const readingOf = (file: string): Promise<string> | undefined => files[`../../../${file}`]?.();
export const everyReading = (language: Language): Promise<string>[] =>
  Object.entries(files)
    .filter(([file]) => file.startsWith(`../../../${folderOf(language)}`))
    .map(([, load]) => load());

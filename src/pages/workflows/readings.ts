import type { Language } from '../../i18n/index.ts';

/**
 * The pages written about the workflows, as HTML (`build/workflowPages.ts`), by language: in one file each, for sixty small
 * ones cost more than they spare. The English ones are for whoever changes a workflow and are not in the app.
 */
const files = {
  uz: () => import('./readingsUz.ts'),
  ru: () => import('./readingsRu.ts'),
};

/** Its file below the repository. */
export const fileOf = (name: string, language: Language): string => `docs/workflows/${language}/${name}.md`;
export const bringReadings = (language: Language): Promise<Readonly<Record<string, string>>> =>
  files[language]().then((module) => module.default);
/** The page of this file; undefined where nobody wrote one. */
export const readingOf = async (file: string, language: Language): Promise<string | undefined> =>
  (await bringReadings(language))[`../../../${file}`];

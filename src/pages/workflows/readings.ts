/** The page written about each workflow, as HTML (`build/workflowPages.ts`), by its file below the repository. */
const files = import.meta.glob<string>('../../../docs/workflows/*.md', { import: 'default' });

export const fileOf = (name: string): string => `docs/workflows/${name}.md`;
export const readingOf = (name: string): Promise<string> | undefined => files[`../../../${fileOf(name)}`]?.();
export const everyReading = (): Promise<string>[] => Object.values(files).map((load) => load());

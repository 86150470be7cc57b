/** Texts of machines: pages of documents name the states of theirs. */
export const list = import.meta.glob<Record<string, unknown>>('/locales/ru/machines/*.json', { import: 'default' });

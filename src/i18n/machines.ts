/** Texts of machines: pages of documents name the states of theirs. */
export const ofMachines = import.meta.glob<Record<string, unknown>>('../../locales/*/machines/*.json', {
  import: 'default',
});

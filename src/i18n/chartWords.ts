/** What only the gallery says of a machine: its guards, actions, actors, delays and facts (`build/machineTexts.ts`). */
export const chartWords = import.meta.glob<Record<string, unknown>>('../../locales/*/machines/*.json', {
  query: '?words',
  import: 'default',
});

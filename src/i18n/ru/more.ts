/** Texts of declared and of planned pages, that no page needs at once. Apart, for the list of them is long. */
export const list = import.meta.glob<Record<string, unknown>>('/locales/ru/{directories,plans,settings}/*.json', {
  import: 'default',
});

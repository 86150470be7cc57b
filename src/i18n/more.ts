/** Texts that no page needs at once: of the machines, of declared and of planned pages. Apart, for the list of them is long. */
export const more = import.meta.glob<Record<string, unknown>>(
  '../../locales/*/{directories,machines,plans,settings}/*.json',
  {
    import: 'default',
  },
);

/** Texts that neither sign-in nor the shell needs at once; `../index.ts` has the others. */
export const list = import.meta.glob<Record<string, unknown>>(
  ['/locales/ru/*.json', '!/locales/ru/{common,errors,home,pages,server,session,shell}.json'],
  { import: 'default' },
);

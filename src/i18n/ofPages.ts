/** Texts that neither sign-in nor the shell needs at once; `index.ts` has the others. */
export const ofPages = import.meta.glob<Record<string, unknown>>(
  ['../../locales/*/*.json', '!../../locales/*/{common,errors,home,pages,server,session,shell}.json'],
  { import: 'default' },
);

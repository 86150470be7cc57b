/** What a workflow is called, and what the gallery alone says of it: `src/i18n/chartWords.ts`. */
/** Namespaces of the words of these workflows. */
export const wordSpaces = (names: readonly string[]): string[] =>
  names.flatMap((name) => [`machines/${name}`, `chartWords/${name}`]);

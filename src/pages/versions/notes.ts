/** The notes of a version: `*` starts a new line (spec 2 "Home"). The text before the first one is a line too. */
export const notesOf = (changes: string): string[] =>
  changes
    .split('*')
    .map((note) => note.trim())
    .filter((note) => note !== '');

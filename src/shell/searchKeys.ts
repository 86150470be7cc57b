/**
 * What is typed between the keys that open the search dialog and the focus in its field, while its code is fetched: a scanner
 * and quick hands do not wait.
 */

/** Null while no dialog is coming. */
let early: string | null = null;

export const dialogComes = (): void => {
  early ??= '';
};

/** Whether the key is meant for the dialog that is coming; it is kept for it. */
export function takeEarly({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (early === null || ctrlKey || metaKey || altKey) return false;
  if (key === 'Backspace') early = early.slice(0, -1);
  else if (key.length === 1) early += key;
  else return key === 'Enter';
  return true;
}

/** What was typed, for the field that has the focus; or for nobody, where no dialog came. */
export function typedEarly(): string {
  const typed = early ?? '';
  early = null;
  return typed;
}

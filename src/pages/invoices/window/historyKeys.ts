/** The keys of undo and redo. */
interface Pressed {
  key: string;
  code: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
}

/** Ctrl+Z, Ctrl+Y and Ctrl+Shift+Z, by their place on the keyboard too: a Russian layout has other letters there. */
export function historyKeyOf({ key, code, ctrlKey, metaKey, altKey, shiftKey }: Pressed): 'undo' | 'redo' | null {
  if (!(ctrlKey || metaKey) || altKey) return null;
  const letter = key.toLowerCase();
  const isKey = (one: 'y' | 'z') =>
    letter >= 'a' && letter <= 'z' ? letter === one : code === `Key${one.toUpperCase()}`;
  if (isKey('y')) return 'redo';
  if (isKey('z')) return shiftKey ? 'redo' : 'undo';
  return null;
}

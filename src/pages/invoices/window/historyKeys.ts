import { isKey } from '../../../app/keys.ts';

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
export function historyKeyOf(pressed: Pressed): 'undo' | 'redo' | null {
  const { ctrlKey, metaKey, altKey, shiftKey } = pressed;
  if (!(ctrlKey || metaKey) || altKey) return null;
  if (isKey(pressed, 'y', 'KeyY')) return 'redo';
  if (isKey(pressed, 'z', 'KeyZ')) return shiftKey ? 'redo' : 'undo';
  return null;
}

/**
 * Where nothing has an undo of its own: on the page itself, on the buttons over the lines, which keep the focus when they
 * are pressed, and in the field that goods are added by once it is empty, so that what was added last is taken back there.
 */
export function leavesHistory(place: Element | null, field: HTMLInputElement | null): boolean {
  if (place === null) return false;
  return place === document.body || place.matches('.lines-bar button') || (place === field && field.value === '');
}

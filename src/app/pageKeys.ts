/**
 * Keys that the parts of a page answer without binding them: `/` goes to its search, `n` presses its button for a new
 * record (`NewButton`), `w` opens the story of the first figure that has one, an arrow or another key of movement goes to
 * its list while nothing on the page has the focus, Escape closes the pane beside the page.
 */
import { isKey, type KeyGroup } from './keys.ts';

const SEARCH = 'input[type="search"]';
const NEW = '[aria-keyshortcuts="n"]';
const WHY = '[data-why]';
const CLOSE = '.pane [aria-keyshortcuts="Escape"]';
const ROW = '.table-scroll tr[tabindex="0"]';

/** What lies under an open drawer or a question is out of reach of keys too. */
const shown = (selector: string): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>(`main ${selector}:not(:disabled, [inert] *)`)].find((one) =>
    one.checkVisibility(),
  );

const MOVES: ReadonlySet<string> = new Set(['ArrowDown', 'ArrowUp', 'PageDown', 'PageUp', 'Home', 'End']);

type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'target' | 'shiftKey'>;

/** What the key does on the page that is open; undefined where nothing there answers it. */
export function actOf(pressed: Pressed): (() => void) | undefined {
  const { key, target, shiftKey } = pressed;
  if (MOVES.has(key)) {
    const row = target === document.body ? shown(ROW) : undefined;
    return row && (() => row.focus());
  }
  if (shiftKey) return undefined;
  if (key === 'Escape') {
    // a dialog that has not taken the focus is left before what it lies over
    const close = document.querySelector('[role="dialog"]') === null ? shown(CLOSE) : undefined;
    return close && (() => close.click());
  }
  if (isKey(pressed, '/', 'Slash')) {
    const field = shown(SEARCH) as HTMLInputElement | undefined;
    return field && (() => field.select());
  }
  const pressedOn = isKey(pressed, 'n', 'KeyN') ? NEW : isKey(pressed, 'w', 'KeyW') ? WHY : undefined;
  const button = pressedOn && shown(pressedOn);
  return button && (() => button.click());
}

// texts: keys *
const PAGE: KeyGroup = {
  space: 'keys',
  title: 'page.title',
  rows: [
    ['page.search', '/'],
    ['page.new', 'N'],
    ['page.why', 'W'],
  ],
};
const PLACES: Readonly<Record<string, string>> = { 'page.search': SEARCH, 'page.new': NEW, 'page.why': WHY };

/** Those of them that something on the page answers. */
export function pageKeys(): KeyGroup[] {
  const rows = PAGE.rows.filter(([text]) => shown(PLACES[text] ?? '') !== undefined);
  return rows.length > 0 ? [{ ...PAGE, rows }] : [];
}

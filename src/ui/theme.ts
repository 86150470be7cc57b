/** Theme and font size: what `public/boot.js` does before the first paint, for a change made later. */
export type ThemeChoice = 'light' | 'dark' | 'system';

export const FONT_SIZE = { least: 12, usual: 16, greatest: 28 } as const;

const darkSystem = () => window.matchMedia('(prefers-color-scheme: dark)');

const read = (key: string): string => {
  try {
    return (localStorage.getItem(key) ?? '').replace(/^"|"$/g, '');
  } catch {
    return '';
  }
};

function write(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // a browser without storage keeps the choice until the page is closed
  }
}

export function chosenTheme(): ThemeChoice {
  const theme = read('theme');
  return theme === 'light' || theme === 'dark' ? theme : 'system';
}

function applyTheme(choice: ThemeChoice): void {
  const dark = choice === 'dark' || (choice === 'system' && darkSystem().matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
  document.body.classList.toggle('bp6-dark', dark);
}

export function setTheme(choice: ThemeChoice): void {
  write('theme', choice === 'system' ? null : choice);
  applyTheme(choice);
}

/** What was chosen in this page; a browser without storage has no other. */
let fontSizeHere: number | null = null;

export function chosenFontSize(): number {
  const size = fontSizeHere ?? Number(read('fontSize'));
  return size >= FONT_SIZE.least && size <= FONT_SIZE.greatest ? size : FONT_SIZE.usual;
}

const fontSizeListeners = new Set<() => void>();

/** Calls the listener after each change of the font size, also of another tab. Returns the function that unsubscribes. */
export function onFontSize(listener: () => void): () => void {
  fontSizeListeners.add(listener);
  return () => void fontSizeListeners.delete(listener);
}

function applyFontSize(): void {
  document.documentElement.style.fontSize = `${chosenFontSize()}px`;
  for (const listener of fontSizeListeners) listener();
}

export function setFontSize(size: number): void {
  const within = Math.min(FONT_SIZE.greatest, Math.max(FONT_SIZE.least, Math.round(size)));
  write('fontSize', String(within));
  fontSizeHere = within;
  applyFontSize();
}

/** Follows the system while the person has not chosen, and the other tabs always. Returns how to stop. */
export function followTheme(): () => void {
  const system = darkSystem();
  const onSystem = () => applyTheme(chosenTheme());
  const onStorage = (event: StorageEvent) => {
    if (event.key === 'theme') onSystem();
    if (event.key !== 'fontSize') return;
    fontSizeHere = null;
    applyFontSize();
  };
  onSystem();
  system.addEventListener('change', onSystem);
  window.addEventListener('storage', onStorage);
  return () => {
    system.removeEventListener('change', onSystem);
    window.removeEventListener('storage', onStorage);
  };
}

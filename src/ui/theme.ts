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

export function chosenFontSize(): number {
  const size = Number(read('fontSize'));
  return size >= FONT_SIZE.least && size <= FONT_SIZE.greatest ? size : FONT_SIZE.usual;
}

export function setFontSize(size: number): void {
  const within = Math.min(FONT_SIZE.greatest, Math.max(FONT_SIZE.least, Math.round(size)));
  write('fontSize', String(within));
  document.documentElement.style.fontSize = `${within}px`;
}

/** Follows the system while the person has not chosen, and the other tabs always. Returns how to stop. */
export function followTheme(): () => void {
  const system = darkSystem();
  const onSystem = () => applyTheme(chosenTheme());
  const onStorage = (event: StorageEvent) => {
    if (event.key === 'theme') onSystem();
    if (event.key === 'fontSize') document.documentElement.style.fontSize = `${chosenFontSize()}px`;
  };
  onSystem();
  system.addEventListener('change', onSystem);
  window.addEventListener('storage', onStorage);
  return () => {
    system.removeEventListener('change', onSystem);
    window.removeEventListener('storage', onStorage);
  };
}

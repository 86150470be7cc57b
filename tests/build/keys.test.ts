/** `?` shows the keys of any page: what binds keys declares them, and F-keys are in one table. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import keysRu from '../../locales/ru/keys.json' with { type: 'json' };
import keysUz from '../../locales/uz/keys.json' with { type: 'json' };

const root = resolve(import.meta.dirname, '../..');
const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file))
  .map((file) => ({ file, text: readFileSync(join(root, 'src', file), 'utf8') }));

/** Keys that every control of its kind has: a field, a choice, a pane, a dialog. */
const USUAL = new Set(['Enter', 'Escape', 'ArrowDown', 'ArrowUp', 'Home', 'End', 'Tab', 'Shift']);
const binds = (text: string) => /onKeyDown(Capture)?=|addEventListener\('keydown'/.test(text);
const MODIFIER = /\b(ctrlKey|metaKey|altKey)\b/;
/** A line that lets keys with a modifier pass. */
const letsPass = (line: string) =>
  MODIFIER.test(line) && /\) return;$/.test(line) && !/!\(?[\w.]*(ctrl|meta|alt)Key/.test(line);
/** Whether it binds nothing beside those. */
const isUsual = (text: string) => {
  const bound = [...text.matchAll(/\b(?:key|code) [!=]== '([^']+)'/g)].map(([, key = '']) => key);
  return (
    bound.every((key) => USUAL.has(key)) && !text.split('\n').some((line) => MODIFIER.test(line) && !letsPass(line))
  );
};

/** What declares the keys of a part of a page. */
const DECLARED_BY: Readonly<Record<string, string>> = {
  'pages/invoices/window/LineGrid.tsx': 'pages/invoices/window/GridKeys.tsx',
  'pages/invoices/window/Workspace.tsx': 'pages/invoices/window/GridKeys.tsx',
  'pages/widgets/ChosenList.tsx': 'pages/widgets/WidgetsPage.tsx',
  'pages/workflows/Diagram.tsx': 'pages/workflows/Sheet.tsx',
};

/** Keys that stand beside their place, each with the reason. */
const OWN: Readonly<Record<string, string>> = {
  'app/releasedKeys.ts': 'none of its own: it keeps a key that went down elsewhere from a button',
  'pages/cashbox/strayKeys.ts': 'none of its own: it keeps late, held and scanned keys from a button',
  'pages/counting/counter/strayScans.ts': 'keys of a scanner, which come too soon for a person',
  'pages/sale/GoodsSearch.tsx': 'arrows and Enter of its own choice',
  'pages/testAuthors/QuestionsField.tsx': 'Alt with an arrow, named at its buttons',
  'shell/Favourites.tsx': 'Alt with an arrow, named at its handle',
  'shell/Search.tsx': 'listed by the sheet as a key of every page',
  'ui/dates/DayInput.tsx': 'Alt with an arrow opens a calendar as it does every choice',
  'ui/form/RemoteSelect.tsx': 'letters and space of a choice',
};

it('everything that binds keys beyond the usual ones declares them', () => {
  const binding = files.filter(({ text }) => binds(text));
  expect(binding.length).toBeGreaterThan(20);
  const declares = (text: string | undefined) => /\buseKeys\(/.test(text ?? '');
  const silent = binding.filter(({ text }) => !isUsual(text) && !declares(text)).map(({ file }) => file);
  expect(silent.toSorted()).toEqual([...Object.keys(DECLARED_BY), ...Object.keys(OWN)].toSorted());
  for (const by of Object.values(DECLARED_BY))
    expect(declares(files.find(({ file }) => file === by)?.text), by).toBe(true);
});

it('keys that open a sheet over any page are listed by the sheet of keys', () => {
  const textOf = (file: string) => files.find((one) => one.file === file)?.text ?? '';
  const [, sheets = ''] = /SHEETS[^=]*= \{([^}]*)\}/.exec(textOf('app/keys.ts')) ?? [];
  const opening = [...sheets.matchAll(/'(.)':/g)].map(([, key]) => key);
  expect(opening).toEqual(['?', '!']);
  const listed = [...textOf('shell/KeysSheet.tsx').matchAll(/\['everywhere\.\w+', '(.)'\]/g)].map(([, key]) => key);
  expect(listed).toEqual(opening);
});

it('F-keys are those of the table, where it says', () => {
  const rows = readFileSync(join(root, 'docs/keys.md'), 'utf8').matchAll(/^\| (F\d+) \| [^|]+ \| ([^|]+) \|$/gm);
  const table = [...rows].flatMap(([, key = '', places = '']) =>
    [...places.matchAll(/`src\/([^`]+)`/g)].map(([, file]) => `${file} ${key}`),
  );
  const bound = files.flatMap(({ file, text }) =>
    [...new Set([...text.matchAll(/(?:key|code) === '(F\d+)'/g)].map(([, key]) => key))].map((key) => `${file} ${key}`),
  );
  expect(bound.toSorted()).toEqual(table.toSorted());
});

it('each declared text is there, in both languages', () => {
  const textOf = (texts: unknown, key: string) =>
    key.split('.').reduce<unknown>((at, part) => (at as Record<string, unknown> | undefined)?.[part], texts);
  const asked = files.flatMap(({ text }) =>
    [...text.matchAll(/space: 'keys',\s+title: '([^']+)',\s+rows: \[([\s\S]*?)\n? *\],? \}?;?/g)].flatMap(
      ([, title = '', rows = '']) => [title, ...[...rows.matchAll(/\['([\w.]+)',/g)].map(([, key = '']) => key)],
    ),
  );
  expect(asked.length).toBeGreaterThan(15);
  for (const key of asked) for (const texts of [keysUz, keysRu]) expect(typeof textOf(texts, key), key).toBe('string');
});

/** `?` shows the keys of any page: what binds keys declares them, and F-keys are in one table. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import keysRu from '../../locales/ru/keys.json' with { type: 'json' };
import keysUz from '../../locales/uz/keys.json' with { type: 'json' };

const root = resolve(import.meta.dirname, '../..');
const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file))
  .map((file) => ({ file, text: readFileSync(join(root, 'src', file), 'utf8') }));

/** Keys that every control of their kind has, or that stand beside their place, each with the reason. */
const OWN: Readonly<Record<string, string>> = {
  'pages/counting/act/Comments.tsx': 'Ctrl+Enter sends, as in a form',
  'pages/counting/counter/Counts.tsx': 'arrows of a list',
  'pages/counting/counter/ProductCard.tsx': 'Enter and Esc of a field',
  'pages/counting/counter/ScanField.tsx': 'the field that the keys of the screen lead to',
  'pages/invoices/paste/PasteTable.tsx': 'Enter and Esc of a cell',
  'pages/invoices/serials/Entry.tsx': 'Enter of a field',
  'pages/invoices/serials/UnitList.tsx': 'Enter and Esc of a row',
  'pages/invoices/window/AddLine.tsx': 'arrows of a choice',
  'pages/invoices/window/LineGrid.tsx': 'its keys are declared by GridKeys.tsx beside it',
  'pages/invoices/window/LineRow.tsx': 'the field of a cell, whose keys the grid gives it',
  'pages/testAuthors/QuestionsField.tsx': 'Alt with an arrow, named at its buttons',
  'pages/widgets/ChosenList.tsx': 'declared by the page',
  'pages/workflows/Diagram.tsx': 'arrows of a drawing, as of every ground that scrolls',
  'pages/workflows/Window.tsx': 'arrows of tabs',
  'pages/invoices/window/Workspace.tsx': 'its keys are declared by GridKeys.tsx beside it',
  'shell/Favourites.tsx': 'arrows of a row that is moved, named at its handle',
  'shell/Keys.tsx': 'listed by the sheet that it opens',
  'shell/PasswordPanel.tsx': 'Esc of a panel',
  'shell/Search.tsx': 'declared with the keys of every page, Keys.tsx',
  'shell/SearchDialog.tsx': 'in its foot',
  'shell/Shell.tsx': 'Esc and Tab of a drawer',
  'shell/useReorder.ts': 'Esc while something is dragged',
  'ui/AskDialog.tsx': 'Enter of a dialog',
  'ui/Field.tsx': 'Caps Lock of a password',
  'ui/dates/DayInput.tsx': 'Enter and arrows of a day',
  'ui/form/RemoteSelect.tsx': 'arrows of a choice',
  'ui/layout.tsx': 'Esc of a pane, declared with the keys of every page',
  'ui/list/filters.tsx': 'Esc of a search field',
};

it('everything that binds keys declares them', () => {
  const binding = files.filter(({ text }) => /onKeyDown(Capture)?=|addEventListener\('keydown'/.test(text));
  expect(binding.length).toBeGreaterThan(20);
  const silent = binding.filter(({ file, text }) => !/\buseKeys\(/.test(text) && OWN[file] === undefined);
  expect(silent.map(({ file }) => file)).toEqual([]);
  for (const file of Object.keys(OWN)) expect(existsSync(join(root, 'src', file)), file).toBe(true);
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

import { expect, test } from 'vitest';
import { chunksNeeded } from '../../build/importWhole.ts';

const chunk = (name: string, imports: string[], isDynamicEntry = false) => ({
  fileName: `assets/${name}.js`,
  imports: imports.map((each) => `assets/${each}.js`),
  isDynamicEntry,
});

test('lists what each chunk imported later needs, at any depth and in a circle, without what the entry brings', () => {
  const chunks = [
    chunk('index', ['base']),
    chunk('base', []),
    chunk('Page', ['base', 'lists'], true),
    chunk('lists', ['fields', 'Page']),
    chunk('fields', ['base']),
    chunk('text', ['base'], true),
  ];
  expect(chunksNeeded('assets/index.js', chunks)).toEqual({ 'Page.js': ['lists.js', 'fields.js'] });
});

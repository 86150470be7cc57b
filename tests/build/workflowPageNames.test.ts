/**
 * A page about a workflow calls states and events as the drawing does: «drawn name» `code`. Somebody who renames one in the
 * texts of a machine is led to the pages that still have the old name.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');

interface Texts {
  states: Record<string, { name: string }>;
  events: Record<string, { name: string }>;
}

/** Pairs of a page whose code is a state or an event of its machine, with the names that the drawing has for it. */
function pairs(markdown: string, { states, events }: Texts) {
  return [...markdown.matchAll(/«([^»]+)» `([^`]+)`/g)].flatMap(([, name = '', code = '']) => {
    const drawn = [states[code]?.name, events[code]?.name].filter((one) => one !== undefined);
    return drawn.length === 0 ? [] : [{ name, code, drawn }];
  });
}

const wrong = (markdown: string, texts: Texts) =>
  pairs(markdown, texts).filter(({ name, drawn }) => !drawn.includes(name));

describe.each(['ru', 'uz'])('%s', (language) => {
  const folder = join(root, 'docs/workflows', language);
  const named = readdirSync(folder).map((file) => {
    const texts = readFileSync(join(root, 'locales', language, 'machines', file.replace(/\.md$/, '.json')), 'utf8');
    return { file, markdown: readFileSync(join(folder, file), 'utf8'), texts: JSON.parse(texts) as Texts };
  });

  it.each(named)('$file has the names of the drawing', ({ markdown, texts }) => {
    expect(wrong(markdown, texts)).toEqual([]);
  });

  it('names are compared', () => {
    expect(named.flatMap(({ markdown, texts }) => pairs(markdown, texts)).length).toBeGreaterThan(100);
  });
});

it('an old name is seen, a code word of something else is not', () => {
  const texts = { states: { draft: { name: 'Черновик' } }, events: { 'order.cancel': { name: 'Отменить' } } };
  expect(wrong('«Черновик» `draft`, «Отменить» `order.cancel`, «Право» `order.add`', texts)).toEqual([]);
  expect(wrong('«Набросок» `draft`, «Отменить» `order.cancel`', texts)).toEqual([
    { name: 'Набросок', code: 'draft', drawn: ['Черновик'] },
  ]);
});

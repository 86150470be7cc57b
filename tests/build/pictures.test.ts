/** Pictures of the documents: each is taken by `npm run pictures` and shown somewhere, with words for who does not see it. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const documents = [
  'README.md',
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => join('docs', file)),
];

interface Shown {
  document: string;
  alt: string;
  /** From the folder of the repository. */
  file: string;
}

const shown: Shown[] = documents.flatMap((document) =>
  [...read(document).matchAll(/!\[([^\]]*)\]\(([^)\s]+)\)/g)].map(([, alt = '', path = '']) => ({
    document,
    alt,
    file: relative(root, resolve(root, dirname(document), path)),
  })),
);

const keptIn = (folder: string) =>
  readdirSync(join(root, folder))
    .filter((file) => file.endsWith('.webp'))
    .sort();
const kept = keptIn('docs/pictures');
/** As the windows were before they were rebuilt: nothing takes them again. */
const before = keptIn('docs/pictures/before');
const taken = [...read('scripts/pictures.ts').matchAll(/\btake\(\w+, '([\w-]+)'\)/g)].map(([, name]) => `${name}.webp`);

it('are what the script takes, no more and no less', () => {
  expect([...taken].sort()).toEqual(kept);
  expect(kept.length).toBeGreaterThan(10);
});

it('are all shown in a document, and what a document shows is one of them', () => {
  const all = [...before.map((name) => `before/${name}`), ...kept].map((name) => join('docs/pictures', name));
  expect([...new Set(shown.map(({ file }) => file))].sort()).toEqual(all.sort());
});

it.each(shown.map((one) => [`${basename(one.file)} in ${one.document}`, one.alt] as const))(
  '%s is described in words',
  (_, alt) => {
    expect(alt.split(' ').length, alt).toBeGreaterThan(4);
  },
);

/** What somebody wrote about each workflow is read in the gallery, none of it as marks of a file. */
import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Written } from '../../src/pages/workflows/Reading.tsx';

const pages = import.meta.glob<string>('../../docs/workflows/*.md', { query: '?raw', import: 'default', eager: true });
const named = Object.entries(pages).map(([file, text]) => [/(\w+)\.md$/.exec(file)?.[1] ?? '', text] as const);
const names = new Set(named.map(([name]) => name));

it.each(named)('the page of %s', (name, text) => {
  const { container } = render(<Written text={text} own={name} />);
  for (const code of container.querySelectorAll('code')) code.replaceWith('code');
  expect(container.textContent).not.toMatch(/\*\*|\]\(|`|^#|\n/);
  expect(container.textContent).not.toMatch(/\| |-{3}/);
  expect(container.querySelectorAll('h2')).toHaveLength(1);
  for (const link of container.querySelectorAll('a')) {
    const [, workflow] = /^\/workflows\/(\w+)$/.exec(link.getAttribute('href') ?? '') ?? [];
    expect(names.has(workflow ?? ''), link.outerHTML).toBe(true);
    expect(workflow).not.toBe(name);
  }
  const rows = text.split('\n').filter((line) => line.startsWith('|')).length;
  const tables = container.querySelectorAll('table').length;
  expect(container.querySelectorAll('tr')).toHaveLength(rows - tables);
});

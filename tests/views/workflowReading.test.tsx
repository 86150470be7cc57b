/** The page written about each workflow is shown in the gallery, without any mark of Markdown. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { workflowPage } from '../../build/workflowPages.ts';
import { Written } from '../../src/pages/workflows/Reading.tsx';

const pages = import.meta.glob<string>('../../docs/workflows/*.md', { import: 'default', eager: true });
const root = resolve(import.meta.dirname, '../..');
const named = Object.entries(pages).map(([file, html]) => [/(\w+)\.md$/.exec(file)?.[1] ?? '', html] as const);
const names = new Set(named.map(([name]) => name));

it.each(named)('the page of %s', (name, html) => {
  const text = readFileSync(resolve(root, 'docs/workflows', `${name}.md`), 'utf8');
  const { container } = render(<Written html={html} />);
  for (const code of container.querySelectorAll('code')) code.replaceWith('code');
  expect(container.textContent).not.toMatch(/\*\*|\]\(|`|^#/);
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

it('a link opens the other workflow without reloading the page', () => {
  render(<Written html={workflowPage('# One\n\nSee [counter](counter.md) and [itself](one.md).', 'one')} />);
  expect(screen.queryByRole('link', { name: 'itself' })).toBeNull();
  expect(fireEvent.click(screen.getByRole('link', { name: 'counter' }))).toBe(false);
  expect(window.location.pathname).toBe('/workflows/counter');
});

it('HTML in a page is text, and a link that leads elsewhere is refused', () => {
  const { container } = render(<Written html={workflowPage('# One\n\n<b onclick="x()">bold</b> a < b', 'one')} />);
  expect(container.querySelector('b')).toBeNull();
  expect(container.textContent).toContain('<b onclick="x()">bold</b> a < b');
  expect(() => workflowPage('[away](https://example.org)', 'one')).toThrow('https://example.org');
});

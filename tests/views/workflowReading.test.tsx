/** The page written about each workflow is shown in the gallery in both languages, without any mark of Markdown. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { workflowPage } from '../../build/workflowPages.ts';
import { sentencesOf } from '../../build/workflowSentences.ts';
import { setLanguage } from '../../src/i18n/index.ts';
import { Reading, Written } from '../../src/pages/workflows/Reading.tsx';
import { hitsIn, keysOf } from '../../src/pages/workflows/sentences.ts';

const pages = import.meta.glob<string>('../../docs/workflows/{ru,uz}/*.md', { import: 'default', eager: true });
const root = resolve(import.meta.dirname, '../..');
const named = Object.entries(pages).map(([file, html]) => {
  const [, lang, name] = /(ru|uz)\/(\w+)\.md$/.exec(file) ?? [];
  return [lang === 'ru' ? 'ru' : 'uz', name ?? '', html] as const;
});
const names = new Set(named.map(([, name]) => name));

it.each(named)('the page of %s/%s', (lang, name, html) => {
  const text = readFileSync(resolve(root, 'docs/workflows', lang, `${name}.md`), 'utf8');
  const { container } = render(<Written html={html} lang={lang} />);
  expect(container.firstElementChild?.getAttribute('lang')).toBe(lang);
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
  render(
    <Written
      html={workflowPage(
        '# One\n\nSee [counter](counter.md), [its states](../../generated/workflows/counter.md) and [itself](one.md).',
        'one',
        'uz',
      )}
      lang="uz"
    />,
  );
  expect(screen.queryByRole('link', { name: 'itself' })).toBeNull();
  expect(screen.getByRole('link', { name: 'its states' }).getAttribute('href')).toBe('/workflows/counter');
  expect(fireEvent.click(screen.getByRole('link', { name: 'counter' }))).toBe(false);
  expect(window.location.pathname).toBe('/workflows/counter');
});

it('HTML in a page is text, and a link that leads elsewhere is refused', () => {
  const { container } = render(
    <Written html={workflowPage('# One\n\n<b onclick="x()">bold</b> a < b', 'one', 'uz')} lang="uz" />,
  );
  expect(container.querySelector('b')).toBeNull();
  expect(container.textContent).toContain('<b onclick="x()">bold</b> a < b');
  expect(() => workflowPage('[away](https://example.org)', 'one', 'uz')).toThrow('https://example.org');
});

afterEach(() => setLanguage('uz'));

it('the page is that of the language, also after a change of the language', async () => {
  const t = (key: string) => key;
  const { rerender } = render(<Reading name="counter" codes={false} t={t} />);
  await screen.findByRole('heading', { name: 'Sanovchi' });
  expect(screen.getByTestId('reading').textContent).not.toContain('.md');
  expect(screen.getByTestId('reading').classList).toContain('without-codes');
  rerender(<Reading name="counter" codes t={t} />);
  expect(screen.getByTestId('reading').textContent).toContain('docs/workflows/uz/counter.md');
  expect(screen.getByTestId('reading').classList).not.toContain('without-codes');
  await act(() => setLanguage('ru'));
  await screen.findByRole('heading', { name: 'Учётчик' });
  expect(screen.getByTestId('reading').textContent).toContain('docs/workflows/ru/counter.md');
  expect(screen.queryByRole('heading', { name: 'Sanovchi' })).toBeNull();
});

it('what was found in a page is scrolled to and marked, not the beginning of the page', async () => {
  const scrolled: string[] = [];
  Element.prototype.scrollIntoView = function scrollIntoView() {
    scrolled.push(this.textContent ?? '');
  };
  const [hit] = hitsIn(keysOf(sentencesOf('ru')).get('countingAct') ?? [], 'Акт', 'не сдал');
  const at = hit?.sentence[1] ?? '';
  window.location.hash = at;
  await act(() => setLanguage('ru'));
  const { container } = render(<Reading name="countingAct" codes={false} t={(key) => key} />);
  await screen.findByRole('heading', { name: 'Акт инвентаризации' });
  expect(scrolled).toEqual([expect.stringMatching(/^учётчик так и не сдаёт/)]);
  expect(container.querySelector('.is-sought')?.textContent).toBe(scrolled[0]);
  window.location.hash = '';
});

/** Words of a page that a reader sees before he asks for the names of the code. */
function seen(html: string, lang: 'ru' | 'uz') {
  const { container } = render(<Written html={html} lang={lang} />);
  for (const hidden of container.querySelectorAll('.code-name')) hidden.remove();
  return container;
}

/** What a person types, presses or chooses. */
const TYPED = new Set(['.csv', '.xlsx', 'dd.mm.yyyy', 'Kirim narxi']);

it.each(named)('the page of %s/%s shows no name of the code', (lang, _, html) => {
  const shown = [...seen(html, lang).querySelectorAll('code')].map(({ textContent }) => textContent);
  expect(shown.filter((code) => /[A-Za-z]/.test(code) && !TYPED.has(code))).toEqual([]);
  // nor the status of an answer
  expect(seen(html, lang).textContent).not.toMatch(/\b4\d\d\b/);
  // nor the beginning of a sentence whose end is for the code
  const ends = [...render(<Written html={html} lang={lang} />).container.querySelectorAll('.code-name')];
  expect(ends.map(({ previousSibling: before }) => before?.textContent?.trim().slice(-30) ?? '')).not.toContainEqual(
    expect.stringMatching(/:$/),
  );
});

it('a right, an event, a page and a refusal are said in words, what has none goes with its brackets', () => {
  const page = [
    '«Подписать» `contract.sign`: право `contract.add`, страница `/clients/appeals`, ответ `no_open_day`.',
    'Диаграмма и переходы: [страница из кода](../../generated/workflows/contract.md). Второму отказ (409). Событие `contract.cancel` (`server/sale/book.ts`), файлы (`.xlsx`), решение (`lockClients`; решение 99), `unknown`.',
  ].join('\n\n');
  expect(
    seen(workflowPage(page, 'contract', 'ru'), 'ru')
      .textContent.trim()
      .split('\n'),
  ).toEqual([
    '«Подписать»: право «Договоры: добавление», страница «Обращения клиентов», ответ «У организации нет открытого операционного дня».',
    ' Второму отказ. Событие «Отменить», файлы (.xlsx), решение (решение 99), unknown.',
  ]);
});

/** Kinds of documents of one workflow are told apart by their names, also where a page has several of them. */
import { act, renderHook } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import type { RecordKind, Replayed } from '../../contract/workflows.ts';
import { LANGUAGES, loadTexts, setLanguage } from '../../src/i18n/index.ts';
import { documentPath, KINDS } from '../../src/pages/workflows/addresses.ts';
import { useKindNames } from '../../src/pages/workflows/kinds.ts';

beforeAll(() => loadTexts('pages', 'tabs'));

const machines = Object.keys(KINDS) as Replayed[];

it.each(LANGUAGES.flatMap((language) => machines.map((machine) => [machine, language] as const)))(
  '%s: no two kinds have the same name in %s',
  async (machine, language) => {
    await act(() => setLanguage(language));
    const { result } = renderHook(() => useKindNames(machine));
    const titles = result.current.options.map(({ title }) => title);
    expect(titles.length).toBeGreaterThan(1);
    expect(titles.filter((title, at) => titles.indexOf(title) !== at)).toEqual([]);
  },
);

it('a kind on a tab is called by page and tab, unless both have one name', async () => {
  await act(() => setLanguage('uz'));
  const { nameOf } = renderHook(() => useKindNames('directoryRecord')).result.current;
  expect(nameOf('cashAccount' as RecordKind)).toBe('Banklar: kassa hisoblari');
  expect(nameOf('bank' as RecordKind)).toBe('Banklar');
  expect(nameOf('classifierValue' as RecordKind)).toBe('Tasniflagichlar: qiymatlar');
});

it('the first tab is not named in the address', () => {
  const path = (kind: string) => documentPath('directoryRecord', { id: 7, kind: kind as RecordKind });
  expect(path('bank')).toMatch(/\?row=7$/);
  expect(path('cashAccount')).toMatch(/\?tab=cashAccount&row=7$/);
});

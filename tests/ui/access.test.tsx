/** What the screen gives by rights: who sees every branch, and the way out of a card that has no client. */
import { cleanup, render, renderHook, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { allows } from '../../contract/rules.ts';
import texts from '../../locales/uz/directories/client.json' with { type: 'json' };
import { useSeesAll } from '../../src/app/seesAll.ts';
import { loadTexts } from '../../src/i18n/index.ts';
import ClientCardPage from '../../src/pages/clients/ClientCardPage.tsx';

type Rules = Parameters<typeof allows>[0];
let person: { id: number; office: boolean; rules: Rules };
vi.mock('../../src/app/session.ts', async (original) => ({
  ...(await original<object>()),
  useUser: () => person,
  useAllows: (rule: string) => allows(person.rules, rule),
}));

const who = (office: boolean, rules: Rules = {}) => {
  person = { id: 1, office, rules };
};

beforeAll(() => loadTexts('common', 'directory', 'directories/client'));
afterEach(cleanup);

it('every branch is seen from an office without any right, and elsewhere by the right of that resource alone', () => {
  const sees = (resource: string) => renderHook(() => useSeesAll(resource)).result.current;
  who(true);
  expect([sees('base_repository'), sees('practice_day')]).toEqual([true, true]);
  who(false, { base_repository: { show: true, allshow: true } });
  expect([sees('base_repository'), sees('practice_day')]).toEqual([true, false]);
  who(false, { base_repository: { show: true, edit: true } });
  expect(sees('base_repository')).toBe(false);
});

it('a card without a client says so, and leads to the list of clients who may see it', () => {
  window.history.replaceState(null, '', '/clients/info-card');
  who(false, { client: { show: true } });
  render(<ClientCardPage />);
  expect(screen.getByText(texts.card.none)).toBeTruthy();
  expect(screen.getByRole('link', { name: texts.card.list }).getAttribute('href')).toBe('/clients');
  cleanup();
  who(true, { contract: { show: true } });
  render(<ClientCardPage />);
  expect(screen.getByText(texts.card.none)).toBeTruthy();
  expect(screen.queryByRole('link')).toBeNull();
});

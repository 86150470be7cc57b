/** The layout without chrome: what a form on such a page needs of the shell. */
import { act, render, screen } from '@testing-library/react';
import { beforeAll, expect, it, vi } from 'vitest';
import changelog from '../../changelog.json' with { type: 'json' };
import pages from '../../locales/uz/pages.json' with { type: 'json' };
import shell from '../../locales/uz/shell.json' with { type: 'json' };
import { loadTexts } from '../../src/i18n/index.ts';
import { pageOf } from '../../src/routes/registry.ts';

vi.mock('../../src/app/session.ts', async (original) => ({
  ...(await original<object>()),
  useUser: () => ({ id: 7, rules: {}, favorite_pages: [] }),
  useCovered: () => false,
  useAllows: () => false,
}));

beforeAll(async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {} }));
  await loadTexts('shell', 'pages', 'common', 'session');
});

it('shows at sign-in the version that runs, before anything is loaded', async () => {
  const { EmptyLayout } = await import('../../src/pages/passwordExpired/EmptyLayout.tsx');
  await act(async () => void render(<EmptyLayout>form</EmptyLayout>));
  expect(screen.getByText(changelog[0]?.version_name ?? '')).toBeDefined();
});

it('asks before what was typed is left', async () => {
  const { navigation, useUnsaved } = await import('../../src/app/navigation.ts');
  const { default: Shell } = await import('../../src/shell/Shell.tsx');
  function Typed() {
    useUnsaved(true);
    return <p>yozilgan</p>;
  }
  navigation.start();
  render(
    <Shell page={pageOf('resaleInfoLevy')}>
      <Typed />
    </Shell>,
  );
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(pages.resaleInfoLevy);
  expect(screen.getByRole('main').textContent).toBe('yozilgan');
  navigation.send({ type: 'path.asked', path: '/' });
  expect(await screen.findByText(shell.leave.title)).toBeDefined();
});

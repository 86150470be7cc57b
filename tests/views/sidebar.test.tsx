/** The menu: the star in the rows of its sections. */
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { saveFavourites } from '../../contract/account.ts';
import pages from '../../locales/uz/pages.json' with { type: 'json' };
import shell from '../../locales/uz/shell.json' with { type: 'json' };
import { queryClient } from '../../src/api/queries.ts';
import { loadTexts } from '../../src/i18n/index.ts';
import { pageOf } from '../../src/routes/registry.ts';

const network = vi.hoisted(() => ({ asked: [] as { call: unknown; body: unknown }[] }));
vi.mock('../../src/api/client.ts', async (original) => ({
  ...(await original<object>()),
  request: async (call: unknown, input: { body?: unknown }) => {
    // what is written; the label of the version is read
    if (input.body !== undefined) network.asked.push({ call, body: input.body });
    return {};
  },
}));
vi.mock('../../src/app/session.ts', async (original) => ({
  ...(await original<object>()),
  useUser: () => ({ id: 7, rules: {}, favorite_pages: [] }),
}));

beforeAll(async () => {
  // jsdom has no media queries: a wide window
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {} }));
  await loadTexts('shell', 'pages', 'common');
});
beforeEach(() => {
  network.asked.length = 0;
});

const starOf = (title: string) => shell.favourites.star.replace('{{title}}', title);

async function menu() {
  const { Sidebar } = await import('../../src/shell/Sidebar.tsx');
  render(
    <QueryClientProvider client={queryClient}>
      <Sidebar page={pageOf('dashboard')} />
    </QueryClientProvider>,
  );
  const user = userEvent.setup();
  const section = screen.getByRole('button', { name: shell.areas.tests });
  if (section.getAttribute('aria-expanded') === 'false') await user.click(section);
  const row = screen.getByRole('link', { name: new RegExp(`^${pages.testQuestions}`) }).parentElement as HTMLElement;
  return { user, star: within(row).getByRole('button', { name: starOf(pages.testQuestions) }) };
}

const favourites = () => within(screen.getByRole('region', { name: shell.favourites.title })).queryAllByRole('link');

describe('the star in a row of a section', () => {
  it('puts the page among the favourites and takes it away', async () => {
    const { user, star } = await menu();
    expect(star.getAttribute('aria-pressed')).toBe('false');
    await user.click(star);
    expect(star.getAttribute('aria-pressed')).toBe('true');
    expect(favourites().map((link) => link.getAttribute('href'))).toEqual(['/test-questions']);
    await waitFor(() => expect(network.asked).toHaveLength(1));
    expect(network.asked[0]).toMatchObject({
      call: saveFavourites,
      body: { my_pages: [{ path: '/test-questions', title: pages.testQuestions }] },
    });
    await user.click(star);
    expect(star.getAttribute('aria-pressed')).toBe('false');
    expect(favourites()).toEqual([]);
  });

  it('is the stop after its page for the keyboard, and follows no link', async () => {
    const { user, star } = await menu();
    const place = window.location.pathname;
    screen.getByRole('link', { name: new RegExp(`^${pages.testQuestions}`) }).focus();
    await user.tab();
    expect(document.activeElement).toBe(star);
    await user.keyboard(' ');
    expect(star.getAttribute('aria-pressed')).toBe('true');
    expect(document.activeElement).toBe(star);
    expect(window.location.pathname).toBe(place);
  });
});

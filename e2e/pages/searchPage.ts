/** The search dialog as a person uses it, at any width. */
import { expect, type Locator, type Page } from '@playwright/test';
import { loadUser } from '../../contract/cash.ts';
import counting from '../../locales/uz/counting.json' with { type: 'json' };
import search from '../../locales/uz/search.json' with { type: 'json' };
import type { RecentPage } from '../../machines/searchDialog/listing.ts';
import { Menu, texts as menuTexts } from './menu.ts';

export const texts = { ...menuTexts, counting, search };

export class SearchPage extends Menu {
  readonly userId: number;

  constructor(page: Page, userId: number) {
    super(page);
    this.userId = userId;
  }

  get dialog(): Locator {
    return this.page.getByRole('dialog', { name: search.title, exact: true });
  }
  get field(): Locator {
    return this.dialog.getByRole('combobox', { name: search.title });
  }
  get list(): Locator {
    return this.dialog.getByRole('listbox', { name: search.list });
  }
  get options(): Locator {
    return this.list.getByRole('option');
  }
  /** The place of what the server is still asked for. */
  get asking(): Locator {
    return this.dialog.getByTestId('search-asking');
  }
  get closeButton(): Locator {
    return this.dialog.getByRole('button', { name: texts.common.close, exact: true });
  }
  get slider(): Locator {
    return this.dialog.getByRole('slider', { name: search.fontSize });
  }
  /** The search bar of the menu, which a narrow screen has in the drawer. */
  get bar(): Locator {
    return this.root.getByRole('button', { name: texts.shell.sidebar.find, exact: true });
  }
  /** An option by its name in the machine: `page:acts`, `recent:acts`, `section:warehouse`. */
  option = (name: string): Locator => this.list.locator(`[role="option"][id$="${name}"]`);

  async clickBar(): Promise<void> {
    if (!(await this.bar.isVisible())) await this.openButton.click();
    await this.bar.click();
  }

  /** What the browser remembers to have been opened. */
  async remember(recent: readonly RecentPage[]): Promise<void> {
    await this.page.evaluate(({ key, value }) => localStorage.setItem(key, value), {
      key: `recentPages.${this.userId}`,
      value: JSON.stringify(recent),
    });
  }

  /** A navigation to another page without a load, like a link. */
  async goTo(path: string): Promise<void> {
    await this.page.evaluate((to) => window.history.pushState(null, '', to), path);
  }

  /** The option that is active for a screen reader, and looks active. */
  async expectActive(name: string | null): Promise<void> {
    if (name === null) {
      await expect(this.field).not.toHaveAttribute('aria-activedescendant');
      return;
    }
    await expect(this.field).toHaveAttribute('aria-activedescendant', new RegExp(`${name}$`));
    await expect(this.option(name)).toHaveAttribute('aria-selected', 'true');
    await expect(this.list.locator('[aria-selected="true"]')).toHaveCount(1);
    await expect(this.option(name)).toBeInViewport();
  }
}

/** From now on the person has these rules as well; the server still refuses what it must. */
export async function grant(page: Page, rules: Readonly<Record<string, Record<string, boolean>>>): Promise<void> {
  await page.route(
    (url) => url.pathname === `/${loadUser.service}/api${loadUser.path}`,
    async (route) => {
      const answer = await route.fetch();
      const body = await answer.json();
      body.data.rules = { ...body.data.rules, ...rules };
      await route.fulfill({ response: answer, json: body });
    },
  );
}

/** The menu and the drawer as a person uses them. */
import { expect, type Locator, type Page } from '@playwright/test';
import common from '../../locales/uz/common.json' with { type: 'json' };
import errors from '../../locales/uz/errors.json' with { type: 'json' };
import pages from '../../locales/uz/pages.json' with { type: 'json' };
import shell from '../../locales/uz/shell.json' with { type: 'json' };

export const texts = { common, errors, pages, shell };

export class Menu {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  get root(): Locator {
    return this.page.locator('#sidebar');
  }
  get nav(): Locator {
    return this.page.getByRole('navigation', { name: shell.sidebar.label });
  }
  /** A section's button, in either size. */
  section = (area: keyof typeof shell.areas): Locator =>
    this.nav.getByRole('button', { name: shell.areas[area], exact: true });
  link = (id: keyof typeof pages): Locator => this.page.getByRole('link', { name: pages[id] });

  get sizeButton(): Locator {
    const { collapse, expand } = shell.sidebar;
    return this.root.getByRole('button', { name: new RegExp(`^(${collapse}|${expand})$`) });
  }
  get openButton(): Locator {
    return this.page.getByRole('button', { name: shell.sidebar.open, exact: true });
  }
  get backdrop(): Locator {
    return this.page.getByRole('button', { name: shell.sidebar.close, exact: true });
  }

  /** In CSS pixels. */
  width = async (): Promise<number> => Math.round((await this.root.boundingBox())?.width ?? 0);

  /** A finger goes sideways over the page. */
  async swipe(from: number, to: number): Promise<void> {
    const session = await this.page.context().newCDPSession(this.page);
    const y = 500;
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number) =>
      session.send('Input.dispatchTouchEvent', { type, touchPoints: x === undefined ? [] : [{ x, y }] });
    await touch('touchStart', from);
    await touch('touchMove', (from + to) / 2);
    await touch('touchMove', to);
    await touch('touchEnd');
    await session.detach();
  }

  async expectUnfolded(area: keyof typeof shell.areas | null): Promise<void> {
    await expect(this.nav.locator('[aria-expanded="true"]')).toHaveCount(area === null ? 0 : 1);
    if (area !== null) await expect(this.section(area)).toHaveAttribute('aria-expanded', 'true');
  }
}

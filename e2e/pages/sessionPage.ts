/** The pages of the session as a person uses them: sign-in, the forced change of a password, the frame of all pages. */
import { type BrowserContext, expect, type Page } from '@playwright/test';
import account from '../../locales/uz/account.json' with { type: 'json' };
import common from '../../locales/uz/common.json' with { type: 'json' };
import countdown from '../../locales/uz/countdown.json' with { type: 'json' };
import counting from '../../locales/uz/counting.json' with { type: 'json' };
import session from '../../locales/uz/session.json' with { type: 'json' };
import shell from '../../locales/uz/shell.json' with { type: 'json' };
import { PASSWORD } from '../harness/control.ts';

export const texts = { account, common, countdown, counting, session, shell };

/** A page that the person works on. */
export const PLACE = '/repositories/act-of-counting';
export const NEW_PASSWORD = 'Yangi-2026!';

export class SessionPage {
  readonly page: Page;
  readonly context: BrowserContext;

  constructor(page: Page, context: BrowserContext = page.context()) {
    this.page = page;
    this.context = context;
  }

  /** Another tab of the same browser. */
  async otherTab(path?: string): Promise<SessionPage> {
    const other = new SessionPage(await this.context.newPage(), this.context);
    if (path !== undefined) await other.page.goto(path);
    return other;
  }

  // What a person does

  async signIn(username: string, password: string = PASSWORD): Promise<void> {
    await this.page.getByLabel(session.signIn.username).fill(username);
    await this.page.getByLabel(session.signIn.password, { exact: true }).fill(password);
    await this.page.getByRole('button', { name: session.signIn.signIn, exact: true }).click();
  }

  async changePassword(old: string, fresh: string): Promise<void> {
    await this.page.getByLabel(session.password.old, { exact: true }).fill(old);
    await this.page.getByLabel(session.password.new, { exact: true }).fill(fresh);
    await this.page.getByLabel(session.password.repeat, { exact: true }).fill(fresh);
    await this.page.getByRole('button', { name: session.password.change, exact: true }).click();
  }

  async openPasswordPanel(): Promise<void> {
    await this.account.click();
    await this.page.getByRole('button', { name: shell.account.changePassword, exact: true }).click();
    await expect(this.page.getByLabel(session.password.old, { exact: true })).toBeFocused();
  }

  /** From the menu of the account; the page of an expired password has a button of its own. */
  async logOut(): Promise<void> {
    const button = this.page.getByRole('button', { name: shell.account.logOut, exact: true });
    await expect(this.account.or(button)).toBeVisible();
    if (!(await button.isVisible())) await this.account.click();
    await button.click();
  }

  // What the browser keeps

  token(): Promise<string | null> {
    return this.page.evaluate(() => localStorage.getItem('accessToken'));
  }

  lastActivity(): Promise<number> {
    return this.page.evaluate(() => Number(localStorage.getItem('lastActivity')));
  }

  /** Time is stopped from now on and the test moves it. A few seconds pass, so that no tab is ahead of it. */
  async stopClock(): Promise<void> {
    await this.context.clock.pauseAt((await this.page.evaluate(() => Date.now())) + 10_000);
  }

  // What a person sees

  get account() {
    return this.page.getByRole('button', { name: shell.account.label.replace('{{name}}', '') });
  }

  get alert() {
    return this.page.getByRole('alert');
  }

  heading(name: string) {
    return this.page.getByRole('heading', { level: 1, name, exact: true });
  }

  async expectSignInForm(): Promise<void> {
    await expect(this.heading(session.signIn.title)).toBeVisible();
    await expect(this.page.getByRole('button', { name: session.signIn.signIn, exact: true })).toBeEnabled();
    await expect(this.page.getByLabel(session.signIn.password, { exact: true })).toHaveAttribute('type', 'password');
    await expect(this.page).toHaveURL('/auth/login');
    await expect(this.account).toHaveCount(0);
    expect(await this.token()).toBeNull();
  }

  /** The name of who was here is filled in, and the password is asked. */
  async expectFilledIn(username: string | null): Promise<void> {
    const name = this.page.getByLabel(session.signIn.username);
    const password = this.page.getByLabel(session.signIn.password, { exact: true });
    await expect(name).toHaveValue(username ?? '');
    await expect(password).toHaveValue('');
    await expect(username === null ? name : password).toBeFocused();
  }

  async expectPasswordForm(username: string): Promise<void> {
    await expect(this.heading(session.expired.title)).toBeVisible();
    await expect(this.page.getByText(session.expired.text.replace('{{username}}', username))).toBeVisible();
    await expect(this.page.getByRole('button', { name: session.password.change, exact: true })).toBeEnabled();
    await expect(this.account).toHaveCount(0);
  }

  async expectPasswordChanging(): Promise<void> {
    await expect(this.heading(session.expired.title)).toBeVisible();
    await expect(this.page.getByRole('button', { name: session.password.changing, exact: true })).toBeDisabled();
  }

  async expectPasswordChanged(): Promise<void> {
    await expect(this.heading(session.changed.title)).toBeVisible();
    await expect(this.page.getByText(session.changed.text)).toBeVisible();
    await expect(this.page.getByRole('textbox')).toHaveCount(0);
  }

  async expectSignedIn(fullname: string, path: string = PLACE): Promise<void> {
    await expect(this.account).toHaveAccessibleName(shell.account.label.replace('{{name}}', fullname));
    await expect(this.page).toHaveURL(path);
  }

  /** The sign-in page shows why the session ended. */
  async expectReason(
    reason: 'inactive' | 'left' | 'rejected' | 'password' | 'test' | 'elsewhere' | null,
  ): Promise<void> {
    for (const [key, text] of Object.entries(session.wayBack)) {
      if (key.startsWith('to')) continue;
      await expect(this.page.getByText(text)).toHaveCount(key === reason ? 1 : 0);
    }
  }
}

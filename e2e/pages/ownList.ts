/** A counter at a computer of its own: comes by the list of acts, as a person does, and scans with a real scanner. */
import { type Browser, type CDPSession, expect } from '@playwright/test';
import { type BranchPerson, signIn } from '../harness/control.ts';
import { CounterPage } from './counterPage.ts';

export type Screen = 'assigned' | 'counting' | 'submitted' | 'removed';

const ENTER = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13, text: '\r' };

export class OwnList extends CounterPage {
  #keys: CDPSession | undefined;

  /** The person's own browser. */
  static async inContext(browser: Browser, person: BranchPerson): Promise<OwnList> {
    const context = await browser.newContext();
    await signIn(context, person);
    return new OwnList(await context.newPage());
  }

  /** From the list of acts straight to the own counting screen. */
  async come(actNumber: string): Promise<void> {
    await this.page.goto('/repositories/act-of-counting');
    await this.page.getByRole('link', { name: actNumber, exact: true }).click();
    await this.page.waitForURL(/\/counters\/\d+$/);
  }

  /** The screen shows the state of the list, and offers what may be done in it, no more. */
  async expectScreen(screen: Screen, { mayStart = true } = {}): Promise<void> {
    const { page } = this;
    const places = { assigned: 'assigned', counting: 'counts', submitted: 'over', removed: 'gone' } as const;
    for (const [one, id] of Object.entries(places)) {
      await expect(page.getByTestId(id), `the screen of ${one}`).toHaveCount(one === screen ? 1 : 0);
    }
    await expect(page.getByTestId('start')).toHaveCount(screen === 'assigned' ? 1 : 0);
    if (screen === 'assigned') await expect(page.getByTestId('start')).toBeEnabled({ enabled: mayStart });
    await expect(this.field).toHaveCount(screen === 'counting' ? 1 : 0);
    await expect(page.getByTestId('submit')).toHaveCount(screen === 'counting' ? 1 : 0);
    if (screen !== 'removed') await expect(page.getByTestId('counter-state')).toHaveAttribute('data-state', screen);
  }

  async handIn(): Promise<void> {
    await this.submit();
    await this.expectScreen('submitted');
  }

  /**
   * Codes as a scanner sends them, each ended with Enter, none of them waiting for the page. Resolves when the browser
   * has taken all of them. A scanner presses keys; `whole` codes, as one that pastes does, cost a test much less.
   */
  async scanAll(codes: readonly string[], how: 'keys' | 'whole' = 'whole'): Promise<void> {
    this.#keys ??= await this.page.context().newCDPSession(this.page);
    const keys = this.#keys;
    if (how === 'whole') await this.field.focus();
    const sent: Promise<unknown>[] = [];
    const press = (key: { key: string; text: string }) => {
      sent.push(keys.send('Input.dispatchKeyEvent', { type: 'keyDown', ...key }));
      sent.push(keys.send('Input.dispatchKeyEvent', { type: 'keyUp', key: key.key }));
    };
    for (const code of codes) {
      if (how === 'whole') sent.push(keys.send('Input.insertText', { text: code }));
      else for (const char of code) press({ key: char, text: char });
      press(ENTER);
    }
    await Promise.all(sent);
  }

  /** Another tab of the same browser, instead of the one that is gone. */
  async another(): Promise<OwnList> {
    const page = await this.page.context().newPage();
    await page.bringToFront();
    return new OwnList(page);
  }
}

/** A chunk of the built app that the test lets through, loses or replaces at the network. */
import { expect, type Page, type Route } from '@playwright/test';

export class HeldChunk {
  readonly #page: Page;
  readonly #address: RegExp;
  #waiting: Route[] = [];
  #passes = false;

  private constructor(page: Page, address: RegExp) {
    this.#page = page;
    this.#address = address;
  }

  static async at(page: Page, address: RegExp): Promise<HeldChunk> {
    const held = new HeldChunk(page, address);
    await page.route(address, (route) => (held.#passes ? route.continue() : void held.#waiting.push(route)));
    return held;
  }

  async #next(): Promise<Route[]> {
    await expect.poll(() => this.#waiting.length).toBeGreaterThan(0);
    return this.#waiting.splice(0);
  }

  /** Lets it through, now and later: the app fetches a chunk before it imports it. */
  async pass(): Promise<void> {
    const waiting = await this.#next();
    this.#passes = true;
    for (const route of waiting) await route.continue();
  }

  /** Nothing answers, `config.json` neither: after a new release the app would reload. */
  async lose(): Promise<void> {
    await this.#page.route('**/config.json', (route) => route.abort('connectionfailed'));
    for (const route of await this.#next()) await route.abort('connectionfailed');
  }

  /** The server can be reached again; the chunk is still held. */
  async reach(): Promise<void> {
    await this.#page.unroute('**/config.json');
  }

  /** It is not on the server any more. */
  async replace(): Promise<void> {
    for (const route of await this.#next())
      await route.fulfill({ status: 404, contentType: 'text/plain', body: 'gone' });
    await this.#page.unroute(this.#address);
  }
}

/**
 * Keystrokes and clicks that a job costs beyond its data. Only what a person did counts:
 * trusted events of the page, a key held down once, a modifier only with the key that it modifies.
 */
import type { Page } from '@playwright/test';

declare global {
  /** Keystrokes and clicks since the page was loaded. */
  var __strokes: number | undefined;
}

export class Strokes {
  readonly #page: Page;
  /** Typed as data. */
  #data = 0;

  private constructor(page: Page) {
    this.#page = page;
  }

  /** Before the page is opened. */
  static async of(page: Page): Promise<Strokes> {
    await page.addInitScript(() => {
      globalThis.__strokes = 0;
      const count = (event: Event) => {
        if (event.isTrusted) globalThis.__strokes = (globalThis.__strokes ?? 0) + 1;
      };
      const modifiers = new Set(['Shift', 'Control', 'Alt', 'Meta']);
      const onKey = (event: KeyboardEvent) => {
        if (!event.repeat && !modifiers.has(event.key)) count(event);
      };
      window.addEventListener('keydown', onKey, true);
      window.addEventListener('pointerdown', count, true);
    });
    return new Strokes(page);
  }

  async #all(): Promise<number> {
    return this.#page.evaluate(() => globalThis.__strokes ?? Number.NaN);
  }

  /** Types the data itself where the focus is: its characters are not counted. */
  async type(data: string): Promise<void> {
    const before = await this.#all();
    await this.#page.keyboard.type(data);
    this.#data += (await this.#all()) - before;
  }

  /** What the job took beside its data. Not a number when the page was loaded again meanwhile: a job stays in the app. */
  async count(): Promise<number> {
    return (await this.#all()) - this.#data;
  }
}

/** Contents of a chosen file are released by the path: as soon as the page has asked for them. */
import type { Page } from '@playwright/test';

declare global {
  var __readFile: (() => void) | undefined;
}

/** Before the first page. */
export async function holdFiles(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const read = Blob.prototype.arrayBuffer;
    Blob.prototype.arrayBuffer = async function held(this: Blob) {
      await new Promise<void>((done) => {
        globalThis.__readFile = done;
      });
      return read.call(this);
    };
  });
}

export async function letFileBeRead(page: Page): Promise<void> {
  const asked = await page.waitForFunction(() => globalThis.__readFile);
  await asked.evaluate((read: (() => void) | undefined) => {
    globalThis.__readFile = undefined;
    read?.();
  });
}

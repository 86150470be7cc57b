/** The choice of the server's list that is open, as a person searches it. */
import { expect, type Page } from '@playwright/test';

/** Writes what is sought, waits until the list has followed, and takes the first of that name. */
export async function searchOption(
  page: Page,
  search: string,
  { name = search, exact = false }: { name?: string | RegExp; exact?: boolean } = {},
): Promise<void> {
  const list = page.locator('.remote-list');
  await page.locator('.remote-select').getByRole('combobox').fill(search);
  // what is pressed while the list moves is pressed beside it
  await expect(list).toHaveAttribute('aria-busy', 'false');
  await list.getByRole('option', { name, exact }).first().click();
  await expect(list).toHaveCount(0);
}

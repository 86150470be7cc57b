/**
 * Boxes and rings whose state a machine holds: it changes with the next drawing, not within the click, and the input
 * itself is under its picture.
 */
import { expect, type Locator } from '@playwright/test';

export async function tick(box: Locator): Promise<void> {
  if (!(await box.isChecked())) await box.click({ force: true });
  await expect(box).toBeChecked();
}

export async function untick(box: Locator): Promise<void> {
  if (await box.isChecked()) await box.click({ force: true });
  await expect(box).not.toBeChecked();
}

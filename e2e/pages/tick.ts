/**
 * Boxes and rings whose state a machine holds: it changes with the next drawing, not within the click, and the input
 * itself is under its picture. A click may miss while a dialog is still moving into its place: it is made again.
 */
import { expect, type Locator } from '@playwright/test';

async function turn(box: Locator, checked: boolean): Promise<void> {
  await expect(async () => {
    if ((await box.isChecked()) !== checked) await box.click({ force: true });
    await expect(box).toBeChecked({ checked, timeout: 2_000 });
  }).toPass({ timeout: 25_000 });
}

export const tick = (box: Locator): Promise<void> => turn(box, true);

export const untick = (box: Locator): Promise<void> => turn(box, false);

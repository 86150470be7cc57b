/** An act is copied from its window: the form begins as it is, and what is opened is another act. */
import { expect } from '@playwright/test';
import counting from '../locales/uz/counting.json' with { type: 'json' };
import { TestAct } from './harness/acts.ts';
import { signIn, test } from './harness/control.ts';
import { ActWindow } from './pages/actWindow.ts';

test('an act is copied from its window', async ({ page, context, branch }) => {
  const act = await TestAct.of(branch, 'Oylik sanoq');
  await signIn(context, branch.people.keeper);
  await new ActWindow(page).open(act.id);
  await page.getByTestId('act-more').click();
  await page.getByTestId('act-copy').click();
  await expect(page.getByTestId('copy-of')).toBeVisible();
  const form = page.getByRole('complementary', { name: counting.form.copyTitle });
  await expect(form.getByRole('textbox')).toHaveValue('Oylik sanoq');
  await page.getByTestId('act-create-send').click();
  await expect(page).toHaveURL(/\/act-of-counting\/\d+$/);
  expect(page.url()).not.toMatch(new RegExp(`/${act.id}$`));
});

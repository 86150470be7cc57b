/** What is typed and not saved: the question on every way to leave, and the browser's history after it. */
import { expect } from '@playwright/test';
import shell from '../locales/uz/shell.json' with { type: 'json' };
import { TestAct } from './harness/acts.ts';
import { signIn, test } from './harness/control.ts';
import { LIST_PATH, texts } from './pages/actPage.ts';

test('a comment on an act: asked before leaving, kept by staying, gone with leaving', async ({ page, branch }) => {
  const act = await TestAct.of(branch, 'Choraklik sanoq');
  await signIn(page.context(), branch.people.keeper);
  const comment = page.getByRole('textbox', { name: texts.counting.comments.write });
  const question = page.getByRole('dialog');

  await page.goto('/profile');
  await page.goto(LIST_PATH);
  await page.locator(`a[href$="${LIST_PATH}/${act.id}"]`).click();
  await comment.fill('Ikki quti tokchada qoldi');

  await page.locator('a[href="/"]').first().click();
  await expect(question).toBeVisible();
  await question.getByRole('button', { name: shell.leave.stay }).click();
  await expect(comment).toHaveValue('Ikki quti tokchada qoldi');

  // another part of the same window does not leave it
  await page.getByRole('tab', { name: texts.counting.tabs.files }).click();
  await expect(comment).toHaveCount(0);
  await page.getByRole('tab', { name: texts.counting.tabs.comments }).click();
  await expect(comment).toHaveValue('Ikki quti tokchada qoldi');

  await page.goBack();
  await expect(question).toBeVisible();
  await expect(page).toHaveURL(/act-of-counting\/\d+$/);
  await question.getByRole('button', { name: shell.leave.leave }).click();
  await expect(page).toHaveURL(new RegExp(`${LIST_PATH}$`));

  // the list is where it was in the history
  await page.goBack();
  await expect(page).toHaveURL(/\/profile$/);
  await page.goForward();
  await page.locator(`a[href$="${LIST_PATH}/${act.id}"]`).click();
  await expect(comment).toHaveValue('');
});

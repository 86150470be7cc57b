/** Saved views of a list: kept under a name, named in the address, marked when changed. */
import { expect, type Page } from '@playwright/test';
import words from '../locales/uz/listViews.json' with { type: 'json' };
import { TestAct } from './harness/acts.ts';
import { signIn, test } from './harness/control.ts';
import { LIST_PATH, texts } from './pages/actPage.ts';

class Views {
  constructor(readonly page: Page) {}
  get button() {
    return this.page.getByTestId('list-views');
  }
  get menu() {
    return this.page.locator('.view-menu');
  }
  choice = (name: string) => this.menu.getByRole('button', { name, exact: true });
  async keep(name: string) {
    await this.button.click();
    await this.menu.getByLabel(words.keep).fill(name);
    await this.menu.locator('form').getByRole('button', { name: words.overwrite }).click();
    await expect(this.button).toHaveText(name);
  }
}
const named = (text: string, name: string) => text.replace('{{name}}', name);

const { list } = texts.counting;

test('a view is kept, named in the address, marked when changed, put back and overwritten when asked', async ({
  page,
  branch,
}) => {
  await TestAct.of(branch, 'Birinchi sanoq');
  await signIn(page.context(), branch.people.keeper);
  await page.goto(`${LIST_PATH}?status=created`);
  const views = new Views(page);
  const rows = page.getByRole('table', { name: list.title }).locator('tbody tr');
  await expect(rows).toHaveCount(1);

  await views.keep('Ochilganlar');
  await expect(page).toHaveURL(/status=created.*saved=\d+/);

  await page.getByTestId('list-narrowing').getByRole('button').click();
  await expect(views.button).toHaveAccessibleName(named(words.changedName, 'Ochilganlar'));
  await views.button.click();
  await expect(views.menu.getByText(named(words.changed, 'Ochilganlar'))).toBeVisible();
  await views.menu.getByRole('button', { name: words.asKept }).click();
  await expect(page).toHaveURL(/status=created/);
  await expect(views.button).toHaveAccessibleName('Ochilganlar');

  await page.getByRole('columnheader', { name: list.created }).getByRole('button').click();
  await expect(page).toHaveURL(/sort=created/);
  await views.button.click();
  await views.menu.locator('.view-changed').getByRole('button', { name: words.overwrite }).click();
  await expect(views.button).toHaveAccessibleName('Ochilganlar');

  await views.button.click();
  await views.choice(words.whole).click();
  await expect(page).not.toHaveURL(/status|sort|saved/);
  await views.button.click();
  await views.choice('Ochilganlar').click();
  await expect(page).toHaveURL(/status=created&sort=created&saved=\d+/);
});

test('a name that is taken is said at its field; what was deleted comes back', async ({ page, branch }) => {
  await signIn(page.context(), branch.people.keeper);
  await page.goto(`${LIST_PATH}?status=completed`);
  const views = new Views(page);
  await views.keep('Yakunlanganlar');
  await views.button.click();
  await views.menu.getByLabel(words.keep).fill('YAKUNLANGANLAR');
  await page.keyboard.press('Enter');
  await expect(views.menu.getByRole('alert')).toHaveText('Bu nomli koʻrinishingiz bor.');
  await expect(views.menu.getByLabel(words.keep)).toHaveValue('YAKUNLANGANLAR');

  await views.menu.getByRole('button', { name: named(words.delete, 'Yakunlanganlar') }).click();
  await expect(views.choice('Yakunlanganlar')).toHaveCount(0);
  await views.menu.getByRole('button', { name: words.bringBack }).click();
  await expect(views.choice('Yakunlanganlar')).toBeVisible();
});

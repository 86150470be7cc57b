/** A picture of a record: refused by its content, uploaded at once, kept when the page is loaded anew, and saved. */
import { expect } from '@playwright/test';
import uzFiles from '../locales/uz/files.json' with { type: 'json' };
import uzSeal from '../locales/uz/settings/branchSeal.json' with { type: 'json' };
import { plainPathOf } from '../src/routes/registry.ts';
import { signIn, test } from './harness/control.ts';
import { searchOption } from './pages/remoteSelect.ts';

/** One blue point. */
const POINT = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfz0AEYBxVSF+FAAhKDveksOjmAAAAAElFTkSuQmCC',
  'base64',
);
const file = (name: string, buffer: Buffer) => ({ name, mimeType: 'image/png', buffer });

test('a seal: what is no picture is refused, a chosen one outlives the page, and stands in the list', async ({
  page,
  branch,
}) => {
  await signIn(page.context(), branch.people.director);
  await page.goto(plainPathOf('branchSeals'));
  await page.getByTestId('record-add').click();
  const picture = page.getByRole('group', { name: uzSeal.fields.image });
  const input = picture.getByLabel(uzFiles.choose);

  await input.setInputFiles(file('matn.png', Buffer.from('matn')));
  await expect(picture.getByRole('alert')).toContainText('matn.png: Faqat JPEG, PNG yoki WebP');
  await input.setInputFiles(file('matn.txt', Buffer.from('matn')));
  await expect(picture.getByRole('alert')).toContainText('matn.txt: ');
  await input.setInputFiles(file('muhr.png', POINT));
  // uploaded: it is a link to the file on the server
  const kept = picture.locator('.file-link img');
  await expect(kept).toBeVisible();

  await page.reload();
  await page.getByTestId('draft-take').click();
  await expect(kept).toBeVisible();
  await page.locator('form').getByLabel(uzSeal.fields.organization, { exact: true }).click();
  await searchOption(page, branch.organization);
  await page.locator('form').getByLabel(uzSeal.fields.kind, { exact: true }).selectOption('seal');
  await page.getByTestId('record-save').click();
  await page.getByTestId('revision-plan').click();
  await page.getByTestId('record-confirm').click();
  const row = page.locator('tbody tr', { hasText: branch.organization });
  await expect(row.getByRole('img', { name: 'muhr.png' })).toBeVisible();
});

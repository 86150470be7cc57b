/** The black list: a person's number stands in no address (decision 98). */
import { expect } from '@playwright/test';
import blackList from '../locales/uz/blackList.json' with { type: 'json' };
import { plainPathOf } from '../src/routes/registry.ts';
import { control, signIn, test } from './harness/control.ts';

test('a number typed into the search by name is not searched by; the field says where it is', async ({
  page,
  context,
}) => {
  const branch = await control.branch();
  await signIn(context, branch.people.director);
  const asked: string[] = [];
  page.on('request', (sent) => asked.push(sent.url()));
  // as from an old favourite
  await page.goto(`${plainPathOf('blackList')}?search=31503850010023`);
  const field = page.getByRole('searchbox', { name: blackList.search });
  await field.fill('31503850010024');
  await field.press('Enter');
  await expect(page.getByText(blackList.searchNumber.replace('{{act}}', blackList.find.open))).toBeVisible();
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await field.fill('Karimov');
  await field.press('Enter');
  await expect(page).toHaveURL(/search=Karimov/);
  await expect.poll(() => asked.some((url) => url.includes('search=Karimov'))).toBe(true);
  expect(asked.filter((url) => url.includes('/api/') && url.includes('315038'))).toEqual([]);
  expect(asked.filter((url) => url.includes('31503850010024'))).toEqual([]);
});

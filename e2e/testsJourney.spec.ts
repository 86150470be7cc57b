/** A journey: an author writes and publishes a test, three of the staff take it, the author sees who knew what. */
import { expect, type Page } from '@playwright/test';
import { type BranchPerson, signIn, test } from './harness/control.ts';
import { RESULTS_PATH, TestAuthorPage, texts } from './pages/testAuthorPage.ts';
import { TestPage } from './pages/testPage.ts';

const { form } = texts.authors;
const { results } = texts;

test('an author, three who take the test, and what the author learns', async ({ page, context, browser, branch }) => {
  test.slow();
  const { director, counter1, counter2, counter3 } = branch.people;
  const title = `Kassa intizomi ${branch.organization}`;
  const questions = [
    'Kun kim bilan yopiladi?',
    'Nima tekshiriladi? Hammasini belgilang.',
    'Kun nechta? Sonini yozing.',
  ];
  const [one = '', two = '', three = ''] = questions;

  await signIn(context, director);
  const author = new TestAuthorPage(page);
  await author.openNew();
  await author.field(texts.authors.titleOf).fill(title);
  await author.addChoices('single', one, ['Kassir', '+Kassir va rahbar']);
  await author.addChoices('multi', two, ['+Pul', '+Cheklar', 'Ob-havo']);
  await author.accepted(await author.addQuestion('text', three)).fill('15\noʻn besh');
  await author.choose(form.addOrganization, branch.organization);
  await page.getByRole('textbox', { name: form.tries }).fill('1');
  await page.getByRole('textbox', { name: new RegExp(`^${form.percent}`) }).fill('70');
  const id = await author.created();
  await author.publishButton.click();
  await author.sendButton.click();
  await author.expectStatus('published');

  /** Takes it as a person does: what is chosen, and the words, or none. */
  async function take(person: BranchPerson, chosen: readonly string[], words: string): Promise<void> {
    const apart = await browser.newContext({ baseURL: new URL(page.url()).origin });
    await signIn(apart, person);
    const taking = new TestPage(await apart.newPage());
    const wire: string[] = [];
    taking.page.on('response', async (answer) => {
      if (answer.url().includes('/cash/api/')) wire.push(await answer.text().catch(() => ''));
    });
    await taking.open();
    await taking.begin();
    await taking.expectPlace('answering');
    for (const option of chosen.slice(0, 1)) await taking.option(option).check();
    await taking.step(2).click();
    for (const option of chosen.slice(1)) await taking.option(option).check();
    await taking.step(3).click();
    if (words !== '') await taking.words.fill(words);
    await taking.expectSaved('saved');
    await taking.handIn();
    await taking.expectPlace('result');
    // nothing of what is right has crossed the wire
    expect(wire.join('\n')).not.toMatch(/"is_correct":true|oʻn besh/);
    await apart.close();
  }
  await take(counter1, ['Kassir va rahbar', 'Pul', 'Cheklar'], "O'N BESH");
  await take(counter2, ['Kassir', 'Pul', 'Ob-havo'], 'bilmayman');
  await take(counter3, ['Kassir va rahbar', 'Pul', 'Cheklar'], '');

  const rowOf = (where: Page, name: string) => where.getByRole('row').filter({ hasText: name });
  await author.openInList(id);
  await expect(author.pane).toContainText(`3 / ${Object.keys(branch.people).length}`);
  await page.getByTestId('test-results').click();
  await expect(page).toHaveURL(new RegExp(`${RESULTS_PATH}\\?test_id=${id}`));
  await expect(rowOf(page, counter1.fullname)).toContainText(results.outcomes.passed);
  await expect(rowOf(page, counter1.fullname)).toContainText('100');
  await expect(rowOf(page, counter2.fullname)).toContainText(results.outcomes.failed);
  await expect(rowOf(page, counter3.fullname)).toContainText('66,66');
  await expect(rowOf(page, director.fullname)).toContainText(results.outcomes.none);
  // another try, with a reason; who has passed needs none
  await expect(rowOf(page, counter1.fullname).getByTestId('give-attempt')).toHaveCount(0);
  await rowOf(page, counter3.fullname).getByTestId('give-attempt').click();
  await page.getByRole('dialog').getByRole('textbox').fill('Aloqa uzildi');
  await page.getByTestId('question-send').click();
  await expect(rowOf(page, counter3.fullname).getByTestId('give-attempt')).toHaveCount(0);

  await page.getByRole('button', { name: results.views.branches, exact: true }).click();
  await expect(rowOf(page, branch.organization)).toContainText('33,3');

  await page.getByRole('button', { name: results.views.questions, exact: true }).click();
  const rows = page
    .getByRole('row')
    .filter({ hasText: '?' })
    .or(page.getByRole('row').filter({ hasText: three }));
  await expect(rows.first()).toContainText(three);
  await expect(rows.first()).toContainText('66,7');
  await expect(rowOf(page, one)).toContainText('33,3');

  const download = page.waitForEvent('download');
  await page.getByTestId('list-excel').click();
  expect((await download).suggestedFilename()).toMatch(/\.xlsx$/);

  // another try was given: it is taken, and the best counts
  await take(counter3, ['Kassir va rahbar', 'Pul', 'Cheklar'], '15');
  await page.getByRole('button', { name: results.views.people, exact: true }).click();
  // what was read a moment ago may still stand
  await page.reload();
  await expect(rowOf(page, counter3.fullname)).toContainText(results.outcomes.passed);
});

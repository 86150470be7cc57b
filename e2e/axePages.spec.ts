/**
 * axe finds nothing on any page that is built, by the list of pages, nor in the record that a list opens at its side:
 * every rule in Uzbek at the smallest font and in Russian at the largest, colours in both themes.
 */
import { plainPathOf } from '../src/routes/registry.ts';
import { control, signIn, test } from './harness/control.ts';
import { becomerOf, dress, openWithin, shown, visitsOf } from './harness/everyPage.ts';
import { expectClean, LOOKS, ONCE } from './harness/looks.ts';

/** Parts of the walk, each below a minute. */
const PARTS = 10;

/** What moves by itself would be caught in the middle. */
test.use({ contextOptions: { reducedMotion: 'reduce' } });

for (let part = 0; part < PARTS; part += 1)
  test(`nothing is found by axe on any page, part ${part + 1}`, async ({ page, context }) => {
    const branch = await control.branch({ products: 4 });
    const { director } = branch.people;
    const visits = await visitsOf(branch);
    await signIn(context, director);
    const become = becomerOf(page);
    for (const { id } of shown.filter((_, at) => at % PARTS === part)) {
      const { as, paths } = visits[id] ?? { as: director, paths: [plainPathOf(id)] };
      await become(as);
      for (const path of paths)
        await test.step(`${id} ${path}`, async () => {
          await dress(page, { language: 'uz', fontSize: 12 });
          await openWithin(page, path);
          await expectClean(page, `${id}, uz`, LOOKS.uz);
          const row = page.locator('.list-body .table .opens button.link').first();
          const opens = await row.isVisible();
          if (opens) {
            await dress(page, { fontSize: 12 });
            await row.click();
            await page.locator('.list-body > .pane').waitFor();
            await expectClean(page, `${id} with a record, uz`, ONCE);
          }
          await dress(page, { language: 'ru', fontSize: 28 });
          await expectClean(page, `${id}${opens ? ' with a record' : ''}, ru`, LOOKS.ru);
        });
    }
  });

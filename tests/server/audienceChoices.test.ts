/** What an author of an announcement or a test chooses its audience from (areas 3.5, 4.23). */
import { expect, it } from 'vitest';
import { announcementChoices } from '../../contract/announcements.ts';
import { testChoices } from '../../contract/testAuthors.ts';
import { writeTest } from './testKit.ts';
import { ORGANIZATION, OTHER_ORGANIZATION, withServer } from './world.ts';

const server = withServer();
const on = () => server.current;

it('are positions in the reader’s language and branches that are not closed', async () => {
  const { kysely } = on().db;
  const positions = await kysely.selectFrom('position').select(['id', 'name_uz', 'name_ru']).execute();
  await kysely.updateTable('organization').set({ active: false }).where('id', '=', OTHER_ORGANIZATION).execute();
  for (const call of [announcementChoices, testChoices]) {
    const uz = await on().call('director', call, { language: 'uz' });
    const ru = await on().call('director', call, { language: 'ru' });
    const titles = (names: string[]) =>
      expect.arrayContaining(names.map((title) => expect.objectContaining({ title })));
    expect(uz.body.data.positions).toHaveLength(positions.length);
    expect(uz.body.data.positions).toEqual(titles(positions.map(({ name_uz }) => name_uz)));
    expect(ru.body.data.positions).toEqual(titles(positions.map(({ name_ru }) => name_ru)));
    const ids = uz.body.data.organizations.map(({ id }) => id);
    expect(ids).toContain(ORGANIZATION);
    expect(ids).not.toContain(OTHER_ORGANIZATION);
  }
});

it('of results are tests that somebody could take, the newest first', async () => {
  const [, published, ended] = [
    await writeTest(on(), { status: 'draft' }),
    await writeTest(on(), { title: 'Kassa', status: 'published' }),
    await writeTest(on(), { title: 'Ombor', status: 'ended' }),
  ];
  const { data } = await on().do('director', testChoices);
  expect(data.tests).toEqual([
    { id: ended, title: 'Ombor' },
    { id: published, title: 'Kassa' },
  ]);
});

it('are hidden from people who write no tests', async () => {
  expect((await on().call('counter1', announcementChoices)).status).toBe(403);
  expect((await on().call('counter1', testChoices)).status).toBe(403);
});

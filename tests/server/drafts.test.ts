/** Drafts of forms with personal data, which never stay in a browser (decision 98): a person's own, for thirty days. */
import { beforeEach, describe, expect, it } from 'vitest';
import { draftDrop, draftIndex, draftKeep, draftSetAside } from '../../contract/drafts.ts';
import { withServer } from './world.ts';

const server = withServer();
const PLACE = { form: 'personal.partner', of: '7' };
const HOUR = 3_600_000;
const BODY = { fields: { phone: '+998901234567', firms: [{ stir: '305620441' }] }, base: { phone: '', firms: [] } };

const keep = (visit: string, body = BODY, place = PLACE) =>
  server.current.call('keeper', draftKeep, { body: { ...place, visit, ...body } });
const visits = async (who: 'keeper' | 'counter1' = 'keeper', query = PLACE) =>
  (await server.current.call(who, draftIndex, { query })).body.data.map(({ visit }) => visit);
/** As if it had been written so many hours earlier. */
async function age(visit: string, hours: number): Promise<void> {
  const { kysely } = server.current.db;
  const row = await kysely.selectFrom('form_draft').selectAll().where('visit', '=', visit).executeTakeFirstOrThrow();
  const back = (moment: Date) => new Date(moment.getTime() - hours * HOUR);
  await kysely
    .updateTable('form_draft')
    .set({ at: back(row.at), until: back(row.until) })
    .where('visit', '=', visit)
    .execute();
}

beforeEach(async () => {
  await server.current.db.kysely.deleteFrom('form_draft').execute();
});

describe('drafts of forms', () => {
  it('come back as they were written, the last writing of an opening alone', async () => {
    expect((await keep('a', { ...BODY, fields: { phone: '', firms: [] } })).status).toBe(200);
    expect((await keep('a')).status).toBe(200);
    const { data } = (await server.current.call('keeper', draftIndex, { query: PLACE })).body;
    expect(data).toEqual([{ visit: 'a', at: expect.any(String), ...BODY }]);
  });

  it('are of one person, form and record', async () => {
    await keep('a');
    expect(await visits('counter1')).toEqual([]);
    expect(await visits('keeper', { ...PLACE, of: '8' })).toEqual([]);
    expect(await visits('keeper', { ...PLACE, form: 'firm' })).toEqual([]);
    // nobody else drops it or sets it aside
    const theirs = await server.current.call('counter1', draftSetAside, { body: { ...PLACE, visit: 'a' } });
    expect(theirs.status).toBe(404);
    await server.current.call('counter1', draftDrop, { query: { ...PLACE, visit: 'a' } });
    expect(await visits()).toEqual(['a']);
  });

  it('are gone when dropped', async () => {
    await keep('a');
    await keep('b');
    expect((await server.current.call('keeper', draftDrop, { query: { ...PLACE, visit: 'a' } })).status).toBe(200);
    expect(await visits()).toEqual(['b']);
  });

  it('stay for thirty days, the newest first', async () => {
    for (const [visit, hours] of [
      ['old', 30 * 24 + 1],
      ['last', 30 * 24 - 1],
      ['new', 0],
    ] as const) {
      await keep(visit);
      await age(visit, hours);
    }
    expect(await visits()).toEqual(['new', 'last']);
    // the next writing clears what is over
    await keep('newer');
    const left = await server.current.db.kysely.selectFrom('form_draft').select('visit').orderBy('visit').execute();
    expect(left.map(({ visit }) => visit)).toEqual(['last', 'new', 'newer']);
  });

  it('stay for a day once they are set aside', async () => {
    await keep('a');
    const aside = () => server.current.call('keeper', draftSetAside, { body: { ...PLACE, visit: 'a' } });
    expect((await aside()).status).toBe(200);
    await age('a', 23);
    expect(await visits()).toEqual(['a']);
    await age('a', 2);
    expect(await visits()).toEqual([]);
    expect((await aside()).status).toBe(404);
  });

  it('are five of one form at most', async () => {
    for (const [at, visit] of ['a', 'b', 'c', 'd', 'e', 'f'].entries()) {
      await keep(visit);
      await age(visit, 10 - at);
    }
    await keep('g');
    expect(await visits()).toEqual(['g', 'f', 'e', 'd', 'c']);
    await keep('x', BODY, { ...PLACE, of: '8' });
    expect(await visits()).toHaveLength(5);
  });

  it('need a sign-in and a place', async () => {
    expect((await server.current.call(null, draftIndex, { query: PLACE })).status).toBe(401);
    const { status, body } = await keep(' ');
    expect(status).toBe(422);
    expect(Object.keys((body as unknown as { errors: object }).errors)).toEqual(['visit']);
  });
});

/**
 * Seals and signatures (areas 4.4 `/settings/branch-seals`, decisions 53, 91): an image is uploaded first and known by its
 * content; who may upload, name and read it; former ones stay; those that nothing names are forgotten.
 */
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { fileDownload } from '../../contract/counting/acts.ts';
import { imageUpload } from '../../contract/images.ts';
import { branchSeal } from '../../contract/settings/branchSeal.ts';
import { forgetImages } from '../../server/documents/images.ts';
import { daysAfter, tashkentDay } from '../../server/http/days.ts';
import { fileForm, PNG } from './lifecycles/countingAct.driver.ts';
import { ORGANIZATION, OTHER_ORGANIZATION, PEOPLE, type PersonName, withServer } from './world.ts';

const server = withServer();
const today = () => tashkentDay(new Date());
const bytes = (...more: number[]) => new Uint8Array([...PNG, ...more]);
const upload = (who: PersonName, content = bytes(), of = 'branchSeal') =>
  server.current.call(who, imageUpload, { form: fileForm({ of }, content) });
const uploaded = async (who: PersonName, content = bytes()) => (await upload(who, content)).body.data.id;
const download = async (who: PersonName, id: number) =>
  (await server.current.call(who, fileDownload, { params: { id } })).status;

const sealOf = (organization_id: number, image_id: number, more: object = {}) => ({
  organization_id,
  kind: 'seal' as const,
  image_id,
  valid_from: today(),
  ...more,
});
async function settled(body: ReturnType<typeof sealOf>) {
  const { data } = await server.current.do('director', branchSeal.calls.create, { body });
  return (await server.current.do('director', branchSeal.calls.plan, { params: { id: data.id } })).data;
}

beforeAll(async () => {
  const give = (who: PersonName, ...actions: string[]) =>
    actions.map((action) => ({ user_id: PEOPLE[who].id, resource: 'branch_seal', action, granted: true, until: null }));
  await server.current.db.kysely
    .insertInto('user_rule')
    .values([...give('keeper', 'show', 'add', 'edit'), ...give('viewer', 'show')])
    .onConflict((row) => row.doNothing())
    .execute();
});

it('an image is what its first bytes say: anything else is refused at the file, and nothing is kept', async () => {
  const kept = async () =>
    (await server.current.db.kysely.selectFrom('file').select('id').where('kind', '=', 'branchSeal').execute()).length;
  const before = await kept();
  const wrong = {
    text: new TextEncoder().encode('muhr'),
    PDF: new TextEncoder().encode('%PDF-1.7 muhr'),
    empty: new Uint8Array(),
  };
  for (const [what, content] of Object.entries(wrong)) {
    const { status, error } = await upload('director', content as never);
    expect([status, Object.keys(error.errors ?? {})], what).toEqual([422, ['file']]);
    if (what !== 'empty') expect(error.errors?.file?.[0]).not.toContain('PDF');
  }
  const unknown = await upload('director', bytes(), 'bank');
  expect([unknown.status, Object.keys(unknown.error.errors ?? {})]).toEqual([422, ['of']]);
  expect((await upload('viewer')).status).toBe(403);
  expect(await kept()).toBe(before);
  const { body } = await upload('director', bytes(1, 2, 3));
  expect(body.data).toMatchObject({ type: 'image/png', size: PNG.length + 3 });
});

it('until its record is saved it is its uploader’s; then everybody’s who sees the record', async () => {
  const image = await uploaded('keeper');
  expect(await download('keeper', image)).toBe(200);
  expect(await download('director', image)).toBe(404);
  const foreign = await server.current.call('director', branchSeal.calls.create, { body: sealOf(ORGANIZATION, image) });
  expect([foreign.status, Object.keys(foreign.error.errors ?? {})]).toEqual([422, ['image_id']]);
  await server.current.do('keeper', branchSeal.calls.create, { body: sealOf(ORGANIZATION, image) });
  expect(await download('director', image)).toBe(200);
  expect(await download('viewer', image)).toBe(200);
  expect(await download('nobody', image)).toBe(404);
});

it('a branch reads and writes its own seals alone, and their images', async () => {
  const image = await uploaded('director');
  const { id } = await settled(sealOf(OTHER_ORGANIZATION, image));
  const rows = async (who: PersonName) =>
    (await server.current.do(who, branchSeal.calls.index)).data.map((row) => row.organization.id);
  expect(await rows('director')).toContain(OTHER_ORGANIZATION);
  expect(await rows('keeper')).not.toContain(OTHER_ORGANIZATION);
  expect(await download('keeper', image)).toBe(404);
  expect((await server.current.call('keeper', branchSeal.calls.revisions, { params: { id } })).status).toBe(404);
  const body = sealOf(OTHER_ORGANIZATION, await uploaded('keeper'));
  expect((await server.current.call('keeper', branchSeal.calls.create, { body })).status).toBe(403);
});

it('seal and signature are apart; a former image stays with its revision, and the new one may name it again', async () => {
  const [first, second] = [await uploaded('director', bytes(1)), await uploaded('director', bytes(2))];
  const one = await settled(sealOf(ORGANIZATION, first, { kind: 'signature', valid_from: daysAfter(today(), -20) }));
  await settled(sealOf(ORGANIZATION, second, { kind: 'signature', until: daysAfter(today(), 30) }));
  const { data } = await server.current.do('viewer', branchSeal.calls.revisions, { params: { id: one.id } });
  expect(data.map(({ status, image }) => [status, image.id])).toEqual([
    ['valid', second],
    ['superseded', first],
  ]);
  expect(await download('viewer', first)).toBe(200);
  const again = sealOf(ORGANIZATION, first, { kind: 'signature', valid_from: daysAfter(today(), 31) });
  expect((await server.current.call('keeper', branchSeal.calls.create, { body: again })).status).toBe(200);
});

it('what no record came to name is forgotten after a month, what one names is kept', async () => {
  const [unnamed, fresh, named] = [await uploaded('keeper'), await uploaded('keeper'), await uploaded('keeper')];
  await server.current.do('keeper', branchSeal.calls.create, { body: sealOf(ORGANIZATION, named) });
  const { db } = server.current;
  await sql`UPDATE file SET created_at = now() - interval '31 days' WHERE id = ANY (${[unnamed, named]}::integer[])`.execute(
    db.kysely,
  );
  await forgetImages(db.kysely);
  expect([await download('keeper', unnamed), await download('keeper', fresh), await download('keeper', named)]).toEqual(
    [404, 200, 200],
  );
});

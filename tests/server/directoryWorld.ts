/** Records for tests of any directory: bodies of them, and what they refer to. */
import type { Call } from '../../contract/call.ts';
import type { AnyDirectory } from '../../contract/directory/directory.ts';
import { imageUpload } from '../../contract/images.ts';
import { searchKey } from '../../contract/search.ts';
import { servedDirectories } from '../../server/directory/serve.ts';
import { bodyOf, type Referred, WORLD } from './directoryKit.ts';
import { fileForm, PNG } from './lifecycles/countingAct.driver.ts';
import { ORGANIZATION, PEOPLE, type PersonName, PLAIN, type Server, stockIn } from './world.ts';
import '../../server/app.ts';

const byName = new Map(servedDirectories().map(({ directory }) => [directory.spec.name, directory]));

/** @param server the one of the running test */
export function directoryWorld(server: { readonly current: Server }) {
  // biome-ignore lint/suspicious/noExplicitAny: answers of any directory
  const done = (who: PersonName, one: Call, options: object = {}): Promise<any> =>
    server.current.do(who, one, options as never);

  let made = 0;
  const next = () => {
    made += 1;
    return made;
  };

  /** A record that another one refers to: of the world, or a new one of its declared directory. */
  const referred: Referred = async (to, _, own) => {
    const directory = byName.get(to);
    if (to === 'user') return newUser();
    if (to === 'file') return uploaded();
    if (to === 'category') return newCategory();
    if (to === 'organization') return newOrganization();
    if (to === 'batch') return newBatch();
    if (directory === undefined) return WORLD[to] as number;
    if (directory.spec.fixed) return (await done('director', directory.calls.index, {})).data[0].id;
    return (await create(directory, own)).id;
  };
  /** Another person each time: a record may be the only one of its person. */
  async function newUser(): Promise<number> {
    const n = next();
    const { id } = await server.current.db.tx((trx) =>
      trx
        .insertInto('app_user')
        .values({
          username: `referred${n}`,
          password_hash: '-',
          fullname: `Yangi xodim ${n}`,
          phone: null,
          position_id: PEOPLE.nobody.id,
          organization_id: ORGANIZATION,
          last_login: null,
          search_key: searchKey(`Yangi xodim ${n}`),
        })
        .returning('id')
        .executeTakeFirstOrThrow(),
    );
    return id;
  }
  async function newCategory(): Promise<number> {
    const name = `Yangi kategoriya ${next()}`;
    const { id } = await server.current.db.tx((trx) =>
      trx
        .insertInto('product_category')
        .values({ name_uz: name, name_ru: name, parent_id: null, search_key: searchKey(name) })
        .returning('id')
        .executeTakeFirstOrThrow(),
    );
    return id;
  }
  /** Whose tests run. */
  let current = '';
  /** An image for a record of the directory. */
  async function uploaded(): Promise<number> {
    return (await done('director', imageUpload, { form: fileForm({ of: current }, new Uint8Array(PNG)) })).data.id;
  }
  /** None that stands below another. */
  async function newOrganization(): Promise<number> {
    const n = next();
    const name = `Yangi tashkilot ${n}`;
    const { id } = await server.current.db.tx((trx) =>
      trx
        .insertInto('organization')
        .values({ name, short_name: name, code: `N${n}`, kind: 'branch', search_key: searchKey(name) })
        .returning('id')
        .executeTakeFirstOrThrow(),
    );
    return id;
  }
  /** With more units than a record is ever of. */
  async function newBatch(): Promise<number> {
    return server.current.db.tx(async (trx) => {
      const warehouse = await trx
        .selectFrom('warehouse_list')
        .select('id')
        .where('organization_id', '=', ORGANIZATION)
        .orderBy('id')
        .executeTakeFirstOrThrow();
      await stockIn(trx, ORGANIZATION, warehouse.id, { lines: [{ variantId: PLAIN, qty: 1000 }] });
      return (await trx.selectFrom('stock_batch').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()).id;
    });
  }
  const body = (directory: AnyDirectory, own: object = {}) => {
    const n = next();
    const within = current;
    current = directory.spec.name;
    return bodyOf(directory, n, referred, own as Record<string, unknown>).finally(() => {
      current = within;
    });
  };
  const create = async (directory: AnyDirectory, more: object = {}) =>
    (await done('director', directory.calls.create, { body: await body(directory, more) })).data;

  return { next, body, create, referred };
}

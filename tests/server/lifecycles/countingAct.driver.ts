/** The verbs of an act over HTTP: each case of the model as the calls that really cause it. */
import {
  actCancel,
  actComplete,
  actCreate,
  actForm,
  actLimit,
  actShow,
  actUpdate,
  actUploadFile,
  loadResidues,
} from '../../../contract/counting/acts.ts';
import { addCommentary, editCommentary } from '../../../contract/counting/comments.ts';
import {
  counterCreate,
  counterDelete,
  counterRelease,
  counterStart,
  counterUpdate,
} from '../../../contract/counting/counters.ts';
import { saveEntries, submitList } from '../../../contract/counting/entries.ts';
import { addManually, resolveMoved } from '../../../contract/counting/matrix.ts';
import {
  type Answer,
  ORGANIZATION,
  OTHER_ORGANIZATION,
  PEOPLE,
  type PersonName,
  PHONE,
  type Server,
  serialOf,
  stockIn,
} from '../world.ts';

export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGBgAAAABQABh6FO1AAAAABJRU5ErkJggg==',
  'base64',
);

export const fileForm = (
  fields: Record<string, string>,
  content: Uint8Array<ArrayBuffer> | undefined,
  name = 'surat.png',
) => {
  const form = new FormData();
  for (const [key, value] of Object.entries(fields)) form.set(key, value);
  if (content) form.set('file', new File([content], name));
  return form;
};

const png = () => new Uint8Array(PNG);

interface Person {
  id: number;
  who: PersonName;
  state: 'assigned' | 'counting' | 'submitted';
  /** What this person found is saved already. */
  entered?: true;
}

const AGREED = 1;
const MOVED = 2;
const BY_HAND = 3;
/** Ten of the agreed product lie there when residues are loaded, and eight are found. */
const LYING = 10;
const FOUND = 8;
/** The category of all products. */
const GOODS = 1;
/** An id that nothing has: what is sent where there is no such record yet. */
const NOTHING = 2_000_000;

/** One act and what its driver knows of it. `send` returns nothing where an event cannot even be put into words. */
export class ActDriver {
  readonly server: Server;
  readonly counters: Person[] = [];
  id = NOTHING;
  commentId = NOTHING;

  constructor(server: Server) {
    this.server = server;
  }

  async open(): Promise<void> {
    await this.#layBack();
    const { data } = await this.server.do('keeper', actCreate, {
      body: { organization_id: ORGANIZATION, comment: 'Choraklik sanoq' },
    });
    this.id = data.id;
    const comment = await this.server.do('keeper', addCommentary, {
      form: fileForm({ act_of_count_id: String(this.id), comment: 'Boshlandi' }, undefined),
    });
    this.commentId = comment.data.id;
  }

  async look() {
    const { data } = await this.server.do('keeper', actShow, { params: { id: this.id } });
    // of a finished act only its state matters: nothing is left to decide
    const open = ['created', 'residues_loaded', 'counting', 'counted'].includes(data.status);
    return { state: data.status, version: data.version, facts: open ? { ...data.facts } : null, whole: data };
  }

  /** What an act before has taken off comes back, so that each begins alike. */
  async #layBack(): Promise<void> {
    const lying = await this.#lying(AGREED);
    const qty = LYING - lying;
    if (qty > 0)
      await this.server.db.tx((trx) => stockIn(trx, ORGANIZATION, 1, { lines: [{ variantId: AGREED, qty }] }));
  }

  async #lying(variant: number): Promise<number> {
    const { qty } = await this.server.db.kysely
      .selectFrom('stock_balance')
      .innerJoin('warehouse_list', 'warehouse_list.id', 'stock_balance.warehouse_id')
      .select(({ fn }) => fn.sum<number>('qty').as('qty'))
      .where('warehouse_list.organization_id', '=', ORGANIZATION)
      .where('product_variant_id', '=', variant)
      .executeTakeFirstOrThrow();
    return Number(qty ?? 0);
  }

  /** One entry of a person who counts. */
  async #enter(one: Person, count: number): Promise<void> {
    const entry = { entry_id: crypto.randomUUID(), product_variant_id: AGREED, count, source: 'hand' as const };
    await this.server.do(one.who, saveEntries, {
      params: { id: one.id },
      body: { entries: [{ ...entry, entered_at: new Date().toISOString() }] },
    });
    one.entered = true;
  }

  #find(...states: Person['state'][]): Person | undefined {
    return states.map((state) => this.counters.find((one) => one.state === state)).find((one) => one !== undefined);
  }

  /** Sends a case; for refused ones the nearest thing a person could try. */
  async send(name: string): Promise<Answer<unknown> | undefined> {
    const { server, id } = this;
    switch (name) {
      case 'loads residues':
        return server.call('keeper', loadResidues, { params: { actId: id } });
      case 'changes the comment':
        return server.call('keeper', actUpdate, {
          params: { id },
          body: { organization_id: (await this.#organization()) ?? ORGANIZATION, comment: 'Yangi izoh' },
        });
      case 'changes the organization': {
        const now = await this.#organization();
        return server.call('deputy', actUpdate, {
          params: { id },
          body: { organization_id: now === ORGANIZATION ? OTHER_ORGANIZATION : ORGANIZATION, comment: 'Boshqa filial' },
        });
      }
      case 'limits it to categories':
        // everything that the world has is in it, so that the other cases go on as without a limit
        return server.call('keeper', actLimit, { params: { actId: id }, body: { category_ids: [GOODS] } });
      case 'adds a counter': {
        const free = (['counter1', 'counter2', 'counter3'] as const).find(
          (who) => !this.counters.some((one) => one.who === who),
        );
        const who = free ?? 'viewer';
        const answer = await server.call('keeper', counterCreate, {
          params: { actId: id },
          body: { title: '1-sanovchi', user_id: PEOPLE[who].id },
        });
        if (answer.status === 200) {
          this.counters.push({ id: answer.body.computing_act_user.id, who, state: 'assigned' });
        }
        return answer;
      }
      case 'renames a counter': {
        const one = this.#find('assigned', 'counting', 'submitted');
        if (!one) return undefined;
        return server.call('keeper', counterUpdate, {
          params: { id: one.id },
          body: { title: 'nazorat sanogʻi', user_id: PEOPLE[one.who].id },
        });
      }
      case 'removes a counter': {
        const one = this.#find('assigned', 'counting', 'submitted');
        if (!one) return undefined;
        const answer = await server.call('keeper', counterDelete, { params: { id: one.id } });
        if (answer.status === 200) this.counters.splice(this.counters.indexOf(one), 1);
        return answer;
      }
      case 'a counter starts': {
        const one = this.#find('assigned', 'counting', 'submitted');
        if (!one) return undefined;
        const answer = await server.call(one.who, counterStart, { params: { id: one.id } });
        if (answer.status === 200) one.state = 'counting';
        return answer;
      }
      case 'a counter submits':
        return this.#submit([{ product_variant_id: AGREED, count: FOUND }]);
      case 'a counter submits and disagrees': {
        const other = this.counters.filter((one) => one.state === 'counting')[1];
        if (other) await this.#enter(other, FOUND);
        return this.#submit([{ product_variant_id: AGREED, count: FOUND + 1 }]);
      }
      case 'a counter submits after a sale': {
        const lying = await this.#lying(MOVED);
        if (this.#find('counting')) {
          await this.server.db.tx((trx) => stockIn(trx, ORGANIZATION, 1, { lines: [{ variantId: MOVED, qty: 1 }] }));
        }
        return this.#submit([
          { product_variant_id: AGREED, count: FOUND },
          { product_variant_id: MOVED, count: lying },
        ]);
      }
      case 'a counter submits a serial of another branch':
        return this.#submit([
          { product_variant_id: AGREED, count: FOUND },
          { product_variant_id: PHONE, count: 1, serial_numbers: [serialOf(PHONE, 1, OTHER_ORGANIZATION)] },
        ]);
      case 'releases a counter': {
        const one = this.#find('counting', 'submitted', 'assigned');
        if (!one) return undefined;
        // released with what is saved
        if (one.state === 'counting' && !one.entered) await this.#enter(one, FOUND);
        const answer = await server.call('keeper', counterRelease, {
          params: { id: one.id },
          body: { reason: 'Kelmadi' },
        });
        if (answer.status === 200) one.state = 'submitted';
        return answer;
      }
      case 'counts a product by hand':
      case 'counts a product by hand after a sale': {
        const { facts: context } = (await server.do('keeper', actShow, { params: { id } })).data;
        const serials = [1, 2, 3].map((unit) => serialOf(PHONE, unit));
        const [product_variant_id, serial_numbers, count] =
          context.disagreements > 0
            ? ([AGREED, [], FOUND] as const)
            : context.elsewhere > 0
              ? ([PHONE, serials, serials.length] as const)
              : ([BY_HAND, [], LYING] as const);
        return server.call('keeper', addManually, {
          params: { actId: id },
          body: {
            product_variant_id,
            listed_products: [{ product_variant_id, count, serial_numbers: [...serial_numbers] }],
          },
        });
      }
      case 'keeps a moved figure':
        return server.call('keeper', resolveMoved, {
          params: { actId: id },
          body: { product_variant_id: MOVED, keep: 'difference' },
        });
      case 'completes':
        return server.call('keeper', actComplete, { params: { actId: id } });
      case 'forms':
        return server.call('keeper', actForm, { params: { id } });
      case 'cancels':
        return server.call('keeper', actCancel, { params: { id }, body: { reason: 'Adashib ochilgan' } });
      case 'uploads the file':
        return server.call('keeper', actUploadFile, { params: { id }, form: fileForm({}, png()) });
      case 'comments':
        return server.call('keeper', addCommentary, {
          form: fileForm({ act_of_count_id: String(id), comment: 'Izoh' }, undefined),
        });
      case 'edits a comment':
        return server.call('keeper', editCommentary, {
          form: fileForm({ id: String(this.commentId), comment: 'Tuzatilgan izoh' }, undefined),
        });
      default:
        throw new Error(`no verb for "${name}"`);
    }
  }

  async #organization(): Promise<number | undefined> {
    const { data } = await this.server.do('keeper', actShow, { params: { id: this.id } });
    return data.organization_id;
  }

  async #submit(
    listed_products: { product_variant_id: number; count: number; serial_numbers?: string[] }[],
  ): Promise<Answer<unknown> | undefined> {
    const one = this.#find('counting', 'submitted', 'assigned');
    if (!one) return undefined;
    const answer = await this.server.call(one.who, submitList, { params: { id: one.id }, body: { listed_products } });
    if (answer.status === 200) one.state = 'submitted';
    return answer;
  }
}

import { sql } from 'kysely';
import { beforeAll } from 'vitest';
import { outputMachine } from '../../../machines/output/output.machine.ts';
import { withdrawOutput } from '../../../server/outputs/waiting.ts';
import type { Facts } from '../../oracle/oracle.ts';
import { outputOracle } from '../../oracle/output.ts';
import { sendElsewhere } from '../granted.ts';
import { moreGoods, newUnit, type Waiting, Warehouse } from '../outputKit.ts';
import { documentOf, list } from '../saleKit.ts';
import { type Answer, PEOPLE, PHONE, PLAIN, type Server, withServer } from '../world.ts';
import { type Driver, runApiLayer } from './apiLayer.ts';

const BARCODE = '4780000000001';

/** A phone of which an older and a newer unit lie there, and a charger. */
class OutputDriver implements Driver {
  readonly #store: Warehouse;
  #waiting: Waiting | undefined;
  #oldest = '';
  #newer = '';

  constructor(on: Server) {
    this.#store = new Warehouse(() => on);
  }

  async open(): Promise<void> {
    const { on } = this.#store;
    await moreGoods(on, PLAIN, 1);
    this.#oldest = await newUnit(on, PHONE, '2020-01-01');
    this.#newer = await newUnit(on, PHONE, '2020-02-01');
    this.#waiting = await this.#store.waiting([
      { variant: PHONE, qty: 1 },
      { variant: PLAIN, qty: 1 },
    ]);
  }

  get #goods(): Waiting {
    if (this.#waiting === undefined) throw new Error('nothing waits');
    return this.#waiting;
  }
  get id(): number {
    return this.#goods.output;
  }

  async look() {
    const data = await this.#store.show(this.id);
    const open = data.status === 'draft' || data.status === 'picking';
    return { state: data.status, version: data.version, facts: open ? data.facts : null, whole: data };
  }

  async make({ missing, listed, stale }: Facts): Promise<void> {
    const { status } = await this.#store.show(this.id);
    if (missing === 0 && status === 'picking') {
      await this.#store.scan(this.id, BARCODE);
      await this.#store.scan(this.id, this.#oldest);
    }
    const { kysely } = this.#store.on.db;
    const { client, contract } = this.#goods;
    if (stale)
      await sql`UPDATE instalment SET due = '2026-11-21' WHERE contract_id = ${contract} AND number = 1`.execute(
        kysely,
      );
    if (listed) await list(this.#store.on, await documentOf(this.#store.on, client));
  }

  async #serial(): Promise<string> {
    const { lines } = await this.#store.show(this.id);
    return lines.flatMap(({ units }) => units)[0]?.serial_number ?? this.#oldest;
  }

  async send(verb: string): Promise<Answer<unknown> | undefined> {
    const { id } = this;
    switch (verb) {
      case 'begins to pick':
        return this.#store.pick(id);
      case 'counts the charger':
        return this.#store.scan(id, BARCODE);
      case 'puts the charger back':
        return this.#store.count(id, PLAIN, 0);
      case 'scans the oldest phone':
        return this.#store.scan(id, this.#oldest);
      case 'scans a newer phone':
        return this.#store.scan(id, this.#newer);
      case 'says why the newer one leaves':
        return (await this.#store.show(id)).lines.some(({ units }) => units.length > 0)
          ? this.#store.explain(id, await this.#serial())
          : this.#store.explain(id, '');
      case 'puts the phone back':
        return this.#store.release(id, await this.#serial());
      case 'hands over':
        return this.#store.handOver(id);
      case 'gives picking up':
        return this.#store.cancel(id);
      case 'the contract waits no more':
        await this.#store.on.db.tx((db) => withdrawOutput({ db, now: new Date() }, { id: this.#goods.contract }));
        return { status: 200 } as Answer<unknown>;
      default:
        throw new Error(verb);
    }
  }
}

const server = withServer();

beforeAll(async () => {
  await new Warehouse(() => server.current).till.desks();
  const rules = ['show', 'allshow', 'add', 'edit', 'confirm'].map((action) => `product_delivery.${action}`);
  await sendElsewhere(server.current, PEOPLE.stranger.id, rules);
});

runApiLayer({
  machine: outputMachine,
  oracle: outputOracle,
  server,
  document: true,
  async open(watched) {
    const driver = new OutputDriver(watched.server);
    await driver.open();
    watched.last = null;
    return driver;
  },
});

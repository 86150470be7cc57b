/** The lifecycle of a contract over HTTP; money comes at the desk, goods leave the warehouse, as they do every day. */
import { sql } from 'kysely';
import { beforeAll, expect } from 'vitest';
import {
  type ContractDetails,
  contractAmend,
  contractAttached,
  contractCancel,
  contractShow,
  contractSign,
  contractWriteOff,
} from '../../../contract/sale/contracts.ts';
import { contractMachine } from '../../../machines/contract/contract.machine.ts';
import { contractFacts } from '../../../server/contracts/facts.ts';
import { contractOracle } from '../../oracle/contract.ts';
import type { Facts } from '../../oracle/oracle.ts';
import { type Made, newContract, openShop } from '../contractsKit.ts';
import { grant, sendElsewhere } from '../granted.ts';
import { Warehouse } from '../outputKit.ts';
import { documentOf, list } from '../saleKit.ts';
import { type Answer, PEOPLE, type Server, withServer } from '../world.ts';
import { type Driver, runApiLayer } from './apiLayer.ts';
import { fileForm, PNG } from './countingAct.driver.ts';

const SIGNED_ON = '2026-11-21';
/** Three years after the last instalment. */
const AGED = '2030-02-20';
/** By then every instalment is due. */
const ALL_DUE = '2027-02-20';
const TERMS = { first_payment: 200_000, term: 3, payment_day: 15 };

class ContractDriver implements Driver {
  readonly #on: Server;
  readonly #store: Warehouse;
  readonly #payments: number[] = [];
  #made: Made | undefined;
  #picked = false;

  constructor(on: Server) {
    this.#on = on;
    this.#store = new Warehouse(() => on);
  }

  async open(): Promise<void> {
    await this.#store.till.day(SIGNED_ON);
    this.#made = await newContract(this.#on, { who: 'director', ...TERMS });
  }

  get #contract(): ContractDetails {
    if (this.#made === undefined) throw new Error('no contract');
    return this.#made.contract;
  }
  get id(): number {
    return this.#contract.id;
  }

  #show = async () => (await this.#on.do('director', contractShow, { params: { id: this.id } })).data;

  async look() {
    const whole = await this.#show();
    // areas 3.1 "debt.writeOff": on the day it is given up; what owes again is not given up
    expect(whole.written_off_on).toBe(whole.status === 'written_off' ? AGED : null);
    const found = await contractFacts(this.#on.db.kysely, { id: this.id }, new Date());
    const obstacles = whole.conditions.filter(({ code, holds }) => code !== 'day' && !holds).length;
    // once the goods are out, nothing asks about the way out: the chart keeps what it was
    const out = whole.charged_on !== null && { stale: false, leaving: this.#picked };
    const facts = whole.status === 'cancelled' ? null : { ...found, obstacles, ...out };
    return { state: whole.status, version: whole.version, facts, whole };
  }

  async make({ obstacles, lacking, unpaid, listed, stale, leaving, aged, decided }: Facts): Promise<void> {
    const { kysely } = this.#on.db;
    if (lacking === 0) {
      await this.#must(this.send('signs'));
      await this.#must(this.send('the first payment comes'));
    }
    if (obstacles)
      await sql`UPDATE client_document SET active = false
      WHERE client_id = ${this.#contract.client_id}`.execute(kysely);
    if (listed) await list(this.#on, await documentOf(this.#on, this.#contract.client_id));
    if (stale)
      await sql`UPDATE instalment SET due = ${SIGNED_ON} WHERE contract_id = ${this.id} AND number = 1`.execute(kysely);
    if (leaving) await this.#pick();
    const givenUp = unpaid === 0 && aged && decided;
    if (unpaid || givenUp) {
      await this.#must(this.send('the goods are handed over'));
      await this.#must(this.#payDown(givenUp ? 500_000 : Number(unpaid)));
    }
    if (aged) await this.#store.till.day(AGED);
    if (decided) await this.#decide();
    if (givenUp) await this.#must(this.#writeOff());
  }

  async #must(sent: Promise<Answer<unknown>>): Promise<void> {
    const { status, error } = await sent;
    expect(status, JSON.stringify(error)).toBe(200);
  }

  async #pick(): Promise<void> {
    await this.#must(this.#store.pick(await this.#store.outputOf(this.id)));
    this.#picked = true;
  }

  async #handOver(): Promise<Answer<unknown>> {
    const output = await this.#store.outputOf(this.id);
    if ((await this.#store.show(output)).status === 'draft') await this.#must(this.#store.pick(output));
    await this.#must(this.#store.count(output, this.#made?.goods.id ?? 0, 1));
    return this.#store.handOver(output);
  }

  async #pay(amount: number): Promise<Answer<unknown>> {
    const answer = await this.#store.till.pay(this.#contract.client_id, [this.id], amount);
    if (answer.status === 200) this.#payments.push(answer.body.data.id);
    return answer;
  }

  async #payDown(left: number): Promise<Answer<unknown>> {
    await this.#store.till.day(ALL_DUE);
    return this.#pay((await this.#show()).owed - left);
  }

  async #decide(): Promise<void> {
    const sent = { params: { id: this.id }, form: fileForm({}, new Uint8Array(PNG), 'qaror.png') };
    await this.#must(this.#on.call('director', contractAttached.upload, sent as never));
  }

  async #writeOff(): Promise<Answer<unknown>> {
    const params = { id: this.id };
    const [file] = (await this.#on.do('director', contractAttached.files, { params })).data;
    const body = { reason: 'Mijoz topilmadi', file_id: file?.id ?? 1 };
    return this.#on.call('accountant', contractWriteOff, { params, body });
  }

  send(verb: string): Promise<Answer<unknown>> {
    const params = { id: this.id };
    switch (verb) {
      case 'changes its terms':
        return this.#on.call('director', contractAmend, { params, body: TERMS });
      case 'signs':
        return this.#on.call('director', contractSign, { params });
      case 'cancels':
        return this.#on.call('director', contractCancel, { params, body: { reason: 'Mijoz fikridan qaytdi' } });
      case 'the first payment comes':
        return this.#pay(TERMS.first_payment);
      case 'the goods are handed over':
        return this.#handOver();
      case 'a part is paid':
        return this.#payDown(420_000);
      case 'the rest is paid':
        return this.#payDown(0);
      case 'the first payment is reversed':
      case 'a payment is reversed':
        return this.#store.till.reverse(this.#payments.pop() ?? 0);
      case 'the debt is given up':
        return this.#writeOff();
      default:
        throw new Error(`no verb for "${verb}"`);
    }
  }
}

const server = withServer();

beforeAll(async () => {
  await openShop(server.current);
  await new Warehouse(() => server.current).till.desks();
  await grant(server.current, PEOPLE.accountant.id, ['contract.show', 'contract.allshow', 'contract.confirm']);
  await sendElsewhere(server.current, PEOPLE.stranger.id, [
    ...['contract.show', 'contract.allshow', 'contract.add', 'contract.edit', 'contract.confirm'],
  ]);
});

runApiLayer({
  machine: contractMachine,
  oracle: contractOracle,
  server,
  document: true,
  async open(watched) {
    const driver = new ContractDriver(watched.server);
    await driver.open();
    watched.last = null;
    return driver;
  },
});

/** The browser layer of certificates: what who makes them out sees of each state, and that a reversal takes the force away. */
import { expect } from '@playwright/test';
import certificate from '../../locales/uz/directories/paymentCertificate.json' with { type: 'json' };
import chart from '../../locales/uz/machines/paymentCertificate.json' with { type: 'json' };
import { paymentCertificateModel } from '../../machines/paymentCertificate/paymentCertificate.model.ts';
import { api, type Branch, control, signIn } from '../harness/control.ts';
import { DocumentWindow } from '../pages/documentWindow.ts';
import { type Opening, runBrowserLayer } from './kit.ts';

const STEPS = ['issue'] as const;
const AMOUNT = 300_000;

class World extends DocumentWindow {
  readonly branch: Branch;
  payment = 0;
  corrections = 0;

  constructor({ page }: Opening, branch: Branch) {
    super(page, '/contracts/payment-certificate');
    this.branch = branch;
  }

  /** A contract that is paid whole, and the draft of its certificate. */
  async take(): Promise<number> {
    const { director } = this.branch.people;
    const { id: account } = await control.desk(this.branch.organizationId);
    const sold = await control.contract({
      ...{ branch: this.branch, firstPayment: 0, handedOver: '2026-11-21' },
      instalments: [{ due: '2026-12-15', amount: AMOUNT }],
    });
    const cash = async <T>(method: 'GET' | 'POST' | 'PUT', path: string, body?: object) => {
      const { status, body: answer } = await api<{ data: T }>(director, method, `/cash_document/${path}`, body, 'cash');
      expect(status, JSON.stringify(answer)).toBe(200);
      return answer.data;
    };
    const { desks } = await cash<{ desks: { mark: string }[] }>('GET', `desk?client_id=${sold.client}`);
    const { id } = await cash<{ id: number }>('POST', 'pay', {
      ...{ client_id: sold.client, contract_ids: [sold.contract], channel: 'cash', cash_account_id: account },
      ...{ amount: AMOUNT, mark: desks[0]?.mark },
    });
    this.payment = id;
    const body = { contract_id: sold.contract, statement: 'paid', as_of: '2026-11-21' };
    const { status, body: made } = await api(director, 'POST', '/payment_certificate/create', body, 'client');
    expect(status, JSON.stringify(made)).toBe(200);
    return made.data.id;
  }

  /** The payment is taken back at the desk, by somebody else's browser. */
  async reverse(): Promise<void> {
    const { director } = this.branch.people;
    const { body: preview } = await api<{ data: { mark: string } }>(
      ...([director, 'GET', `/cash_document/reversal/${this.payment}`, undefined, 'cash'] as const),
    );
    const body = { reason: 'Xato olingan', mark: preview.data.mark };
    const { status } = await api(director, 'PUT', `/cash_document/reverse/${this.payment}`, body, 'cash');
    expect(status).toBe(200);
    await this.page.reload();
  }

  seeState = async (state: keyof typeof chart.states, offered: readonly (typeof STEPS)[number][]) => {
    await this.see(chart.states[state].name, offered, STEPS);
    await expect(this.page.getByTestId('print-both')).toHaveCount(state === 'draft' ? 0 : 1);
  };
}

runBrowserLayer<World>('paymentCertificate', paymentCertificateModel, {
  async open(opening) {
    const branch = await control.branch();
    const world = new World(opening, branch);
    const id = await world.take();
    await signIn(opening.context, branch.people.director);
    await world.open(id);
    return world;
  },
  onServer: true,
  verbs: {
    async 'is corrected'(world) {
      // a debt is as true of a paid contract as that it is paid
      const next = ++world.corrections % 2 === 1 ? 'debt' : 'paid';
      await world.page
        .getByLabel(certificate.fields.statement, { exact: true })
        .selectOption(certificate.values.statement[next]);
      await world.page.getByTestId('record-save').click();
      await expect(world.page.getByTestId('record-save')).toHaveCount(0);
      if (next === 'debt') {
        await world.page
          .getByLabel(certificate.fields.statement, { exact: true })
          .selectOption(certificate.values.statement.paid);
        await world.page.getByTestId('record-save').click();
        await expect(world.page.getByTestId('record-save')).toHaveCount(0);
        world.corrections += 1;
      }
    },
    'is issued': (world) => world.step('issue'),
    'is annulled': (world) => world.reverse(),
  },
  states: {
    draft: (world) => world.seeState('draft', ['issue']),
    issued: (world) => world.seeState('issued', []),
    annulled: (world) => world.seeState('annulled', []),
  },
});

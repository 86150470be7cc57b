/** The terms of a draft: what is wrong with a figure is said at its field, and goes with it. */
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { RefusedError } from '../../contract/refusal.ts';
import common from '../../locales/uz/common.json' with { type: 'json' };
import kit from '../../locales/uz/kit.json' with { type: 'json' };
import sale from '../../locales/uz/sale.json' with { type: 'json' };
import { formatNumber } from '../../src/format/numbers.ts';
import { loadTexts } from '../../src/i18n/index.ts';
import CreateContractPage from '../../src/pages/sale/CreateContractPage.tsx';
import { pathOf, withQuery } from '../../src/routes/registry.ts';

const GOODS = 4_959_000;

/** What the server has and answers. */
const server = vi.hoisted(() => ({
  contract: {},
  saved: [] as object[],
  refuse: null as object | null,
  terms: {},
  late: false,
}));
const failing = vi.hoisted(() => ({ error: null as object | null, call: '', tries: 0 }));
vi.mock('../../src/api/queries.ts', () => ({
  useCall: (call: { id: string }) => ({
    data:
      call.id === 'contractShow'
        ? { data: server.contract }
        : call.id === 'orderShow'
          ? { data: { lines: [{ product_variant_id: 1, sum: 4_959_000 }] } }
          : undefined,
    error: call.id === failing.call ? failing.error : null,
    isFetching: false,
    refetch() {
      if (call.id === failing.call) failing.tries += 1;
    },
  }),
  showAnswer() {},
}));
vi.mock('../../src/api/client.ts', () => ({
  newKey: () => 'k',
  request: (call: { id: string }, { body }: { body: object }) => {
    if (call.id === 'contractAmend') server.saved.push(body);
    return server.refuse === null ? Promise.resolve({ data: server.contract }) : Promise.reject(server.refuse);
  },
}));
vi.mock('../../src/api/refusal.ts', () => ({ orRefused: (send: () => Promise<unknown>) => send() }));
vi.mock('../../src/pages/sale/useTerms.ts', () => ({
  useTerms: ({ lines }: { lines: { sum: number }[] }) => ({
    terms:
      failing.call === 'saleTerms'
        ? undefined
        : { ...server.terms, goods: server.late ? GOODS : lines.reduce((all, { sum }) => all + sum, 0) },
    error: failing.call === 'saleTerms' ? failing.error : null,
    again: () => {
      failing.tries += 1;
    },
  }),
}));
vi.mock('../../src/app/session.ts', () => ({
  useSession: (select: (snapshot: object) => unknown) => select({ context: { user: { id: 1 } } }),
  useUser: () => ({ id: 1 }),
  useAllows: () => false,
}));
vi.mock('../../src/pages/sale/Guarantors.tsx', () => ({ Guarantors: () => null }));
vi.mock('../../src/pages/sale/PrintContract.tsx', () => ({ PrintContract: () => null }));

beforeAll(() => loadTexts('sale', 'common', 'files', 'errors', 'kit'));
beforeEach(() => {
  localStorage.clear();
  server.saved = [];
  server.refuse = null;
  server.late = false;
  failing.call = '';
  failing.tries = 0;
  server.contract = {
    ...{ id: 7, status: 'draft', number: null, version: 1, client_id: 3, client: 'Karimov Anvar', goods: GOODS },
    ...{ first_payment: 1_000_000, term: 12, payment_day: 15, discount: 0, pledge: null, pledges: [] },
    ...{ guarantees: [], conditions: [], allowed_events: ['contract.sign'], reserved_until: null },
    ...{ order: { id: 5, number: 'CHL-26-0005' }, warehouse: { id: 2, name: 'Doʻkon' } },
  };
  server.terms = {
    ...{ day: '2026-11-21', kind: 'new', limit: null, used: 0, guarantor_from: null, guarantors: 1, pledge_from: null },
    ...{ least: null, greatest: null, confirmed_above: null },
    terms: [{ term: 12, markup: 38.5, value_setting_id: 1, least_first: 900_000, barred: null }],
  };
  window.history.replaceState(null, '', withQuery(pathOf('createContract'), { row: 7 }));
  render(<CreateContractPage />);
});

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(new RegExp(`^${label}`));
async function type(label: string, words: string): Promise<void> {
  await userEvent.clear(field(label));
  await userEvent.type(field(label), words);
}
/** What is said at a field, and nowhere else. */
function saidAt(label: string): string | undefined {
  const ids = field(label).getAttribute('aria-describedby')?.split(' ') ?? [];
  return ids.map((id) => document.getElementById(id)?.textContent).find((words) => words !== undefined) ?? undefined;
}
const filled = (words: string, goods: number) => words.replace('{{goods}}', formatNumber(goods));
const rests = () => new Promise((done) => setTimeout(done, 900));

it.each([
  [sale.discount, '5000000', filled(sale.faults.discount, GOODS)],
  [sale.discount, '-1', sale.faults.negative],
  [sale.paymentDay, '0', sale.findings.payment_day_wrong],
  [sale.paymentDay, '31', sale.findings.payment_day_wrong],
  [sale.firstPayment, '5000000', filled(sale.faults.firstPayment, GOODS)],
  [sale.firstPayment, '-1', sale.faults.negative],
  [sale.firstPayment, '800000', sale.findings.first_payment_least.replace('{{least}}', formatNumber(900_000))],
])('%s %s says its own sentence at its field, and nothing of another one', async (label, words, sentence) => {
  await type(label, words);
  await rests();
  expect(saidAt(label)).toBe(sentence);
  expect(screen.queryByTestId('findings')).toBeNull();
  expect(screen.queryByTestId('refusal')).toBeNull();
  for (const other of [sale.firstPayment, sale.paymentDay, sale.discount])
    if (other !== label) expect(field(other).getAttribute('aria-invalid')).not.toBe('true');
});

it.each([
  [sale.discount, '12,5', kit.form.rules.whole],
  [sale.firstPayment, '1000000x', kit.form.rules.number],
  [sale.paymentDay, 'abc', kit.form.rules.number],
])(
  '%s %s is no figure: it stays written with its sentence, is saved as none and not signed',
  async (label, words, sentence) => {
    await type(label, words);
    await userEvent.tab();
    await rests();
    expect(field(label).value).toBe(words);
    expect(saidAt(label)).toBe(sentence);
    expect(server.saved).toEqual([]);
    expect(screen.getByTestId<HTMLButtonElement>('contract-sign').disabled).toBe(true);
    expect(screen.getByText(sale.noSchedule)).toBeTruthy();
    // a figure again
    await type(label, '20');
    expect(saidAt(label)).not.toBe(sentence);
    await userEvent.clear(field(label));
    await userEvent.tab();
    expect(field(label).value).toBe('0');
  },
);

it('a discount below cost is said at its field; without a schedule its condition does not hold', async () => {
  const below = 'Chegirma bilan tannarxdan past: filial rahbari imzolaydi.';
  cleanup();
  Object.assign(server.contract, {
    discount: 1_000,
    conditions: [
      { code: 'schedule', holds: true, text: '' },
      { code: 'discount', holds: false, text: below },
    ],
  });
  render(<CreateContractPage />);
  expect(saidAt(sale.discount)).toBe(below);
  const condition = () => screen.getByTestId('conditions').firstElementChild?.textContent;
  expect(condition()).toBe(sale.conditions.schedule);
  await type(sale.paymentDay, '31');
  expect(condition()).toBe(`${sale.conditions.schedule}: ${sale.noSchedule}`);
});

it('is not sent by the terms of another discount: they are waited for', async () => {
  server.late = true;
  await type(sale.discount, '4000000');
  await rests();
  expect(server.saved).toEqual([]);
  server.late = false;
  await type(sale.discount, '1000');
  await waitFor(() => expect(server.saved).toMatchObject([{ discount: 1_000 }]), { timeout: 3_000 });
});

it('two figures that are wrong are each said at their field', async () => {
  await type(sale.discount, '5000000');
  await type(sale.paymentDay, '31');
  await rests();
  expect(saidAt(sale.discount)).toBe(filled(sale.faults.discount, GOODS));
  expect(saidAt(sale.paymentDay)).toBe(sale.findings.payment_day_wrong);
});

it('a figure that was wrong while the hand rested is not sent once the right one is written', async () => {
  await type(sale.paymentDay, '0');
  await rests();
  await type(sale.paymentDay, '20');
  await waitFor(() => expect(server.saved).not.toEqual([]), { timeout: 3_000 });
  expect(server.saved).toMatchObject([{ payment_day: 20 }]);
});

it('what the server says of a field stands at it, and goes when the field is changed', async () => {
  server.refuse = new RefusedError({
    ...{
      kind: 'refused',
      message: 'Maʼlumotlarda xato bor.',
      code: 'invalid',
      requestId: 'r',
      lines: [],
      current: null,
    },
    errors: { discount: ['Bunday chegirma yoʻq.'] },
  });
  await type(sale.discount, '1000');
  await waitFor(() => expect(saidAt(sale.discount)).toBe('Bunday chegirma yoʻq.'), { timeout: 3_000 });
  await type(sale.discount, '0');
  expect(screen.queryByTestId('refusal')).toBeNull();
  expect(saidAt(sale.discount)).not.toBe('Bunday chegirma yoʻq.');
});

it('what is typed stays in its field while the least first payment moves to what is chosen, and away from it', async () => {
  const least = (sum: number) => {
    server.terms = {
      ...server.terms,
      terms: [{ term: 12, markup: 38.5, value_setting_id: 1, least_first: sum, barred: null }],
    };
  };
  for (const sum of [1_000_000, 900_000]) {
    await type(sale.discount, '1000');
    least(sum);
    await rests();
    expect(screen.queryByText(sale.setLeast) === null).toBe(sum === 1_000_000);
    expect(document.activeElement).toBe(field(sale.discount));
  }
});

it.each(['saleTerms', 'orderShow', 'contractShow'])('what could not be read is asked for again: %s', async (call) => {
  failing.call = call;
  failing.error = { status: 500, message: 'Serverda xatolik.', requestId: 'r' };
  cleanup();
  render(<CreateContractPage />);
  await userEvent.click(screen.getByRole('button', { name: common.retry }));
  expect(failing.tries).toBe(1);
});

it('a guarantor and a pledge that every sum needs are asked for without one', async () => {
  cleanup();
  Object.assign(server.terms, { guarantor_from: 0, guarantors: 2, pledge_from: 0 });
  render(<CreateContractPage />);
  const guarantor = sale.always.guarantor_needed.replace('{{figure}}', '2');
  expect(screen.getByTestId('findings').textContent).toBe(guarantor + sale.always.pledge_needed);
  expect(document.body.textContent).toContain(sale.pledgeAlways);
  cleanup();
  Object.assign(server.terms, { guarantor_from: 1_000_000, pledge_from: 2_000_000 });
  render(<CreateContractPage />);
  const from = sale.findings.guarantor_needed.replace('{{figure}}', '2').replace('{{from}}', formatNumber(1_000_000));
  expect(screen.getByTestId('findings').textContent).toContain(from);
});

/**
 * What people type wrong in a sale, from the client to the reversal: each is refused with a sentence at its field, in both
 * languages, and nothing is changed.
 */
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Call } from '../../contract/call.ts';
import { cashDocumentPay, cashDocumentReverse } from '../../contract/cashDocuments.ts';
import { client } from '../../contract/directories/client.ts';
import { contractAmend, contractSign } from '../../contract/sale/contracts.ts';
import { orderReserve } from '../../contract/sale/orders.ts';
import { tashkentDay, writtenDay } from '../../server/http/days.ts';
import { inForceNow, newBuyer, newContract, newPinfl, openShop } from './contractsKit.ts';
import { K, Till } from './moneyKit.ts';
import { lineFor, newGoods, newOrder } from './saleKit.ts';
import { ORGANIZATION, type PersonName, withServer } from './world.ts';

const server = withServer();
const on = () => server.current;
const till = new Till(on);

beforeAll(async () => {
  await openShop(on());
  await till.desks();
  const terms = { age_from: 21, age_to: 65, needed: [], myid: false, photo: false, document_days: 90 };
  await inForceNow(on(), 'client_setting', terms);
});

/** All that a refused call could have written. */
async function written(): Promise<unknown> {
  const { rows } = await sql`SELECT
    (SELECT count(*) FROM client) AS clients, (SELECT count(*) FROM client_document) AS documents,
    (SELECT md5(string_agg(d.id || d.status || d.version || coalesce(d.number, ''), ',' ORDER BY d.id)) FROM document d) AS states,
    (SELECT md5(string_agg(c::text, ',' ORDER BY c.id)) FROM contract c) AS contracts,
    (SELECT count(*) FROM contract_line) AS lines, (SELECT count(*) FROM instalment) AS instalments,
    (SELECT count(*) FROM reservation WHERE ended_at IS NULL) AS kept, (SELECT count(*) FROM client_entry) AS entries,
    (SELECT sum(amount) FROM cash_balance) AS cash, (SELECT count(*) FROM event_log) AS log`.execute(till.kysely);
  return rows[0];
}

/** A refusal: its status, and what stands at which field; without a field the sentence itself. */
type Expected = readonly [status: 409 | 422, says: string | Readonly<Record<string, string>>];

/** Groups of digits hold together; here they are written with the space that is typed. */
const spaced = (says: string) => says.replace(/[\u00a0\u202f]/gu, ' ');

async function isRefused(
  who: PersonName,
  call: Call,
  sent: object,
  expected: Readonly<Record<'uz' | 'ru', Expected>>,
): Promise<void> {
  const before = await written();
  for (const language of ['uz', 'ru'] as const) {
    const { status, error } = await on().call(who, call, { ...sent, language } as never);
    const fields = Object.entries(error?.errors ?? {}).map(([field, [says = '']]) => [field, spaced(says)]);
    expect([status, fields.length > 0 ? Object.fromEntries(fields) : spaced(error?.message ?? '')]).toEqual(
      expected[language],
    );
  }
  expect(await written()).toEqual(before);
}

describe('a client', () => {
  let people = 0;
  const body = (more: object) => {
    people += 1;
    return {
      ...{
        fullname: 'Qodirov Sherzod',
        birth_date: '1985-06-15',
        gender: 'male',
        consent: true,
        doubles_checked: true,
      },
      documents: [
        { number: `AD${1_000_000 + people}`, issued_by: 'IIB', issued_on: '2020-01-15', expires_on: '2035-01-14' },
      ],
      phones: [{ phone: '+998901234567', owner: 'self' }],
      ...more,
    };
  };

  it('whose PINFL has a wrong digit', async () => {
    // one more or less than the check digit is
    await isRefused(
      'director',
      client.calls.create,
      { body: body({ pinfl: '31506850000016' }) },
      {
        uz: [422, { pinfl: 'JSHSHIR notoʻgʻri: 14 ta raqam va nazorat raqami kerak.' }],
        ru: [422, { pinfl: 'Неверный ПИНФЛ: нужны 14 цифр с верной контрольной.' }],
      },
    );
  });

  it('who is 17', async () => {
    const born = `${Number(tashkentDay(new Date()).slice(0, 4)) - 17}-01-01`;
    await isRefused(
      'director',
      client.calls.create,
      { body: body({ birth_date: born }) },
      {
        uz: [422, { birth_date: 'Yoshi 17: mijoz 21 yoshdan 65 yoshgacha boʻladi.' }],
        ru: [422, { birth_date: 'Возраст 17: клиенту должно быть от 21 до 65 лет.' }],
      },
    );
  });

  it('who is on the black list and comes with another passport: nothing is kept for them, nothing is signed', async () => {
    const pinfl = newPinfl();
    const buyer = await newBuyer(on(), { pinfl });
    const { contract } = await newContract(on(), { client_id: buyer });
    const goods = await newGoods(on());
    const order = await newOrder(on(), { client_id: buyer, lines: [lineFor(goods)] });
    await sql`INSERT INTO black_list_entry (fullname, pinfl, documents, listed_from, status, search_key, created_by)
      VALUES ('Sinov', ${pinfl}, ARRAY['AA7654321'], ${tashkentDay(new Date())}, 'approved', 'sinov', 13)`.execute(
      till.kysely,
    );
    await isRefused(
      'seller',
      orderReserve,
      { params: { id: order.id } },
      {
        uz: [409, 'Mijoz qora roʻyxatda: unga tovar band qilinmaydi va topshirilmaydi.'],
        ru: [409, 'Клиент в чёрном списке: товар ему не бронируется и не выдаётся.'],
      },
    );
    const from = writtenDay(tashkentDay(new Date()));
    await isRefused(
      'seller',
      contractSign,
      { params: { id: contract.id } },
      {
        uz: [409, `Mijoz ${from} dan qora roʻyxatda: yozuv tugamaguncha shartnoma imzolanmaydi.`],
        ru: [409, `Клиент с ${from} в чёрном списке: пока запись действует, договор не подписывается.`],
      },
    );
  });
});

describe('terms', () => {
  it('a first payment over the total, 31 as payment day, a discount that leaves nothing', async () => {
    const { contract } = await newContract(on());
    const sent = (more: object) => ({
      params: { id: contract.id },
      body: { first_payment: 200_000, term: 3, payment_day: 15, ...more },
    });
    await isRefused('seller', contractAmend, sent({ first_payment: 1_000_000 }), {
      uz: [422, { first_payment: 'Birinchi toʻlov tovar narxidan kichik boʻlsin.' }],
      ru: [422, { first_payment: 'Первый взнос должен быть меньше цены товаров.' }],
    });
    await isRefused('seller', contractAmend, sent({ payment_day: 31 }), {
      uz: [422, { payment_day: '28 dan oshmasligi kerak.' }],
      ru: [422, { payment_day: 'Не больше 28.' }],
    });
    await isRefused('seller', contractAmend, sent({ discount: 1_000_000 }), {
      uz: [422, { discount: 'Chegirma summadan kichik boʻlsin.' }],
      ru: [422, { discount: 'Скидка должна быть меньше суммы.' }],
    });
  });

  it('a discount below cost waits for a manager', async () => {
    const { contract, goods } = await newContract(on());
    await sql`UPDATE stock_batch SET cost = 1000001 WHERE product_variant_id = ${goods.id}`.execute(till.kysely);
    await isRefused(
      'seller',
      contractSign,
      { params: { id: contract.id } },
      {
        uz: [409, 'Chegirma bilan tannarxdan past: filial rahbari imzolaydi.'],
        ru: [409, 'Со скидкой ниже себестоимости: подписывает руководитель филиала.'],
      },
    );
  });

  it('the same phone sold twice', async () => {
    const phone = await newGoods(on(), { qty: 1, serial: true });
    const { rows } = await sql<{ id: number }>`
      SELECT id FROM serial_number WHERE serial_number = ${phone.serials[0] ?? ''}`.execute(till.kysely);
    const lines = [lineFor(phone, { serial_id: rows[0]?.id })];
    await newOrder(on(), { lines, reserve: true });
    const second = await newOrder(on(), { lines });
    const other = await newOrder(on(), { lines: [lineFor(phone)] });
    for (const { id } of [second, other])
      await isRefused(
        'seller',
        orderReserve,
        { params: { id } },
        {
          uz: [409, 'Tovarning bir qismi band yoki sotilgan: qolgani yetmaydi.'],
          ru: [409, 'Часть товара забронирована или продана: остатка не хватает.'],
        },
      );
  });
});

describe('money', () => {
  let buyer = 0;
  let contract = 0;
  beforeAll(async () => {
    await till.day('2026-11-23');
    buyer = await till.client();
    contract = await till.sign(buyer, K);
  });
  const pay = (amount: number, mark: string) => ({
    body: { client_id: buyer, contract_ids: [contract], channel: 'cash', cash_account_id: 1, amount, mark },
  });

  it.each([
    [0, '1 dan kam boʻlmasligi kerak.', 'Не меньше 1.'],
    [-1, '1 dan kam boʻlmasligi kerak.', 'Не меньше 1.'],
    [10 ** 12, 'Koʻpi bilan 1 120 000 soʻm olinadi.', 'Принимается не больше 1 120 000 сум.'],
  ])('a payment of %i', async (amount, uz, ru) => {
    await isRefused('director', cashDocumentPay, pay(amount, await till.mark(buyer)), {
      uz: [422, { amount: uz }],
      ru: [422, { amount: ru }],
    });
  });

  it('a reversal twice names the document that has reversed it', async () => {
    const payment = await till.paid(buyer, [contract], 200_000);
    const { mark } = (await till.preview(payment)).data;
    const number = (await till.reverse(payment, mark)).body.data.reversed_by?.number;
    await isRefused(
      'director',
      cashDocumentReverse,
      { params: { id: payment }, body: { reason: 'Yana', mark } },
      {
        uz: [409, `${number} bu toʻlovni storno qilgan, u ikkinchi marta storno qilinmaydi.`],
        ru: [409, `Этот платёж уже сторнирован документом ${number}, второй раз сторнировать нельзя.`],
      },
    );
  });

  it('a closed day takes no money and signs nothing', async () => {
    const draft = (await newContract(on())).contract;
    const mark = await till.mark(buyer);
    const open = (status: 'open' | 'closed') =>
      sql`UPDATE practice_day SET status = ${status} WHERE organization_id = ${ORGANIZATION} AND date = '2026-11-23'`.execute(
        till.kysely,
      );
    await open('closed');
    const says = {
      uz: [409, 'Tashkilotda ochiq operatsion kun yoʻq.'],
      ru: [409, 'У организации нет открытого операционного дня.'],
    } as const;
    await isRefused('director', cashDocumentPay, pay(1_000, mark), says);
    await isRefused('seller', contractSign, { params: { id: draft.id } }, says);
    await open('open');
  });
});

/** Real lists, read as a purchaser pastes them: the open catalogue after its import, and lists of other shapes. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { currencyGetAll, variantRecognize } from '../../contract/invoices/choices.ts';
import { invoiceCreate } from '../../contract/invoices/heads.ts';
import { lineCreateMany } from '../../contract/invoices/lines.ts';
import { columnsOf, splitBlock } from '../../machines/pasteLines/columns.ts';
import { type Block, goodOf, linesOf, wordsAsked } from '../../machines/pasteLines/lines.ts';
import { importCatalogue } from '../../server/stock/importCatalogue.ts';
import { ORGANIZATION, PEOPLE, withServer } from '../server/world.ts';

const data = fileURLToPath(new URL('../../../shared/data/', import.meta.url));
const file = (name: string) => `${data}${name}`;
const absent = ['electronics_catalogue.csv', 'retail_products.csv', 'phone_variants.csv'].filter(
  (name) => !existsSync(file(name)),
);
const skipped = absent.length > 0;
const title = (words: string) => (skipped ? `not checked: ${data} is absent` : words);
const read = (name: string) => readFileSync(file(name), 'utf8');

describe('lists of suppliers', () => {
  it(title('have their columns recognised'), () => {
    if (skipped) return;
    const meaningsOf = (name: string) => {
      const rows = splitBlock(read(name));
      const { meanings, headAt } = columnsOf(rows);
      expect(headAt).toBe(0);
      return Object.fromEntries((rows[0]?.cells ?? []).map((head, at) => [head, meanings[at]]));
    };
    expect(meaningsOf('electronics_catalogue.csv')).toMatchObject({
      title: 'name',
      price: 'price',
      currency: 'currency',
      barcode: 'barcode',
    });
    expect(meaningsOf('retail_products.csv')).toMatchObject({
      stock_code: 'sku',
      description: 'name',
      unit_price_usual: 'price',
      currency: 'currency',
    });
  });
});

describe('the open catalogue', () => {
  const server = withServer();

  it(title('is pasted as a list: more than two hundred lines are recognised and added'), async () => {
    if (skipped) return;
    const { db } = server.current;
    await importCatalogue(db, {
      content: readFileSync(file('electronics_catalogue.csv')),
      fileName: 'electronics_catalogue.csv',
      organizationId: ORGANIZATION,
      userId: PEOPLE.keeper.id,
      demoStock: 7,
    });
    // a list as a supplier writes it: no codes of ours, prices with signs, a count
    const records = splitBlock(read('electronics_catalogue.csv')).slice(1);
    const priced = records.filter(({ cells }) => cells[5] !== '' && cells[6] === 'USD').slice(0, 400);
    const list = [
      'Счёт № 118',
      ['№', 'Наименование', 'Штрих-код', 'Кол-во, шт', 'Цена за ед.', 'Сумма'].join('\t'),
      ...priced.map(({ cells }, at) => {
        const [price, count] = [Number(cells[5]), (at % 9) + 1];
        const written = price.toLocaleString('ru-RU', { minimumFractionDigits: 2 });
        const sum = (price * count).toLocaleString('ru-RU', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
        return [
          at + 1,
          `"${(cells[3] ?? '').replaceAll('"', '""')}"`,
          cells[7],
          `${count} шт`,
          `${written} $`,
          `${sum} $`,
        ].join('\t');
      }),
      `Итого\t\t\t\t\t1`,
    ].join('\n');

    const rows = splitBlock(list);
    const columns = columnsOf(rows);
    expect(columns).toEqual({ meanings: ['skip', 'name', 'barcode', 'count', 'price', 'sum'], headAt: 1 });
    const words = wordsAsked({ rows, ...columns });
    const answer = await server.current.do('purchaser', variantRecognize, {
      body: { words, organization_id: ORGANIZATION },
    });
    const currencies = (await server.current.do('purchaser', currencyGetAll)).data;
    const found = Object.fromEntries(words.map((word, at) => [word, answer.data[at]?.matches ?? []]));
    const block: Block = { rows, ...columns, currency: 'UZS', fixes: {}, found, currencies };
    const lines = linesOf(block);
    const good = goodOf(lines, {});
    const reasons = new Map<string, number>();
    for (const { reason } of lines.flatMap((line) => line.bad)) reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
    console.info(`${good.length} of ${lines.length} lines recognised`, Object.fromEntries(reasons));
    expect(good.length).toBeGreaterThan(200);
    expect(lines.at(-1)?.bad.map(({ reason }) => reason)).toEqual(['total']);
    for (const line of good) {
      expect(line.currency).toBe('USD');
      expect(line.differs).toBeNull();
      const cells = priced[line.line - 3]?.cells ?? [];
      expect(line.body?.value).toBe(Number(cells[5]));
      expect(line.body?.count).toBe(((line.line - 3) % 9) + 1);
    }
    // what is never the product of the line would be worse than an unknown one
    const wrong = good.filter(({ product, line }) => product?.title !== priced[line - 3]?.cells[3]);
    expect(wrong.map(({ line, product }) => [line, product?.title])).toEqual([]);

    // the prices reckoned here are those that the server reckons
    const { data: invoice } = await server.current.do('purchaser', invoiceCreate, {
      body: { partner_id: 1, invoice_date: '2026-11-20', number_invoice: '118', warehouse_list_id: 1 },
    });
    const added = await server.current.do('purchaser', lineCreateMany, {
      params: { id: invoice.id },
      body: { lines: good.flatMap(({ body }) => (body === null ? [] : [body])) },
    });
    expect(added.data).toHaveLength(good.length);
    expect(added.data.every((line) => !line.selling_price_overridden)).toBe(true);
  }, 120_000);
});

/** Codes that are scanned faster than the server answers: how often it is asked, and what each of them means. */
import { beforeEach, expect, it, vi } from 'vitest';
import { createActor } from 'xstate';
import type { FoundCode } from '../../machines/invoiceWorkspace/invoiceWorkspace.machine.ts';
import { findCode } from '../../src/pages/invoices/window/actors.ts';

const goods = (id: number) => ({
  ...{ id, title: `Tovar ${id}`, sku: `SKU-${id}`, barcode: null, category: 'Choy', is_serial_number: false },
  ...{ imei_count: 0, defaults: { no_cash: 0, additional: 0, other_additional: 0 }, last: null },
});
const currencies = [{ id: 1, abbrevation: 'UZS', name: 'Soʻm', rate: 1 }];

let asked: string[] = [];

beforeEach(() => {
  asked = [];
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input, init);
    const { pathname, searchParams } = new URL(request.url);
    const call = pathname.replace(/.*\/api\//, '');
    if (!call.startsWith('currency')) asked.push(call);
    const meant = (word: string) => (/^SKU-\d+$/.test(word) ? [goods(Number(word.slice(4)))] : []);
    const answer = async () => {
      if (call.startsWith('currency')) return { data: currencies };
      if (request.method === 'GET') {
        const data = meant(searchParams.get('search') ?? '');
        return { data, meta: { current_page: 1, total: data.length, per_page: 15 } };
      }
      const { words } = (await request.json()) as { words: string[] };
      return { data: words.map((word) => ({ by: meant(word).length > 0 ? 'sku' : null, matches: meant(word) })) };
    };
    return new Response(JSON.stringify(await answer()), { headers: { 'Content-Type': 'application/json' } });
  });
});

/** Codes as the window asks for them, one after another, with those that wait. */
async function scanned(texts: readonly string[]): Promise<FoundCode[]> {
  const find = findCode(1);
  const found: FoundCode[] = [];
  for (const [at, text] of texts.entries()) {
    // the first is asked for before the second is scanned
    const ahead = at === 0 ? [] : texts.slice(at + 1);
    const actor = createActor(find, { input: { text, ahead, currencyId: null } });
    found.push(
      await new Promise<FoundCode>((done, fail) => {
        actor.subscribe({ next: ({ output }) => output && done(output), error: fail });
        actor.start();
      }),
    );
  }
  return found;
}

it('fifty are asked for in two requests, some of them several times', async () => {
  const texts = Array.from({ length: 50 }, (_, at) => `SKU-${at % 40}`);
  const found = await scanned(texts);
  expect(found.map((one) => one.kind === 'product' && one.product.sku)).toEqual(texts);
  expect(found.every((one) => one.kind === 'product' && one.exact)).toBe(true);
  expect(asked).toEqual(['product_variant/get_all', 'product_variant/recognize']);
});

it('what is no code is looked for by name in its turn, and keeps none of the others waiting', async () => {
  const found = await scanned(['SKU-1', 'choy', 'SKU-2', 'x'.repeat(500), 'SKU-3']);
  expect(found.map(({ kind }) => kind)).toEqual(['product', 'unknown', 'product', 'unknown', 'product']);
  expect(asked.filter((call) => call.endsWith('recognize'))).toHaveLength(1);
});

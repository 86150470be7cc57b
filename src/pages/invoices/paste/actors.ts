/** What pasting does outside its machine: reads a file, asks the server for products and currencies, adds the lines. */
import { fromPromise } from 'xstate';
import {
  currencyGetAll,
  type VariantInSelect,
  variantGetAll,
  variantRecognize,
} from '../../../../contract/invoices/choices.ts';
import { lineCreateMany } from '../../../../contract/invoices/lines.ts';
import {
  type AddLinesInput,
  type LinesAdded,
  pasteLinesMachine,
  type Recognized,
  type RecognizeInput,
} from '../../../../machines/pasteLines/pasteLines.machine.ts';
import { newKey, request } from '../../../api/client.ts';
import { type Option, type RemoteSource, remoteSource } from '../../../ui/form/remote.ts';
import { takeOwnInvoice } from '../own.ts';

/** Words of one asking. */
const WORDS = 2_000;

const files = new Map<string, File>();

/** The machine knows a file by its id, the contents stay here. */
export function holdFile(file: File): string {
  const id = newKey();
  files.set(id, file);
  return id;
}

async function recognize(
  words: readonly string[],
  organizationId: number,
  signal: AbortSignal,
): Promise<Recognized['found']> {
  const found: Record<string, readonly VariantInSelect[]> = {};
  for (let at = 0; at < words.length; at += WORDS) {
    const some = words.slice(at, at + WORDS);
    const body = { words: some, organization_id: organizationId };
    const { data } = await request(variantRecognize, { body, signal });
    some.forEach((word, index) => {
      found[word] = data[index]?.matches ?? [];
    });
  }
  return found;
}

/** @param end place of the first of the lines: below what is entered and not saved yet, too. */
export function machineFor(invoice: { id: number; organization_id: number }, end: number) {
  return pasteLinesMachine.provide({
    actors: {
      readFile: fromPromise<string[][], { fileId: string }>(async ({ input }) => {
        const file = files.get(input.fileId);
        if (file === undefined) throw new Error('the file is not held');
        const { readCells } = await import('./file.ts');
        return readCells(file);
      }),
      recognize: fromPromise<Recognized, RecognizeInput>(async ({ input, signal }) => {
        const [found, currencies] = await Promise.all([
          recognize(input.words, invoice.organization_id, signal),
          request(currencyGetAll, { query: { organization_id: invoice.organization_id }, signal }),
        ]);
        return { found, currencies: currencies.data };
      }),
      addLines: fromPromise<LinesAdded, AddLinesInput>(async ({ input }) => {
        const lines = input.lines.map((line, at) => ({ ...line, position: end + at }));
        const added = await request(lineCreateMany, { params: { id: invoice.id }, body: { lines }, key: input.key });
        takeOwnInvoice(invoice.id, added.invoice);
        return added;
      }),
    },
  });
}

/** Products to choose from, each kept whole: the line needs its markup. */
export function productSource(organizationId: number) {
  const seen = new Map<number, VariantInSelect>();
  const optionOf = (product: VariantInSelect): Option => {
    seen.set(product.id, product);
    return { id: product.id, title: product.title, note: product.sku };
  };
  const all = remoteSource(variantGetAll, optionOf, { organization_id: organizationId });
  return {
    productOf: (id: number) => seen.get(id),
    /** Those that the words may mean come first, until something is searched. */
    sourceFor(matches: readonly VariantInSelect[]): RemoteSource {
      if (matches.length === 0) return all;
      const options = matches.map(optionOf);
      return {
        ...all,
        useFound(search, page, enabled) {
          const found = all.useFound(search, page, enabled && search !== '');
          return search === '' ? { options, more: false, loading: false, error: null } : found;
        },
      };
    },
  };
}
export type ProductSource = ReturnType<typeof productSource>;

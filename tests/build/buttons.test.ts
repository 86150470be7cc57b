/**
 * Bars of buttons are asked in one order: the primary one first, then the way back, far right what is rare. The way back is
 * called back, never cancel: that calls a document off.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst } from 'vite';
import { expect, it } from 'vitest';

const SRC = join(import.meta.dirname, '../../src');
const BUTTONS = new Set(['Button', 'AnchorButton', 'button', 'SaveBar']);

interface Part {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

const isPart = (value: unknown): value is Part =>
  typeof value === 'object' && value !== null && typeof (value as Part).type === 'string';

function partsOf(part: unknown): Part[] {
  if (Array.isArray(part)) return part.flatMap(partsOf);
  if (!isPart(part)) return [];
  return [part, ...Object.values(part).flatMap(partsOf)];
}

interface Shown {
  primary: boolean;
  at: number;
}

/** Every row of buttons that a bar may show: a condition has both of its sides. */
function rowsOf(part: unknown, text: string): Shown[][] {
  if (Array.isArray(part)) {
    return part.reduce<Shown[][]>(
      (rows, one) => rowsOf(one, text).flatMap((after) => rows.map((before) => [...before, ...after])),
      [[]],
    );
  }
  if (!isPart(part)) return [[]];
  switch (part.type) {
    case 'JSXElement': {
      const opening = part.openingElement as Part;
      const name = (opening.name as Part).name as string;
      if (!BUTTONS.has(name)) return rowsOf(part.children, text);
      const tag = text.slice(opening.start, opening.end);
      return [[{ primary: name === 'SaveBar' || /intent=|intent-primary|type="submit"/.test(tag), at: opening.start }]];
    }
    case 'JSXFragment':
      return rowsOf(part.children, text);
    case 'JSXExpressionContainer':
    case 'ParenthesizedExpression':
      return rowsOf(part.expression, text);
    case 'ConditionalExpression':
      return [...rowsOf(part.consequent, text), ...rowsOf(part.alternate, text)];
    case 'LogicalExpression':
      return [[], ...rowsOf(part.right, text)];
    default:
      return [[]];
  }
}

/** What stands in `foot` or `actions` of a dialog or a pane, and in an action bar. */
function barsIn(parts: readonly Part[], text: string): unknown[] {
  return parts.flatMap((part): unknown[] => {
    if (part.type === 'JSXAttribute' && ['foot', 'actions'].includes((part.name as Part).name as string)) {
      return [part.value];
    }
    if (part.type !== 'JSXElement') return [];
    const opening = part.openingElement as Part;
    const { name } = opening.name as Part;
    if (BUTTONS.has(name as string) || !/className="[^"]*\baction-bar\b/.test(text.slice(opening.start, opening.end))) {
      return [];
    }
    return [part.children];
  });
}

/** Lines where a bar shows another button before its primary one. */
function faultsOf(text: string): number[] {
  const rows = barsIn(partsOf(parseAst(text, { lang: 'tsx' })), text).flatMap((bar) => rowsOf(bar, text));
  const wrong = rows.filter((row) => row.some(({ primary }) => primary) && row[0]?.primary === false);
  return [...new Set(wrong.map((row) => text.slice(0, row[0]?.at).split('\n').length))];
}

it('sees a way back before the primary button, whichever side of a condition it is on', () => {
  const back = '<Button text="Back" />';
  const save = '<Button intent="primary" text="Save" />';
  const dialog = (foot: string) => `const a = <AskDialog foot={${foot}} />;`;
  expect(faultsOf(dialog(`<>${back}${save}</>`))).toEqual([1]);
  expect(faultsOf(dialog(`<>{busy && ${back}}${save}</>`))).toEqual([1]);
  expect(faultsOf(dialog(`leaving ? <>${save}${back}</> : <>${back}${save}</>`))).toEqual([1]);
  expect(faultsOf(`const a = <div className="action-bar">${back}<SaveBar /></div>;`)).toEqual([1]);
  expect(faultsOf(dialog(`<>${save}${back}</>`))).toEqual([]);
  expect(faultsOf(dialog(`<>${back}<Button text="Close" /></>`))).toEqual([]);
});

it('has the primary button first in every dialog, pane and action bar', () => {
  const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.tsx'));
  const texts = files.map((file) => ({ file, text: readFileSync(join(SRC, file), 'utf8') }));
  expect(texts.filter(({ text }) => /\bfoot=|action-bar/.test(text)).length).toBeGreaterThan(20);
  expect(texts.flatMap(({ file, text }) => faultsOf(text).map((line) => `${file}:${line}`))).toEqual([]);
});

/** Texts that are no more than "cancel", each with the document that it calls off; of a declared chart it is the step's own verb. */
const CALLS_OFF: Readonly<Record<string, string>> = {
  'orders.json cancel': 'calls an order off',
  'sale.json cancel': 'calls a contract off',
  'blackList.json actions.cancel': 'a request',
  'invoice.json ask.invoice.cancel.do': 'an invoice',
  'invoiceList.json actions.cancel': 'an invoice',
  'testAuthors.json actions.drop': 'the draft of a test',
};

function textsOf(texts: object, path: readonly string[] = []): [string, string][] {
  return Object.entries(texts).flatMap(([key, text]): [string, string][] =>
    typeof text === 'string' ? [[[...path, key].join('.'), text]] : textsOf(text as object, [...path, key]),
  );
}

it.each(['uz', 'ru'])('says cancel only where a document is called off (%s)', (language) => {
  const folder = join(SRC, '../locales', language);
  const found = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.json') && !/^(machines|plans)\b/.test(file))
    .flatMap((file) =>
      textsOf(JSON.parse(readFileSync(join(folder, file), 'utf8')))
        .filter(([, text]) => /^(Bekor qilish|Bekor|Отмена|Отменить)[.…?]*$/.test(text))
        .map(([key]) => `${file} ${key}`),
    )
    .filter((at) => !/^directories\/\w+\.json steps\.cancel\.do$/.test(at));
  expect(found.sort()).toEqual(Object.keys(CALLS_OFF).sort());
});

/**
 * Pasting a supplier's list into an invoice: a block of the clipboard or a file is read, its products are recognised,
 * every line is shown good or bad with its reasons, and the good ones are added in one action.
 *
 * Lines are never kept: they follow from the block, from what the server recognised and from what the person put right
 * (`lines.ts`). The server is asked for its warnings first; they are shown by line and may be accepted.
 *
 * For: purchasers who enter invoices. See docs/workflows/pasteLines.md; spec 3 "Input product line", decisions 22 and 47.
 */
import { assign, emit, fromPromise, setup } from 'xstate';
import type { ResponseOf } from '../../contract/call.ts';
import { type Failure, failureOf } from '../../contract/failure.ts';
import type { VariantInSelect } from '../../contract/invoices/choices.ts';
import type { LineBody, lineCreateMany } from '../../contract/invoices/lines.ts';
import { MAX_LINES } from '../../contract/invoices/shared.ts';
import { columnsOf, type Meaning, type Row, rowsOf, splitBlock } from './columns.ts';
import { type Block, type Currency, type Fix, goodOf, linesOf, type Refused, wordsAsked } from './lines.ts';

export type LinesAdded = ResponseOf<typeof lineCreateMany>;

/** Why a list cannot be read at all. */
export type ReadFault = 'empty' | 'unreadable';

export interface PasteLinesContext extends Block {
  rows: Row[];
  meanings: Meaning[];
  fixes: Record<number, Fix>;
  found: Record<string, readonly VariantInSelect[]>;
  currencies: readonly Currency[];
  fault: ReadFault | null;
  /** Rows beyond `MAX_LINES`, which were not taken. */
  cut: number;
  /** The file that is being read. */
  fileId: string;
  /** Rows of the lines that were sent, in their order: faults come back by place. */
  sent: number[];
  key: string;
  /** Ask the server for its warnings. */
  check: boolean;
  failure: Failure | null;
  /** The server's warnings by row. */
  said: Record<number, string[]>;
  /** A row stays refused until something of it is changed. */
  refused: Refused;
  added: number;
}

export type PasteLinesEvent =
  | { type: 'paste.open' }
  | { type: 'paste.close' }
  | { type: 'text.read'; text: string }
  | { type: 'file.choose'; fileId: string }
  | { type: 'recognition.retry' }
  | { type: 'column.set'; at: number; meaning: Meaning }
  | { type: 'currency.set'; currency: string }
  | { type: 'line.fix'; row: number; fix: Fix }
  | { type: 'lines.add'; key: string }
  | { type: 'warnings.accept'; key: string }
  | { type: 'add.retry' }
  | { type: 'rest.fix' };

/** What was put right in a list and not added: its products are asked for anew. */
export type KeptBlock = Pick<PasteLinesContext, 'rows' | 'meanings' | 'headAt' | 'currency' | 'fixes'>;

export interface RecognizeInput {
  words: string[];
}
export interface Recognized {
  found: Record<string, readonly VariantInSelect[]>;
  currencies: readonly Currency[];
}
export interface AddLinesInput {
  lines: LineBody[];
  key: string;
}

const given = (name: string) => () => {
  throw new Error(`${name} is given by the app`);
};

const EMPTY: PasteLinesContext = {
  rows: [],
  meanings: [],
  headAt: -1,
  currency: 'UZS',
  fixes: {},
  found: {},
  currencies: [],
  fault: null,
  cut: 0,
  fileId: '',
  sent: [],
  key: '',
  check: true,
  failure: null,
  said: {},
  refused: {},
  added: 0,
};

const withColumn = (meanings: readonly Meaning[], at: number, meaning: Meaning): Meaning[] =>
  meanings.map((old, index) => (index === at ? meaning : old === meaning ? 'skip' : old));

const newWords = (context: PasteLinesContext, meanings: readonly Meaning[]): string[] =>
  wordsAsked({ ...context, meanings }).filter((word) => context.found[word] === undefined);

const goodNow = (context: PasteLinesContext) => goodOf(linesOf(context), context.refused);

/** The lines that stay in a list once those that were sent are added. */
export function withoutSent({ rows, headAt, fixes, refused, sent }: PasteLinesContext) {
  const gone = new Set(sent);
  const stays = rows.flatMap((_, at) => (gone.has(at) ? [] : [at]));
  return {
    rows: rows.filter((_, at) => !gone.has(at)),
    headAt: stays.indexOf(headAt),
    fixes: Object.fromEntries(stays.flatMap((old, at) => (fixes[old] ? [[at, fixes[old]]] : []))),
    refused: Object.fromEntries(stays.flatMap((old, at) => (refused[old] ? [[at, refused[old]]] : []))),
  };
}

function blockOf(rows: Row[]) {
  const taken = rows.slice(0, MAX_LINES);
  return { ...EMPTY, rows: taken, cut: rows.length - taken.length, ...columnsOf(taken) };
}

/** `lines.3.value` is of the fourth line that was sent. */
function saidOf(failure: Failure, sent: readonly number[]): Record<number, string[]> {
  const said: Record<number, string[]> = {};
  for (const [field, words] of Object.entries(failure.fields)) {
    const row = sent[Number(/^lines\.(\d+)\./.exec(field)?.[1] ?? -1)];
    if (row !== undefined) said[row] = [...(said[row] ?? []), ...words];
  }
  return said;
}

const noAnswer = ({ status, code }: Failure): boolean =>
  status === 0 || status >= 500 || status === 429 || code === 'bad_answer';

export const pasteLinesMachine = setup({
  types: {
    context: {} as PasteLinesContext,
    events: {} as PasteLinesEvent,
    input: {} as { text: string | null; kept?: KeptBlock | undefined },
    emitted: {} as { type: 'lines.added'; answer: LinesAdded } | { type: 'paste.closed' },
    tags: {} as 'entering' | 'shown' | 'editable' | 'busy' | 'asking',
    meta: {} as { requirement: string },
    children: {} as { readFile: 'readFile'; recognize: 'recognize'; addLines: 'addLines' },
  },
  actors: {
    readFile: fromPromise<string[][], { fileId: string }>(given('readFile')),
    recognize: fromPromise<Recognized, RecognizeInput>(given('recognize')),
    addLines: fromPromise<LinesAdded, AddLinesInput>(given('addLines')),
  },
  guards: {
    hasRows: ({ context }) => context.rows.length > 0,
    hasCells: (_, params: { text: string }) => splitBlock(params.text).length > 0,
    fileHasCells: (_, params: { cells: readonly string[][] }) => rowsOf(params.cells).length > 0,
    asksNewWords: ({ context }, params: { at: number; meaning: Meaning }) =>
      newWords(context, withColumn(context.meanings, params.at, params.meaning)).length > 0,
    hasGood: ({ context }) => goodNow(context).length > 0,
    everyLineSent: ({ context }) => context.sent.length === linesOf(context).length,
    gotNoAnswer: (_, params: { error: unknown }) => noAnswer(failureOf(params.error)),
    areWarnings: (_, params: { error: unknown }) => failureOf(params.error).code === 'warnings',
  },
  actions: {
    takeText: assign((_, params: { text: string }) => blockOf(splitBlock(params.text))),
    takeCells: assign((_, params: { cells: readonly string[][] }) => blockOf(rowsOf(params.cells))),
    takeFile: assign({ fileId: (_, params: { fileId: string }) => params.fileId, fault: null }),
    notifyEmpty: assign({ fault: 'empty' }),
    notifyUnreadable: assign({ fault: 'unreadable' }),
    takeProducts: assign(({ context }, params: { output: Recognized }) => ({
      found: { ...context.found, ...params.output.found },
      currencies: params.output.currencies,
      failure: null,
    })),
    keepFailure: assign({ failure: (_, params: { error: unknown }) => failureOf(params.error) }),
    keepWarnings: assign(({ context }, params: { error: unknown }) => {
      const failure = failureOf(params.error);
      return { failure, said: saidOf(failure, context.sent) };
    }),
    keepRefusal: assign(({ context }, params: { error: unknown }) => {
      const failure = failureOf(params.error);
      return { failure, refused: { ...context.refused, ...saidOf(failure, context.sent) } };
    }),
    forgetFailure: assign({ failure: null, said: {} }),
    setColumn: assign({
      meanings: ({ context }, params: { at: number; meaning: Meaning }) =>
        withColumn(context.meanings, params.at, params.meaning),
      refused: {},
    }),
    setCurrency: assign({ currency: (_, params: { currency: string }) => params.currency, refused: {} }),
    fixLine: assign({
      fixes: ({ context }, { row, fix }: { row: number; fix: Fix }) => ({
        ...context.fixes,
        [row]: { ...context.fixes[row], ...fix },
      }),
      refused: ({ context }, { row }: { row: number; fix: Fix }) => {
        const { [row]: _, ...others } = context.refused;
        return others;
      },
    }),
    gatherLines: assign(({ context }, params: { key: string; check: boolean }) => ({
      key: params.key,
      check: params.check,
      sent: goodNow(context).map(({ row }) => row),
    })),
    countAdded: assign({ added: ({ context }) => context.sent.length, failure: null, said: {} }),
    dropAdded: assign(({ context }) => ({ ...withoutSent(context), sent: [] })),
    notifyAdded: emit((_, params: { answer: LinesAdded }) => ({ type: 'lines.added' as const, answer: params.answer })),
    notifyClosed: emit({ type: 'paste.closed' as const }),
    forget: assign(EMPTY),
  },
}).createMachine({
  id: 'pasteLines',
  description: 'A supplier’s list pasted into an invoice.',
  context: ({ input: { text, kept } }) => ({ ...(text === null ? EMPTY : blockOf(splitBlock(text))), ...kept }),
  initial: 'closed',
  states: {
    closed: {
      description: 'No list is open.',
      meta: { requirement: '3-input-product' },
      on: { 'paste.open': [{ guard: 'hasRows', target: 'recognizing' }, { target: 'reading' }] },
    },
    reading: {
      description: 'The person pastes or types a list, or chooses a file; shows why the last one could not be read.',
      tags: ['entering'],
      meta: { requirement: '3-input-product' },
      on: {
        'text.read': [
          {
            guard: { type: 'hasCells', params: ({ event }) => event },
            target: 'recognizing',
            actions: { type: 'takeText', params: ({ event }) => event },
          },
          { actions: 'notifyEmpty' },
        ],
        'file.choose': { target: 'opening', actions: { type: 'takeFile', params: ({ event }) => event } },
        'paste.close': { target: 'closed', actions: ['forget', 'notifyClosed'] },
      },
    },
    opening: {
      description: 'The file is being read.',
      tags: ['entering', 'busy'],
      meta: { requirement: '3-input-product' },
      invoke: {
        id: 'readFile',
        src: 'readFile',
        input: ({ context }) => ({ fileId: context.fileId }),
        onDone: [
          {
            guard: { type: 'fileHasCells', params: ({ event }) => ({ cells: event.output }) },
            target: 'recognizing',
            actions: { type: 'takeCells', params: ({ event }) => ({ cells: event.output }) },
          },
          { target: 'reading', actions: 'notifyEmpty' },
        ],
        onError: { target: 'reading', actions: 'notifyUnreadable' },
      },
    },
    recognizing: {
      description: 'The server is asked which products the words of the list mean.',
      tags: ['busy'],
      meta: { requirement: '3-input-product' },
      invoke: {
        id: 'recognize',
        src: 'recognize',
        input: ({ context }) => ({ words: newWords(context, context.meanings) }),
        onDone: {
          target: 'previewing',
          actions: { type: 'takeProducts', params: ({ event }) => ({ output: event.output }) },
        },
        onError: { target: 'unrecognized', actions: { type: 'keepFailure', params: ({ event }) => event } },
      },
      on: { 'paste.close': { target: 'closed', actions: ['forget', 'notifyClosed'] } },
    },
    unrecognized: {
      description: 'The words could not be asked; the list is kept for another try.',
      meta: { requirement: '3-input-product' },
      on: {
        'recognition.retry': { target: 'recognizing', actions: 'forgetFailure' },
        'paste.close': { target: 'closed', actions: ['forget', 'notifyClosed'] },
      },
    },
    previewing: {
      description: 'Every line is shown, bad ones with their reasons; columns, currency and cells can be put right.',
      tags: ['shown', 'editable'],
      meta: { requirement: '3-input-product' },
      initial: 'ready',
      states: {
        ready: { description: 'Nothing was sent since the last change.', meta: { requirement: '3-input-product' } },
        warned: {
          description: 'The server warns of limits or of prices below cost; nothing was added.',
          tags: ['asking'],
          meta: { requirement: 'decision-47' },
          on: {
            'warnings.accept': {
              target: '#pasteLines.adding',
              actions: { type: 'gatherLines', params: ({ event }) => ({ key: event.key, check: false }) },
            },
          },
        },
        refused: {
          description:
            'The server refused; its words stand at the lines they are about, which are bad until changed; nothing was added.',
          meta: { requirement: 'decision-47' },
        },
      },
      on: {
        'column.set': [
          {
            guard: { type: 'asksNewWords', params: ({ event }) => event },
            target: 'recognizing',
            actions: ['forgetFailure', { type: 'setColumn', params: ({ event }) => event }],
          },
          { target: '.ready', actions: ['forgetFailure', { type: 'setColumn', params: ({ event }) => event }] },
        ],
        'currency.set': {
          target: '.ready',
          actions: ['forgetFailure', { type: 'setCurrency', params: ({ event }) => event }],
        },
        'line.fix': { target: '.ready', actions: ['forgetFailure', { type: 'fixLine', params: ({ event }) => event }] },
        'lines.add': {
          guard: 'hasGood',
          target: 'adding',
          actions: { type: 'gatherLines', params: ({ event }) => ({ key: event.key, check: true }) },
        },
        'paste.close': { target: 'closed', actions: ['forget', 'notifyClosed'] },
      },
    },
    adding: {
      description: 'The good lines are being added, all of them or none.',
      tags: ['shown', 'busy'],
      meta: { requirement: 'decision-47' },
      entry: 'forgetFailure',
      invoke: {
        id: 'addLines',
        src: 'addLines',
        input: ({ context }) => ({
          key: context.key,
          lines: goodNow(context).flatMap(({ body }) => (body === null ? [] : [{ ...body, check: context.check }])),
        }),
        onDone: [
          {
            guard: 'everyLineSent',
            target: 'closed',
            actions: [
              { type: 'notifyAdded', params: ({ event }) => ({ answer: event.output }) },
              'forget',
              'notifyClosed',
            ],
          },
          {
            target: 'done',
            actions: [{ type: 'notifyAdded', params: ({ event }) => ({ answer: event.output }) }, 'countAdded'],
          },
        ],
        onError: [
          {
            guard: { type: 'gotNoAnswer', params: ({ event }) => event },
            target: 'failed',
            actions: { type: 'keepFailure', params: ({ event }) => event },
          },
          {
            guard: { type: 'areWarnings', params: ({ event }) => event },
            target: 'previewing.warned',
            actions: { type: 'keepWarnings', params: ({ event }) => event },
          },
          { target: 'previewing.refused', actions: { type: 'keepRefusal', params: ({ event }) => event } },
        ],
      },
    },
    failed: {
      description: 'No answer came: whether the lines were added is not known until the same is sent again.',
      tags: ['shown'],
      meta: { requirement: 'decision-47' },
      on: {
        'add.retry': 'adding',
        'paste.close': { target: 'closed', actions: ['forget', 'notifyClosed'] },
      },
    },
    done: {
      description: 'The good lines are on the invoice; what was not added can be copied or put right.',
      tags: ['shown'],
      meta: { requirement: '3-input-product' },
      on: {
        'rest.fix': { target: 'previewing', actions: 'dropAdded' },
        'paste.close': { target: 'closed', actions: ['forget', 'notifyClosed'] },
      },
    },
  },
});

/**
 * The counting screen of one person: from opening the list to handing it in, losing nothing.
 *
 * Three regions while counting, because they must not wait for one another: entries are taken to the disk of this
 * browser (`taking`; only then are they shown as taken), what is on the disk is sent to the server (`sending`; a
 * network that is gone only makes it wait), and the person is asked about a total, a sheet or the handing in
 * (`talking`). Nobody leaves counting with an entry that is not on the disk. A list that was finished elsewhere while
 * entries here were unsent keeps them and shows that.
 *
 * Handing in is kept on the disk too and goes once, whenever the network is there, also when the page was closed meanwhile;
 * it does not go any more when another person has signed in here or the server refused, and the screen says which.
 *
 * What is sent goes in batches that merge on the server, so no child `command`: no two sides are ever chosen between.
 *
 * For: counters. See docs/workflows/countingWorkspace.md; spec 4 "Counting act", decisions 18, 34, 41 and 43.
 */
import { and, assign, fromCallback, fromPromise, raise, setup } from 'xstate';
import type { CounterShow } from '../../contract/counting/counters.ts';
import {
  type Facts,
  type HandIn,
  type Opened,
  phaseOf,
  type ScanNotice,
  type Trouble,
  type TypedTotal,
  troubleOf,
} from './list.ts';
import { KEEPS_PRODUCT } from './scan.ts';
import type { SheetPreview } from './sheet.ts';
import type { TakenEntry } from './tally.ts';

export interface CountingWorkspaceContext {
  userId: number;
  counterId: number;
  show: CounterShow | null;
  facts: Facts;
  /** Taken by the screen, being written to the disk: not shown as taken yet. */
  queue: TakenEntry[];
  /** The batch that is being written now. */
  batch: TakenEntry[];
  /** Tries to send that failed in a row. */
  failures: number;
  /** The product of the last scan or choice: serial numbers and F2 are for it. None after a code that was not understood. */
  productId: number | null;
  notices: ScanNotice[];
  /** The last scan, when it was refused: it is shown in place of the product. */
  refused: ScanNotice | null;
  total: TypedTotal | null;
  fileId: string;
  fileName: string;
  sheet: SheetPreview | null;
  /** Idempotency key of starting or handing in: the same on a repetition. */
  key: string;
  /** Handing in as it is on the disk. */
  handIn: HandIn | null;
  trouble: Trouble | null;
}

export type CountingWorkspaceEvent =
  | { type: 'list.open' }
  | { type: 'counter.start'; key: string }
  | { type: 'entries.add'; entries: TakenEntry[] }
  | { type: 'scan.refuse'; notice: ScanNotice }
  | { type: 'product.choose'; productId: number }
  | { type: 'write.retry' }
  | { type: 'send.now' }
  | { type: 'network.back' }
  | { type: 'store.changed'; facts: Facts }
  | { type: 'list.finishedElsewhere' }
  | { type: 'total.edit'; productId: number; now: number | null }
  | { type: 'total.commit'; typed: number; now: number | null; entries: TakenEntry[] }
  | { type: 'total.keepMine'; now: number | null; entries: TakenEntry[] }
  | { type: 'total.takeTheirs' }
  | { type: 'total.cancel' }
  | { type: 'sheet.choose'; fileId: string; name: string }
  | { type: 'sheet.take'; entries: TakenEntry[] }
  | { type: 'sheet.drop' }
  | { type: 'submit.ask' }
  | { type: 'submit.confirm'; key: string }
  | { type: 'submit.retry' }
  | { type: 'submit.drop' }
  | { type: 'entries.export' };

export interface ListInput {
  userId: number;
  counterId: number;
}

export interface CommandInput extends ListInput {
  key: string;
  version: number;
}

export interface SubmitInput extends CommandInput {
  /** It is on the disk already: where it is not any more, it was sent or taken back elsewhere. */
  kept: boolean;
}

/** Entries in one request, at most; so many unsent ones do not wait for more. */
export const BATCH = 1_000;
/** Scans that were not taken stay in the list of the last ten until newer ones push them out. */
const NOTICES = 10;

/** Between two tries at most, in milliseconds. */
const LONGEST_WAIT = 30_000;
const NO_FACTS: Facts = { here: 0, server: 0, unsent: 0, refused: 0 };

const outputOf = <T>(event: unknown): T => (event as { output: T }).output;

const listOf = ({ userId, counterId }: CountingWorkspaceContext): ListInput => ({ userId, counterId });
const commandOf = (context: CountingWorkspaceContext): CommandInput => ({
  ...listOf(context),
  key: context.key,
  version: context.show?.counter.version ?? 0,
});

const submitOf = (context: CountingWorkspaceContext): SubmitInput => ({
  ...commandOf(context),
  kept: context.handIn?.key === context.key,
});

const notProvided = (name: string) => () => {
  throw new Error(`countingWorkspace: actor ${name} is not provided`);
};

export const countingWorkspaceMachine = setup({
  types: {
    context: {} as CountingWorkspaceContext,
    events: {} as CountingWorkspaceEvent,
    input: {} as ListInput,
    tags: {} as 'busy' | 'counting' | 'over' | 'unsaved' | 'waiting' | 'asking',
    meta: {} as { requirement: string },
  },
  actors: {
    open: fromPromise<Opened, ListInput>(notProvided('open')),
    start: fromPromise<Opened, CommandInput>(notProvided('start')),
    write: fromPromise<Facts, ListInput & { entries: TakenEntry[] }>(notProvided('write')),
    send: fromPromise<Facts, ListInput>(notProvided('send')),
    submit: fromPromise<Opened, SubmitInput>(notProvided('submit')),
    /** Takes handing in off the disk. */
    withdraw: fromPromise<void, ListInput>(notProvided('withdraw')),
    readSheet: fromPromise<SheetPreview, { fileId: string }>(notProvided('readSheet')),
    watch: fromCallback<CountingWorkspaceEvent, ListInput>(notProvided('watch')),
    /** `network.back`: at once where the server can be reached, and whenever it can again. */
    watchNetwork: fromCallback<CountingWorkspaceEvent>(notProvided('watchNetwork')),
  },
  guards: {
    isAssigned: ({ event }) => phaseOf(outputOf<Opened>(event).show) === 'assigned',
    handInWaits: ({ event }) => {
      const { show, handIn } = outputOf<Opened>(event);
      return phaseOf(show) === 'counting' && handIn != null && handIn.refused === null;
    },
    isCounting: ({ event }) => phaseOf(outputOf<Opened>(event).show) === 'counting',
    leftUnsent: ({ event }) => {
      const { facts } = outputOf<Opened>(event);
      return facts.unsent + facts.refused > 0;
    },
    isGone: ({ event }) => troubleOf(event).kind === 'gone',
    isOver: ({ event }) => troubleOf(event).kind === 'over',
    noNetwork: ({ event }) => troubleOf(event).kind === 'failed' && troubleOf(event).status === 0,
    failedByNetwork: ({ context }) => context.trouble?.status === 0,
    isDifferent: ({ event }) => troubleOf(event).kind === 'differ',
    mayStart: ({ context }) => context.show?.counter.allowed_events.includes('counter.start') === true,
    moreQueued: ({ context }) => context.queue.length > 0,
    everythingWritten: ({ context }) => context.queue.length === 0 && context.batch.length === 0,
    somethingUnsent: ({ context }) => context.facts.unsent > 0,
    batchIsFull: ({ context }) => context.facts.unsent >= BATCH,
    totalChangedMeanwhile: ({ context, event }) =>
      event.type === 'total.commit' && event.now !== (context.total?.begun ?? null),
    totalChangedAgain: ({ context, event }) =>
      event.type === 'total.keepMine' && event.now !== (context.total?.theirs ?? null),
    hasGood: ({ context }) => (context.sheet?.good.length ?? 0) > 0,
  },
  delays: {
    /** Entries are gathered for a moment before they travel. */
    gather: 1_000,
    /** What another device entered, and whether the list is still open, is asked this often. */
    poll: 15_000,
    /** Twice as long after each failure in a row: 2, 4, 8, 16, then 30 seconds. */
    backoff: ({ context }) => Math.min(LONGEST_WAIT, 1_000 * 2 ** Math.min(context.failures, 5)),
  },
  actions: {
    /** Sound and flash; given by the app. */
    signal: (_, _params: { tone: 'taken' | 'refused' | 'unsaved' }) => {},
    /** Gives the unsent and refused entries to the person as an Excel sheet; given by the app. */
    exportEntries: () => {},
    takeOpened: assign(({ event }) => {
      const { show, facts, handIn = null } = outputOf<Opened>(event);
      return { show, facts, handIn, trouble: null, failures: 0 };
    }),
    takeKeptKey: assign(({ event }) => ({ key: outputOf<Opened>(event).handIn?.key ?? '' })),
    noteHandIn: assign({ handIn: ({ context }) => ({ key: context.key, refused: null, message: '' }) }),
    dropHandIn: assign({ handIn: null }),
    takeTrouble: assign(({ context, event }) => {
      const trouble = troubleOf(event);
      return { trouble, facts: trouble.facts ?? context.facts };
    }),
    dropTrouble: assign({ trouble: null }),
    takeKey: assign(({ context, event }) => ({ key: 'key' in event ? event.key : context.key })),
    queueEntries: assign(({ context, event }) =>
      event.type === 'entries.add'
        ? {
            queue: [...context.queue, ...event.entries],
            productId: event.entries.at(-1)?.product_variant_id ?? context.productId,
            refused: null,
          }
        : {},
    ),
    takeBatch: assign(({ context }) => ({ batch: [...context.batch, ...context.queue], queue: [] })),
    dropBatch: assign({ batch: [] }),
    takeFacts: assign(({ context, event }) => ({
      facts: 'facts' in event ? event.facts : 'output' in event ? outputOf<Facts>(event) : context.facts,
    })),
    addNotice: assign(({ context, event }) =>
      event.type === 'scan.refuse'
        ? {
            notices: [event.notice, ...context.notices].slice(0, NOTICES),
            refused: event.notice,
            productId: KEEPS_PRODUCT.has(event.notice.reason) ? event.notice.productId : null,
          }
        : {},
    ),
    chooseProduct: assign(({ context, event }) => ({
      productId: 'productId' in event ? event.productId : context.productId,
      refused: null,
    })),
    countFailure: assign({ failures: ({ context }) => context.failures + 1 }),
    forgetFailures: assign({ failures: 0, trouble: null }),
    beginTotal: assign(({ event }) =>
      event.type === 'total.edit'
        ? { total: { productId: event.productId, begun: event.now, typed: null, theirs: null } }
        : {},
    ),
    noteTheirs: assign(({ context, event }) => {
      if (context.total === null || !('now' in event)) return {};
      const typed = 'typed' in event ? event.typed : context.total.typed;
      return { total: { ...context.total, typed, theirs: event.now } };
    }),
    dropTotal: assign({ total: null }),
    // Like every entry these go to the disk first.
    addEntries: raise(({ event }) => ({
      type: 'entries.add' as const,
      entries: 'entries' in event ? event.entries : [],
    })),
    takeFile: assign(({ event }) =>
      event.type === 'sheet.choose' ? { fileId: event.fileId, fileName: event.name, trouble: null } : {},
    ),
    takeSheet: assign({ sheet: ({ event }) => outputOf<SheetPreview>(event) }),
    takeUnreadable: assign({
      sheet: ({ context }) => ({ name: context.fileName, fault: 'unreadable' as const, good: [], bad: [], blank: 0 }),
    }),
    dropSheet: assign({ sheet: null, fileId: '', fileName: '' }),
  },
}).createMachine({
  id: 'countingWorkspace',
  description: 'The counting screen of one person: every entry on the disk first, then on the server, then handed in.',
  context: ({ input }) => ({
    ...input,
    show: null,
    facts: NO_FACTS,
    queue: [],
    batch: [],
    failures: 0,
    productId: null,
    notices: [],
    refused: null,
    total: null,
    fileId: '',
    fileName: '',
    sheet: null,
    key: '',
    handIn: null,
    trouble: null,
  }),
  initial: 'opening',
  states: {
    opening: {
      description: 'The list, its entries and the products are read: from the server, or from the disk without one.',
      tags: ['busy'],
      meta: { requirement: '5-nothing-lost' },
      invoke: {
        id: 'open',
        src: 'open',
        input: ({ context }) => listOf(context),
        onDone: [
          { guard: 'isAssigned', target: 'assigned', actions: 'takeOpened' },
          { guard: 'handInWaits', target: 'submitting', actions: ['takeOpened', 'takeKeptKey'] },
          { guard: 'isCounting', target: 'counting', actions: 'takeOpened' },
          { guard: 'leftUnsent', target: 'stranded', actions: 'takeOpened' },
          { target: 'submitted', actions: 'takeOpened' },
        ],
        onError: [
          { guard: 'isGone', target: 'gone', actions: 'takeTrouble' },
          { target: 'failed', actions: 'takeTrouble' },
        ],
      },
    },
    failed: {
      description: 'The list could not be read, neither from the server nor from the disk.',
      meta: { requirement: '5-nothing-lost' },
      invoke: { id: 'watchNetwork', src: 'watchNetwork' },
      on: { 'list.open': 'opening', 'network.back': { guard: 'failedByNetwork', target: 'opening' } },
    },
    gone: {
      description: 'There is no such list, or it is not this person’s; what was counted here before is still here.',
      meta: { requirement: 'decision-18' },
      on: { 'entries.export': { actions: 'exportEntries' } },
    },
    assigned: {
      description: 'The person is named and has not started.',
      meta: { requirement: '4-counting-act' },
      on: {
        'counter.start': { guard: 'mayStart', target: 'starting', actions: ['takeKey', 'dropTrouble'] },
        'list.open': 'opening',
      },
    },
    starting: {
      description: 'The start of the count is being sent to the server.',
      tags: ['busy'],
      meta: { requirement: '4-counting-act' },
      invoke: {
        id: 'start',
        src: 'start',
        input: ({ context }) => commandOf(context),
        onDone: { target: 'counting', actions: 'takeOpened' },
        onError: [
          { guard: 'isOver', target: 'opening' },
          { guard: 'isGone', target: 'gone', actions: 'takeTrouble' },
          { target: 'assigned', actions: 'takeTrouble' },
        ],
      },
    },
    counting: {
      description: 'The person counts: what is scanned or typed goes to the disk, then to the server.',
      type: 'parallel',
      tags: ['counting'],
      meta: { requirement: '5-nothing-lost' },
      invoke: { id: 'watch', src: 'watch', input: ({ context }) => listOf(context) },
      on: {
        'store.changed': { actions: 'takeFacts' },
        'scan.refuse': { actions: ['addNotice', { type: 'signal', params: { tone: 'refused' } }] },
        'product.choose': { actions: 'chooseProduct' },
        'list.finishedElsewhere': { guard: 'everythingWritten', target: 'opening' },
      },
      states: {
        taking: {
          description: 'Entries go to the disk of this browser, in the order in which they came.',
          initial: 'ready',
          states: {
            ready: {
              description: 'Everything that was scanned or typed is on the disk.',
              on: { 'entries.add': { target: 'writing', actions: 'queueEntries' } },
            },
            writing: {
              description: 'A batch is being written; what comes meanwhile makes the next one.',
              entry: 'takeBatch',
              on: { 'entries.add': { actions: 'queueEntries' } },
              invoke: {
                id: 'write',
                src: 'write',
                input: ({ context }) => ({ ...listOf(context), entries: context.batch }),
                onDone: [
                  {
                    guard: 'moreQueued',
                    target: 'writing',
                    reenter: true,
                    actions: ['takeFacts', 'dropBatch', { type: 'signal', params: { tone: 'taken' } }],
                  },
                  {
                    target: 'ready',
                    actions: ['takeFacts', 'dropBatch', { type: 'signal', params: { tone: 'taken' } }],
                  },
                ],
                onError: { target: 'unsaved', actions: { type: 'signal', params: { tone: 'unsaved' } } },
              },
            },
            unsaved: {
              description: 'The disk did not take the entries: they are not counted, and the person is warned.',
              tags: ['unsaved'],
              on: {
                'entries.add': { target: 'writing', actions: 'queueEntries' },
                'write.retry': 'writing',
              },
            },
          },
        },
        sending: {
          description: 'What is on the disk goes to the server, each entry under an id of its own.',
          initial: 'resting',
          states: {
            resting: {
              description: 'Everything is on the server; now and then it is asked what came from elsewhere.',
              always: { guard: 'somethingUnsent', target: 'gathering' },
              after: { poll: 'sending' },
            },
            gathering: {
              description: 'Entries are gathered for a moment, so that they travel together.',
              always: { guard: 'batchIsFull', target: 'sending' },
              after: { gather: 'sending' },
            },
            sending: {
              description: 'Entries are being sent; sending them twice counts them once.',
              invoke: {
                id: 'send',
                src: 'send',
                input: ({ context }) => listOf(context),
                onDone: { target: 'resting', actions: ['takeFacts', 'forgetFailures'] },
                onError: [
                  {
                    guard: and(['isGone', 'everythingWritten']),
                    target: '#countingWorkspace.gone',
                    actions: 'takeTrouble',
                  },
                  { guard: and(['isOver', 'everythingWritten']), target: '#countingWorkspace.opening' },
                  { target: 'waiting', actions: ['takeTrouble', 'countFailure'] },
                ],
              },
            },
            waiting: {
              description: 'The server did not take them: they are safe here and are tried again.',
              tags: ['waiting'],
              after: { backoff: 'sending' },
              on: { 'network.back': 'sending', 'send.now': 'sending' },
            },
          },
        },
        talking: {
          description: 'What the person is asked about, one thing at a time.',
          initial: 'nothing',
          states: {
            nothing: {
              description: 'No dialog is open.',
              on: {
                'total.edit': { target: 'editing', actions: ['chooseProduct', 'beginTotal'] },
                'sheet.choose': { target: 'reading', actions: 'takeFile' },
                'submit.ask': 'confirming',
              },
            },
            editing: {
              description: 'The total of a product is being typed.',
              on: {
                'total.edit': { actions: ['chooseProduct', 'beginTotal'] },
                'total.commit': [
                  { guard: 'totalChangedMeanwhile', target: 'conflicted', actions: 'noteTheirs' },
                  { target: 'nothing', actions: ['addEntries', 'dropTotal'] },
                ],
                'total.cancel': { target: 'nothing', actions: 'dropTotal' },
              },
            },
            conflicted: {
              description: 'The total changed in another tab or on another device meanwhile: the person chooses.',
              tags: ['asking'],
              on: {
                'total.keepMine': [
                  { guard: 'totalChangedAgain', actions: 'noteTheirs' },
                  { target: 'nothing', actions: ['addEntries', 'dropTotal'] },
                ],
                'total.takeTheirs': { target: 'nothing', actions: 'dropTotal' },
              },
            },
            reading: {
              description: 'An Excel sheet is being read.',
              tags: ['asking'],
              invoke: {
                id: 'readSheet',
                src: 'readSheet',
                input: ({ context }) => ({ fileId: context.fileId }),
                onDone: { target: 'previewing', actions: 'takeSheet' },
                onError: {
                  description: 'It is no Excel sheet, or too large.',
                  target: 'previewing',
                  actions: 'takeUnreadable',
                },
              },
            },
            previewing: {
              description: 'All bad lines of the sheet are named; the person takes the good ones or none.',
              tags: ['asking'],
              on: {
                'sheet.take': { guard: 'hasGood', target: 'nothing', actions: ['addEntries', 'dropSheet'] },
                'sheet.drop': { target: 'nothing', actions: 'dropSheet' },
              },
            },
            confirming: {
              description: 'The person is shown what would be handed in.',
              tags: ['asking'],
              on: {
                'submit.confirm': {
                  guard: 'everythingWritten',
                  target: '#countingWorkspace.submitting',
                  actions: ['takeKey', 'dropTrouble', 'dropHandIn'],
                },
                'submit.drop': { target: 'nothing', actions: 'dropTrouble' },
              },
            },
          },
        },
      },
    },
    submitting: {
      description: 'What is still unsent goes first, then the list with its totals is handed in.',
      tags: ['busy'],
      meta: { requirement: '4-counting-act' },
      invoke: {
        id: 'submit',
        src: 'submit',
        input: ({ context }) => submitOf(context),
        onDone: [
          { guard: 'leftUnsent', target: 'stranded', actions: 'takeOpened' },
          { target: 'submitted', actions: 'takeOpened' },
        ],
        onError: [
          { guard: 'isDifferent', target: 'counting.talking.confirming', actions: ['takeTrouble', 'dropHandIn'] },
          { guard: 'isGone', target: 'gone', actions: 'takeTrouble' },
          { guard: 'isOver', target: 'opening' },
          { guard: 'noNetwork', target: 'queued', actions: ['takeTrouble', 'noteHandIn'] },
          { target: 'notSubmitted', actions: ['takeTrouble', 'noteHandIn'] },
        ],
      },
    },
    queued: {
      description: 'There is no network: handing in waits on the disk and goes once, also when the page is closed.',
      meta: { requirement: '5-nothing-lost' },
      invoke: { id: 'watchNetwork', src: 'watchNetwork' },
      on: {
        'network.back': { target: 'submitting', actions: 'dropTrouble' },
        'submit.drop': { target: 'withdrawing', actions: 'dropTrouble' },
      },
    },
    notSubmitted: {
      description: 'The server did not take it: nothing is lost, handing in may be repeated and counts once.',
      meta: { requirement: '5-nothing-lost' },
      on: {
        'submit.retry': { target: 'submitting', actions: 'dropTrouble' },
        'submit.drop': { target: 'withdrawing', actions: 'dropTrouble' },
      },
    },
    withdrawing: {
      description: 'Handing in is taken off the disk before the count goes on.',
      tags: ['busy'],
      meta: { requirement: '5-nothing-lost' },
      invoke: {
        id: 'withdraw',
        src: 'withdraw',
        input: ({ context }) => listOf(context),
        onDone: { target: 'counting', actions: 'dropHandIn' },
        onError: { target: 'notSubmitted', actions: 'takeTrouble' },
      },
    },
    submitted: {
      description: 'The list is handed in; everything that was counted here is on the server.',
      type: 'final',
      tags: ['over'],
      meta: { requirement: '4-counting-act' },
    },
    stranded: {
      description:
        'The list is finished and some entries of this computer are not in it: they are kept and can be saved.',
      tags: ['over'],
      meta: { requirement: '5-nothing-lost' },
      on: { 'entries.export': { actions: 'exportEntries' } },
    },
  },
});

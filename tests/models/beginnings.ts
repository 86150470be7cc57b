/**
 * How each workflow of the browser begins: its state and its context, written out. By machine and by the name of its
 * model's beginning, '' where there is one. Lifecycles begin as in their oracle (`tests/oracle`).
 */

export interface Beginning {
  readonly state: unknown;
  /** What it is given and keeps as it came, by name. */
  readonly takes?: readonly string[];
  readonly context: Readonly<Record<string, unknown>>;
}

const PAGE = { path: '/dashboard', title: 'Boshqaruv paneli', icon: 'dashboard' };
const SERVED = { path: '/repositories/act-of-counting', title: 'Sanoq dalolatnomasi', icon: 'inbox' };

const command: Beginning = {
  state: { ready: 'idle' },
  takes: ['subject'],
  context: { command: null, key: '', refusal: null },
};

const act: Beginning = {
  state: 'closed',
  takes: ['actId', 'act'],
  context: {
    productId: null,
    drafts: {},
    decision: null,
    decisionKey: '',
    next: null,
    objection: null,
  },
};

const session = (state: unknown): Beginning => ({
  state,
  takes: ['phone', 'hasToken', 'lastActivity'],
  context: { username: '', heldToken: null, failure: null, message: null, user: null },
});

const cancelling = (state: unknown, needsAgreement: boolean, asksWords: boolean): Beginning => ({
  state,
  context: {
    words: { reason: null, text: '', agreed: false },
    needsAgreement,
    asksReason: true,
    asksWords,
    key: '',
    refusal: null,
  },
});

const scanning = (state: unknown): Beginning => ({
  state,
  takes: ['line', 'needed', 'takes'],
  context: {
    saved: [],
    places: {},
    units: [],
    openId: null,
    nextId: 1,
    past: [],
    last: null,
    editId: null,
    sending: [],
    key: '',
    deleting: null,
    refusal: null,
    wanted: 0,
  },
});

const pasting = (block: Record<string, unknown>): Beginning => ({
  state: 'closed',
  context: {
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
    ...block,
  },
});

const favourites = (state: string, pages: readonly unknown[]): Beginning => ({
  state,
  takes: ['userId', 'answered', 'kept'],
  context: { pages },
});

const sidebar = (size: unknown, begunMini: boolean): Beginning => ({
  state: { size, sections: {}, access: 'free' },
  takes: ['section'],
  context: { begunMini, unfolded: 'warehouse', flyout: null },
});

const FIGURES = { widget: 'figures', size: 'full' };
const TEST = { widget: 'test', size: 'third' };
const DAY = { widget: 'practice_day', size: 'third' };
const widgets = (state: string, chosen: readonly unknown[], sent: readonly unknown[]): Beginning => ({
  state,
  context: {
    version: 1,
    offered: [
      { ...FIGURES, sizes: ['half', 'full'] },
      { ...TEST, sizes: ['third', 'half', 'full'] },
      { ...DAY, sizes: ['third', 'half'] },
      { widget: 'favourites', size: 'third', sizes: ['third', 'half', 'full'] },
    ],
    chosen,
    kept: null,
    sent,
    unanswered: [],
    past: [],
    refusal: null,
  },
});

export const BEGINNINGS: Readonly<Record<string, Readonly<Record<string, Beginning>>>> = {
  actWorkspace: { 'an act being counted': act },
  command: {
    'a new act': command,
    'an act being counted': command,
    'a counted act': command,
    'a draft of an invoice': command,
  },
  questionDialog: {
    'an invoice is called off': cancelling({ writing: 'incomplete' }, true, true),
    // without words to write there is nothing to wait for
    'a draft is dropped': cancelling({ writing: 'complete' }, false, false),
  },
  countingWorkspace: {
    '': {
      state: 'opening',
      takes: ['userId', 'counterId'],
      context: {
        show: null,
        facts: { here: 0, server: 0, unsent: 0, refused: 0 },
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
        handIn: null,
        key: '',
        trouble: null,
      },
    },
  },
  manyRecords: {
    '': { state: 'idle', context: { command: null, waiting: [], done: [], failed: [], undone: 0 } },
  },
  formDraft: {
    'of a form': {
      state: { writing: 'clean', offer: 'reading' },
      takes: ['visit'],
      context: { fields: {}, base: {}, offered: null },
    },
  },
  drawer: {
    'a wide window': { state: 'beside', takes: ['narrow'], context: {} },
    'a narrow window': { state: 'closed', takes: ['narrow'], context: {} },
  },
  favourites: {
    // specification 4: the server's list replaces the local one
    'a list from the server': favourites('saved', [SERVED]),
    // specification 4: the local copy is used when the load fails, and only that person's
    'no list from the server, a copy here': favourites('unsaved', [PAGE]),
    'no list from the server, the copy of another person': favourites('unsaved', []),
  },
  inactivity: { '': { state: { watching: 'quiet' }, context: { lastActivity: 0, checkedAt: 0, reason: 'inactive' } } },
  invoiceWorkspace: {
    'a draft with a line': {
      state: { lines: 'resting', codes: 'idle' },
      takes: ['invoiceId', 'invoice'],
      context: {
        lines: null,
        own: {},
        keys: {},
        drafts: {},
        sent: null,
        failure: null,
        undo: [],
        redo: [],
        codes: [],
      },
    },
  },
  navigation: { '': { state: 'resting', context: { path: '/', wanted: null, unsaved: false } } },
  newAct: { '': { state: 'closed', context: { form: null, key: '', refusal: null } } },
  newInvoice: { '': { state: 'closed', context: { head: null, key: '', refusal: null, mark: null, twins: [] } } },
  ownAnnouncements: { '': { state: 'closed', context: { due: [], marked: [], id: null, key: '', refusal: null } } },
  ownSessions: { '': { state: 'listed', context: { failure: null, message: null } } },
  // three seconds (specification 9)
  moneyStep: { '': { state: 'ready', context: { request: null, key: '', refusal: null, answer: null } } },
  passwordChange: { '': { state: 'closed', context: { failure: null, message: null, secondsLeft: 3 } } },
  pasteLines: {
    'with a block': pasting({
      rows: [
        { line: 1, cells: ['Artikul', 'Soni', 'Narxi', 'Izoh'] },
        { line: 2, cells: ['SKU-1', '5', '10 000', 'birinchi'] },
        { line: 3, cells: ['YOʻQ-9', '2', '700', 'ikkinchi'] },
      ],
      meanings: ['sku', 'count', 'price', 'skip'],
      headAt: 0,
    }),
    'with nothing': pasting({ rows: [], meanings: [], headAt: -1 }),
  },
  recordPane: {
    '': {
      state: 'closed',
      context: {
        place: null,
        visit: 0,
        record: null,
        command: 'save',
        key: '',
        draft: null,
        refusal: null,
        answers: null,
        choices: {},
        next: null,
      },
    },
  },
  replay: { '': { state: 'idle', context: { steps: 0, step: 0, speed: 1 } } },
  searchDialog: {
    '': {
      state: 'closed',
      context: {
        fontSize: 16,
        language: 'uz',
        query: '',
        entries: [],
        recent: [],
        groups: [],
        toggled: [],
        active: null,
      },
    },
  },
  serialDesk: {
    'an open invoice:': scanning({ open: { entry: 'scanning', row: 'closed', desk: 'idle' } }),
    'a confirmed invoice:': scanning('locked'),
  },
  session: {
    // decision 1: a phone stays where it is, token or not
    'a phone with a token': session('onPhone'),
    'a desk without a token': session({ signedOut: 'form' }),
    'a desk with a token': session({ present: 'loadingUser' }),
  },
  sidebar: {
    'a full menu': sidebar('full', false),
    'a mini menu': sidebar({ mini: 'closed' }, true),
  },
  testAttempt: {
    'a test': {
      state: 'opening',
      takes: ['attemptId'],
      context: {
        test: null,
        ahead: 0,
        questions: [],
        index: 0,
        unsent: [],
        sent: null,
        refusal: null,
        ended: null,
        key: '',
        timeUp: false,
      },
    },
  },
  stream: { '': { state: 'following', takes: ['spread'], context: { failures: 0 } } },
  testReminder: { '': { state: 'reading', context: { reminders: [], ahead: 0, at: 0, failure: null } } },
  widgets: {
    'an arrangement of the server': widgets('saved', [FIGURES, TEST], []),
    // what was kept in this tab is sent at once
    'one that was kept in this tab': widgets('saving', [FIGURES, TEST, DAY], [FIGURES, TEST, DAY]),
  },
};

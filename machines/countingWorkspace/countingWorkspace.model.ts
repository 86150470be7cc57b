import type { AnyEventObject, AnyMachineSnapshot } from 'xstate';
import type { CounterShow } from '../../contract/counting/counters.ts';
import { accepts, type EventCase, type WorkflowModel } from '../kit/model.ts';
import {
  BATCH,
  type CountingWorkspaceContext,
  type CountingWorkspaceEvent,
  countingWorkspaceMachine,
} from './countingWorkspace.machine.ts';
import type { Facts, HandIn, Opened, Trouble } from './list.ts';
import type { SheetPreview } from './sheet.ts';
import type { TakenEntry } from './tally.ts';

const one = (name: string, event: CountingWorkspaceEvent): EventCase => ({ name, event });
const done = (name: string, actor: string, output: unknown): EventCase => ({
  name,
  event: { type: `xstate.done.actor.${actor}`, output },
});
const failed = (name: string, actor: string, kind: Trouble['kind'], status = 0): EventCase => ({
  name,
  event: { type: `xstate.error.actor.${actor}`, error: { trouble: { ...TROUBLE, kind, status } } },
});
const after = (name: string, delay: string, state: string): EventCase => ({
  name,
  event: { type: `xstate.after.${delay}.countingWorkspace.counting.sending.${state}` },
});

const TROUBLE: Trouble = { kind: 'failed', status: 0, message: 'no network', requestId: 'r', lines: [], facts: null };

export const facts = (unsent: number, refused = 0): Facts => ({
  here: 40 + unsent + refused,
  server: 40,
  unsent,
  refused,
});

/** A list in a state, as the server answers it. */
export const MODEL_SHOW = (status: CounterShow['counter']['status'], version: number): CounterShow => ({
  counter: {
    id: 7,
    act_of_count_id: 214,
    title: '1-sanovchi',
    user_id: 5,
    user: { id: 5, fullname: 'J. Abdullayev' },
    status,
    counted: 0,
    units: 0,
    last_entry_at: null,
    pace: [],
    started_at: null,
    submitted_at: null,
    released: false,
    version,
    allowed_events: status === 'assigned' ? ['counter.start'] : status === 'counting' ? ['counter.submit'] : [],
  },
  act: { id: 214, number: 'S-000214', organization: 'Chilonzor', status: 'counting', categories: [] },
});

/** Handing in as the disk may have it. */
export const WAITING: HandIn = { key: 'k-kept', refused: null, message: '' };
export const REFUSED: HandIn = { key: 'k-kept', refused: 'person', message: '' };

const opened = (status: CounterShow['counter']['status'], left: Facts, handIn: HandIn | null = null): Opened => ({
  handIn,
  show: MODEL_SHOW(status, status === 'assigned' ? 1 : status === 'counting' ? 2 : 3),
  facts: left,
});

const NOT_YET = MODEL_SHOW('assigned', 1);
/** Named before the residues are loaded: starting is not allowed yet. */
const tooEarly: Opened = {
  show: {
    counter: { ...NOT_YET.counter, allowed_events: [] },
    act: { ...NOT_YET.act, status: 'created' },
  },
  facts: facts(0),
};

export const MODEL_ENTRY: TakenEntry = {
  entry_id: '4b1f0a52-6a0e-4a3e-9d51-0d6d2c8f7a10',
  product_variant_id: 11,
  count: 1,
  source: 'scan',
  entered_at: '2026-11-21T05:51:38.000Z',
};

export const MODEL_SHEET: SheetPreview = {
  name: 'sanoq.xlsx',
  fault: null,
  good: [{ line: 2, productId: 11, count: 4, serials: [] }],
  bad: [{ line: 3, reason: 'unknown', value: '4780000000000' }],
  blank: 0,
};

const entries = [MODEL_ENTRY];

export const leftOf = ({ unsent, refused }: Facts) => unsent + refused;

/** What a real browser and a real server can bring, of all that the model tries: their answers follow from before. */
function canReallyCome(snapshot: AnyMachineSnapshot, event: AnyEventObject): boolean {
  const { show, facts: now, batch } = snapshot.context as CountingWorkspaceContext;
  const type: string = event.type;
  const calm = !snapshot.matches('counting') || snapshot.matches({ counting: { taking: 'ready' } });
  if (/\.send$|^send\.|^network\.|^xstate\.after/.test(type) && !calm) return false;
  const mayStart = show?.counter.allowed_events.includes('counter.start') === true;
  switch (type) {
    case 'xstate.done.actor.open': {
      const { show: found, facts: left } = event.output as Opened;
      // a list that is over does not begin again, one that may be started stays so till it is started
      if (show?.counter.status === 'counting') {
        return found.counter.status === 'submitted' && leftOf(left) > 0 === leftOf(now) > 0;
      }
      if (show === null) return true;
      return (
        found.counter.status === 'counting' || (found.counter.status === 'assigned' && found.act.status !== 'created')
      );
    }
    case 'xstate.error.actor.open':
      // once it was read, the disk has it
      return show === null;
    case 'list.open':
      return snapshot.matches('failed') || !mayStart;
    case 'xstate.done.actor.write':
      return (event.output as Facts).unsent >= BATCH === batch.length >= BATCH;
    case 'xstate.done.actor.send': {
      const refused = (event.output as Facts).refused > 0;
      return refused ? now.refused > 0 || (now.unsent > 0 && now.unsent < BATCH) : now.refused === 0;
    }
    case 'xstate.done.actor.submit':
      return leftOf((event.output as Opened).facts) > 0 === now.refused > 0;
    case 'entries.export':
      return leftOf(now) > 0;
    case 'list.finishedElsewhere':
      // the other tab has sent everything before
      return calm && now.unsent === 0;
    case 'entries.add':
    case 'total.edit':
    case 'sheet.choose':
    case 'store.changed':
      return now.refused === 0;
    default:
      return true;
  }
}

const wide: WorkflowModel = {
  machine: countingWorkspaceMachine,
  pageEvents: ['store.changed', 'list.finishedElsewhere', 'network.back'],
  beginnings: [{ name: '', input: { userId: 5, counterId: 7 } }],
  cases: [
    done('finds the list not begun', 'open', opened('assigned', facts(0))),
    done('finds the list before residues are loaded', 'open', tooEarly),
    done('finds the list begun', 'open', opened('counting', facts(0))),
    done('finds the list begun and handing in waiting', 'open', opened('counting', facts(0), WAITING)),
    done('finds the list begun and handing in refused', 'open', opened('counting', facts(0), REFUSED)),
    done('finds the list handed in', 'open', opened('submitted', facts(0))),
    done('finds the list finished with entries left here', 'open', opened('submitted', facts(1))),
    failed('learns that the list is another person’s', 'open', 'gone'),
    failed('cannot read the list', 'open', 'failed', 503),
    failed('cannot read the list without a network', 'open', 'failed'),
    one('opens the list again', { type: 'list.open' }),
    one('starts', { type: 'counter.start', key: 'k-start' }),
    done('is allowed to start', 'start', opened('counting', facts(0))),
    failed('started in another tab already', 'start', 'over'),
    failed('was removed from the act', 'start', 'gone'),
    failed('cannot start', 'start', 'failed'),
    one('scans', { type: 'entries.add', entries }),
    one('scans an unknown code', {
      type: 'scan.refuse',
      notice: { id: 'n', at: MODEL_ENTRY.entered_at, reason: 'unknown', code: '1', productId: null, before: null },
    }),
    one('chooses a product', { type: 'product.choose', productId: 12 }),
    done('the disk has it', 'write', facts(1)),
    done('the disk has a full batch', 'write', facts(BATCH)),
    failed('the disk fails', 'write', 'failed'),
    one('tries the disk again', { type: 'write.retry' }),
    one('tries to send now', { type: 'send.now' }),
    one('the network is back', { type: 'network.back' }),
    one('another tab took an entry', { type: 'store.changed', facts: facts(1) }),
    one('another tab handed the list in', { type: 'list.finishedElsewhere' }),
    after('a second passes', 'gather', 'gathering'),
    after('fifteen seconds pass', 'poll', 'resting'),
    after('the wait is over', 'backoff', 'waiting'),
    done('the server has it', 'send', facts(0)),
    done('the server refuses an entry', 'send', facts(0, 1)),
    failed('the server does not answer', 'send', 'failed'),
    failed('the list is finished elsewhere', 'send', 'over'),
    failed('the list is taken away', 'send', 'gone'),
    one('begins to type a total', { type: 'total.edit', productId: 11, now: 3 }),
    one('types the total', { type: 'total.commit', typed: 12, now: 3, entries }),
    one('types a total that changed meanwhile', { type: 'total.commit', typed: 12, now: 5, entries }),
    one('keeps the own total', { type: 'total.keepMine', now: 5, entries }),
    one('keeps the own total of what changed again', { type: 'total.keepMine', now: 6, entries }),
    one('takes the other total', { type: 'total.takeTheirs' }),
    one('leaves the total', { type: 'total.cancel' }),
    one('chooses a sheet', { type: 'sheet.choose', fileId: 'f', name: 'sanoq.xlsx' }),
    done('the sheet is read', 'readSheet', MODEL_SHEET),
    failed('the sheet cannot be read', 'readSheet', 'failed'),
    one('takes the good lines', { type: 'sheet.take', entries }),
    one('takes nothing of the sheet', { type: 'sheet.drop' }),
    one('asks to hand in', { type: 'submit.ask' }),
    one('hands in', { type: 'submit.confirm', key: 'k-submit' }),
    one('hands in again', { type: 'submit.retry' }),
    one('does not hand in', { type: 'submit.drop' }),
    done('the list is taken', 'submit', opened('submitted', facts(0))),
    done('the list is taken without refused entries', 'submit', opened('submitted', facts(0, 1))),
    failed('totals differ', 'submit', 'differ'),
    failed('handing in is not this person’s', 'submit', 'gone'),
    failed('the list was finished meanwhile', 'submit', 'over'),
    failed('handing in gets no answer', 'submit', 'failed'),
    failed('the server cannot take the list', 'submit', 'failed', 503),
    done('handing in is taken back', 'withdraw', undefined),
    failed('handing in cannot be taken back', 'withdraw', 'failed', -1),
    one('saves the entries left here', { type: 'entries.export' }),
  ],
  serialize(snapshot: AnyMachineSnapshot) {
    const { queue, batch, facts: now, show, total, sheet, trouble } = snapshot.context as CountingWorkspaceContext;
    const reads = [
      Math.min(queue.length, 1),
      Math.min(batch.length, 1),
      now.unsent === 0 ? 'sent' : now.unsent < BATCH ? 'unsent' : 'full',
      show?.counter.allowed_events.join() ?? '',
      total === null ? '' : `${total.begun}/${total.theirs}`,
      sheet?.fault ?? '',
      snapshot.matches('failed') && trouble?.status === 0 ? 'no network' : '',
    ];
    return `${JSON.stringify(snapshot.value)} ${reads.join(' ')}`;
  },
  within(snapshot, event) {
    // An actor's failure that nobody waits for would end the whole machine; it cannot happen.
    if (event.type.startsWith('xstate.') && !accepts(countingWorkspaceMachine, snapshot, event)) return false;
    if (!snapshot.matches('counting')) return true;
    const { queue } = snapshot.context as CountingWorkspaceContext;
    const quiet = snapshot.matches({ counting: { taking: 'ready', sending: 'resting', talking: 'nothing' } });
    const type = event.type as string;
    // One region at a time: what the others do meanwhile changes nothing in it, and all pairs are thousands.
    const calmDisk = snapshot.matches({ counting: { taking: 'ready' } });
    const calmTalk = snapshot.matches({ counting: { talking: 'nothing' } });
    if (type === 'entries.add' || type === 'write.retry') return calmTalk && queue.length === 0;
    if (/^(total|sheet|submit)\./.test(type) || type.endsWith('.readSheet')) {
      return calmDisk && snapshot.matches({ counting: { sending: 'resting' } });
    }
    if (type === 'list.finishedElsewhere') return calmTalk;
    if (type === 'scan.refuse' || type === 'product.choose' || type === 'store.changed') return quiet;
    return true;
  },
};

export const countingWorkspaceModel: WorkflowModel = {
  ...wide,
  browser: {
    // as long as a batch: nothing else a person does fills one at once
    cases: wide.cases.map((one) =>
      one.event.type === 'sheet.take'
        ? { ...one, event: { ...one.event, entries: Array(BATCH).fill(MODEL_ENTRY) } }
        : one,
    ),
    serialize(snapshot) {
      const { batch, facts: now, show } = snapshot.context as CountingWorkspaceContext;
      const more = [
        batch.length < BATCH ? '' : 'long',
        Math.min(now.refused, 1),
        show?.counter.status,
        show?.act.status,
      ];
      return `${wide.serialize(snapshot)} ${more.join(' ')}`;
    },
    within: (snapshot, event) => wide.within?.(snapshot, event) !== false && canReallyCome(snapshot, event),
  },
};

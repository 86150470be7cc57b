import type { AnyMachineSnapshot } from 'xstate';
import type { InputProduct } from '../../contract/invoices/lines.ts';
import { RefusedError } from '../../contract/refusal.ts';
import type { EventCase, WorkflowModel } from '../kit/model.ts';
import type { SavedLine } from './drafts.ts';
import {
  type FoundCode,
  type InvoiceWorkspaceContext,
  type InvoiceWorkspaceEvent,
  invoiceWorkspaceMachine,
} from './invoiceWorkspace.machine.ts';
import { changed, figuresOf, isReady, productOf } from './lines.ts';

const one = (name: string, event: InvoiceWorkspaceEvent): EventCase => ({ name, event });
const answered = (name: string, id: string, output: unknown): EventCase => ({
  name,
  event: { type: `xstate.done.actor.${id}`, output },
});
const rejected = <T>(
  name: string,
  id: string,
  kind: 'stale' | 'refused' | 'failed',
  more: Partial<Refused<T>> = {},
) => ({
  name,
  event: {
    type: `xstate.error.actor.${id}`,
    error: new RefusedError<T>({
      kind,
      message: kind,
      code: kind,
      requestId: 'r-1',
      errors: {},
      lines: [],
      current: null,
      ...more,
    }),
  },
});
type Refused<T> = RefusedError<T>['refusal'];

const invoice = (version: number) => ({ version, allowed: ['line.add', 'line.change', 'line.remove', 'invoice.send'] });

/** A line of plain goods that is on the invoice at the beginning. */
export const MODEL_LINE: InputProduct = {
  id: 1,
  product_variant: {
    id: 1,
    product_variant_title: 'Tovar 1',
    sku: 'SKU-1',
    barcode: '4780000000001',
    is_serial_number: false,
    imei_count: 0,
  },
  currency_id: 1,
  currency: { abbrevation: 'UZS' },
  value: 100_000,
  count: 5,
  no_cash: 80,
  additional: 0,
  other_additional: 0,
  currency_change: 1,
  selling_price: 130_000,
  selling_price_overridden: false,
  rule_price: 130_000,
  print: false,
  print_count: 1,
  lot_number: null,
  serials: { saved: 0, needed: 0 },
  on_stock: 10,
  left: null,
  position: 1,
  version: 1,
};
const NEW_LINE: InputProduct = {
  ...MODEL_LINE,
  id: 2,
  product_variant: { ...MODEL_LINE.product_variant, id: 2, product_variant_title: 'Tovar 2', sku: 'SKU-2' },
  position: 2,
};
/** The scanned goods come without a price, so that nothing is sent of them yet. */
const FOUND: FoundCode = {
  kind: 'product',
  product: productOf(NEW_LINE),
  figures: { ...figuresOf(NEW_LINE), value: null, selling_price: null },
  exact: true,
};
export const NEW_KEY = 'new';
const saved = (line: InputProduct | null, version: number): SavedLine => ({ line, invoice: invoice(version) });

const RUNS_IN: Record<string, string> = { saveLine: 'saving', findCode: 'looking' };
const KEY = String(MODEL_LINE.id);

export const invoiceWorkspaceModel: WorkflowModel = {
  machine: invoiceWorkspaceMachine,
  pageEvents: ['lines.read', 'lines.pasted'],
  beginnings: [{ name: 'a draft with a line', input: { invoiceId: 12, invoice: invoice(3) } }],
  cases: [
    one('reads the lines', { type: 'lines.read', lines: [MODEL_LINE] }),
    one('is asked about sending', { type: 'command.ask', command: { type: 'invoice.send', onStale: 'askAgain' } }),
    one('adds a product', {
      type: 'line.add',
      key: NEW_KEY,
      product: productOf(NEW_LINE),
      figures: { ...figuresOf(NEW_LINE), value: null, selling_price: null },
      exact: false,
      idem: 'n-1',
    }),
    one('types its price', { type: 'line.edit', key: NEW_KEY, change: { value: 100_000 }, idem: 'n-2' }),
    one('changes the count', { type: 'line.edit', key: KEY, change: { count: 6 }, idem: 'l-1' }),
    one('empties the count', { type: 'line.edit', key: KEY, change: { count: null }, idem: 'l-2' }),
    one('removes the line', { type: 'line.remove', key: KEY, idem: 'l-3' }),
    one('accepts the warnings', { type: 'line.accept', key: '1', idem: 'l-4' }),
    one('takes the own figures back', { type: 'line.revert', key: '1' }),
    one('adds it again', { type: 'line.addAgain', key: '1', idem: 'l-6' }),
    one('keeps the own line', {
      type: 'conflict.resolve',
      key: '1',
      figures: changed(figuresOf(MODEL_LINE), { count: 6 }),
      idem: 'l-5',
    }),
    one('takes their line', { type: 'conflict.takeTheirs', key: '1' }),
    one('pastes lines', { type: 'lines.pasted', lines: [NEW_LINE], invoice: invoice(5) }),
    one('undoes', { type: 'edit.undo', idem: 'u-1' }),
    one('does it again', { type: 'edit.redo', idem: 'u-2' }),
    one('tries again', { type: 'lines.retry' }),
    // the code's id becomes the key of its line
    one('scans a code', { type: 'code.scan', id: NEW_KEY, text: NEW_LINE.product_variant.sku }),
    one('gives the code up', { type: 'code.drop', id: NEW_KEY }),
    one('asks for the code again', { type: 'codes.retry' }),
    { name: 'waits for the code', event: { type: 'xstate.after.retryDelay.invoiceWorkspace.codes.waiting' } },
    answered('the product is found', 'findCode', FOUND),
    answered('the code is unknown', 'findCode', { kind: 'unknown' } satisfies FoundCode),
    rejected('the code is refused', 'findCode', 'refused'),
    rejected('the code does not reach the server', 'findCode', 'failed'),
    { name: 'waits', event: { type: 'xstate.after.retryDelay.invoiceWorkspace.lines.waiting' } },
    answered('the line is saved', 'saveLine', saved({ ...MODEL_LINE, count: 6, version: 2 }, 4)),
    answered('the new line is saved', 'saveLine', saved(NEW_LINE, 4)),
    answered('the line is gone', 'saveLine', saved(null, 4)),
    rejected('the figures are refused', 'saveLine', 'refused', { errors: { count: ['Juda koʻp'] } }),
    rejected('warnings are told', 'saveLine', 'refused', {
      code: 'warnings',
      errors: { selling_price: ['Tannarxdan past'] },
    }),
    rejected<InputProduct>('somebody saved the line before', 'saveLine', 'stale', {
      current: { ...MODEL_LINE, count: 9, version: 7 },
    }),
    rejected('somebody removed the line before', 'saveLine', 'refused', { code: 'not_found' }),
    rejected('the line does not reach the server', 'saveLine', 'failed'),
  ],
  serialize(snapshot: AnyMachineSnapshot) {
    const { drafts, undo, redo, lines, codes } = snapshot.context as InvoiceWorkspaceContext;
    const kept = Object.values(drafts).map((draft) =>
      [
        draft.key,
        isReady(draft) ? 'ready' : '',
        draft.removed ? 'removed' : '',
        draft.warned ? 'warned' : Object.keys(draft.faults).length > 0 ? 'refused' : '',
        draft.theirs ? 'theirs' : '',
        draft.gone ? 'gone' : '',
        draft.undoing ? 'undoing' : '',
      ].join(),
    );
    const step = `${undo.map(({ kind }) => kind).join()}/${redo.map(({ kind }) => kind).join()}`;
    const known = lines?.map(({ id }) => id).join() ?? 'unread';
    const waiting = codes.map((code) => code.kept ?? 'queued').join();
    return `${JSON.stringify(snapshot.value)} ${kept.join(';')} ${step} ${known} ${waiting}`;
  },
  within(snapshot, event) {
    const { drafts, sent, undo, redo, codes, ...rest } = snapshot.context as InvoiceWorkspaceContext;
    const { lines, codes: asking } = snapshot.value as { lines: unknown; codes: unknown };
    const wanted = event as InvoiceWorkspaceEvent;
    // The window opens with its lines.
    if ((rest.lines === null) !== (wanted.type === 'lines.read')) return false;
    if (wanted.type === 'lines.read') return true;
    // An actor answers while it runs, and only then; each line is answered with what it leads to.
    const actor = /^xstate\.\w+\.actor\.(\w+)$/.exec(event.type)?.[1];
    if (actor !== undefined && ![lines, asking].includes(RUNS_IN[actor])) return false;
    if (event.type === 'xstate.done.actor.saveLine') {
      const { line } = event.output as SavedLine;
      if (line === null) return sent?.removed === true;
      return sent?.removed === false && (sent.lineId === null ? line.id === 2 : line.id === sent.lineId);
    }
    // The regions know of one another only that nothing unsaved is sent: each is walked while the other rests.
    const kept = Object.values(drafts);
    const ofCodes = wanted.type.startsWith('code') || actor === 'findCode' || event.type.endsWith('.codes.waiting');
    if (!ofCodes && codes.length > 0) return false;
    if (ofCodes && (kept.length > 0 || lines !== 'resting')) return false;
    // The question is walked with the commands: here only that it comes through.
    if (wanted.type === 'command.ask') return undo.length + redo.length === 0;
    // One line at a time, and only while it is there.
    const gone = undo.some((step) => step.kind === 'add');
    const isNew = !rest.lines?.some(({ id }) => id === NEW_LINE.id) && !gone;
    // Without the line that was there no path goes on.
    if (!rest.lines?.some(({ id }) => id === MODEL_LINE.id) && !gone && kept.length === 0) return false;
    if (wanted.type === 'code.scan') return isNew && codes.length === 0;
    if (ofCodes) return actor === undefined || kindOf(event) !== 'stale';
    if (wanted.type === 'line.add' || wanted.type === 'lines.pasted') return isNew && kept.length === 0;
    if (wanted.type === 'line.edit' || wanted.type === 'line.remove') {
      if (lines === 'saving') return false;
      if (wanted.key === NEW_KEY) return kept[0]?.key === NEW_KEY && !isReady(kept[0]);
      return !gone && kept.length === 0;
    }
    // Giving up is a step that can be taken back: once is enough of a walk.
    if (wanted.type === 'line.revert')
      return undo.length === 0 && kept[0]?.key === '1' && !isReady(kept[0]) && kept[0].theirs === null;
    // One step back and forth is enough of a walk: rules without a server have their own tests.
    if (wanted.type === 'edit.undo') return kept.length === 0 && redo.length === 0;
    if (wanted.type === 'edit.redo') return kept.length === 0;
    if (redo.length > 0 && kept.length === 0) return false;
    // What is refused, warned of or changed by others is a change of the line that was there.
    if (actor === 'saveLine' && event.type.includes('error')) {
      if (isFailedCase(event)) return true;
      return sent?.key === '1' && !sent.removed && !sent.undoing && sent.check && sent.version === 1;
    }
    return true;
  },
};

const kindOf = (event: { type: string; error?: unknown }): string | undefined =>
  event.error instanceof RefusedError ? event.error.refusal.kind : undefined;
const isFailedCase = (event: { type: string }): boolean => kindOf(event) === 'failed';

import type { AnyEventObject, AnyMachineSnapshot } from 'xstate';
import type { VariantInSelect } from '../../contract/invoices/choices.ts';
import type { EventCase, WorkflowModel } from '../kit/model.ts';
import { goodOf, linesOf } from './lines.ts';
import {
  type PasteLinesContext,
  type PasteLinesEvent,
  pasteLinesMachine,
  type Recognized,
} from './pasteLines.machine.ts';

const one = (name: string, event: PasteLinesEvent): EventCase => ({ name, event });
const caused = (name: string, event: AnyEventObject): EventCase => ({ name, event });

/** A product of the model's small shop. */
export const KETTLE: VariantInSelect = {
  id: 1,
  title: 'Choynak',
  sku: 'SKU-1',
  barcode: null,
  category: 'Tovarlar',
  is_serial_number: false,
  imei_count: 0,
  defaults: { no_cash: 100, additional: 10, other_additional: 0 },
  last: null,
};
const CURRENCIES = [{ id: 1, abbrevation: 'UZS', rate: 1 }];

/** One line that is known and one that is not. */
export const CELLS = [
  ['Artikul', 'Soni', 'Narxi', 'Izoh'],
  ['SKU-1', '5', '10 000', 'birinchi'],
  ['YOʻQ-9', '2', '700', 'ikkinchi'],
];
export const BLOCK = CELLS.map((row) => row.join('\t')).join('\n');

const refused = (code: string, field: string) => ({
  status: 422,
  code,
  message: 'maʼlumot',
  requestId: 'r-1',
  body: { errors: { [field]: ['server soʻzi'] } },
});

const contextOf = (snapshot: AnyMachineSnapshot) => snapshot.context as PasteLinesContext;

export const pasteLinesModel: WorkflowModel = {
  machine: pasteLinesMachine,
  beginnings: [
    { name: 'with a block', input: { text: BLOCK } },
    { name: 'with nothing', input: { text: null } },
  ],
  cases: [
    one('opens the dialog', { type: 'paste.open' }),
    one('closes the dialog', { type: 'paste.close' }),
    one('pastes a list', { type: 'text.read', text: BLOCK }),
    one('pastes nothing but blanks', { type: 'text.read', text: ' \n ' }),
    one('chooses a file', { type: 'file.choose', fileId: 'f-1' }),
    caused('the file is read', { type: 'xstate.done.actor.readFile', output: CELLS }),
    caused('the file is empty', { type: 'xstate.done.actor.readFile', output: [['']] }),
    caused('the file cannot be read', { type: 'xstate.error.actor.readFile', error: new Error('no sheet') }),
    caused('products are recognised', {
      type: 'xstate.done.actor.recognize',
      output: { found: { 'SKU-1': [KETTLE], 'YOʻQ-9': [] }, currencies: CURRENCIES },
    }),
    caused('names are recognised as well', {
      type: 'xstate.done.actor.recognize',
      output: { found: { 'SKU-1': [KETTLE], 'YOʻQ-9': [], birinchi: [], ikkinchi: [] }, currencies: CURRENCIES },
    }),
    caused('products cannot be asked', { type: 'xstate.error.actor.recognize', error: { status: 0, code: 'network' } }),
    one('asks again', { type: 'recognition.retry' }),
    one('says that the last column is the name', { type: 'column.set', at: 3, meaning: 'name' }),
    one('says that the last column is nothing', { type: 'column.set', at: 3, meaning: 'skip' }),
    one('prices are in soʻm', { type: 'currency.set', currency: 'UZS' }),
    one('chooses the product of the bad line', { type: 'line.fix', row: 2, fix: { product: KETTLE } }),
    one('leaves the good line out', { type: 'line.fix', row: 1, fix: { left: true } }),
    one('adds the good lines', { type: 'lines.add', key: 'k-1' }),
    one('adds them all the same', { type: 'warnings.accept', key: 'k-2' }),
    caused('the lines are added', { type: 'xstate.done.actor.addLines', output: { data: [], invoice: {} } }),
    caused('no answer comes', { type: 'xstate.error.actor.addLines', error: { status: 0, code: 'network' } }),
    caused('the server warns', {
      type: 'xstate.error.actor.addLines',
      error: refused('warnings', 'lines.0.count'),
    }),
    caused('the server refuses', {
      type: 'xstate.error.actor.addLines',
      error: refused('validation', 'lines.0.value'),
    }),
    one('sends the same again', { type: 'add.retry' }),
    one('puts the rest right', { type: 'rest.fix' }),
  ],
  serialize(snapshot) {
    const context = contextOf(snapshot);
    const lines = context.currencies.length === 0 ? [] : linesOf(context);
    const value = typeof snapshot.value === 'string' ? snapshot.value : JSON.stringify(snapshot.value);
    const names = context.meanings.indexOf('name');
    return `${value} ${context.rows.length} ${goodOf(lines, context.refused).length}/${lines.length} ${names} ${context.check} ${context.fault}`;
  },
  within(snapshot, event) {
    const { fixes, rows, meanings } = contextOf(snapshot);
    const actor = /^xstate\.\w+\.actor\.(\w+)$/.exec(event.type)?.[1];
    const named = meanings.includes('name');
    // every word that was asked is answered
    if ('output' in event && actor === 'recognize') {
      const { found } = event.output as Recognized;
      return snapshot.children[actor] !== undefined && named === (found.birinchi !== undefined);
    }
    if (actor !== undefined) return snapshot.children[actor] !== undefined;
    if (event.type === 'column.set')
      return rows.length === 3 && Object.keys(fixes).length === 0 && named === (event.meaning === 'skip');
    // each line is put right once, and what is left after adding not again
    if (event.type === 'line.fix') return rows.length === 3 && !named && fixes[event.row] === undefined;
    return true;
  },
};

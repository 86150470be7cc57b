import type { AnyMachineSnapshot } from 'xstate';
import type { EventCase, WorkflowModel } from '../kit/model.ts';
import { type ImportContext, type ImportEvent, importMachine } from './import.machine.ts';

const one = (name: string, event: ImportEvent): EventCase => ({ name, event });

/** What the server finds. */
const FOUND: ImportContext = { complete: true, changes: true, clean: true, decided: true, recent: true };

const NEW = { name: 'a new file' };

export const importModel: WorkflowModel = {
  machine: importMachine,
  // the other one differs in what is refused once it is written: no step of a person
  browser: {
    beginnings: [NEW],
    // without a conflict there is nothing to choose
    within: ({ context }, { type }) => type !== 'import.choose' || !context.decided,
  },
  beginnings: [
    NEW,
    // time passes by itself
    { name: 'a file written long ago', input: { complete: true, recent: false } },
  ],
  cases: [
    one('sends rows', { type: 'import.add', facts: { ...FOUND, changes: false } }),
    one('checks', { type: 'import.check' }),
    one('is checked', { type: 'import.checked', facts: FOUND }),
    one('is found untouched', { type: 'import.checked', facts: { ...FOUND, changes: false } }),
    one('is found faulty', { type: 'import.checked', facts: { ...FOUND, clean: false } }),
    one('is found in conflict', { type: 'import.checked', facts: { ...FOUND, decided: false } }),
    one('chooses', { type: 'import.choose', facts: FOUND }),
    one('writes', { type: 'import.confirm', withoutBad: false }),
    one('writes without bad rows', { type: 'import.confirm', withoutBad: true }),
    one('is written', { type: 'import.written' }),
    one('finds a row changed', { type: 'import.moved' }),
    one('is refused a row', { type: 'import.fail' }),
    one('takes it back', { type: 'import.take_back' }),
    one('stops', { type: 'import.stop' }),
  ],
  serialize(snapshot: AnyMachineSnapshot) {
    const facts = snapshot.context as ImportContext;
    const names = ['complete', 'changes', 'clean', 'decided', 'recent'] as const;
    return `${String(snapshot.value)} ${names.filter((name) => facts[name]).join(' ')}`;
  },
};

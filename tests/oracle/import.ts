/** A file of Excel read into a directory: issue 18 "Excel in", decision 93. */
import { defineOracle } from './oracle.ts';

const CHART = 'issue 18: read → checking → checked → writing → done → taken_back, aside stopped, failed';

const FOUND = { complete: true, changes: true, clean: true, decided: true, recent: true };

export const importOracle = defineOracle(
  ['read', 'checking', 'checked', 'writing', 'done', 'taken_back', 'stopped', 'failed'],
  {
    machine: 'import',
    begins: {
      state: 'read',
      facts: { complete: false, changes: false, clean: true, decided: true, recent: true },
    },
    cases: {
      'import.add': { verb: 'sends rows', carries: { facts: { ...FOUND, changes: false } } },
      'import.check': { verb: 'checks' },
      'import.checked': { verb: 'is checked', carries: { facts: FOUND } },
      'import.choose': { verb: 'chooses', carries: { facts: FOUND } },
      'import.confirm': { verb: 'writes', carries: { withoutBad: false } },
      'import.confirm/without': { verb: 'writes without bad rows', carries: { withoutBad: true } },
      'import.written': { verb: 'is written' },
      'import.moved': { verb: 'finds a row changed' },
      'import.fail': { verb: 'is refused a row' },
      'import.take_back': { verb: 'takes it back' },
      'import.stop': { verb: 'stops' },
    },
    server: ['import.checked', 'import.written', 'import.moved', 'import.fail'],
    unlogged: ['import.add', 'import.choose'],
    denied: [
      {
        cases: ['import.check', 'import.confirm', 'import.take_back', 'import.stop'],
        person: 'keeper',
        status: 404,
        source: 'decision 93: X.add for new rows, X.edit for changed ones; a file is its person’s own',
      },
    ],
    says: [
      { cases: ['import.check'], state: 'read', facts: { complete: false }, text: 'errors.import_incomplete' },
      { cases: ['import.confirm', 'import.confirm/without'], state: 'read', text: 'errors.import_nothing' },
      {
        cases: ['import.confirm', 'import.confirm/without'],
        state: 'checked',
        facts: { changes: false },
        text: 'errors.import_nothing',
      },
      {
        cases: ['import.confirm', 'import.confirm/without'],
        state: 'checked',
        facts: { decided: false },
        text: 'errors.import_undecided',
      },
      { cases: ['import.confirm'], state: 'checked', facts: { clean: false }, text: 'errors.import_bad' },
      { cases: ['import.take_back'], state: 'done', facts: { recent: false }, text: 'errors.import_old' },
    ],
    rows: [
      {
        state: 'read',
        accepts: { 'import.add': { to: 'read', facts: { complete: true } }, 'import.stop': 'stopped' },
        source: CHART,
      },
      {
        state: 'read',
        facts: { complete: true },
        accepts: { 'import.add': 'read', 'import.check': 'checking', 'import.stop': 'stopped' },
        source: CHART,
      },
      {
        state: 'checking',
        facts: { complete: true },
        accepts: { 'import.checked': { to: 'checked', facts: { changes: true } }, 'import.stop': 'stopped' },
        source: `${CHART}; it can be stopped`,
      },
      {
        state: 'checked',
        facts: { complete: true, changes: true },
        accepts: {
          'import.check': { to: 'checking', facts: { changes: false } },
          'import.confirm': 'writing',
          'import.confirm/without': 'writing',
          'import.stop': 'stopped',
        },
        untried: ['import.choose'],
        source: CHART,
      },
      {
        state: 'checked',
        facts: { complete: true },
        made: true,
        accepts: { 'import.check': { to: 'checking', ends: true }, 'import.stop': { to: 'stopped', ends: true } },
        untried: ['import.choose'],
        source: 'issue 18: an untouched export read back is 0 changes',
      },
      {
        state: 'checked',
        facts: { complete: true, changes: true, clean: false },
        made: true,
        accepts: {
          'import.check': { to: 'checking', facts: { changes: false, clean: true }, ends: true },
          'import.confirm/without': { to: 'writing', ends: true },
          'import.stop': { to: 'stopped', ends: true },
        },
        refuses: { 'import.confirm': 'not_allowed_now' },
        untried: ['import.choose'],
        source: 'decision 93: faulty rows are left out only when the person ticks it, else nothing is written',
      },
      {
        state: 'checked',
        facts: { complete: true, changes: true, decided: false },
        made: true,
        accepts: {
          'import.choose': { to: 'checked', facts: { decided: true }, ends: true },
          'import.check': { to: 'checking', facts: { changes: false, decided: true }, ends: true },
          'import.stop': { to: 'stopped', ends: true },
        },
        source: 'issue 18: writes nothing there unless chosen',
      },
      {
        state: 'writing',
        facts: { complete: true, changes: true },
        accepts: {
          'import.written': 'done',
          'import.moved': { to: 'checking', facts: { changes: false }, ends: true },
          'import.fail': 'failed',
        },
        source: 'issue 18: writes exactly what was seen (versions of the rows), in one transaction',
      },
      {
        state: 'done',
        facts: { complete: true, changes: true },
        accepts: { 'import.take_back': 'taken_back' },
        source: 'issue 18: for seven days one action undoes an import',
      },
      {
        state: 'done',
        facts: { complete: true, changes: true, recent: false },
        made: true,
        accepts: {},
        source: 'issue 18: for seven days',
      },
      { state: 'taken_back', facts: { complete: true, changes: true }, accepts: {}, source: CHART },
      { state: 'stopped', facts: {}, accepts: {}, source: CHART },
      { state: 'stopped', facts: { complete: true }, accepts: {}, source: CHART },
      { state: 'stopped', facts: { complete: true, changes: true }, accepts: {}, source: CHART },
      {
        state: 'failed',
        facts: { complete: true, changes: true },
        accepts: {
          'import.check': { to: 'checking', facts: { changes: false }, ends: true },
          'import.stop': 'stopped',
        },
        source: CHART,
      },
    ],
  },
);

/** The history of versions as it is shown: lines of a text of notes, and what a search leaves of them. */
import { expect, it } from 'vitest';
import type { Version } from '../../src/pages/versions/History.tsx';
import { notesOf } from '../../src/pages/versions/notes.ts';
import { found } from '../../src/pages/versions/VersionsPage.tsx';

it.each([
  ['* one\n* two', ['one', 'two']],
  ['*one*two', ['one', 'two']],
  ['before * after', ['before', 'after']],
  ['* in two\nlines * ', ['in two\nlines']],
  ['no star', ['no star']],
  ['', []],
])('%j is the lines %j', (changes, notes) => {
  expect(notesOf(changes)).toEqual(notes);
});

const version = (version_name: string, ...notes: string[]): Version => ({
  version_name,
  date: '2026-11-21',
  changes: '',
  notes,
  current: false,
});
const HISTORY = [version('1.2.0', 'Omborlar', 'Sanoq'), version('1.1.0', 'Qoldiqlar'), version('1.0.0', 'Sanoq')];

it.each([
  ['', ['1.2.0: Omborlar, Sanoq', '1.1.0: Qoldiqlar', '1.0.0: Sanoq']],
  ['sanoq', ['1.2.0: Sanoq', '1.0.0: Sanoq']],
  // in the other script, and with the keyboard left in it
  ['санок', ['1.2.0: Sanoq', '1.0.0: Sanoq']],
  ['ыфтщй', ['1.2.0: Sanoq', '1.0.0: Sanoq']],
  ['1.2', ['1.2.0: Omborlar, Sanoq']],
  ['nowhere', []],
])('a search for %j leaves %j', (words, left) => {
  expect(found(HISTORY, words).map(({ version_name, notes }) => `${version_name}: ${notes.join(', ')}`)).toEqual(left);
});

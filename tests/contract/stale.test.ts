/** What a writing call makes stale is declared with it, by the ids of calls that are read. */
import { describe, expect, it } from 'vitest';
import { directories } from '../../contract/directories/index.ts';
import { calls } from '../../contract/index.ts';

const ids = new Map(calls.map((call) => [call.id, call]));
const writing = calls.filter((call) => call.method !== 'GET');

/** Writing calls that change nothing which a page reads through the query client, each with its reason. */
const NOTHING: Readonly<Record<string, string>> = {
  signIn: 'nothing is read yet',
  signOut: 'everything that was read is dropped with the session',
  loadUser: 'reads',
  positionRulePreview: 'writes nothing',
  userRulePreview: 'writes nothing',
  updateUserPassword: 'nothing is read before the password is set',
  saveFavourites: 'the machine holds them',
  draftKeep: 'the machine of the form reads and holds drafts',
  draftSetAside: 'the machine of the form reads and holds drafts',
  draftDrop: 'the machine of the form reads and holds drafts',
  importAdd: 'the dialog holds what it sends; the check that follows reads the import',
  branchUserLeaving: 'reads',
  imageUpload: 'no record names it yet',
  saveWidgets: 'the answer replaces what was read',
  testAnswer: 'the machine of the sitting holds the answers',
  saveEntries: 'how far a list is counted is polled where it is shown',
  variantRecognize: 'reads',
  searchEverywhere: 'reads',
  blackListFind: 'reads',
  clientFind: 'reads',
  segmentPreview: 'reads',
  scoringRunFind: 'reads',
  saleTerms: 'reads',
  serialPlaces: 'reads',
  tacModels: 'reads',
  generateSerials: 'makes numbers, stores none',
  ...Object.fromEntries(directories.map(({ calls }) => [calls.find.id, 'reads'])),
};

describe('every writing call', () => {
  it.each(writing.map((call) => [call.id, call] as const))('%s declares what it makes stale', (id, { stale }) => {
    expect(Array.isArray(stale)).toBe(true);
    expect(stale?.length === 0).toBe(id in NOTHING);
    expect(new Set(stale).size).toBe(stale?.length);
    // only what is read can be stale
    for (const name of stale ?? []) expect(ids.get(name)?.method === 'GET' || name === 'loadUser').toBe(true);
  });
});

it('a reading call declares nothing', () => {
  for (const call of calls) if (call.method === 'GET') expect(call.stale).toBeUndefined();
});

it('the calls of a step of a document make its list, its window and its log stale', () => {
  const of = (id: string) => ids.get(id)?.stale;
  // home too: a list that waited for the network is handed in on any page
  expect(of('actComplete')).toEqual(['actIndex', 'actShow', 'actHistory', 'counterIndex', 'rowsShow', 'myDay']);
  expect(of('submitList')).toEqual(of('actComplete'));
  expect(of('resolveMoved')).toEqual([
    'actIndex',
    'actShow',
    'actHistory',
    'counterIndex',
    'rowsShow',
    'myDay',
    'productInformation',
  ]);
  // the last price of what is bought from a partner is that of a confirmed invoice
  expect(of('invoiceConfirm')).toEqual([
    'invoiceIndex',
    'invoiceShow',
    'invoiceHistory',
    'lineIndex',
    'partnerProductIndex',
    'partnerProductShow',
  ]);
  // the saved line is in the answer: five thousand others are not read again for it
  expect(of('lineUpdate')).toEqual(['invoiceIndex', 'invoiceShow', 'invoiceHistory']);
  expect(of('practiceDayClose')).toContain('loadUser');
});

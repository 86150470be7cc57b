/** All of a filter is offered only where the server takes it. */
import { expect, it } from 'vitest';
import { isNarrowed } from '../../src/ui/list/many/narrowing.ts';

it('a search, a filter or a state narrows a list; every state does not', () => {
  expect([{ search: 'nok' }, { status: 'archived' }, { position_id: 3 }].map(isNarrowed)).toEqual([true, true, true]);
  expect([undefined, {}, { status: 'every' }, { search: undefined }].map(isNarrowed)).toEqual([
    false,
    false,
    false,
    false,
  ]);
});

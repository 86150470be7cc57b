/** Changes of rights that were not saved: offered again, and what others changed since they were written is named. */
import { act, renderHook, waitFor } from '@testing-library/react';
import { useMemo, useState } from 'react';
import { expect, it, vi } from 'vitest';
import type { Json } from '../../contract/json.ts';
import { type RightChange, type SavedRight, useRightsDraft } from '../../src/pages/rights/useRightsDraft.ts';

vi.mock('../../src/app/session.ts', () => ({
  useSession: (select: (snapshot: object) => unknown) => select({ context: { user: { id: 1 } } }),
}));

type Saved = Readonly<Record<string, SavedRight>>;
type Wanted = Readonly<Record<string, Json>>;

/** Opens the rights of a person of whom this is saved. */
function open(of: number, saved: Saved) {
  const view = renderHook(() => {
    const [wanted, setWanted] = useState<Wanted>({});
    const changes = useMemo(
      () =>
        new Map(
          Object.entries(wanted).map(([key, next]): [string, RightChange] => {
            return [key, { ...(saved[key] as SavedRight), title: `Right ${key}`, next }];
          }),
        ),
      [wanted],
    );
    const kept = useRightsDraft({
      place: { form: 'userRules', of },
      changes,
      savedOf: (key) => saved[key],
      onTake: (taken) => setWanted(Object.fromEntries(taken)),
    });
    return { ...kept, wanted, setWanted };
  });
  return { close: view.unmount, now: () => view.result.current };
}

const NO = { value: false, version: 3 };

/** Somebody writes two changes with a reason, and the session ends. */
function written(of: number): void {
  const first = open(of, { a: NO, b: NO });
  act(() => first.now().setWanted({ a: true, b: true }));
  act(() => first.now().setReason('Yangi omborchi keldi'));
  first.close();
}

async function taken(of: number, saved: Saved) {
  const again = open(of, saved);
  await waitFor(() => expect(again.now().draft.offer?.state).toBe('offered'));
  // never put in unasked
  expect(again.now().wanted).toEqual({});
  act(() => again.now().draft.take());
  return again;
}

it('offers changes and their reason again, and says nothing where nobody changed these rights', async () => {
  written(1);
  const { now, close } = await taken(1, { a: NO, b: NO });
  expect(now().wanted).toEqual({ a: true, b: true });
  expect(now().reason).toBe('Yangi omborchi keldi');
  expect(now().since).toBeNull();
  // saved: nothing is offered any more
  act(() => now().end());
  expect([now().wanted, now().reason]).toEqual([{}, '']);
  close();
  const later = open(1, { a: NO, b: NO });
  await act(() => Promise.resolve());
  expect(later.now().draft.offer).toBeNull();
});

it('says that the rights were changed since, and names those of the draft that are other now', async () => {
  written(2);
  const { now } = await taken(2, { a: { value: true, version: 4 }, b: { value: false, version: 4 } });
  expect(now().wanted).toEqual({ b: true });
  expect(now().since).toEqual({ changed: ['Right a'], gone: [] });
});

it('says so where others changed other rights of the same record', async () => {
  written(3);
  const { now } = await taken(3, { a: { value: false, version: 4 }, b: { value: false, version: 4 } });
  expect(now().wanted).toEqual({ a: true, b: true });
  expect(now().since).toEqual({ changed: [], gone: [] });
});

it('leaves out and names what the person may not change any more', async () => {
  written(4);
  const { now } = await taken(4, { b: NO });
  expect(now().wanted).toEqual({ b: true });
  expect(now().since).toEqual({ changed: [], gone: ['Right a'] });
});

it('offers the draft of one person in no other', async () => {
  written(5);
  const other = open(6, { a: NO, b: NO });
  await act(() => Promise.resolve());
  expect(other.now().draft.offer).toBeNull();
});

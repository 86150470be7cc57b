import { expect, it } from 'vitest';
import type { AnyMachineSnapshot } from 'xstate';
import { RefusedError } from '../../contract/refusal.ts';
import {
  type OwnAnnouncementsContext,
  ownAnnouncementsMachine,
} from '../../machines/ownAnnouncements/ownAnnouncements.machine.ts';
import {
  FIRST,
  ORDINARY,
  ownAnnouncementsModel,
  SECOND,
} from '../../machines/ownAnnouncements/ownAnnouncements.model.ts';
import { Live, runModelLayer } from './kit.ts';

const of = (snapshot: AnyMachineSnapshot) => snapshot.context as OwnAnnouncementsContext;
const tags = (snapshot: AnyMachineSnapshot) => ['listed', 'asking', 'busy'].filter((tag) => snapshot.hasTag(tag));

const lost = { message: '', requestId: '', errors: {}, lines: [], current: null };
const noAnswer = new RefusedError({ ...lost, kind: 'failed', code: 'network' });

runModelLayer('ownAnnouncements', ownAnnouncementsModel, {
  states: {
    closed(snapshot, { running, event }) {
      expect(tags(snapshot)).toEqual([]);
      expect(of(snapshot)).toMatchObject({ due: [], refusal: null });
      expect(running).toEqual([]);
      if (event?.type.endsWith('actor.markDue')) expect(of(snapshot).marked).toContain(of(snapshot).id);
    },
    'listed.reading'(snapshot, { running, event }) {
      expect(tags(snapshot)).toEqual(['listed']);
      expect(running).toEqual([]);
      const { marked, refusal } = of(snapshot);
      const failed = event?.type === 'xstate.error.actor.markListed' && !marked.includes(ORDINARY);
      expect(refusal?.kind).toBe(failed ? 'failed' : undefined);
      if (event?.type.endsWith('actor.markListed') && !failed) expect(marked).toContain(ORDINARY);
    },
    'listed.marking'(snapshot, { running, inputOf }) {
      expect(tags(snapshot)).toEqual(['listed', 'busy']);
      expect(running).toEqual(['markListed']);
      expect(inputOf('markListed')).toEqual({ id: ORDINARY, key: 'k-1' });
      expect(of(snapshot).refusal).toBeNull();
    },
    'asking.waiting'(snapshot, { running, event }) {
      expect(tags(snapshot)).toEqual(['asking']);
      expect(running).toEqual([]);
      const { due, marked } = of(snapshot);
      if (event?.type === 'announcements.read') expect(due).toEqual((event as unknown as { due: number[] }).due);
      else if (marked.includes(FIRST)) expect(due).toEqual([SECOND]);
      else expect(of(snapshot).refusal?.kind).toBe('failed');
    },
    'asking.confirming'(snapshot, { running, inputOf }) {
      expect(tags(snapshot)).toEqual(['asking', 'busy']);
      expect(running).toEqual(['markDue']);
      expect(inputOf('markDue')).toEqual({ id: of(snapshot).due[0], key: 'k-2' });
      expect(of(snapshot).refusal).toBeNull();
    },
  },
});

const asking = async (due: number[]) => {
  const live = new Live(ownAnnouncementsMachine, undefined, {});
  await live.cause({ type: 'announcements.read', due });
  return live;
};

it('is not left by the list’s keys, nor by opening the list', async () => {
  const live = await asking([FIRST]);
  for (const type of ['list.close', 'list.open']) await live.cause({ type });
  expect(live.snapshot.value).toEqual({ asking: 'waiting' });
  live.stop();
});

it('does not ask again for what was confirmed here, when an older answer comes late', async () => {
  const live = await asking([FIRST]);
  await live.cause({ type: 'announcement.confirm', key: 'a' });
  await live.cause({ type: 'xstate.done.actor.markDue' });
  await live.cause({ type: 'announcements.read', due: [FIRST] });
  expect(live.snapshot.value).toBe('closed');
  await live.cause({ type: 'announcements.read', due: [FIRST, SECOND] });
  expect(of(live.snapshot).due).toEqual([SECOND]);
  live.stop();
});

it('sends a repetition under the key it had, another announcement under its own', async () => {
  const live = await asking([FIRST, SECOND]);
  await live.cause({ type: 'announcement.confirm', key: 'a' });
  await live.cause({ type: 'xstate.error.actor.markDue', error: noAnswer });
  // the same is still asked for, the words of the failure stay
  await live.cause({ type: 'announcements.read', due: [FIRST] });
  expect(of(live.snapshot).refusal?.kind).toBe('failed');
  await live.cause({ type: 'announcement.confirm', key: 'b' });
  expect(of(live.snapshot).key).toBe('a');
  await live.cause({ type: 'xstate.error.actor.markDue', error: noAnswer });
  await live.cause({ type: 'announcements.read', due: [SECOND] });
  expect(of(live.snapshot).refusal).toBeNull();
  await live.cause({ type: 'announcement.confirm', key: 'c' });
  expect(of(live.snapshot)).toMatchObject({ id: SECOND, key: 'c' });
  live.stop();
});

it('shows a refusal other than that the announcement is gone', async () => {
  const live = await asking([FIRST]);
  await live.cause({ type: 'announcement.confirm', key: 'a' });
  const error = new RefusedError({ ...lost, kind: 'refused', code: 'forbidden', message: 'Ruxsat yoʻq' });
  await live.cause({ type: 'xstate.error.actor.markDue', error });
  expect([live.snapshot.value, of(live.snapshot).refusal?.message]).toEqual([{ asking: 'waiting' }, 'Ruxsat yoʻq']);
  live.stop();
});

it('shows no failure of an earlier reading when the list is opened again', async () => {
  const live = new Live(ownAnnouncementsMachine, undefined, {});
  await live.cause({ type: 'list.open' });
  await live.cause({ type: 'announcement.mark', id: ORDINARY, key: 'a' });
  await live.cause({ type: 'xstate.error.actor.markListed', error: noAnswer });
  expect(of(live.snapshot).refusal?.kind).toBe('failed');
  for (const type of ['list.close', 'list.open']) await live.cause({ type });
  expect([live.snapshot.value, of(live.snapshot).refusal]).toEqual([{ listed: 'reading' }, null]);
  live.stop();
});

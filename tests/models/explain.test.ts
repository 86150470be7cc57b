/** What the live panel shows of a running machine is what the machine would do. */
import { describe, expect, it } from 'vitest';
import type { AnyEventObject, AnyMachineSnapshot } from 'xstate';
import { and, createActor, not, or, setup } from 'xstate';
import { optionsFrom } from '../../machines/kit/explain.ts';
import { transitionTour } from '../../machines/kit/model.ts';
import { loadWorkflows } from '../../scripts/machines.ts';

const workflows = await loadWorkflows();

/** Something comes of it: a transition without target and actions only forbids. */
const open = (snapshot: AnyMachineSnapshot, event?: AnyEventObject, type?: string) =>
  optionsFrom(snapshot, event).some(
    ({ verdict, transition }) =>
      verdict === 'open' &&
      (type === undefined || transition.eventType === type) &&
      (transition.target !== undefined || transition.actions.length > 0),
  );

describe.each(workflows.flatMap(({ name, model }) => (model === undefined ? [] : [[name, model] as const])))(
  '%s',
  (_, model) => {
    const paths = transitionTour(model);

    it('marks the transition of every event that the machine takes as open, and no other', () => {
      let asked = 0;
      for (const { begins, steps } of paths) {
        let before = begins;
        for (const { case: one, after } of steps) {
          const event: AnyEventObject = one.event;
          // what has waited for the event is never still waiting once it is here
          expect(optionsFrom(before, event).filter(({ verdict }) => verdict === 'depends')).toEqual([]);
          expect(open(before, event)).toBe(before.can(event as never));
          before = after;
          asked += 1;
        }
      }
      expect(asked).toBeGreaterThan(0);
    });

    it('agrees with the machine for an event of which only the type is known', () => {
      for (const snapshot of paths.flatMap(({ begins, steps }) => [begins, ...steps.map(({ after }) => after)])) {
        const ways = optionsFrom(snapshot);
        const unsure = new Set(
          ways.filter(({ verdict }) => verdict === 'depends').map((way) => way.transition.eventType),
        );
        for (const { transition } of ways) {
          const { eventType } = transition;
          if (eventType === '' || unsure.has(eventType)) continue;
          expect(open(snapshot, undefined, eventType), eventType).toBe(snapshot.can({ type: eventType } as never));
        }
      }
    });
  },
);

describe('guards that are made of others', () => {
  const machine = setup({
    types: { context: {} as { left: boolean; right: boolean }, events: {} as { type: 'go'; ready?: boolean } },
    guards: {
      left: ({ context }) => context.left,
      right: ({ context }) => context.right,
      ready: ({ event }) => event.ready === true,
    },
  }).createMachine({
    id: 'made',
    context: { left: true, right: false },
    initial: 'here',
    states: {
      here: {
        on: {
          go: [
            { guard: and(['left', 'right']), target: 'there' },
            { guard: or(['right', 'ready']), target: 'there' },
            { guard: not('left'), target: 'there' },
            { guard: and(['left', not('right')]), target: 'there' },
          ],
        },
      },
      there: {},
    },
  });
  const snapshot = createActor(machine).start().getSnapshot();

  it('name the guards that refuse, and those that wait for the event', () => {
    expect(optionsFrom(snapshot).map(({ verdict, guards }) => [verdict, ...guards])).toEqual([
      ['closed', 'right'],
      ['depends', 'ready'],
      ['closed', 'not(left)'],
      ['open'],
    ]);
  });

  it('answer to the event itself', () => {
    const verdicts = (ready: boolean) => optionsFrom(snapshot, { type: 'go', ready }).map(({ verdict }) => verdict);
    expect(verdicts(true)).toEqual(['closed', 'open', 'closed', 'open']);
    expect(verdicts(false)).toEqual(['closed', 'closed', 'closed', 'open']);
  });

  it('are empty once the machine has ended', () => {
    expect(optionsFrom({ ...snapshot, status: 'done' } as AnyMachineSnapshot)).toEqual([]);
  });
});

/** A walk that begins in the middle: what the machine holds there is written down, and the path goes on from it. */
import { expect, it } from 'vitest';
import { createActor } from 'xstate';
import { recordedPath } from '../../machines/kit/recorded.ts';
import { sidebarMachine } from '../../machines/sidebar/sidebar.machine.ts';
import { OWN, sidebarModel } from '../../machines/sidebar/sidebar.model.ts';
import { inspect } from '../../src/app/inspect.ts';
import { record } from '../../src/live/record.ts';

it('a menu whose section was folded before is recorded as folded', () => {
  const actor = createActor(sidebarMachine, { inspect, input: { mini: false, section: OWN } }).start();
  actor.send({ type: 'section.toggle', section: OWN });
  const stop = record.subscribe(() => {});
  const running = record.get().running.find(({ machine }) => machine === 'sidebar');
  if (running === undefined) throw new Error('the menu is not seen');
  record.begin(running);
  actor.send({ type: 'section.toggle', section: OWN });
  const walk = record.end('Ochildi');
  stop();
  actor.stop();
  expect(walk?.held).toMatchObject({ section: '#1', unfolded: null });
  expect(JSON.stringify(walk)).not.toContain(`"${OWN}"`);
  const path = walk && recordedPath(sidebarModel, walk, 1);
  expect(path && 'steps' in path && path.steps.map((step) => step.case.name)).toEqual([
    'touches the own section',
    'touches the own section',
  ]);
});

it('a dialog that lies over the panel is recorded from its beginning, once it was asked for before', () => {
  const stop = record.subscribe(() => {});
  record.await(true);
  expect(record.get().awaiting).toBe(true);
  const actor = createActor(sidebarMachine, { inspect, input: { mini: false, section: OWN } }).start();
  // what begins after it is another one
  const later = createActor(sidebarMachine, { inspect, input: { mini: true, section: null } }).start();
  later.send({ type: 'size.toggle' });
  actor.send({ type: 'section.toggle', section: OWN });
  actor.stop();
  const walk = record.end('Yopildi');
  expect(record.get().awaiting).toBe(false);
  stop();
  later.stop();
  const path = walk && recordedPath(sidebarModel, walk, 1);
  expect(path && 'steps' in path && path.steps.map((step) => step.case.name)).toEqual(['touches the own section']);
});

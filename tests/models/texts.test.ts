import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { AnyStateMachine } from 'xstate';
import { eventTypesOf, nodesOf } from '../../machines/kit/transitions.ts';
import { inactivityMachine } from '../../machines/session/inactivity.machine.ts';
import { sessionMachine } from '../../machines/session/session.machine.ts';

interface Texts {
  name: string;
  description: string;
  states: Record<string, { name: string; description: string }>;
  events: Record<string, { name: string }>;
}

const machines: AnyStateMachine[] = [sessionMachine, inactivityMachine];

describe.each(['uz', 'ru'])('texts in %s', (language) => {
  it.each(machines.map((machine) => [machine.id, machine] as const))('name all of %s', (id, machine) => {
    const file = resolve(import.meta.dirname, `../../locales/${language}/machines/${id}.json`);
    const texts = JSON.parse(readFileSync(file, 'utf8')) as Texts;
    const states = nodesOf(machine)
      .map((node) => node.path.join('.'))
      .filter((path) => path !== '');
    expect(Object.keys(texts.states).sort()).toEqual(states.sort());
    expect(Object.keys(texts.events).sort()).toEqual(eventTypesOf(machine).sort());
    for (const one of Object.values(texts.states)) expect(one.description.length).toBeGreaterThan(10);
  });
});

it.each(machines.map((machine) => [machine.id, machine] as const))('%s describes every state', (_, machine) => {
  const silent = nodesOf(machine).filter((node) => !node.description);
  expect(silent.map((node) => node.path.join('.'))).toEqual([]);
});

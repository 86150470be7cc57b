/** What an event is called in the gallery and in the live panel, also when nobody sends it but XState. */
import { act, renderHook } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import type { AnyStateMachine } from 'xstate';
import { eventTypesOf, nodesOf } from '../../machines/kit/transitions.ts';
import { LANGUAGES, loadTexts, setLanguage, useText } from '../../src/i18n/index.ts';
import type { WorkflowEntry } from '../../src/pages/workflows/catalogue.ts';
import type { Facts } from '../../src/pages/workflows/factFiles.ts';
import { requirementWords } from '../../src/pages/workflows/requirement.ts';
import { eventWords, useEveryWords } from '../../src/pages/workflows/words.ts';

const files = import.meta.glob<Record<string, unknown>>('../../machines/*/*.machine.ts', { eager: true });
const facts = import.meta.glob<Facts>('../../docs/generated/workflows/*.json', { import: 'default', eager: true });
const isMachine = (value: unknown): value is AnyStateMachine =>
  typeof value === 'object' && value !== null && 'root' in value && 'id' in value;
const entries = Object.values(files)
  .flatMap((exported) => Object.values(exported).filter(isMachine))
  .map((machine) => ({ name: machine.id, machine }) as WorkflowEntry);

const OWN = ['', 'xstate.init', 'xstate.done.actor.ask', 'xstate.error.actor.ask', 'xstate.done.state.box.open'];
const DELAY = 'xstate.after.wait.box.open';

beforeAll(() => loadTexts('workflows', ...entries.map(({ name }) => `machines/${name}`)));

it.each(LANGUAGES)('in %s no event is called by a type of the code', async (language) => {
  await act(() => setLanguage(language));
  expect(entries.length).toBeGreaterThan(30);
  const { result } = renderHook(() => useEveryWords(entries));
  for (const entry of entries) {
    const words = result.current(entry);
    // also answers that this machine does not look at: they come to it all the same
    for (const type of [...eventTypesOf(entry.machine), ...OWN, DELAY]) {
      expect(words.event(type), `${entry.name}: ${type}`).not.toMatch(/xstate|undefined|\{\{|^workflows/);
      expect(words.event(type), `${entry.name}: ${type}`).not.toMatch(/^\w+\.\w+$|^$/);
    }
  }
  expect(new Set([...OWN, DELAY].map(eventWords)).size).toBe(OWN.length + 1);
});

it.each(LANGUAGES)('in %s no event is called as a state of its workflow is', async (language) => {
  await act(() => setLanguage(language));
  const { result } = renderHook(() => useEveryWords(entries));
  for (const entry of entries) {
    const words = result.current(entry);
    const states = new Set(nodesOf(entry.machine).map(({ path }) => words.state(path.join('.'))));
    const same = eventTypesOf(entry.machine).filter((type) => states.has(words.event(type)));
    expect(same, entry.name).toEqual([]);
  }
});

it.each(LANGUAGES)('in %s every requirement behind a state has a title', async (language) => {
  await act(() => setLanguage(language));
  const { result } = renderHook(() => useText('workflows'));
  const asked = new Set(Object.values(facts).flatMap((one) => Object.values(one.requirements)));
  expect(asked.size).toBeGreaterThan(50);
  for (const requirement of asked)
    expect(requirementWords(result.current, requirement)).not.toMatch(/requirements[.:]/u);
});

/** What goes to a viewer elsewhere: definitions with our words, and neither ids nor rights. */
import { createInspector, type StatelyInspectionEvent } from '@statelyai/inspect';
import { beforeAll, expect, it } from 'vitest';
import { type AnyStateMachine, createActor, createMachine } from 'xstate';
import { definitionOf, type StateJson } from '../../machines/kit/definition.ts';
import { LANGUAGES, loadTexts, setLanguage, written } from '../../src/i18n/index.ts';
import { leavingOf } from '../../src/live/leaving.ts';
import { MASK } from '../../src/live/mask.ts';
import type { WorkflowEntry } from '../../src/pages/workflows/catalogue.ts';
import type { Facts } from '../../src/pages/workflows/factFiles.ts';
import { notesOf } from '../../src/pages/workflows/notes.ts';
import { wordsOf } from '../../src/pages/workflows/words.ts';

const files = import.meta.glob<Record<string, unknown>>('../../machines/*/*.machine.ts', { eager: true });
const facts = import.meta.glob<Facts>('../../docs/generated/workflows/*.json', { import: 'default', eager: true });
const isMachine = (value: unknown): value is AnyStateMachine =>
  typeof value === 'object' && value !== null && 'root' in value && 'id' in value;
const entries = Object.values(files)
  .flatMap((exported) => Object.values(exported).filter(isMachine))
  .map((machine) => {
    const own = facts[`../../docs/generated/workflows/${machine.id}.json`] as Facts;
    return { name: machine.id, machine, facts: own } as WorkflowEntry;
  });

beforeAll(() => loadTexts('workflows', ...entries.map(({ name }) => `machines/${name}`)));

/** What the library sends of an actor, through ours. */
function sentOf(machine: AnyStateMachine, context?: object): StatelyInspectionEvent[] {
  const sent: StatelyInspectionEvent[] = [];
  const inspector = createInspector({ send: (event) => sent.push(event) }, { serialize: leavingOf(entries) });
  const actor = createActor(machine, { input: {} });
  const snapshot = { ...actor.getSnapshot(), ...(context && { context }) };
  inspector.actor(actor, snapshot);
  inspector.snapshot(actor, snapshot, { event: { type: 'user.loaded', user: context } as never });
  inspector.event(actor, { type: 'user.loaded', user: context } as never);
  return sent;
}

it.each(LANGUAGES)(
  'in %s each definition is that of the exported JSON, with descriptions and requirements',
  async (language) => {
    await setLanguage(language);
    expect(entries.length).toBeGreaterThan(50);
    const serialize = leavingOf(entries);
    for (const entry of entries) {
      const event = {
        type: '@xstate.actor',
        definition: JSON.stringify({ id: entry.name }),
        snapshot: {},
      } as unknown as StatelyInspectionEvent;
      const { definition = '' } = serialize(event) as { definition?: string };
      const exported = definitionOf(entry.machine, notesOf(entry.facts, wordsOf(entry)));
      expect(JSON.parse(definition), entry.name).toEqual(JSON.parse(JSON.stringify(exported)));
      const described: StateJson[] = [JSON.parse(definition)];
      for (const state of described) {
        expect(state.description, `${entry.name} ${state.id}`).toBeTypeOf('string');
        described.push(...Object.values(state.states ?? {}));
      }
      const texts = written(`machines/${entry.name}`) as { description: string };
      expect(described[0]?.description, entry.name).toBe(texts.description);
      if (Object.keys(entry.facts.requirements).length > 0)
        expect(
          described.some(({ meta }) => meta?.requirement !== undefined),
          entry.name,
        ).toBe(true);
    }
  },
);

it('nothing of the running machine but its own words: no id, no right, no figure that may be one', () => {
  const secret = createMachine({ id: 'nobody', context: { organization: 77 }, initial: 'a', states: { a: {} } });
  const session = entries.find(({ name }) => name === 'session')?.machine as AnyStateMachine;
  const context = {
    user: { id: 4217, organization: { id: 3319 }, rules: { act_of_count: { show: true, edit: false } } },
    sending: [5501, 5502],
    drafts: { 6601: { count: 2 } },
    failures: 3,
    lastActivity: 7,
    lastActivityAt: 1_763_800_000_000,
  };
  // when it was sent is the library's own word, and has any figures
  const sent = [...sentOf(secret), ...sentOf(session, context)].map(({ createdAt: _, ...event }) => event);
  const words = JSON.stringify(sent);
  for (const one of ['4217', '3319', '5501', '5502', '6601', 'act_of_count', 'show', ':77'])
    expect(words.includes(one), one).toBe(false);
  expect(JSON.parse(words)[0].definition).toBe('{"id":"nobody"}');
  const of = (JSON.parse(words) as { type: string; snapshot?: { context: object } }[]).at(-2);
  expect(of?.snapshot?.context).toEqual({
    user: { id: MASK, organization: { id: MASK }, rules: MASK },
    sending: [MASK, MASK],
    drafts: { [MASK]: { count: 2 } },
    failures: 3,
    lastActivity: MASK,
    lastActivityAt: 1_763_800_000_000,
  });
});

/** What the simulator and a report say is in the reader's words: effects of every chart, entries, facts. */
import { act, renderHook } from '@testing-library/react';
import { beforeAll, describe, expect, it } from 'vitest';
import { choicesOf, type Effect, runWalk } from '../../machines/kit/simulation.ts';
import { loadWorkflows } from '../../scripts/machines.ts';
import { trialOfWorkflow } from '../../scripts/scenarios.ts';
import { LANGUAGES, loadTexts, setLanguage, useText } from '../../src/i18n/index.ts';
import type { WorkflowEntry } from '../../src/pages/workflows/catalogue.ts';
import { valueWords } from '../../src/pages/workflows/Refusals.tsx';
import { effectWords } from '../../src/pages/workflows/simulate/words.ts';
import { useEveryWords } from '../../src/pages/workflows/words.ts';
import { ORACLES } from '../oracle/index.ts';

const workflows = await loadWorkflows();
const entries = workflows.map(({ name }) => ({ name }) as WorkflowEntry);

/** What each event would run, in the first place of each state of each chart. */
const effects = workflows.flatMap((workflow) => {
  const trial = trialOfWorkflow(workflow);
  const states = new Set([...trial.rows.map(({ state }) => state), ...Object.keys(trial.ways)]);
  const found = [...states].flatMap((state): Effect[] => {
    const begin = { from: -1, move: { kind: 'begin', state } } as const;
    const standing = runWalk(trial, () => undefined, [begin])[0]?.standing;
    if (standing === undefined) return [];
    return choicesOf(standing, '').flatMap(({ one, accepted }) => {
      const step = { from: 0, move: { kind: 'event', of: '', name: one.name } } as const;
      return accepted ? (runWalk(trial, () => undefined, [begin, step])[1]?.effects ?? []) : [];
    });
  });
  return found.map((effect) => ({ machine: workflow.name, effect }));
});
const posts = ORACLES.flatMap(({ machine, rows }) =>
  rows.flatMap(({ accepts }) =>
    Object.values(accepts ?? {}).flatMap((accepted) =>
      (typeof accepted === 'object' ? (accepted.posts ?? []) : []).map((entry) => ({
        machine,
        effect: { of: '', kind: 'posts', name: Object.values(entry).join(' ') } as const,
      })),
    ),
  ),
);

beforeAll(() => loadTexts('workflows', 'simulate', 'reports', ...workflows.map(({ name }) => `machines/${name}`)));

describe.each(LANGUAGES)('in %s', (language) => {
  it('nothing that would run is called by its code', async () => {
    await act(() => setLanguage(language));
    const words = renderHook(() => useEveryWords(entries)).result.current;
    const t = renderHook(() => useText('simulate')).result.current;
    expect(effects.length).toBeGreaterThan(200);
    expect(posts.length).toBeGreaterThan(10);
    const codes = [...effects, ...posts].flatMap(({ machine, effect }) => {
      const said = effectWords(t, words({ name: machine } as WorkflowEntry), effect);
      return said === effect.name || said.includes('ledger.') ? [`${machine}: ${said}`] : [];
    });
    expect([...new Set(codes)]).toEqual([]);
  });

  it.each(['simulate', 'reports', 'workflows'] as const)('a fact is yes or no on a page of %s', async (page) => {
    await act(() => setLanguage(language));
    const t = renderHook(() => useText(page)).result.current;
    for (const value of [true, false]) expect(valueWords(t, value)).not.toContain('fact.');
  });
});

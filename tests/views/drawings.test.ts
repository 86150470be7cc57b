/** What a drawing costs: ways that cannot fit are not tried, and what was laid out is not laid out again. */
import { cleanup, renderHook, waitFor } from '@testing-library/react';
import ELK, { type ELK as Elk } from 'elkjs';
import { afterEach, expect, it, vi } from 'vitest';
import { chartOf } from '../../machines/kit/chart.ts';
import { loadWorkflows } from '../../scripts/machines.ts';
import { loadTexts, setLanguage } from '../../src/i18n/index.ts';
import type { WorkflowEntry } from '../../src/pages/workflows/catalogue.ts';
import { layOut } from '../../src/pages/workflows/layout.ts';
import { useDrawing } from '../../src/pages/workflows/useDrawing.ts';
import { wordsOf } from '../../src/pages/workflows/words.ts';

const elk = new ELK();
const asked = vi.hoisted(() => vi.fn());
vi.mock('../../src/pages/workflows/elk.ts', () => ({
  withElk: (ask: (elk: Elk) => Promise<unknown>) => {
    asked();
    return ask(elk);
  },
}));
vi.mock('../../src/pages/workflows/measure.ts', () => ({ widthOf: (text: string) => text.length * 7 }));

afterEach(() => {
  cleanup();
  asked.mockClear();
});

async function entryOf(name: string): Promise<WorkflowEntry> {
  const found = (await loadWorkflows()).find((one) => one.name === name);
  if (found === undefined) throw new Error(name);
  await loadTexts('workflows', `machines/${name}`);
  await setLanguage('ru');
  return { name, chart: chartOf(found.machine) } as WorkflowEntry;
}

it('a chart far too wide for its page is laid out in the first way, then in the narrow ones', async () => {
  const entry = await entryOf('countingWorkspace');
  const directions: unknown[] = [];
  const counting = {
    layout: (graph: Parameters<Elk['layout']>[0]) => {
      directions.push(graph.layoutOptions?.['elk.direction']);
      return elk.layout(graph);
    },
  } as unknown as Elk;
  const words = {
    ...wordsOf(entry),
    ...{ actions: false, codes: false, sight: 1000, folds: true },
    does: (_: string, name: string) => name,
    holds: (states: number, transitions: number) => `${states} ${transitions}`,
    width: (text: string) => text.length * 7,
  };
  const { width } = await layOut(entry.chart, words, counting);
  // none on its side; those that fit are laid out again where lines run through the words of an outer state
  expect(directions).toEqual(Array.from({ length: 7 }, () => 'DOWN'));
  expect(width).toBeLessThanOrEqual(1000);
});

it('a drawing that was laid out is there again at once, in another view too', async () => {
  const entry = await entryOf('countingAct');
  Object.defineProperty(document, 'fonts', { value: { ready: Promise.resolve() }, configurable: true });
  const place = document.createElement('div');
  Object.defineProperty(place, 'clientWidth', { value: 1000 });
  const open = async (codes: boolean) => {
    const { result, unmount } = renderHook(() => useDrawing(entry, wordsOf(entry), { codes }));
    result.current.measure(place);
    await waitFor(() => expect(result.current.drawing).not.toBeNull(), { timeout: 20_000 });
    const { drawing } = result.current;
    unmount();
    return drawing;
  };
  const first = await open(false);
  expect(await open(false)).toBe(first);
  expect(asked).toHaveBeenCalledTimes(1);
  expect(await open(true)).not.toBe(first);
  expect(asked).toHaveBeenCalledTimes(2);
});

it.each([
  'countingWorkspace',
  'pasteLines',
  'testReminder',
  'manyRecords',
  'testAttempt',
  'import',
  'widgets',
  'recordPane',
])('%s begins readable and whole on a phone, with every transition on it', async (name) => {
  const entry = await entryOf(name);
  const sight = 360;
  const { width, boxes, arrows } = await layOut(
    entry.chart,
    {
      ...wordsOf(entry),
      ...{ actions: false, codes: false, sight, folds: true },
      does: (_: string, one: string) => one,
      holds: (states: number, transitions: number) => `${states} ${transitions}`,
      width: (text: string) => text.length * 7,
    },
    elk as unknown as Elk,
  );
  expect(width * 0.8).toBeLessThanOrEqual(sight);
  if (boxes.some(({ folded }) => folded)) return;
  const rows = boxes.flatMap((box) => box.rows.map(({ transition }) => transition));
  const drawn = new Set([...rows, ...arrows.flatMap(({ transitions }) => transitions)]);
  expect(entry.chart.transitions.every((_, at) => drawn.has(at))).toBe(true);
  // one below another: no box stands beside one of the same state
  for (const one of arrows.length === 0 ? boxes : [])
    for (const other of boxes)
      if (one !== other && one.state.parent === other.state.parent)
        expect(one.y + one.height <= other.y || other.y + other.height <= one.y).toBe(true);
});

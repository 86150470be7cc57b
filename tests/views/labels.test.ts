/**
 * The drawing of every chart in both languages: words lie on no line, on no box and on no other words. Letters are taken
 * a little wider than Inter draws them; the browser's own measures are in `e2e/workflows.spec.ts`.
 */
import ELK from 'elkjs';
import { expect, it } from 'vitest';
import ruTexts from '../../locales/ru/workflows.json' with { type: 'json' };
import { chartOf } from '../../machines/kit/chart.ts';
import { loadWorkflows } from '../../scripts/machines.ts';
import { LANGUAGES, loadTexts, setLanguage } from '../../src/i18n/index.ts';
import { clashes } from '../../src/pages/workflows/apart.ts';
import type { WorkflowEntry } from '../../src/pages/workflows/catalogue.ts';
import { layOut, type Words } from '../../src/pages/workflows/layout.ts';
import { wordsOf } from '../../src/pages/workflows/words.ts';

const SIZES = { title: 14 * 0.6, event: 12.5 * 0.58, inner: 12 * 0.56, small: 11.5 * 0.56 };
const workflows = await loadWorkflows();
const elk = new ELK();

it.each(LANGUAGES)('in %s', { timeout: 240_000 }, async (language) => {
  await loadTexts('workflows', ...workflows.map(({ name }) => `machines/${name}`));
  await setLanguage(language);
  const lying: string[] = [];
  for (const { name, machine } of workflows) {
    const chart = chartOf(machine);
    const words: Words = {
      ...wordsOf({ name } as WorkflowEntry),
      ...{ actions: false, codes: false, sight: 1000 },
      folds: true,
      does: (kind, of) => `${ruTexts.row[kind]} ${of}`,
      holds: (states, transitions) => `${states} ${transitions}`,
      width: (text, font) => text.length * SIZES[font],
    };
    const drawing = await layOut(chart, words, elk);
    for (const at of clashes(drawing)) lying.push(`${name}: ${drawing.arrows[at]?.transitions.join()}`);
  }
  expect(lying).toEqual([]);
});

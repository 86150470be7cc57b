/**
 * The drawing of every chart in both languages, for pages of three widths: words lie on no line, on no box, on no mark of
 * a remark and on no other words, those of a state inside its box, the figure of a state on no line and no words, and the
 * drawing is whole at a zoom at which they can be read. Letters are taken a little wider than Inter draws them; the
 * browser's own measures are in `e2e/workflows.spec.ts`.
 */
import ELK, { type ELK as Elk, type ElkNode } from 'elkjs';
import { expect, it } from 'vitest';
import ruTexts from '../../locales/ru/workflows.json' with { type: 'json' };
import { chartOf } from '../../machines/kit/chart.ts';
import { loadWorkflows } from '../../scripts/machines.ts';
import { LANGUAGES, loadTexts, setLanguage } from '../../src/i18n/index.ts';
import { clashes, covered } from '../../src/pages/workflows/apart.ts';
import { badgeOf } from '../../src/pages/workflows/badge.ts';
import type { WorkflowEntry } from '../../src/pages/workflows/catalogue.ts';
import type { Drawing, Line } from '../../src/pages/workflows/drawing.ts';
import { BETWEEN, FIGURE, heightOf, LINE, layOut, READABLE, type Words } from '../../src/pages/workflows/layout.ts';
import { marksOf } from '../../src/pages/workflows/marks.ts';
import { wordsOf } from '../../src/pages/workflows/words.ts';

const SIZES = { title: 14 * 0.6, event: 12.5 * 0.58, inner: 12 * 0.56, small: 11.5 * 0.56 };
const workflows = await loadWorkflows();
const elk = new ELK();
const laidOut = new Map<string, ElkNode>();
/** Pages of several widths try the same graphs, and laying one out is what takes the time. */
const layout = (async (graph: ElkNode) => {
  const asked = JSON.stringify(graph);
  const placed = laidOut.get(asked) ?? (await elk.layout(graph));
  laidOut.set(asked, placed);
  return structuredClone(placed);
}) as Elk['layout'];

/** Room for a drawing in windows of 1440, 1024 and 390 pixels. */
const SIGHTS = [840, 680, 360];

interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Every line of words, as the drawing writes it. */
function wordsIn({ boxes, arrows }: Drawing): Rect[] {
  const linesAt = (lines: readonly Line[], x: number, y: number): Rect[] =>
    lines.map(({ text, font }, at) => ({
      ...{ x, y: y + heightOf(lines.slice(0, at)) },
      ...{ width: text.length * SIZES[font], height: LINE[font] },
    }));
  return [
    ...boxes.flatMap(({ words: { x, y }, head, rows }) =>
      linesAt([...head, ...rows.flatMap(({ lines }) => lines)], x, y),
    ),
    ...arrows.flatMap(({ label: { x, y, parts } }) => {
      let top = y;
      return parts.flatMap(({ lines }) => {
        const from = top;
        top += heightOf(lines) + BETWEEN;
        return linesAt(lines, x + BETWEEN, from);
      });
    }),
  ];
}

/** Marks of remarks that lie on words. */
const marked = (drawing: Drawing): string[] =>
  marksOf(drawing).flatMap(({ of, mark: { x, y, r } }) =>
    wordsIn(drawing).some(
      (words) =>
        Math.hypot(
          x - Math.min(Math.max(x, words.x), words.x + words.width),
          y - Math.min(Math.max(y, words.y), words.y + words.height),
        ) < r,
    )
      ? [of]
      : [],
  );

/** Figures of states that lie outside their box, on a line or on words. */
function figured(drawing: Drawing): string[] {
  const { boxes, arrows, beginnings } = drawing;
  const words = wordsIn(drawing);
  const lines = [...arrows, ...beginnings].flatMap(({ points }) =>
    points.slice(1).map((end, at): Rect => {
      const start = points[at] ?? end;
      return {
        ...{ x: Math.min(start.x, end.x), y: Math.min(start.y, end.y) },
        ...{ width: Math.abs(start.x - end.x), height: Math.abs(start.y - end.y) },
      };
    }),
  );
  const meet = (one: Rect, other: Rect) =>
    one.x < other.x + other.width &&
    other.x < one.x + one.width &&
    one.y < other.y + other.height &&
    other.y < one.y + one.height;
  return boxes.flatMap((box) => {
    const badge = badgeOf(box, FIGURE.widest.length * SIZES.small);
    const { path } = box.state;
    const isInside =
      badge.x > box.x &&
      badge.x + badge.width < box.x + box.width &&
      badge.y > box.y &&
      badge.y + badge.height < box.y + box.height;
    return [
      ...(isInside ? [] : [`${path} outside`]),
      ...(lines.some((line) => meet(badge, line)) ? [`${path} on a line`] : []),
      ...(words.some((one) => meet(badge, one)) ? [`${path} on words`] : []),
    ];
  });
}

it.each(LANGUAGES)('in %s', { timeout: 240_000 }, async (language) => {
  await loadTexts('workflows', ...workflows.map(({ name }) => `machines/${name}`));
  await setLanguage(language);
  const wrong: string[] = [];
  for (const sight of SIGHTS)
    for (const { name, machine } of workflows) {
      // of the three widths one shows figures too: each costs minutes
      const figures = sight === 680;
      const words: Words = {
        ...wordsOf({ name } as WorkflowEntry),
        ...{ actions: false, codes: false, sight },
        folds: true,
        figures,
        does: (kind, of) => `${ruTexts.row[kind]} ${of}`,
        holds: (states, transitions) => `${states} ${transitions}`,
        width: (text, font) => text.length * SIZES[font],
      };
      const drawing = await layOut(chartOf(machine), words, { ...elk, layout });
      const at = `${name}, ${sight}`;
      for (const nth of clashes(drawing)) wrong.push(`${at}: ${drawing.arrows[nth]?.transitions.join()}`);
      for (const path of covered(drawing)) wrong.push(`${at}: words of ${path}`);
      for (const of of marked(drawing)) wrong.push(`${at}: mark of ${of}`);
      if (figures) for (const of of figured(drawing)) wrong.push(`${at}: figure of ${of}`);
      if (drawing.width * READABLE > sight) wrong.push(`${at}: ${Math.round(drawing.width)} wide`);
    }
  expect(wrong).toEqual([]);
});

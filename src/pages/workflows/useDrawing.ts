import { useEffect, useState } from 'react';
import type { WorkflowEntry } from './catalogue.ts';
import { withElk } from './elk.ts';
import { type Drawing, FONTS, layOut, type Words } from './layout.ts';
import type { MachineWords } from './words.ts';

const brush = document.createElement('canvas').getContext('2d');

/** Width of a text in pixels; a browser without a canvas gets a guess. */
const width: Words['width'] = (text, font) => {
  if (brush === null) return text.length * 7;
  brush.font = FONTS[font];
  return brush.measureText(text).width;
};

interface State {
  /** What was drawn. */
  of: string;
  drawing: Drawing | null;
  failed: boolean;
}

/** The drawing of a chart, once it is laid out; the one before stays until then. */
export function useDrawing({ chart }: WorkflowEntry, words: MachineWords, actions: boolean) {
  const wanted = `${chart.id} ${words.name} ${actions}`;
  const [{ of, drawing, failed }, setState] = useState<State>({ of: '', drawing: null, failed: false });
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `wanted` names the chart, its words and what is written; an attempt tries again
  useEffect(() => {
    let wantedStill = true;
    document.fonts.ready
      .then(() => withElk((elk) => layOut(chart, { state: words.state, width, actions }, elk)))
      .then(
        (laid) => {
          if (wantedStill) setState({ of: wanted, drawing: laid, failed: false });
        },
        () => {
          if (wantedStill) setState({ of: wanted, drawing: null, failed: true });
        },
      );
    return () => {
      wantedStill = false;
    };
  }, [wanted, attempt]);
  const ofChart = of.startsWith(`${chart.id} `);
  return {
    drawing: ofChart ? drawing : null,
    failed: failed && of === wanted,
    again: () => setAttempt((before) => before + 1),
  };
}

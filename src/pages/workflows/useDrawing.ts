import { useEffect, useState } from 'react';
import type { WorkflowEntry } from './catalogue.ts';
import { withElk } from './elk.ts';
import { type Drawing, layOut } from './layout.ts';
import { widthOf } from './measure.ts';
import type { MachineWords } from './words.ts';

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
      .then(() => withElk((elk) => layOut(chart, { state: words.state, width: widthOf, actions }, elk)))
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

import { useCallback, useEffect, useState } from 'react';
import type { Chart } from '../../../machines/kit/chart.ts';
import { say } from '../../i18n/index.ts';
import type { WorkflowEntry } from './catalogue.ts';
import type { Drawing } from './drawing.ts';
import { withElk } from './elk.ts';
import { layOut } from './layout.ts';
import { widthOf } from './measure.ts';
import type { MachineWords } from './words.ts';

interface State {
  /** What was drawn. */
  of: string;
  drawing: Drawing | null;
  failed: boolean;
}

export interface DrawingOptions {
  /** Whether what transitions and states do is written too. */
  actions?: boolean;
  /** Whether names of the code stand beside the words. */
  codes?: boolean;
  /** Whether states may be folded into those around them so that the drawing fits the page. */
  folds?: boolean;
  /** Whether each state keeps room for a figure. */
  figures?: boolean;
}

/** A page that is a little narrower is drawn the same. */
const STEP = 40;

/** What was laid out of each chart: its views, and who comes back to it, have it at once. */
const laidOut = new WeakMap<Chart, Map<string, Drawing>>();

/** The drawing of a chart, once it is laid out; the one before stays until then. `measure` is given the place it is for. */
export function useDrawing(
  { chart }: WorkflowEntry,
  words: MachineWords,
  { actions = false, codes = false, folds = false, figures = false }: DrawingOptions = {},
) {
  const [sight, setSight] = useState(0);
  const wanted = `${chart.id} ${words.name} ${actions} ${codes} ${folds} ${figures} ${sight}`;
  const [{ of, drawing, failed }, setState] = useState<State>({ of: '', drawing: null, failed: false });
  const [attempt, setAttempt] = useState(0);
  const measure = useCallback((place: HTMLElement | null) => {
    if (place === null) return undefined;
    const look = () => setSight(Math.floor(place.clientWidth / STEP) * STEP);
    look();
    if (typeof ResizeObserver === 'undefined') return undefined;
    const observer = new ResizeObserver(look);
    observer.observe(place);
    return () => observer.disconnect();
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `wanted` names the chart, its words and what is written; an attempt tries again
  useEffect(() => {
    if (sight === 0) return;
    let wantedStill = true;
    const own = laidOut.get(chart) ?? new Map<string, Drawing>();
    laidOut.set(chart, own);
    const written = {
      ...words,
      ...{ width: widthOf, actions, codes, folds, figures, sight },
      does: (kind: string, name: string) => say(`workflows:row.${kind}`, { name }),
      holds: (states: number, transitions: number) => say('workflows:row.holds', { states, transitions }),
    };
    document.fonts.ready
      .then(() => own.get(wanted) ?? withElk((elk) => layOut(chart, written, elk)))
      .then(
        (laid) => {
          own.set(wanted, laid);
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
    measure,
  };
}

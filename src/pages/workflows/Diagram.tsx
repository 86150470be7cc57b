/**
 * A chart drawn: states as boxes with what they do, transitions as arrows with their words. Each can be chosen, by hand
 * and by keyboard; what is found is highlighted. Every state carries `data-state`, every transition `data-transition`.
 */
import type { KeyboardEvent, ReactNode } from 'react';
import type { Chart } from '../../../machines/kit/chart.ts';
import type { ChangeKind } from '../../../machines/kit/release.ts';
import { say } from '../../i18n/index.ts';
import { classes, familyClass, isLook } from '../../ui/look.ts';
import { badgeOf } from './badge.ts';
import type { Arrow, Box, Drawing, Line } from './drawing.ts';
import { BETWEEN, FIGURE, heightOf, PAD } from './layout.ts';
import { type Mark, markOfBox, markOfPart, markOfRow } from './marks.ts';
import { widthOf } from './measure.ts';
import type { MachineWords } from './words.ts';

export type Chosen = { kind: 'state'; path: string } | { kind: 'transition'; at: number } | null;

/** States and transitions that are looked for. */
export interface Found {
  states: ReadonlySet<string>;
  transitions: ReadonlySet<number>;
}

/** The current state of a running machine, and how it came there. */
export interface Lit {
  states: ReadonlySet<string>;
  /** Keys of the transitions that were taken last. */
  taken: ReadonlySet<string>;
}

/** What is different from another version, by path and by index. */
export interface Marks {
  states: ReadonlyMap<string, ChangeKind>;
  transitions: ReadonlyMap<number, ChangeKind>;
  /** Whose name, description or guard is said otherwise. */
  texts: { states: ReadonlySet<string>; transitions: ReadonlySet<number> };
}

/** How long documents stay in a state: a colour, and the figure in words. */
export interface Heat {
  /** 0: no time is known; 1 to 4: up to a quarter, a half, three quarters of the longest, and the longest. */
  level: 0 | 1 | 2 | 3 | 4;
  figure: string;
  /** The figure for those who do not see it. */
  words: string;
}

/** How many remarks are unsettled, by path and by index. */
export interface OpenRemarks {
  states: ReadonlyMap<string, number>;
  transitions: ReadonlyMap<number, number>;
}

export interface DiagramProps {
  chart: Chart;
  words: MachineWords;
  drawing: Drawing;
  /** Words of the whole for those who do not see it. */
  label: string;
  chosen: Chosen;
  onChoose: (chosen: Chosen) => void;
  /** Null when nothing is looked for. */
  found: Found | null;
  lit?: Lit | undefined;
  /** By the path of the state. */
  heat?: ReadonlyMap<string, Heat> | undefined;
  marks?: Marks | undefined;
  remarks?: OpenRemarks | undefined;
  zoom: number;
}

interface TargetProps {
  label: string;
  pressed: boolean;
  className: string;
  onPress: () => void;
  children: ReactNode;
}

/** A part of the drawing that is pressed like a button. */
function Target({
  label,
  pressed,
  className,
  onPress,
  children,
  ...data
}: TargetProps & Record<`data-${string}`, unknown>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: SVG has no button
    <g
      role="button"
      tabIndex={0}
      aria-label={label}
      aria-pressed={pressed}
      className={className}
      onClick={(event) => {
        event.stopPropagation();
        onPress();
      }}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key !== 'Enter' && event.key !== ' ') return;
        event.preventDefault();
        onPress();
      }}
      {...data}
    >
      {children}
    </g>
  );
}

const RADIUS = 6;

/** A polyline with rounded corners. */
function pathThrough(points: readonly { x: number; y: number }[]): string {
  const [first, ...rest] = points;
  if (first === undefined) return '';
  let way = `M${first.x} ${first.y}`;
  rest.forEach((point, at) => {
    const before = points[at];
    const after = points[at + 2];
    if (before === undefined || after === undefined) {
      way += `L${point.x} ${point.y}`;
      return;
    }
    const towards = (other: { x: number; y: number }) => {
      const length = Math.hypot(other.x - point.x, other.y - point.y);
      const share = length === 0 ? 0 : Math.min(RADIUS, length / 2) / length;
      return `${point.x + (other.x - point.x) * share} ${point.y + (other.y - point.y) * share}`;
    };
    way += `L${towards(before)}Q${point.x} ${point.y} ${towards(after)}`;
  });
  return way;
}

/** That something is remarked there; its words are those of what it stands on. */
const Dot = ({ x, y, r }: Mark) => <circle className="chart-remark" cx={x} cy={y} r={r} />;

/** That words are other ones there. */
export const Worded = ({ x, y, r }: Mark) => (
  <path className="chart-worded" d={`M${x - r} ${y}L${x} ${y - r}L${x + r} ${y}L${x} ${y + r}Z`} />
);

/** Lines of words from a point downwards; the next one below them. */
function Lines({ lines, x, y }: { lines: readonly Line[]; x: number; y: number }) {
  return lines.map(({ text, font }, at) => (
    <text
      // biome-ignore lint/suspicious/noArrayIndexKey: lines of one label never move
      key={at}
      className={`chart-${font}`}
      x={x}
      y={y + heightOf(lines.slice(0, at + 1)) - 4}
    >
      {text}
    </text>
  ));
}

export function Diagram({
  chart,
  words: of,
  drawing,
  label,
  chosen,
  onChoose,
  found,
  lit,
  heat,
  marks,
  remarks,
  zoom,
}: DiagramProps) {
  const isChosen = (at: number) => chosen?.kind === 'transition' && chosen.at === at;
  const mark = (yes: boolean) => (found === null ? undefined : yes ? 'is-found' : 'is-other');
  const wasTaken = (at: number) => lit?.taken.has(chart.transitions[at]?.key ?? '') === true && 'is-taken';
  const change = (kind: ChangeKind | undefined, isWorded: boolean | undefined) =>
    marks !== undefined && (kind !== undefined ? `is-${kind}` : isWorded !== true && 'is-same');
  const wordedState = (path: string) => marks?.texts.states.has(path);
  const wordedAt = (at: number) => marks?.texts.transitions.has(at);
  const worded = (yes: boolean | undefined) => (yes === true ? say('workflows:compare.worded') : '');
  const remarked = (count: number) => (count === 0 ? '' : say('remarks:open', { count }));
  const words = (at: number) => {
    const transition = chart.transitions[at];
    const sentence = transition === undefined ? '' : of.sentence(transition);
    return [sentence, remarked(remarks?.transitions.get(at) ?? 0), worded(wordedAt(at))].filter(Boolean).join(' ');
  };
  /** Of a folded state those inside it too: they have no other place. */
  const remarksOn = ({ state: { path }, folded }: Box) =>
    [...(remarks?.states ?? [])].reduce(
      (sum, [on, count]) => sum + (on === path || (folded && on.startsWith(`${path}.`)) ? count : 0),
      0,
    );

  const box = (drawn: Box) => {
    const { state, x, y, width, height, head, rows, words: own, folded } = drawn;
    const open = remarksOn(drawn);
    const nested = !folded && chart.states.some(({ parent }) => parent === state.path);
    let top = own.y + heightOf(head);
    return (
      <g key={state.path}>
        <Target
          data-state={state.path}
          label={[of.state(state.path), heat?.get(state.path)?.words, remarked(open), worded(wordedState(state.path))]
            .filter(Boolean)
            .join(': ')}
          pressed={chosen?.kind === 'state' && chosen.path === state.path}
          onPress={() => onChoose({ kind: 'state', path: state.path })}
          className={classes(
            'chart-state',
            nested && 'is-nested',
            folded && 'is-folded',
            state.type === 'parallel' && 'is-parallel',
            chosen?.kind === 'state' && chosen.path === state.path && 'is-chosen',
            lit?.states.has(state.path) === true && 'is-lit',
            // the current state, or the time, is shown by colour: the state's own look steps back
            heat === undefined && lit === undefined && isLook(state.look) && familyClass(state.look),
            heat !== undefined && `heat-${heat.get(state.path)?.level ?? 0}`,
            mark(found?.states.has(state.path) === true),
            change(marks?.states.get(state.path), wordedState(state.path)),
          )}
        >
          <rect className="chart-box" x={x} y={y} width={width} height={height} rx={RADIUS} />
          {state.type === 'final' && (
            <rect className="chart-end" x={x + 3} y={y + 3} width={width - 6} height={height - 6} rx={RADIUS - 2} />
          )}
          <Lines lines={head} x={own.x} y={own.y - 1} />
          {open > 0 && <Dot {...markOfBox(drawn)} />}
          {wordedState(state.path) === true && <Worded {...markOfBox(drawn)} />}
        </Target>
        {rows.map((row) => {
          const from = top;
          const tall = heightOf(row.lines);
          top += tall;
          const text = <Lines lines={row.lines} x={own.x} y={from} />;
          const { transition } = row;
          // what a state does while it is active goes with the state
          if (transition === undefined)
            return (
              <g
                key={row.lines.map((line) => line.text).join(' ')}
                className={classes(mark(found?.states.has(state.path) === true))}
              >
                {text}
              </g>
            );
          return (
            <Target
              key={`${transition}`}
              data-transition={transition}
              label={words(transition)}
              pressed={isChosen(transition)}
              onPress={() => onChoose({ kind: 'transition', at: transition })}
              className={classes(
                'chart-row',
                isChosen(transition) && 'is-chosen',
                wasTaken(transition),
                mark(found?.transitions.has(transition) === true),
                change(marks?.transitions.get(transition), wordedAt(transition)),
              )}
            >
              <rect className="chart-hit" x={own.x - PAD / 2} y={from} width={own.width + PAD} height={tall} rx={3} />
              {text}
              {remarks?.transitions.has(transition) === true && <Dot {...markOfRow(drawn, from)} />}
              {wordedAt(transition) === true && <Worded {...markOfRow(drawn, from)} />}
            </Target>
          );
        })}
      </g>
    );
  };

  const arrow = ({ points, label: { x, y, parts } }: Arrow, nth: number) => {
    const end = points.at(-1);
    const before = points.at(-2);
    let top = y;
    return parts.map(({ transition, lines }, at) => {
      const from = top;
      top += heightOf(lines) + BETWEEN;
      // the line is of all of them: chosen, found or taken with any
      const along = at === 0 ? parts.map((part) => part.transition) : [transition];
      return (
        <Target
          key={`${transition}-${nth}`}
          data-transition={transition}
          label={words(transition)}
          pressed={isChosen(transition)}
          onPress={() => onChoose({ kind: 'transition', at: transition })}
          className={classes(
            'chart-arrow',
            isChosen(transition) && 'is-chosen',
            along.some(isChosen) && 'is-along',
            along.some(wasTaken) && 'is-taken',
            mark(found?.transitions.has(transition) === true),
            change(marks?.transitions.get(transition), wordedAt(transition)),
          )}
        >
          {at === 0 && (
            <>
              <path className="chart-reach" d={pathThrough(points)} />
              <path className="chart-line" d={pathThrough(points)} />
              {end !== undefined && before !== undefined && (
                <path
                  className="chart-tip"
                  d="M0 0L-8 -3.5L-8 3.5Z"
                  transform={`translate(${end.x} ${end.y}) rotate(${(Math.atan2(end.y - before.y, end.x - before.x) * 180) / Math.PI})`}
                />
              )}
            </>
          )}
          <g className="chart-label">
            <Lines lines={lines} x={x + BETWEEN} y={from} />
          </g>
          {remarks?.transitions.has(transition) === true && <Dot {...markOfPart(x, from)} />}
          {wordedAt(transition) === true && <Worded {...markOfPart(x, from)} />}
        </Target>
      );
    });
  };

  const figure = (drawn: Box) => {
    const { path } = drawn.state;
    const text = heat?.get(path)?.figure ?? '';
    if (text === '') return null;
    const { x, y, width, height } = badgeOf(drawn, widthOf(text, 'small'));
    return (
      <g key={path} className="chart-figure" data-figure={path}>
        <rect x={x} y={y} width={width} height={height} rx={4} />
        <text x={x + FIGURE.pad} y={y + height - FIGURE.pad}>
          {text}
        </text>
      </g>
    );
  };

  return (
    <svg
      className="chart"
      xmlns="http://www.w3.org/2000/svg"
      viewBox={`0 0 ${drawing.width} ${drawing.height}`}
      width={drawing.width * zoom}
      height={drawing.height * zoom}
      aria-label={label}
      onClick={() => onChoose(null)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onChoose(null);
      }}
    >
      {drawing.boxes.map(box)}
      {drawing.beginnings.map(({ x, y, points }) => (
        <g key={`${x} ${y}`} className="chart-start">
          <circle cx={x} cy={y} r={4.5} />
          <path d={pathThrough(points)} />
        </g>
      ))}
      {drawing.arrows.map(arrow)}
      {drawing.boxes.map(figure)}
    </svg>
  );
}

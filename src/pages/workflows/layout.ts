/**
 * The place of each state and arrow of a chart. Boxes and labels are measured here; ELK's layered layout places them,
 * nested states inside those around them. All figures are pixels at a zoom of one, from the drawing's upper left corner.
 */
import type { ELK, ElkExtendedEdge, ElkNode, ElkPoint } from 'elkjs/lib/elk-api';
import type { Chart, ChartState, ChartTransition } from '../../../machines/kit/chart.ts';

export interface Row {
  readonly words: string;
  /** Index in the chart's transitions; undefined for what the state does by itself. */
  readonly transition: number | undefined;
}

export interface Box {
  readonly state: ChartState;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** The state as a person calls it, then its name in the definition. */
  readonly title: string;
  readonly rows: readonly Row[];
}

export interface Arrow {
  readonly transition: number;
  readonly points: readonly ElkPoint[];
  readonly label: { readonly x: number; readonly y: number; readonly lines: readonly string[] };
}

export interface Drawing {
  readonly width: number;
  readonly height: number;
  /** Outer ones before those inside them. */
  readonly boxes: readonly Box[];
  readonly arrows: readonly Arrow[];
  /** Arrows from the dot where a compound state begins. */
  readonly beginnings: readonly { readonly x: number; readonly y: number; readonly points: readonly ElkPoint[] }[];
}

export interface Words {
  /** A state as a person calls it. */
  state(path: string): string;
  /** Its width in pixels. */
  width(text: string, font: keyof typeof FONTS): number;
  /** Whether actions are written too. */
  readonly actions: boolean;
}

/** CSS fonts of the drawing. */
export const FONTS = { title: '600 13px Inter, sans-serif', small: '400 11px Inter, sans-serif' };
export const LINE = { title: 18, small: 15 };
export const PAD = 10;
const DOT = 9;

type Direction = 'DOWN' | 'RIGHT';

/** What of a drawing is seen at once, in pixels at a zoom of one. */
const SIGHT = { width: 1100, height: 700 };
/** A chart runs downwards, unless that makes it much smaller when it is fitted to the window. */
const MUCH = 1.15;

const optionsOf = (direction: Direction) => ({
  'elk.algorithm': 'layered',
  'elk.direction': direction,
  'elk.hierarchyHandling': 'INCLUDE_CHILDREN',
  'elk.edgeRouting': 'ORTHOGONAL',
  'elk.json.shapeCoords': 'ROOT',
  'elk.json.edgeCoords': 'ROOT',
  'elk.layered.cycleBreaking.strategy': 'DEPTH_FIRST',
  'elk.layered.nodePlacement.strategy': 'NETWORK_SIMPLEX',
  'elk.spacing.nodeNode': '36',
  'elk.layered.spacing.nodeNodeBetweenLayers': '32',
  'elk.layered.spacing.edgeNodeBetweenLayers': '16',
  'elk.spacing.edgeNode': '16',
  'elk.spacing.edgeEdge': '12',
  'elk.spacing.edgeLabel': '4',
  'elk.padding': '[top=16,left=16,bottom=16,right=16]',
});

/** Words on an arrow, a line each: the event, its guard, what it does. */
export function linesOf({ eventName, guard, actions }: ChartTransition, withActions: boolean): string[] {
  return [
    eventName,
    ...(guard === '' ? [] : [`[${guard}]`]),
    ...(withActions && actions.length > 0 ? [`/ ${actions.join(', ')}`] : []),
  ];
}

function rowsOf(chart: Chart, state: ChartState, { actions }: Words): Row[] {
  const own = (label: string, names: readonly string[]): Row[] =>
    names.map((name) => ({ words: `${label} / ${name}`, transition: undefined }));
  const inner = chart.transitions.flatMap((transition, at): Row[] => {
    if (!transition.inner || transition.source !== state.path) return [];
    const target = transition.targets.map((path) => ` → ${path.split('.').at(-1)}`).join('');
    const [event = '', ...others] = linesOf(transition, actions);
    return [{ words: `↺ ${event}${others.map((words) => ` ${words}`).join('')}${target}`, transition: at }];
  });
  return [
    ...own('do', state.actors),
    ...(actions ? [...own('entry', state.entry), ...own('exit', state.exit)] : []),
    ...inner,
  ];
}

const startOf = (path: string) => `${path}\u0000start`;

/** At which zoom all of it is in sight. */
const zoomOf = ({ width, height }: Drawing) => Math.min(SIGHT.width / width, SIGHT.height / height);

/** The chart as a drawing. `elk` lays out; in a browser it works beside the page. */
export async function layOut(chart: Chart, words: Words, elk: ELK): Promise<Drawing> {
  const down = await layOutTowards('DOWN', chart, words, elk);
  if (down.width <= SIGHT.width) return down;
  const right = await layOutTowards('RIGHT', chart, words, elk);
  return zoomOf(right) > zoomOf(down) * MUCH ? right : down;
}

async function layOutTowards(direction: Direction, chart: Chart, words: Words, elk: ELK): Promise<Drawing> {
  const options = optionsOf(direction);
  const rows = new Map(chart.states.map((state) => [state.path, rowsOf(chart, state, words)]));
  const childrenOf = (path: string) => chart.states.filter(({ parent }) => parent === path);

  const nodeOf = (state: ChartState): ElkNode => {
    const own = rows.get(state.path) ?? [];
    const children = childrenOf(state.path);
    const head = PAD + LINE.title + LINE.small + own.length * LINE.small + PAD / 2;
    const width =
      2 * PAD +
      Math.max(
        words.width(words.state(state.path), 'title'),
        ...[state.key, ...own.map((row) => row.words)].map((text) => words.width(text, 'small')),
      );
    if (children.length === 0) return { id: state.path, width: Math.ceil(width), height: head + PAD / 2 };
    return {
      id: state.path,
      layoutOptions: {
        ...options,
        'elk.padding': `[top=${head + PAD},left=16,bottom=16,right=16]`,
        'elk.nodeSize.constraints': 'MINIMUM_SIZE',
        'elk.nodeSize.minimum': `(${Math.ceil(width)},${head + PAD})`,
      },
      children: [
        ...(state.type === 'compound' ? [{ id: startOf(state.path), width: DOT, height: DOT }] : []),
        ...children.map(nodeOf),
      ],
    };
  };

  const edges: ElkExtendedEdge[] = chart.transitions.flatMap((transition, at) => {
    if (transition.inner) return [];
    const lines = linesOf(transition, words.actions);
    const label = {
      text: lines.join('\n'),
      width: Math.ceil(Math.max(...lines.map((line) => words.width(line, 'small')))) + 4,
      height: lines.length * LINE.small,
    };
    return transition.targets.map((target, nth) => ({
      id: `${at}.${nth}`,
      sources: [transition.source],
      targets: [target],
      labels: [label],
    }));
  });
  const firsts: ElkExtendedEdge[] = chart.states
    .filter(({ initial, parent }) => initial && parent !== null)
    .map(({ path, parent }) => ({ id: startOf(parent ?? ''), sources: [startOf(parent ?? '')], targets: [path] }));

  const [root] = chart.states;
  if (root === undefined) return { width: 0, height: 0, boxes: [], arrows: [], beginnings: [] };
  const placed: ElkNode = await elk.layout<ElkNode>({
    id: 'all',
    layoutOptions: options,
    children: [nodeOf(root)],
    edges: [...firsts, ...edges],
  });

  const nodes = new Map<string, ElkNode>();
  const laid: ElkExtendedEdge[] = [];
  const visit = (node: ElkNode): void => {
    nodes.set(node.id, node);
    laid.push(...(node.edges ?? []));
    node.children?.forEach(visit);
  };
  visit(placed);

  const pointsOf = ({ sections }: ElkExtendedEdge): ElkPoint[] =>
    (sections ?? []).flatMap(({ startPoint, bendPoints, endPoint }) => [startPoint, ...(bendPoints ?? []), endPoint]);
  const isStart = ({ id }: ElkExtendedEdge) => id.endsWith('\u0000start');
  return {
    width: placed.width ?? 0,
    height: placed.height ?? 0,
    boxes: chart.states.map((state) => {
      const { x = 0, y = 0, width = 0, height = 0 } = nodes.get(state.path) ?? {};
      return { state, x, y, width, height, title: words.state(state.path), rows: rows.get(state.path) ?? [] };
    }),
    arrows: laid
      .filter((edge) => !isStart(edge))
      .map((edge) => {
        const { x = 0, y = 0, text = '' } = edge.labels?.[0] ?? {};
        return {
          transition: Number.parseInt(edge.id, 10),
          points: pointsOf(edge),
          label: { x, y, lines: text.split('\n') },
        };
      }),
    beginnings: laid.filter(isStart).map((edge) => {
      const { x = 0, y = 0 } = nodes.get(edge.id) ?? {};
      return { x: x + DOT / 2, y: y + DOT / 2, points: pointsOf(edge) };
    }),
  };
}

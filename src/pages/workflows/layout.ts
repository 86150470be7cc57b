/**
 * The place of each state and arrow of a chart. Boxes and labels are measured here; ELK's layered layout places them,
 * nested states inside those around them. All figures are pixels at a zoom of one, from the drawing's upper left corner.
 */
import type { ELK, ElkExtendedEdge, ElkNode, ElkPoint } from 'elkjs/lib/elk-api';
import type { Chart, ChartState, ChartTransition } from '../../../machines/kit/chart.ts';
import { apart, clashes, covered } from './apart.ts';
import type { Drawing, FONTS, Label, Line, Row } from './drawing.ts';

/** What is written on the drawing, in the reader's language. */
export interface Words {
  state(path: string): string;
  event(type: string): string;
  guard(name: string): string;
  action(name: string): string;
  actor(name: string): string;
  /** What stands before what a state does by itself, and between a transition and where it leads. */
  does(kind: 'do' | 'entry' | 'exit', name: string): string;
  /** Its width in pixels. */
  width(text: string, font: keyof typeof FONTS): number;
  /** Whether actions are written too. */
  readonly actions: boolean;
  /** Whether names of the code stand beside the words. */
  readonly codes: boolean;
  /** Whether each state keeps room for a figure below its words. */
  readonly figures?: boolean;
  /** How many states and transitions a folded state holds. */
  holds(states: number, transitions: number): string;
  /** How wide the page is; a drawing that fits is whole at a zoom of one, a wider one begins smaller. */
  readonly sight: number;
  /** Whether states may be folded into those around them so that it fits. */
  readonly folds: boolean;
}

export const LINE = { title: 19, event: 16, inner: 16, small: 15 };
export const PAD = 10;
/** Of a state, in pixels; and the words of a long one. */
export const FIGURE = { height: 18, pad: 5, above: 4, widest: '12 soat 59 daq. · 3 191' };
const DOT = 9;
/** The light edge around the words of an arrow. */
const HALO = 5;
/** Between the words of two transitions of one arrow. */
export const BETWEEN = 4;

type Direction = 'DOWN' | 'RIGHT';

interface Way {
  readonly direction: Direction;
  /** The longest line on an arrow and in a box. */
  readonly label: number;
  readonly row: number;
  /** Boxes and lines stand closer to one another, words in short lines: for a page that is narrow. */
  readonly dense?: true;
  /** Words of states around others stand among these, and lines are led past them; else they stand above. */
  readonly aside?: true;
  /** The share of the first way's width below which it lays out no chart. Charts are measured for it: from 0.66 and 0.71. */
  readonly least?: number;
}

/** No chart that lies on its side fits a page as narrow as a phone's. */
const PHONE = 400;
const NARROW: Way = { direction: 'DOWN', label: 60, row: 100, dense: true };
/** The ways to lay a chart out, the most readable first. */
const WAYS: readonly Way[] = [
  { direction: 'DOWN', label: 170, row: 300 },
  { direction: 'RIGHT', label: 130, row: 240, least: 0.6 },
  { direction: 'DOWN', label: 110, row: 200, least: 0.65 },
  NARROW,
];
const FOLDED: readonly Way[] = [{ direction: 'DOWN', label: 130, row: 240 }, NARROW];

/** Transitions are written into their states, which stand one below another: no arrow makes it wider. */
const WRITTEN: Way = { direction: 'DOWN', label: 60, row: 220, dense: true };
/** A phone shows no drawing smaller than this: it would be read letter by letter. */
const ON_PHONE = 0.8;

/** Letters of a drawing are read down to this zoom; one that is too wide for its page begins no smaller. */
export const READABLE = 0.5;

const DENSE = {
  'elk.layered.nodePlacement.strategy': 'LINEAR_SEGMENTS',
  'elk.spacing.nodeNode': '20',
  'elk.layered.spacing.nodeNodeBetweenLayers': '20',
  'elk.layered.spacing.edgeNodeBetweenLayers': '10',
  'elk.spacing.edgeNode': '10',
  'elk.spacing.edgeEdge': '8',
  'elk.spacing.edgeLabel': '2',
  'elk.padding': '[top=10,left=8,bottom=8,right=8]',
};

const optionsOf = ({ direction, dense }: Way) => ({
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
  ...(dense && DENSE),
});

/** A text in lines that are no longer than asked, broken between words; a longer word stays whole. */
function wrapped(text: string, font: Line['font'], longest: number, width: Words['width']): Line[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    const longer = last === undefined ? word : `${last} ${word}`;
    if (last === undefined || width(longer, font) > longest) lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  return lines.map((line) => ({ text: line, font }));
}

/** Words on an arrow: the event, its guard, what it does. */
function linesOf({ event, eventName, guard, actions }: ChartTransition, words: Words, longest: number): Line[] {
  const line = (text: string, font: Line['font']) => wrapped(text, font, longest, words.width);
  const does = words.actions && actions.length > 0;
  return [
    ...line(words.event(event), 'event'),
    ...(words.codes ? line(eventName, 'small') : []),
    ...(guard === '' ? [] : line(words.guard(guard), 'small')),
    ...(guard === '' || !words.codes ? [] : line(`[${guard}]`, 'small')),
    ...(does ? line(`/ ${actions.map(words.action).join(', ')}`, 'small') : []),
    ...(does && words.codes ? line(`/ ${actions.join(', ')}`, 'small') : []),
  ];
}

function rowsOf({ transitions, hidden }: Drawn, state: ChartState, words: Words, longest: number): Row[] {
  const own = (kind: 'do' | 'entry' | 'exit', names: readonly string[]): Row[] =>
    names.map((name) => {
      const said = words.does(kind, kind === 'do' ? words.actor(name) : words.action(name));
      return {
        lines: wrapped(words.codes ? `${said} (${name})` : said, 'inner', longest, words.width),
        transition: undefined,
      };
    });
  const inner = transitions.flatMap(({ transition, at, source, inside }): Row[] => {
    if (!inside || source !== state.path) return [];
    const target = transition.targets.map((path) => ` → ${words.state(path)}`).join('');
    const others = linesOf(transition, words, longest).filter(({ font }) => font === 'small');
    const sign = transition.inner ? '↺ ' : '';
    const first = wrapped(`${sign}${words.event(transition.event)}${target}`, 'inner', longest, words.width);
    return [{ lines: [...first, ...others], transition: at }];
  });
  const within = hidden.get(state.path);
  const held =
    within === undefined ? [] : wrapped(words.holds(within.states, within.transitions), 'small', longest, words.width);
  return [
    ...own('do', state.actors),
    ...(words.actions ? [...own('entry', state.entry), ...own('exit', state.exit)] : []),
    ...inner,
    ...(held.length === 0 ? [] : [{ lines: held, transition: undefined }]),
  ];
}

/** What of a chart is drawn: all of it, or without the states inside those that are folded. */
interface Drawn {
  readonly states: readonly ChartState[];
  readonly transitions: readonly {
    readonly transition: ChartTransition;
    readonly at: number;
    readonly source: string;
    readonly targets: readonly string[];
    /** Written into its state instead of being an arrow. */
    readonly inside: boolean;
  }[];
  /** By the path of a folded state. */
  readonly hidden: ReadonlyMap<string, { readonly states: number; readonly transitions: number }>;
}

/**
 * @param deepest states further in than this are not drawn; the machine itself is 0.
 * @param written no transition is an arrow.
 */
function drawnOf({ states, transitions }: Chart, deepest: number, written = false): Drawn {
  const byPath = new Map(states.map((state) => [state.path, state]));
  const depthOf = (path: string): number => {
    const parent = byPath.get(path)?.parent ?? null;
    return parent === null ? 0 : depthOf(parent) + 1;
  };
  /** The state itself, or the one that it is folded into. */
  const shownAs = (path: string): string =>
    depthOf(path) <= deepest ? path : shownAs(byPath.get(path)?.parent ?? path);
  const hidden = new Map<string, { states: number; transitions: number }>();
  const count = (path: string, what: 'states' | 'transitions') => {
    const now = hidden.get(path) ?? { states: 0, transitions: 0 };
    hidden.set(path, { ...now, [what]: now[what] + 1 });
  };
  for (const { path } of states) if (shownAs(path) !== path) count(shownAs(path), 'states');
  const kept = transitions.flatMap((transition, at) => {
    const source = shownAs(transition.source);
    const targets = transition.targets.map(shownAs);
    const within = transition.source !== source && targets.every((target) => target === source);
    if (within) count(source, 'transitions');
    return within ? [] : [{ transition, at, source, targets, inside: written || transition.inner }];
  });
  return { states: states.filter(({ path }) => shownAs(path) === path), transitions: kept, hidden };
}

const depthIn = ({ states }: Chart): number => Math.max(0, ...states.map(({ path }) => path.split('.').length));

export const heightOf = (lines: readonly Line[]): number => lines.reduce((sum, { font }) => sum + LINE[font], 0);
const APART = '\u0000';
/** The words of a state around others: ELK leads lines past them as past any state. */
const wordsOf = (path: string) => `${path}${APART}words`;
const startOf = (path: string) => `${path}${APART}start`;
/** Between two states one below another, which no arrow keeps in their order. */
const BELOW = `${APART}below`;
const wayOf = (source: string, target: string) => `${source}${APART}${target}`;

/** The chart as a drawing. `elk` lays out; in a browser it works beside the page. */
export async function layOut(chart: Chart, words: Words, elk: ELK): Promise<Drawing> {
  const deepest = depthIn(chart);
  const whole = drawnOf(chart, deepest);
  const folded = Array.from({ length: words.folds ? deepest - 1 : 0 }, (_, at) => drawnOf(chart, deepest - 1 - at));
  const tries = [
    ...WAYS.filter(({ direction }) => direction === 'DOWN' || words.sight > PHONE).map((way) => ({
      way,
      drawn: whole,
    })),
    ...folded.filter(({ hidden }) => hidden.size > 0).flatMap((drawn) => FOLDED.map((way) => ({ way, drawn }))),
  ];
  let best: { drawing: Drawing; lying: number; way: Way; drawn: Drawn } | undefined;
  let first: number | undefined;
  for (const { way, drawn } of tries) {
    // a large chart takes half a second for each way
    if (first !== undefined && first * (way.least ?? 0) > words.sight) continue;
    let drawing = await layOutAs(way, drawn, words, elk);
    first ??= drawing.width;
    // lines that lead into a state around others may run through its words: then those are a place of their own
    if (drawing.width <= words.sight && covered(drawing).length > 0)
      drawing = await layOutAs({ ...way, aside: true }, drawn, words, elk);
    const lying = clashes(drawing).length + covered(drawing).length;
    if (drawing.width <= words.sight && lying === 0) return drawing;
    // words that can be read go before a page that need not be moved
    const isBetter =
      best === undefined || lying < best.lying || (lying === best.lying && drawing.width < best.drawing.width);
    if (isBetter) best = { drawing, lying, way, drawn };
  }
  const { way, drawn, ...found } = best as NonNullable<typeof best>;
  const isCovered = covered(found.drawing).length > 0;
  const drawing = isCovered ? await layOutAs({ ...way, aside: true }, drawn, words, elk) : found.drawing;
  if (words.sight > PHONE || drawing.width * ON_PHONE <= words.sight) return drawing;
  return layOutAs(WRITTEN, drawnOf(chart, deepest, true), words, elk);
}

async function layOutAs(way: Way, drawn: Drawn, words: Words, elk: ELK): Promise<Drawing> {
  const { label: longest, row: longestRow } = way;
  const { states, hidden } = drawn;
  const options = optionsOf(way);
  const widthOf = (lines: readonly Line[]) => Math.max(0, ...lines.map(({ text, font }) => words.width(text, font)));
  const rows = new Map(states.map((state) => [state.path, rowsOf(drawn, state, words, longestRow)]));
  const heads = new Map(
    states.map(({ path, key }) => [
      path,
      [
        ...wrapped(words.state(path), 'title', longestRow, words.width),
        ...(words.codes ? [{ text: key, font: 'small' as const }] : []),
      ],
    ]),
  );
  const childrenOf = (path: string) => states.filter(({ parent }) => parent === path);

  const sizes = new Map<string, { width: number; height: number }>();
  const nodeOf = (state: ChartState): ElkNode => {
    const lines = [...(heads.get(state.path) ?? []), ...(rows.get(state.path) ?? []).flatMap((row) => row.lines)];
    const children = childrenOf(state.path);
    const room = words.figures
      ? { width: words.width(FIGURE.widest, 'small') + 2 * FIGURE.pad, height: FIGURE.above + FIGURE.height }
      : { width: 0, height: 0 };
    const size = {
      width: Math.ceil(Math.max(widthOf(lines), room.width)),
      height: heightOf(lines) + room.height,
    };
    sizes.set(state.path, size);
    if (children.length === 0) return { id: state.path, width: size.width + 2 * PAD, height: size.height + 2 * PAD };
    const top = size.height + 2.5 * PAD;
    const side = way.dense ? 8 : 16;
    // ELK compares the least size with a state around others while a drawing that goes down still lies on its side
    const least = way.direction === 'DOWN' ? [top, size.width + 2 * PAD] : [size.width + 2 * PAD, top];
    return {
      id: state.path,
      layoutOptions: way.aside
        ? options
        : {
            ...options,
            'elk.padding': `[top=${top},left=${side},bottom=${side},right=${side}]`,
            'elk.nodeSize.constraints': 'MINIMUM_SIZE',
            'elk.nodeSize.minimum': `(${least.join()})`,
          },
      children: [
        ...(way.aside
          ? [{ id: wordsOf(state.path), ...size, layoutOptions: { 'elk.layered.layering.layerConstraint': 'FIRST' } }]
          : []),
        ...(state.type === 'compound' ? [{ id: startOf(state.path), width: DOT, height: DOT }] : []),
        ...children.map(nodeOf),
      ],
    };
  };

  const labels = new Map<string, Label['parts']>();
  for (const { transition, at, source, targets, inside } of drawn.transitions) {
    if (inside) continue;
    const part = { transition: at, lines: linesOf(transition, words, longest) };
    for (const target of new Set(targets)) {
      const way = wayOf(source, target);
      labels.set(way, [...(labels.get(way) ?? []), part]);
    }
  }
  const edges: ElkExtendedEdge[] = [...labels].map(([id, parts]) => {
    const [source = '', target = ''] = id.split(APART);
    const lines = parts.flatMap((part) => part.lines);
    const label = {
      // without a text ELK leaves no room for it
      text: lines.map(({ text }) => text).join('\n'),
      width: Math.ceil(widthOf(lines)) + 2 * HALO,
      height: heightOf(lines) + (parts.length - 1) * BETWEEN + HALO,
    };
    return { id, sources: [source], targets: [target], labels: [label] };
  });
  const firsts: ElkExtendedEdge[] = states
    .filter(({ initial, parent }) => initial && parent !== null)
    .map(({ path, parent }) => ({ id: startOf(parent ?? ''), sources: [startOf(parent ?? '')], targets: [path] }));

  const below: ElkExtendedEdge[] =
    way === WRITTEN
      ? states.flatMap(({ path, parent }) => {
          const siblings = states.filter((one) => one.parent === parent);
          const next = siblings[siblings.findIndex((one) => one.path === path) + 1];
          return next === undefined ? [] : [{ id: `${path}${BELOW}`, sources: [path], targets: [next.path] }];
        })
      : [];

  const [root] = states;
  if (root === undefined) return { width: 0, height: 0, boxes: [], arrows: [], beginnings: [] };
  const placed: ElkNode = await elk.layout<ElkNode>({
    id: 'all',
    layoutOptions: options,
    children: [nodeOf(root)],
    edges: [...firsts, ...edges, ...below],
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
  const isStart = ({ id }: ElkExtendedEdge) => id.endsWith(`${APART}start`);
  return apart({
    width: placed.width ?? 0,
    height: placed.height ?? 0,
    boxes: states.map((state) => {
      const { x = 0, y = 0, width = 0, height = 0 } = nodes.get(state.path) ?? {};
      const own = nodes.get(wordsOf(state.path)) ?? { x: x + PAD, y: y + PAD };
      return {
        words: { x: own.x ?? 0, y: own.y ?? 0, ...(sizes.get(state.path) ?? { width: 0, height: 0 }) },
        ...{ state, x, y, width, height, folded: hidden.has(state.path) },
        ...{ head: heads.get(state.path) ?? [], rows: rows.get(state.path) ?? [] },
      };
    }),
    arrows: laid
      .filter((edge) => !isStart(edge) && !edge.id.endsWith(BELOW))
      .map((edge) => {
        const { x = 0, y = 0, width = 0, height = 0 } = edge.labels?.[0] ?? {};
        const parts = labels.get(edge.id) ?? [];
        return {
          transitions: parts.map(({ transition }) => transition),
          points: pointsOf(edge),
          label: { x, y, width, height, parts },
        };
      }),
    beginnings: laid.filter(isStart).map((edge) => {
      const { x = 0, y = 0 } = nodes.get(edge.id) ?? {};
      return { x: x + DOT / 2, y: y + DOT / 2, points: pointsOf(edge) };
    }),
  });
}

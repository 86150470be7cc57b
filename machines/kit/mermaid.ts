/** A chart as a Mermaid state diagram: for documents, and to take along from the gallery. */
import type { Chart, ChartState, ChartTransition } from './chart.ts';

/** Words that mean something to Mermaid. */
const RESERVED = new Set(['root', 'end', 'state', 'note', 'class', 'default', 'direction', 'style', 'fork', 'join']);

function idOf(path: string): string {
  const id = path.replaceAll('.', '__');
  return RESERVED.has(id) ? `${id}_` : id;
}

/** The label of an arrow; Mermaid ends it at a colon, a semicolon or a hash. */
const label = ({ eventName, guard }: ChartTransition): string =>
  `${eventName}${guard === '' ? '' : ` [${guard}]`}`.replace(/[:;#]/g, ' ');

/** Words for a transition that is written into its state. */
const innerLabel = (transition: ChartTransition): string =>
  `${label(transition)}${transition.targets.map((path) => ` → ${path.split('.').at(-1)}`).join('')}`;

/**
 * Lines of a `stateDiagram-v2`. A transition that leaves its state is an arrow; one that stays is written into its
 * state (a leaf) or into a note beside it (a compound one). Throws when it would leave something out.
 */
export function mermaidOf(chart: Chart): string[] {
  const arrows: string[] = [];
  const notes: string[] = [];
  const ids = new Set<string>();
  const drawn = new Set<ChartTransition>();
  const ownOf = ({ path }: ChartState) => chart.transitions.filter(({ source }) => source === path);
  const childrenOf = ({ path }: ChartState) => chart.states.filter(({ parent }) => parent === path);

  function draw(state: ChartState, indent: string): string[] {
    const id = idOf(state.path);
    if (ids.has(id)) throw new Error(`${chart.id}: two states are called ${id} in the diagram`);
    ids.add(id);
    const inner: string[] = [];
    for (const transition of ownOf(state)) {
      drawn.add(transition);
      if (transition.inner) inner.push(innerLabel(transition));
      else for (const target of transition.targets) arrows.push(`${id} --> ${idOf(target)} : ${label(transition)}`);
    }
    if (childrenOf(state).length === 0) {
      return [`${indent}state "${state.key}" as ${id}`, ...inner.map((words) => `${indent}${id} : ${words}`)];
    }
    if (inner.length > 0) notes.push(`note right of ${id}`, ...inner.map((words) => `  ${words}`), 'end note');
    return [`${indent}state "${state.key}" as ${id} {`, ...within(state, `${indent}  `), `${indent}}`];
  }

  function within(state: ChartState, indent: string): string[] {
    const children = childrenOf(state);
    if (state.type === 'parallel') {
      return children.flatMap((child, at) => [...(at === 0 ? [] : [`${indent}--`]), ...draw(child, indent)]);
    }
    const lines: string[] = [];
    for (const child of children) if (child.initial) lines.push(`${indent}[*] --> ${idOf(child.path)}`);
    for (const child of children) {
      lines.push(...draw(child, indent));
      if (child.type === 'final') lines.push(`${indent}${idOf(child.path)} --> [*]`);
    }
    return lines;
  }

  const [root, ...rest] = chart.states;
  if (root === undefined) return [];
  // The machine itself is drawn around its states only where it has actions or transitions of its own.
  const whole = root.type === 'parallel' || ownOf(root).length > 0;
  const body = whole ? draw(root, '  ') : within(root, '  ');
  const states = rest.length + (whole ? 1 : 0);
  if (ids.size !== states || drawn.size !== chart.transitions.length) {
    throw new Error(
      `${chart.id}: the diagram shows ${ids.size} of ${states} states and ${drawn.size} of ${chart.transitions.length} transitions`,
    );
  }
  return ['stateDiagram-v2', ...body, ...[...arrows, ...notes].map((line) => `  ${line}`)];
}

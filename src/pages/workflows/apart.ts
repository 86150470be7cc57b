/**
 * Words of arrows that ELK has laid on a line, on a box or on other words are moved to the nearest free place beside
 * their own arrow. What can be read is measured by `clashes`, in the tests of every chart too.
 */
import type { ElkPoint } from 'elkjs/lib/elk-api';
import type { Arrow, Drawing, Label } from './drawing.ts';

interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

type Segment = readonly [from: ElkPoint, to: ElkPoint];

/** Between words and a line. */
const GAP = 1;
/** How far from their arrow words may stand. */
const OFF = [3, 10, 20];

const meet = (one: Rect, other: Rect): boolean =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height;

/** Lines of a drawing run straight down or across: a segment is a box without width. */
const around = ([from, to]: Segment): Rect => ({
  x: Math.min(from.x, to.x) - GAP,
  y: Math.min(from.y, to.y) - GAP,
  width: Math.abs(from.x - to.x) + 2 * GAP,
  height: Math.abs(from.y - to.y) + 2 * GAP,
});

const segmentsOf = (points: readonly ElkPoint[]): Segment[] =>
  points.slice(1).map((point, at): Segment => [points[at] as ElkPoint, point]);

/** The four edges of a box: words may stand inside one that holds other states, and never on its edge. */
const edgesOf = ({ x, y, width, height }: Rect): Rect[] =>
  segmentsOf([
    { x, y },
    { x: x + width, y },
    { x: x + width, y: y + height },
    { x, y: y + height },
    { x, y },
  ]).map(around);

/** What words must not lie on: lines, edges of boxes, the words inside boxes. */
function obstaclesOf({ arrows, beginnings, boxes }: Drawing): Rect[] {
  const parents = new Set(boxes.map(({ state }) => state.parent));
  return [
    ...arrows.flatMap(({ points }) => segmentsOf(points).map(around)),
    ...beginnings.flatMap(({ points }) => segmentsOf(points).map(around)),
    ...boxes.flatMap((box) => (parents.has(box.state.path) ? [...edgesOf(box), box.words] : [box])),
  ];
}

/** Places along an arrow, beside each of its parts, from its middle outwards. */
function* placesOf({ points, label: { width, height } }: Arrow): Generator<ElkPoint> {
  const parts = segmentsOf(points)
    .map((segment) => ({ segment, long: Math.hypot(segment[0].x - segment[1].x, segment[0].y - segment[1].y) }))
    .sort((one, other) => other.long - one.long);
  for (const { segment, long } of parts) {
    const [from, to] = segment;
    const across = Math.abs(from.x - to.x) > Math.abs(from.y - to.y);
    const steps = Math.max(2, Math.min(40, Math.round(long / 12)));
    const shares = Array.from({ length: steps + 1 }, (_, at) => at / steps).sort(
      (one, other) => Math.abs(one - 0.5) - Math.abs(other - 0.5),
    );
    for (const share of shares) {
      const x = from.x + (to.x - from.x) * share;
      const y = from.y + (to.y - from.y) * share;
      for (const off of OFF) {
        if (across) {
          yield { x: x - width / 2, y: y - height - off };
          yield { x: x - width / 2, y: y + off };
        } else {
          yield { x: x + off, y: y - height / 2 };
          yield { x: x - width - off, y: y - height / 2 };
        }
      }
    }
  }
}

const isFree = (rect: Rect, obstacles: readonly Rect[]): boolean => !obstacles.some((one) => meet(rect, one));

/** Words that lie on something, by the index of their arrow. */
export function clashes(drawing: Drawing): number[] {
  const obstacles = obstaclesOf(drawing);
  const labels = drawing.arrows.map(({ label }) => label);
  return labels.flatMap((label, at) =>
    isFree(label, obstacles) &&
    isFree(
      label,
      labels.filter((_, other) => other !== at),
    )
      ? []
      : [at],
  );
}

const isInside = (inner: Rect, outer: Rect): boolean =>
  inner.x > outer.x &&
  inner.y > outer.y &&
  inner.x + inner.width < outer.x + outer.width &&
  inner.y + inner.height < outer.y + outer.height;

/**
 * States whose own words reach out of their box; and those around others whose words lie on a line, another state or the
 * words of an arrow.
 */
export function covered({ arrows, beginnings, boxes }: Drawing): string[] {
  const lines = [
    ...[...arrows, ...beginnings].flatMap(({ points }) => segmentsOf(points).map(around)),
    ...arrows.map(({ label }) => label),
  ];
  return boxes.flatMap((box) => {
    const { path } = box.state;
    const within = boxes.filter(({ state }) => state.parent === path);
    const isRead = isInside(box.words, box) && (within.length === 0 || isFree(box.words, [...lines, ...within]));
    return isRead ? [] : [path];
  });
}

/** The drawing with such words moved aside; what has no free place beside its arrow stays where ELK has put it. */
export function apart(drawing: Drawing): Drawing {
  const obstacles = obstaclesOf(drawing);
  const labels: Label[] = drawing.arrows.map(({ label }) => label);
  for (const at of clashes(drawing)) {
    const arrow = drawing.arrows[at] as Arrow;
    const others = labels.filter((_, other) => other !== at);
    for (const { x, y } of placesOf(arrow)) {
      const place = { ...arrow.label, x, y };
      const within = x >= 0 && y >= 0 && x + place.width <= drawing.width && y + place.height <= drawing.height;
      if (!within || !isFree(place, obstacles) || !isFree(place, others)) continue;
      labels[at] = place;
      break;
    }
  }
  return { ...drawing, arrows: drawing.arrows.map((arrow, at) => ({ ...arrow, label: labels[at] ?? arrow.label })) };
}

/** What is drawn over what in a chart of the gallery. */
import type { Page } from '@playwright/test';

/** Words of arrows that lie on a line or on other words, those of states that leave their box, as the browser has drawn them. */
export const lyingWords = (page: Page) =>
  page.locator('svg.chart').evaluate((svg) => {
    const labels = [...svg.querySelectorAll<SVGGElement>('.chart-label')].map((one) => ({
      text: one.textContent ?? '',
      box: one.getBBox(),
    }));
    type Point = readonly [number, number];
    // measured along its length, a line costs more than its drawing
    const lines = [...svg.querySelectorAll('.chart-line')].flatMap((line) => {
      const way = line.getAttribute('d') ?? '';
      if (/[^MLQ\d\s.e-]/.test(way)) throw new Error(`neither straight nor a round corner: ${way}`);
      const points: Point[] = [];
      for (const [, command, words = ''] of way.matchAll(/([MLQ])([^MLQ]+)/g)) {
        const [x = 0, y = 0, toX = 0, toY = 0] = words.trim().split(/\s+/).map(Number);
        const [fromX, fromY] = points.at(-1) ?? [0, 0];
        if (command === 'Q') points.push([(fromX + 2 * x + toX) / 4, (fromY + 2 * y + toY) / 4], [toX, toY]);
        else points.push([x, y]);
      }
      return points.slice(1).map((to, at) => [points[at] as Point, to] as const);
    });
    /** What lies of a straight line between two bounds, as shares of its way. */
    const between = (from: number, to: number, least: number, most: number): readonly [number, number] => {
      if (from === to) return from > least && from < most ? [0, 1] : [1, 0];
      const [one, other] = [(least - from) / (to - from), (most - from) / (to - from)];
      return [Math.min(one, other), Math.max(one, other)];
    };
    const crosses = ([from, to]: readonly [Point, Point], { x, y, width, height }: DOMRect) => {
      const [left, right] = between(from[0], to[0], x + 1, x + width - 1);
      const [top, bottom] = between(from[1], to[1], y + 2, y + height - 2);
      return Math.max(left, top, 0) < Math.min(right, bottom, 1);
    };
    const leaving = [...svg.querySelectorAll<SVGRectElement>('.chart-box')].flatMap((rect) => {
      const { x, y, width, height } = rect.getBBox();
      return [...(rect.closest('svg > g')?.querySelectorAll('text') ?? [])].flatMap((one) => {
        const own = one.getBBox();
        const isInside = own.x > x && own.x + own.width < x + width && own.y > y && own.y + own.height < y + height;
        return isInside ? [] : [one.textContent ?? ''];
      });
    });
    const lying = labels.flatMap(({ text, box }, at) => {
      const onLine = lines.some((line) => crosses(line, box));
      const onWords = labels.some(
        (other, nth) =>
          nth !== at &&
          box.x + 1 < other.box.x + other.box.width &&
          other.box.x + 1 < box.x + box.width &&
          box.y + 2 < other.box.y + other.box.height &&
          other.box.y + 2 < box.y + box.height,
      );
      return onLine || onWords ? [text] : [];
    });
    return [...lying, ...leaving];
  });

/**
 * Where a page was scrolled to, brought again by the browser's back and forward. Pages scroll inside the sheet, so the
 * browser itself does not know.
 */
import { onAddress } from './navigation.ts';

/** Content comes late: so long the place is tried, unless a hand moves first. */
const PATIENCE = 3_000;
const HANDS = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const;

/** Places outlive a reload in the same tab, so many of them. */
const KEY = 'scrollPlaces';
const KEPT = 50;

/** By address: how far each scroller of the page, in their order, was. */
const places = new Map<string, ReadonlyMap<number, number>>(keptPlaces());
const address = () => window.location.pathname + window.location.search;

function keptPlaces(): [string, Map<number, number>][] {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? '[]') as [string, [number, number][]][];
    return kept.map(([at, tops]) => [at, new Map(tops)]);
  } catch {
    return [];
  }
}

const keepPlaces = () =>
  sessionStorage.setItem(KEY, JSON.stringify([...places].slice(-KEPT).map(([at, tops]) => [at, [...tops]])));

const scrollers = () => [...document.querySelectorAll('.sheet-body .scroll, .sheet-body .table-scroll')];

let byBrowser = false;
let stop = () => {};

function remember({ target }: Event): void {
  const at = target instanceof Element ? scrollers().indexOf(target) : -1;
  if (at < 0 || !(target instanceof Element)) return;
  const tops = new Map(places.get(address())).set(at, target.scrollTop);
  // the newest come last
  places.delete(address());
  places.set(address(), tops);
}

function bring(wanted: ReadonlyMap<number, number>): void {
  stop();
  const until = performance.now() + PATIENCE;
  let frame = 0;
  const end = () => {
    cancelAnimationFrame(frame);
    for (const hand of HANDS) window.removeEventListener(hand, end);
  };
  const attempt = () => {
    const all = scrollers();
    let missing = false;
    for (const [at, top] of wanted) {
      const scroller = all[at];
      if (scroller !== undefined && scroller.scrollTop !== top) scroller.scrollTop = top;
      missing ||= scroller === undefined || Math.abs(scroller.scrollTop - top) > 1;
    }
    if (missing && performance.now() < until) frame = requestAnimationFrame(attempt);
    else end();
  };
  stop = end;
  for (const hand of HANDS) window.addEventListener(hand, end, { passive: true });
  frame = requestAnimationFrame(attempt);
}

export function rememberScroll(): void {
  document.addEventListener('scroll', remember, { capture: true, passive: true });
  window.addEventListener('popstate', () => {
    byBrowser = true;
    // a change of the path is reported by a later listener of this event; microtasks run in between
    setTimeout(() => {
      byBrowser = false;
    });
  });
  const bringHere = () => {
    const kept = places.get(address());
    if (kept !== undefined) bring(new Map(kept));
  };
  onAddress(() => {
    stop();
    // a navigation forward begins at the top
    if (!byBrowser) places.delete(address());
    else bringHere();
  });
  window.addEventListener('pagehide', keepPlaces);
  const [way] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (way?.type === 'reload' || way?.type === 'back_forward') bringHere();
}

/** Where a person stops in a form. */

/** Fields of one line: Enter in them goes on. */
export const LINE = 'input:not([type="hidden"], [type="checkbox"], [type="radio"], [type="file"], [hidden])';
const STOPS = `${LINE}, textarea, select, [data-stop], input[type="checkbox"], input[type="radio"]`;

/** What a person may stop at, in its order: nothing that is closed to them. @param more other selectors that count too */
export const openStops = (within: Element, ...more: readonly string[]): HTMLElement[] =>
  [...within.querySelectorAll<HTMLElement>([STOPS, ...more].join())].filter(
    (stop) => !stop.matches(':disabled, [readonly]') && !(stop instanceof HTMLInputElement && stop.type === 'hidden'),
  );

/**
 * What every `import()` of the built app goes through, in the place of Vite's helper. Browsers older than a change of the HTML
 * standard in 2026 (whatwg/html#10327) keep the failure of a module until the page is loaded anew, so that "try again" could
 * never succeed: a file and all that it imports are therefore fetched, side by side, before the browser imports it from its
 * HTTP cache.
 */

/** Id of the list in the page that `build/importWhole.ts` writes: chunk → the chunks it needs, none that came with the page. */
const LIST = 'chunks';
type Needs = Readonly<Record<string, readonly string[]>>;
const needs: Needs = JSON.parse(document.getElementById(LIST)?.textContent ?? '{}');

/** The specifier that a built call of `import()` names. */
export const specifierIn = (load: () => unknown): string | undefined =>
  /\bimport\(\s*["'`]([^"'`]+)/.exec(String(load))?.[1];

/** Files that are here or on their way, by address; forgotten when one fails. */
const arrivals = new Map<string, Promise<void>>();

/** Into the HTTP cache. Not by a preloading link: its failure is kept like that of a module. */
async function fetchScript(href: string): Promise<void> {
  // biome-ignore lint/style/noRestrictedGlobals: a file of the app, not a call
  const response = await fetch(href);
  if (!response.ok) throw new TypeError(`${href} was answered ${response.status}`);
  await response.arrayBuffer();
}

function addStyle(href: string): Promise<void> {
  const present = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')];
  if (present.some((link) => link.href === href)) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.crossOrigin = '';
    link.href = href;
    link.onload = () => resolve();
    link.onerror = () => {
      link.remove();
      reject(new TypeError(`${href} could not be loaded`));
    };
    document.head.append(link);
  });
}

function fetchOnce(href: string): Promise<void> {
  let arrival = arrivals.get(href);
  if (arrival === undefined) {
    arrival = href.endsWith('.css') ? addStyle(href) : fetchScript(href);
    arrivals.set(href, arrival);
    arrival.catch(() => arrivals.delete(href));
  }
  return arrival;
}

/**
 * Imports a module with the styles it needs. A failure is dispatched as `vite:preloadError` and thrown; the next call
 * tries again.
 */
export async function importWhole<T>(load: () => Promise<T>, styles: readonly string[] = []): Promise<T> {
  try {
    const chunk = specifierIn(load)?.replace('./', '');
    const scripts = chunk === undefined ? [] : [chunk, ...(needs[chunk] ?? [])];
    await Promise.all([
      ...scripts.map((file) => fetchOnce(new URL(file, import.meta.url).href)),
      ...styles.map((file) => fetchOnce(new URL(import.meta.env.BASE_URL + file, document.baseURI).href)),
    ]);
    return await load();
  } catch (error) {
    window.dispatchEvent(Object.assign(new Event('vite:preloadError', { cancelable: true }), { payload: error }));
    throw error;
  }
}

/**
 * What every `import()` of the built app goes through, in the place of Vite's helper. Browsers older than a change of the HTML
 * standard in 2026 (whatwg/html#10327) keep the failure of a module until the page is loaded anew, so that "try again" could
 * never succeed: a file and all that it imports are therefore brought, side by side, before the browser imports it. While
 * the app starts, a failure is got rid of by a reload.
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

/** Until a page has been shown or somebody has done something: nobody has written anything that a reload would lose. */
let starting = true;
/** Files whose link failed: the browser keeps that for the import, as it would keep a failed import. */
const kept = new Set<string>();

/** A page is shown. */
export function endStart(): void {
  starting = false;
}

// menu and search can be used before the page has come
for (const type of ['pointermove', 'pointerdown', 'keydown'])
  window.addEventListener(type, endStart, { capture: true, once: true, passive: true });

/** Into the HTTP cache, from where the import requests it once more. */
async function fetchScript(href: string): Promise<void> {
  // biome-ignore lint/style/noRestrictedGlobals: a file of the app, not a call
  const response = await fetch(href);
  if (!response.ok) throw new TypeError(`${href} was answered ${response.status}`);
  await response.arrayBuffer();
}

/** A link of the page once its file is here; one that fails is taken out again. */
function linkTo(wanted: Pick<HTMLLinkElement, 'rel' | 'href'> & { as?: string }): Promise<HTMLLinkElement> {
  return new Promise((resolve, reject) => {
    const link = Object.assign(document.createElement('link'), { crossOrigin: '', ...wanted });
    link.onload = () => resolve(link);
    link.onerror = () => {
      link.remove();
      reject(new TypeError(`${wanted.href} could not be loaded`));
    };
    document.head.append(link);
  });
}

/** To where the import takes it from without a second request, which is two fifths of what the start costs. */
async function preloadScript(href: string): Promise<void> {
  try {
    const link = await linkTo({ rel: 'preload', as: 'script', href });
    link.remove();
  } catch (error) {
    kept.add(href);
    throw error;
  }
}

async function bringScript(href: string): Promise<void> {
  if (!kept.has(href)) return starting ? preloadScript(href) : fetchScript(href);
  // the import of this page life would fail again, also when the file comes now
  await fetchScript(href);
  window.location.reload();
  return new Promise(() => {});
}

async function addStyle(href: string): Promise<void> {
  const present = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')];
  if (!present.some((link) => link.href === href)) await linkTo({ rel: 'stylesheet', href });
}

function fetchOnce(href: string): Promise<void> {
  let arrival = arrivals.get(href);
  if (arrival === undefined) {
    arrival = href.endsWith('.css') ? addStyle(href) : bringScript(href);
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

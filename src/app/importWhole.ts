/**
 * What every `import()` of the built app goes through, in the place of Vite's helper. Browsers before Chrome 151 keep the
 * failure of a module until the page is loaded anew, so that "try again" could never succeed: a file is therefore fetched,
 * with all that it imports, before the browser is told to import it. It then comes from the HTTP cache.
 */

/** Addresses of the files that a file imports, by its own address; forgotten when the fetch fails. */
const importsByFile = new Map<string, Promise<string[]>>();

const loadedAtStart = new Set(
  performance
    .getEntriesByType('resource')
    .filter((entry) => 'responseStatus' in entry && entry.responseStatus === 200)
    .map(({ name }) => name),
);

/** Specifiers of the static imports of a built file, not those of `import()`. */
export const staticImports = (code: string): string[] =>
  [...code.matchAll(/\b(?:import|from)\s*["'`](\.\/[\w.-]+\.js)["'`]/g)].map(([, file]) => file as string);

/** The specifier that a built call of `import()` names. */
export const specifierIn = (load: () => unknown): string | undefined =>
  /\bimport\(\s*["'`]([^"'`]+)/.exec(String(load))?.[1];

async function readImports(file: string): Promise<string[]> {
  // biome-ignore lint/style/noRestrictedGlobals: a file of the app, not a call
  const response = await fetch(file);
  if (!response.ok) throw new TypeError(`${file} was answered ${response.status}`);
  return staticImports(await response.text()).map((specifier) => new URL(specifier, file).href);
}

function importsOf(file: string): Promise<string[]> {
  let imports = importsByFile.get(file);
  if (imports === undefined) {
    imports = readImports(file);
    importsByFile.set(file, imports);
    imports.catch(() => importsByFile.delete(file));
  }
  return imports;
}

async function fetchWhole(file: string, asked = new Set(loadedAtStart)): Promise<void> {
  if (asked.has(file)) return;
  asked.add(file);
  const imports = await importsOf(file);
  await Promise.all(imports.map((each) => fetchWhole(each, asked)));
}

const styles = new Map<string, Promise<void>>();

function bringStyle(file: string): Promise<void> {
  const href = new URL(file, document.baseURI).href;
  let brought = styles.get(href);
  if (brought === undefined) {
    const present = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].some(
      (link) => link.href === href,
    );
    brought = present ? Promise.resolve() : addStyle(href);
    styles.set(href, brought);
    brought.catch(() => styles.delete(href));
  }
  return brought;
}

function addStyle(href: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.crossOrigin = '';
    link.href = href;
    link.onload = () => resolve();
    link.onerror = () => {
      link.remove();
      reject(new TypeError(`${href} did not come`));
    };
    document.head.append(link);
  });
}

/**
 * Imports a module with the styles it needs. A failure is told to the listeners of `vite:preloadError`, and thrown; the next
 * call tries again.
 */
export async function importWhole<T>(load: () => Promise<T>, files: readonly string[] = []): Promise<T> {
  try {
    const specifier = specifierIn(load);
    const code = specifier === undefined ? undefined : fetchWhole(new URL(specifier, import.meta.url).href);
    await Promise.all([code, ...files.map((file) => bringStyle(import.meta.env.BASE_URL + file))]);
    return await load();
  } catch (error) {
    window.dispatchEvent(Object.assign(new Event('vite:preloadError', { cancelable: true }), { payload: error }));
    throw error;
  }
}

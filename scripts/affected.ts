/**
 * Which tests a change touches, read from the imports of the repository's files. What imports do not show is added: the
 * texts that a view reads by name, the calls that a server test sends, the pages that a browser test opens.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { root } from './lib.mjs';

export interface Affected {
  /** Test files of Vitest and of Playwright below the repository, sorted. */
  readonly vitest: readonly string[];
  readonly browser: readonly string[];
}

const FOLDERS = ['src', 'server', 'contract', 'machines', 'locales', 'tests', 'e2e', 'scripts', 'build'];

/** A change of these may break any test. */
const EVERYTHING = /^(package-lock\.json|tsconfig\.json|(vite|vitest|playwright)[\w.]*\.config\.ts|index\.html)$/;

const IMPORT = /(?:^|\n)\s*(?:import|export)\s(?!type\b)[^;]*?from\s*['"](\.[^'"]+)['"]/g;
const OTHER_IMPORT = /(?:\bimport\(|\bimport\s|new URL\()\s*['"](\.[^'"]+)['"]/g;
const TEXTS = /\b(?:useText|textOf|loadTexts)\(([^)]*)\)/g;
const CALLS = /import\s*\{([^}]*)\}\s*from\s*['"][./]*contract\/[^'"]+['"]/g;
/** A request's server side: `implement(call, …)`. */
const IMPLEMENTS = /\bimplement\(\s*(\w+)/g;

const APP = 'server/app.ts';
/** Imports of a page's code by the list of pages. */
const ROUTES = /^src\/routes\//;
const ENTRY = 'src/main.tsx';
/** Browser tests of what surrounds every page. */
const SHELL_TESTS = /^e2e\/(shell|machines\/(navigation|sidebar))\.spec\.ts$/;
/** Browser tests of what many pages are made of: lists, forms, side panes. */
const KIT_TESTS = /^e2e\/(list|directories|unsaved|machines\/recordPane)\.spec\.ts$/;
/** A file needed by more than this share of the pages does not select a page. */
const SHARED = 1 / 4;
/** A page with more workflows than this shows workflows, it does not run them. */
const GALLERY = 10;

function* filesBelow(folder: string): Generator<string> {
  for (const one of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = `${folder}/${one.name}`;
    if (one.isDirectory()) yield* filesBelow(path);
    else if (/\.(tsx?|mjs|json|css)$/.test(one.name)) yield path;
  }
}

const isMachine = (file: string): boolean => file.endsWith('.machine.ts');

interface Source {
  readonly imports: readonly string[];
  readonly texts: readonly string[];
  /** Names that it imports of the contract. */
  readonly calls: readonly string[];
  readonly implements: readonly string[];
}

const found = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, one = '']) => one);
const quoted = (text: string): string[] => found(text, /['"]([\w/]+)['"]/g);

function readSource(file: string): Source {
  if (!/\.(tsx?|mjs)$/.test(file)) return { imports: [], texts: [], calls: [], implements: [] };
  const text = readFileSync(join(root, file), 'utf8');
  const relative = (path: string) => resolve('/', dirname(file), path.replace(/\?.*$/, '')).slice(1);
  return {
    imports: [...new Set([...found(text, IMPORT), ...found(text, OTHER_IMPORT)].map(relative))],
    texts: found(text, TEXTS).flatMap(quoted),
    calls: found(text, CALLS).flatMap((names) => found(names, /(\w+)/g)),
    implements: found(text, IMPLEMENTS),
  };
}

/** The repository's files and what each needs. */
export class Repository {
  readonly #sources: ReadonlyMap<string, Source>;
  /** Server files by the call that they implement. */
  readonly #implementers = new Map<string, string>();
  readonly #needs = new Map<string, ReadonlySet<string>>();
  readonly #pages: readonly ReadonlySet<string>[];
  readonly #shell: ReadonlySet<string>;
  /** The shell, and what many pages need. */
  readonly #shared: ReadonlySet<string>;

  constructor() {
    this.#sources = new Map(
      FOLDERS.flatMap((folder) => [...filesBelow(folder)]).map((file) => [file, readSource(file)]),
    );
    for (const [file, { implements: names }] of this.#sources)
      if (file.startsWith('server/')) for (const name of names) this.#implementers.set(name, file);
    this.#shell = this.#reached([ENTRY], (file) => ROUTES.test(file));
    const entries = [...this.#sources].flatMap(([file, { imports }]) =>
      ROUTES.test(file) ? imports.filter((one) => one.startsWith('src/pages/')) : [],
    );
    this.#pages = [...new Set(entries)].map((page) => this.#reached([page], (file) => this.#shell.has(file)));
    const counts = new Map<string, number>();
    for (const file of this.#pages.flatMap((page) => [...page])) counts.set(file, (counts.get(file) ?? 0) + 1);
    const most = this.#pages.length * SHARED;
    this.#shared = new Set([...this.#shell, ...[...counts].flatMap(([file, count]) => (count > most ? [file] : []))]);
  }

  /** Everything that these files lead to, themselves included; `ends` are reached, but nothing behind them. */
  #reached(starts: readonly string[], ends: (file: string) => boolean): Set<string> {
    const known = new Set<string>();
    const waiting = [...starts];
    for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
      const source = this.#sources.get(file);
      if (source === undefined || known.has(file)) continue;
      known.add(file);
      if (ends(file)) continue;
      const texts = source.texts.flatMap((name) => [`locales/uz/${name}.json`, `locales/ru/${name}.json`]);
      waiting.push(...source.imports, ...texts);
    }
    return known;
  }

  /** Without the app: a server test needs the implementations of the calls that it sends. */
  #neededOnServer(test: string): Set<string> {
    const needed = this.#reached([test], (file) => file === APP);
    const own = [...needed].filter((file) => file.startsWith('tests/'));
    // who goes through the whole contract sends every call
    const all = own.some((file) => this.#sources.get(file)?.imports.includes('contract/index.ts'));
    if (all) return this.#reached([test], () => false);
    const sent = own.flatMap((file) => this.#sources.get(file)?.calls ?? []);
    const implementers = sent.flatMap((name) => this.#implementers.get(name) ?? []);
    const core = (this.#sources.get(APP)?.imports ?? []).filter(
      (file) => (this.#sources.get(file)?.implements.length ?? 0) === 0,
    );
    return new Set([...needed, ...this.#reached([...implementers, ...core], (file) => file === APP)]);
  }

  /** Pages by what they share with a browser test: a workflow, or texts of their own. */
  #neededInBrowser(spec: string): Set<string> {
    const needed = this.#reached([spec], () => false);
    const marks = [...needed].filter(
      (file) => (isMachine(file) || file.startsWith('locales/')) && !this.#shared.has(file),
    );
    const opened = this.#pages.filter((page) => {
      const isGallery = [...page].filter(isMachine).length > GALLERY;
      return marks.some((file) => page.has(file) && !(isGallery && isMachine(file)));
    });
    // a workflow is proved by its own layers, a page by the tests that open it
    const ofPages = opened.flatMap((page) => [...page].filter((file) => /^(src|locales)\//.test(file)));
    return new Set([...needed, ...ofPages.filter((file) => !this.#shared.has(file))]);
  }

  #neededBy(test: string): ReadonlySet<string> {
    const known = this.#needs.get(test);
    if (known !== undefined) return known;
    const needed = test.startsWith('e2e/')
      ? this.#neededInBrowser(test)
      : this.#reached([test], () => false).has(APP)
        ? this.#neededOnServer(test)
        : this.#reached([test], () => false);
    this.#needs.set(test, needed);
    return needed;
  }

  /** The tests that changed files touch. A file that is gone touches what imported it, which has changed as well. */
  affectedBy(changed: readonly string[]): Affected {
    const files = [...this.#sources.keys()].sort();
    const everything = changed.some((file) => EVERYTHING.test(file));
    const sources = changed.filter((file) => file.startsWith('src/') && this.#shared.has(file));
    const inShell = sources.some((file) => /^src\/(app|shell)\//.test(file));
    // a test of the build or of the scripts reads files, not imports
    const reads = (test: string) =>
      /^tests\/build\//.test(test) && changed.some((file) => !/^(tests|e2e)\//.test(file));
    const touched = (test: string) =>
      everything || reads(test) || changed.some((file) => this.#neededBy(test).has(file));
    return {
      vitest: files.filter((file) => /^tests\/.*\.test\.tsx?$/.test(file) && touched(file)),
      browser: files.filter(
        (file) =>
          /^e2e\/.*\.spec\.ts$/.test(file) &&
          (touched(file) || (inShell && SHELL_TESTS.test(file)) || (sources.length > 0 && KIT_TESTS.test(file))),
      ),
    };
  }
}

/** Files that exist below the repository, of a list by lines. */
export const existing = (lines: string): string[] =>
  lines.split('\n').filter((file) => file !== '' && existsSync(join(root, file)));

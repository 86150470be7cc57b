/** What imports what, over the whole repository: no cycles, no stylesheets of other features, no written-out paths. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { parseSync, Visitor } from 'vite';
import { afterEach, describe, expect, it } from 'vitest';
import { cyclesAmong, importsOf, modulesIn } from '../../scripts/imports.ts';
import { matchPath } from '../../src/routes/registry.ts';

const root = resolve(import.meta.dirname, '../..');
const FOLDERS = ['src', 'machines', 'contract', 'server', 'tests', 'e2e', 'scripts', 'build', 'bench'];

let planted = '';
afterEach(() => {
  if (planted !== '') rmSync(planted, { recursive: true });
  planted = '';
});

/** Writes modules into a folder of their own; their paths. */
function plant(files: Record<string, string>): string[] {
  planted = mkdtempSync(join(tmpdir(), 'idora-imports-'));
  return Object.entries(files).map(([name, source]) => {
    const file = join(planted, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, source);
    return file;
  });
}

const below = (folder: string) => (file: string) => relative(folder, file);

describe('import cycles', () => {
  it('has none, over every folder', () => {
    const files = FOLDERS.flatMap((folder) => modulesIn(join(root, folder)));
    expect(files.length).toBeGreaterThan(800);
    expect(cyclesAmong(files).map((cycle) => cycle.map(below(root)))).toEqual([]);
  });

  it.each([
    ['import', "import { b } from './b.ts';"],
    ['import of a type', "import type { B } from './b.ts';"],
    ['inline type', "export type B = import('./b.ts').B;"],
    ['lazy import', "export const b = () => import('./b.ts');"],
    ['re-export', "export * from './b.ts';"],
    ['named re-export', "export { b } from './b.ts';"],
    ['worker', "export const b = () => new Worker(new URL('./b.ts', import.meta.url));"],
  ])('sees a planted cycle by %s, also over a third module', (_, source) => {
    const files = plant({
      'a.ts': source,
      'b.ts': "export * from './c.tsx';",
      'c.tsx': "import './a.ts';\nexport const C = () => <p />;",
      'd.ts': "import './a.ts';",
    });
    expect(cyclesAmong(files).map((cycle) => cycle.map(below(planted)))).toEqual([['a.ts', 'b.ts', 'c.tsx']]);
  });

  it('sees a module that imports itself, and none where imports only meet', () => {
    const files = plant({
      'self.ts': "import './self.ts';",
      'top.ts': "import './left.ts';\nimport './right.ts';",
      'left.ts': "import './low.ts';",
      'right.ts': "import './low.ts';\n// import './top.ts';\nexport const text = \"import './top.ts'\";",
      'low.ts': '',
    });
    expect(cyclesAmong(files).map((cycle) => cycle.map(below(planted)))).toEqual([['self.ts']]);
  });
});

/** The folder that a module of the browser belongs to: a feature of `pages/`, or a part of the app. */
const featureOf = (file: string): string => {
  const [part = '', feature] = relative(join(root, 'src'), file).split('/');
  // main.tsx starts the app
  if (feature === undefined) return 'app';
  return part === 'pages' ? `${part}/${feature}` : part;
};
/** Parts that everything is made of. */
const SHARED = ['styles', 'ui'];
const isForeignStyle = (file: string, style: string): boolean =>
  featureOf(file) !== featureOf(style) && !SHARED.includes(featureOf(style));

describe('stylesheets', () => {
  it('belong to the feature that imports them, or to the shared parts', () => {
    const foreign = modulesIn(join(root, 'src')).flatMap((file) =>
      importsOf(file)
        .filter((style) => style.endsWith('.css') && isForeignStyle(file, style))
        .map((style) => `${below(root)(file)} imports ${below(root)(style)}`),
    );
    expect(foreign).toEqual([]);
    const act = join(root, 'src/pages/counting/act/act.css');
    expect(isForeignStyle(join(root, 'src/pages/invoices/InvoicePage.tsx'), act)).toBe(true);
    expect(isForeignStyle(join(root, 'src/shell/Shell.tsx'), act)).toBe(true);
    expect(isForeignStyle(join(root, 'src/pages/counting/ActPage.tsx'), act)).toBe(false);
  });
});

/** Texts of a module that are the path of a page, whole or as its beginning. */
function pathsIn(file: string): string[] {
  const found: string[] = [];
  const add = (text: unknown) => {
    if (typeof text !== 'string' || !/^\/[\w-]/.test(text)) return;
    if (matchPath(text.replace(/[?#].*$/, '').replace(/\/$/, '')) !== undefined) found.push(text);
  };
  new Visitor({
    Literal: ({ value }) => add(value),
    TemplateElement: ({ value }) => add(value.cooked),
  }).visit(parseSync(file, readFileSync(file, 'utf8')).program);
  return found;
}

describe('paths of pages', () => {
  it('are written out in the list of pages alone', () => {
    const files = modulesIn(join(root, 'src')).filter((file) => featureOf(file) !== 'routes');
    expect(files.flatMap((file) => pathsIn(file).map((path) => `${below(root)(file)}: ${path}`))).toEqual([]);
  });

  it.each([
    ["export const to = '/repositories/act-of-counting';", '/repositories/act-of-counting'],
    [`export const to = (version: string) => \`/versions/\${version}\`;`, '/versions/'],
    ['export const Link = () => <a href="/settings/announcements?row=1">.</a>;', '/settings/announcements?row=1'],
  ])('sees %s', (source, path) => {
    expect(pathsIn(plant({ 'a.tsx': source })[0] ?? '')).toEqual([path]);
  });
});

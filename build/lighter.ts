/**
 * What libraries ship and nobody here uses is left out of the bundle: text surgery on other people's packages, and on our own
 * machines. Each replacement is one of `replacements`; `docs/bundle.md` says what each saves. A build fails when one of them
 * finds its module changed or missing, so that a new version is noticed.
 *
 *  - An icon of Blueprint holds its path twice, for a grid of 16 and one of 20; ours are drawn at 10 to 20 px
 *    from the first at any size, by one function instead of one each.
 *  - axios ships every adapter; the client uses `fetch`, so XMLHttpRequest stays out, and what only
 *    callers of its other functions need.
 *  - Blueprint makes each of its class names from others; the bundler keeps the making of those that nobody uses.
 *  - i18next brings a loader of texts, formats, texts within texts, plugins and the words of a log that only its `debug` writes;
 *    `src/i18n` has its own, and both languages are written from left to right.
 *  - TanStack Query knows queries of many pages one below another and mutations; our lists have pages, and machines write.
 *  - A machine's `description` and `requirement` are for its readers: documents, tests and diagrams take them from the source.
 *    The `look` of a state stays: chips, rails and step bars are drawn by it. They are not in modules of their own because
 *    a definition is written out in one file.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Plugin } from 'vite';

const ICON = /@blueprintjs\/icons\/lib\/esm\/generated\/components\/(?!index)[\w-]+\.js$/;
const NAMES = /@blueprintjs\/icons\/lib\/esm\/iconNames\.js$/;
const CLASSES = /@blueprintjs\/core\/lib\/esm\/common\/classes\.js$/;
const TEXTS = /\/i18next\/dist\/esm\/i18next\.js$/;
const WARNINGS = /@blueprintjs\/core\/lib\/esm\/common\/errors\.js$/;
const MACHINE = /\/machines\/.*\.machine\.ts$/;
const bareIcon = resolve(import.meta.dirname, 'bareIcon.ts');

/** The module of one icon without its large path; undefined when it is not written as expected. */
export function lightIcon(code: string): string | undefined {
  const paths = /const PATHS_16 = (\[.*\]);/.exec(code)?.[1];
  const names = /export const (\w+) = React\.forwardRef/.exec(code)?.[1];
  const icon = /iconName: ("[\w-]+")/.exec(code)?.[1];
  const older = /export const (\w+) = \w+Icon;/.exec(code)?.[1];
  if (paths === undefined || names === undefined || icon === undefined || older === undefined) return undefined;
  return `import { SVGIconContainer } from "../../svgIconContainer";
import { bareIcon } from ${JSON.stringify(bareIcon)};
export const ${names} = /*#__PURE__*/ bareIcon(SVGIconContainer, ${icon}, ${paths});
export const ${older} = ${names};
export default ${names};
`;
}

/** Blueprint's warnings by their names: their words are for who writes the pages, and development has them. */
export function shortWarnings(code: string): string | undefined {
  const short = code.replace(/^export const ([A-Z]\w*) =(?!\s*\()[\s\S]*?;$/gm, 'export const $1 = "$1";');
  return short === code ? undefined : short;
}

/** The list of all names is for icons given by name, and ours are components. */
export const noIconNames = (code: string): string | undefined =>
  /^export const IconNames\b/m.test(code) && /^export const IconNamesSet\b/m.test(code)
    ? 'export const IconNames = {}; export const IconNamesSet = new Set();'
    : undefined;

/** Blueprint's class names as plain strings; undefined when they are not written as expected. */
export function plainClasses(code: string): string | undefined {
  const namespace = /^let NS = ("[\w-]+");$/m.exec(code)?.[1];
  if (namespace === undefined) return undefined;
  const known = new Map<string, string>([['NS', JSON.parse(namespace)]]);
  return code
    .replace(/^let NS = [\s\S]*?(?=^\/\/|^export)/m, `const NS = ${namespace};\n`)
    .replace(/^export const (\w+) = `([^`]*)`;$/gm, (line, name: string, words: string) => {
      const plain = words.replace(/\$\{(\w+)\}/g, (part, other: string) => known.get(other) ?? part);
      if (plain.includes('$')) return line;
      known.set(name, plain);
      return `export const ${name} = ${JSON.stringify(plain)};`;
    })
    .replace(/^export const (\w+) = (\w+\()/gm, 'export const $1 = /*#__PURE__*/ $2');
}

/** Modules of axios that no call of ours comes to. */
export const UNUSED: Readonly<Record<string, string>> = {
  'helpers/HttpStatusCode': 'export default {};',
  'helpers/formDataToJSON': 'export default () => null;',
  'cancel/CancelToken': 'export default class {}',
  // for data: addresses, limits of size, progress, interceptors, cookies against forgery, other than URLSearchParams
  'helpers/estimateDataURLDecodedBytes': 'export default () => 0;',
  'core/createMultipartBody': 'export default (form) => form;',
  'helpers/cookies': 'export default { read: () => null };',
  'core/InterceptorManager': 'export default class { forEach() {} }',
  'core/assertParamsAcyclic': 'export default () => {};',
  'helpers/AxiosURLSearchParams': 'export default class {}',
  'helpers/trackStream': 'export const trackStream = (stream) => stream;',
  'helpers/progressEventReducer':
    'const none = () => []; export { none as asyncDecorator, none as progressEventDecorator, none as progressEventReducer };',
  // who writes the options is checked by TypeScript, and one adapter is asked for by its name
  'helpers/validator': `const right = () => () => true;
export default { assertOptions() {}, validators: { transitional: right, spelling: right } };`,
  'adapters/adapters': `import { getFetch } from './fetch.js';
export default { getAdapter: (name, config) => getFetch(config) };`,
  'helpers/toURLEncodedForm': `export default (data) => data;`,
  'core/setFormDataHeaders': `export default () => {};`,
  'helpers/toFormData': `export default () => { throw new TypeError('left out by build/lighter.ts'); };`,
};

const INFINITE = /@tanstack\/query-core\/build\/modern\/infiniteQueryBehavior\.js$/;
/** What asks for the pages of an infinite query; undefined when it exports something else. */
export const noInfiniteQueries = (code: string): string | undefined =>
  /^export \{ hasNextPage, hasPreviousPage, infiniteQueryBehavior \};$/m.test(code)
    ? `export const hasNextPage = () => false;
export const hasPreviousPage = () => false;
export const infiniteQueryBehavior = () => { throw new TypeError('left out by build/lighter.ts'); };
`
    : undefined;

const MUTATIONS = /@tanstack\/query-core\/build\/modern\/mutationCache\.js$/;
/** A store of mutations that stays empty; undefined when it exports something else. */
export const noMutations = (code: string): string | undefined =>
  /^export \{ MutationCache \};$/m.test(code)
    ? `export class MutationCache { clear() {} findAll() { return []; } resumePausedMutations() { return Promise.resolve(); } }
`
    : undefined;

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;
const isNamed = (node: unknown, name: RegExp): boolean =>
  isNode(node) && node.type === 'Identifier' && name.test(String(node.name));

const propertiesOf = (node: unknown): Node[] =>
  isNode(node) && node.type === 'ObjectExpression'
    ? (node.properties as Node[]).filter(({ type }) => type === 'Property')
    : [];
const hasLook = (meta: unknown): boolean => propertiesOf(meta).some(({ key }) => isNamed(key, /^look$/));

/** The code with other words for some of its nodes; inside of those nobody looks any more. */
function replaced(code: string, program: unknown, otherFor: (node: Node) => Iterable<readonly [Node, string]>): string {
  const found = new Map<Node, string>();
  const look = (node: unknown): void => {
    if (Array.isArray(node)) node.forEach(look);
    if (!isNode(node) || found.has(node)) return;
    for (const [part, other] of otherFor(node)) found.set(part, other);
    if (!found.has(node)) Object.values(node).forEach(look);
  };
  look(program);
  return [...found]
    .sort(([one], [other]) => other.start - one.start)
    .reduce((rest, [{ start, end }, other]) => {
      const after = rest.slice(end);
      // what goes takes its comma along
      return rest.slice(0, start) + other + (other === '' ? after.replace(/^\s*,/, '') : after);
    }, code);
}

const without = (code: string, program: unknown, leftOutOf: (node: Node) => readonly Node[]): string =>
  replaced(code, program, (node) => leftOutOf(node).map((part) => [part, ''] as const));

const IN_PLACE = new Map(
  Object.entries({
    // texts are given to the store by src/i18n; what loads nothing is done at once
    Connector: 'class Connector extends EventEmitter { state = {}; load(languages, spaces, done) { done(); } }',
    // numbers and dates come as words from src/format
    Formatter: 'class Formatter { format(value) { return value; } }',
    // a text is asked for by its key, never by a function
    keysFromSelector: 'function keysFromSelector() {}',
    // no text has `$t(…)`: scripts/check-locales.mjs refuses it
    nest: 'nest(text) { return text; }',
    dir: "dir() { return 'ltr'; }",
    cloneInstance: 'cloneInstance() { return this; }',
    // src/i18n brings the texts, and i18next has no plugins here
    loadResources: 'loadResources(language, done) { done(); }',
    hasLoadedNamespace: 'hasLoadedNamespace() { return true; }',
    hydrate: 'hydrate() {}',
    loadLanguages: 'loadLanguages() {}',
    loadNamespaces: 'loadNamespaces() {}',
    reloadResources: 'reloadResources() {}',
    use: 'use() {}',
  }),
);
/** What in a module has a name of its own. */
const nameOf = ({ type, id, key }: Node): string => {
  const name = type === 'MethodDefinition' ? key : /^(Class|Function)Declaration$/.test(type) ? id : undefined;
  return isNode(name) ? String(name.name) : '';
};

/** i18next without what the app has of its own, and without what only its `debug` would log; undefined when a part is missing. */
export function leanTexts(code: string, program: unknown): string | undefined {
  const missing = new Set([...IN_PLACE.keys(), 'log']);
  const lean = replaced(code, program, (node) => {
    const { type, expression } = node;
    const name = nameOf(node);
    const other = IN_PLACE.get(name);
    if (other !== undefined) {
      missing.delete(name);
      return [[node, other]];
    }
    if (type !== 'ExpressionStatement' || !isNode(expression) || !isLogged(expression)) return [];
    missing.delete('log');
    return [[node, ';']];
  });
  return missing.size === 0 ? lean : undefined;
}

/** `this.logger.warn(…)` and the like; `error` is always written. */
function isLogged({ callee }: Node): boolean {
  if (!isNode(callee) || !isNamed(callee.property, /^(log|warn|once|deprecate)$/)) return false;
  const { object } = callee;
  return isNamed(object, /^baseLogger$/) || (isNode(object) && isNamed(object.property, /^logger$/));
}

/** A machine without the properties that only its readers look at. */
export const bareMachine = (code: string, program: unknown): string =>
  without(code, program, (node) =>
    propertiesOf(node).filter(({ key, value }) =>
      isNamed(key, /^meta$/) ? !hasLook(value) : isNamed(key, /^(description|requirement)$/),
    ),
  );

type Parse = (code: string) => unknown;

export interface Replacement {
  readonly name: string;
  readonly of: RegExp;
  /** The module's other code; undefined when it is not written as expected. */
  readonly write: (code: string, parse: Parse, id: string) => string | undefined;
  /** Once TypeScript is JavaScript; before anything else without it. */
  readonly late?: true;
}

export const replacements: readonly Replacement[] = [
  { name: 'icons', of: ICON, write: lightIcon },
  { name: 'icon names', of: NAMES, write: noIconNames },
  { name: 'class names', of: CLASSES, write: plainClasses },
  { name: 'warnings', of: WARNINGS, write: shortWarnings },
  { name: 'infinite queries', of: INFINITE, write: noInfiniteQueries },
  { name: 'mutations', of: MUTATIONS, write: noMutations },
  { name: 'i18next', of: TEXTS, write: (code, parse) => leanTexts(code, parse(code)) },
  ...Object.entries(UNUSED).map(
    ([module, other]): Replacement => ({
      name: `axios/${module}`,
      of: new RegExp(`/axios/lib/${module}\\.js$`),
      write: (code) => (/^export /m.test(code) ? other : undefined),
    }),
  ),
  { name: 'machines', of: MACHINE, write: (code, parse) => bareMachine(code, parse(code)), late: true },
];

/** `without` begins the names of what is left as it is: `scripts/savings.mjs` weighs a build with each of them off. */
export function lighter(without?: string): Plugin[] {
  const wanted = (name: string): boolean => without === undefined || !name.startsWith(without);
  const unseen = new Set(replacements.map(({ name }) => name).filter(wanted));
  const plugin = (late: boolean): Plugin => {
    const own = replacements.filter((one) => (one.late ?? false) === late && wanted(one.name));
    return {
      name: late ? 'idora:lighter-machines' : 'idora:lighter-libraries',
      apply: 'build',
      enforce: late ? 'post' : 'pre',
      transform(code, id) {
        const one = own.find(({ of }) => of.test(id));
        if (one === undefined) return undefined;
        const light = one.write(code, (text) => this.parse(text), id);
        if (light === undefined) this.error(`${id} is written in another way than build/lighter.ts knows`);
        unseen.delete(one.name);
        return { code: light, map: null };
      },
      buildEnd(error) {
        if (error === undefined && late && unseen.size > 0) {
          this.error(`build/lighter.ts found no module for: ${[...unseen].join(', ')}`);
        }
      },
    };
  };
  return [plugin(false), plugin(true)];
}

/** Files of Blueprint's icons that the modules of a folder import, those whose name matches `except` left aside. */
export function iconsOf(folder: string, except: RegExp): Set<string> {
  const files = readdirSync(folder).filter((name) => /\.tsx?$/.test(name) && !except.test(name));
  const names = files.flatMap((name) => {
    const code = readFileSync(join(folder, name), 'utf8');
    const imports = [...code.matchAll(/import \{([^}]*)\} from '@blueprintjs\/icons'/g)];
    return imports.flatMap(([, list]) =>
      [...(list ?? '').matchAll(/\b([A-Z]\w*)Icon\b/g)].map(([, icon]) => icon ?? ''),
    );
  });
  return new Set(names.map((name) => `${name.replace(/(?!^)([A-Z])/g, '-$1').toLowerCase()}.js`));
}

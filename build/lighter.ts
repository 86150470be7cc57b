/**
 * What libraries ship and nobody here uses, left out of what a person downloads (`npm run size`).
 *
 *  - An icon of Blueprint holds its path twice, for a grid of 16 and one of 20; ours stand at 10 to 20 px and are drawn
 *    from the first at any size, by one function instead of one each.
 *  - axios holds every way to send; the client asks for `fetch`, so XMLHttpRequest stays out, and what only
 *    callers of its other functions need.
 *  - A machine's `description` and `requirement` are for its readers: documents, tests and diagrams take them from the source.
 *    The `look` of a state stays: chips, rails and step bars are drawn by it.
 *  - What a call asks for is checked by the server; a browser needs the address and the shape of the answer.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Plugin } from 'vite';

const ICON = /@blueprintjs\/icons\/lib\/esm\/generated\/components\/(?!index)[\w-]+\.js$/;
const WARNINGS = /@blueprintjs\/core\/lib\/esm\/common\/errors\.js$/;
const MACHINE = /\/machines\/.*\.machine\.ts$/;
const CONTRACT = /\/contract\/\w+\.ts$/;
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
export const shortWarnings = (code: string): string =>
  code.replace(/^export const ([A-Z]\w*) =(?!\s*\()[\s\S]*?;$/gm, 'export const $1 = "$1";');

/** Modules of axios that no call of ours comes to. */
const UNUSED: Record<string, string> = {
  // an adapter that is null is "not available" to axios
  'adapters/xhr': 'export default null;',
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
  'helpers/toFormData': `export default () => { throw new TypeError('left out by build/lighter.ts'); };`,
};
const AXIOS = /\/axios\/lib\/([\w/]+)\.js$/;

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

/** The code without the parts that `leftOutOf` finds in its nodes, each with its comma. */
function without(code: string, program: unknown, leftOutOf: (node: Node) => readonly Node[]): string {
  const out = new Set<Node>();
  const look = (node: unknown): void => {
    if (Array.isArray(node)) node.forEach(look);
    if (!isNode(node) || out.has(node)) return;
    for (const part of leftOutOf(node)) out.add(part);
    Object.values(node).forEach(look);
  };
  look(program);
  return [...out]
    .sort((one, other) => other.start - one.start)
    .reduce((rest, { start, end }) => rest.slice(0, start) + rest.slice(end).replace(/^\s*,/, ''), code);
}

/** A machine without the properties that only its readers look at. */
export const bareMachine = (code: string, program: unknown): string =>
  without(code, program, (node) =>
    propertiesOf(node).filter(({ key, value }) =>
      isNamed(key, /^meta$/) ? !hasLook(value) : isNamed(key, /^(description|requirement)$/),
    ),
  );

/** Calls without what only the server and the documents read of them. */
export const bareCalls = (code: string, program: unknown): string =>
  without(code, program, (node) =>
    node.type === 'CallExpression' && isNamed(node.callee, /^defineCall$/)
      ? propertiesOf((node.arguments as Node[])[0]).filter(({ key }) =>
          isNamed(key, /^(body|query|summary|origin|rule|event|whileExpired)$/),
        )
      : [],
  );

/** Icons and axios. */
function lighterLibraries(): Plugin {
  return {
    name: 'idora:lighter-libraries',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (WARNINGS.test(id)) return { code: shortWarnings(code), map: null };
      if (!ICON.test(id)) return undefined;
      const light = lightIcon(code);
      if (light === undefined) this.error(`${id} is written in another way than build/lighter.ts knows`);
      return { code: light, map: null };
    },
    load(id) {
      const unused = UNUSED[AXIOS.exec(id)?.[1] ?? ''];
      return unused === undefined ? undefined : { code: unused, moduleType: 'js' };
    },
  };
}

/** Machines and calls, once they are JavaScript. */
function lighterWords(): Plugin {
  return {
    name: 'idora:lighter-words',
    apply: 'build',
    enforce: 'post',
    transform(code, id) {
      const bare = MACHINE.test(id) ? bareMachine : CONTRACT.test(id) ? bareCalls : undefined;
      return bare === undefined ? undefined : { code: bare(code, this.parse(code)), map: null };
    },
  };
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

export const lighter = (): Plugin[] => [lighterLibraries(), lighterWords()];

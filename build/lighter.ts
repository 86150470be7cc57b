/**
 * What libraries ship and nobody here uses, left out of what a person downloads (`npm run size`).
 *
 *  - An icon of Blueprint holds its path twice, for a grid of 16 and one of 20; ours stand at 10 to 20 px and are drawn
 *    from the first at any size, by one function instead of one each.
 *  - axios holds every way to send; the client asks for `fetch`, so XMLHttpRequest stays out, and what only
 *    callers of its other functions need.
 *  - A machine's `description` and `meta` are for its readers: documents, tests and diagrams take them from the source.
 *    A `meta` that has a `look` stays: chips, rails and step bars are drawn by it.
 */
import { resolve } from 'node:path';
import type { Plugin } from 'vite';

const ICON = /@blueprintjs\/icons\/lib\/esm\/generated\/components\/(?!index)[\w-]+\.js$/;
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

/** Modules of axios that no call of ours comes to. */
const UNUSED: Record<string, string> = {
  // an adapter that is null is "not available" to axios
  'adapters/xhr': 'export default null;',
  'helpers/HttpStatusCode': 'export default {};',
  'helpers/formDataToJSON': 'export default () => null;',
  'cancel/CancelToken': 'export default class {}',
};
const AXIOS = /\/axios\/lib\/([\w/]+)\.js$/;

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;

const nameOf = (node: unknown): unknown =>
  isNode(node) && node.type === 'Property' && isNode(node.key) && node.key.type === 'Identifier' ? node.key.name : null;
const hasLook = ({ value }: Node): boolean =>
  isNode(value) && Array.isArray(value.properties) && value.properties.some((one) => nameOf(one) === 'look');

/** A machine without the properties that only its readers look at. */
export function bareMachine(code: string, program: unknown): string {
  const parts: [number, number][] = [];
  const look = (node: unknown): void => {
    if (Array.isArray(node)) node.forEach(look);
    if (!isNode(node)) return;
    const key = nameOf(node);
    if (key === 'description' || (key === 'meta' && !hasLook(node))) {
      const comma = /^\s*,/.exec(code.slice(node.end))?.[0].length ?? 0;
      parts.push([node.start, node.end + comma]);
    } else for (const field of Object.values(node)) look(field);
  };
  look(program);
  return parts.reduceRight((rest, [start, end]) => rest.slice(0, start) + rest.slice(end), code);
}

/** Icons and axios. */
function lighterLibraries(): Plugin {
  return {
    name: 'idora:lighter-libraries',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
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

/** Machines, once they are JavaScript. */
function lighterMachines(): Plugin {
  return {
    name: 'idora:lighter-machines',
    apply: 'build',
    enforce: 'post',
    transform(code, id) {
      return MACHINE.test(id) ? { code: bareMachine(code, this.parse(code)), map: null } : undefined;
    },
  };
}

export const lighter = (): Plugin[] => [lighterLibraries(), lighterMachines()];

/// <reference path="./subset-font.d.ts" />
/**
 * The typeface: Inter (SIL Open Font License 1.1, no reserved font name), cut in the build from the npm package
 * `inter-ui` to the letters this application writes. Two files chosen by `unicode-range`, so that an Uzbek screen
 * loads Cyrillic only when a word of it appears. The subset is kept in node_modules/.cache.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';
import type { Plugin, ResolvedConfig } from 'vite';
import { cacheDirectory } from './blueprintCss.ts';

type Range = readonly [from: number, to: number];

const latin: readonly Range[] = [
  [0x20, 0x7e],
  [0xa0, 0xff],
  [0x2bb, 0x2bc],
  [0x2009, 0x2009],
  [0x200b, 0x200b],
  [0x2010, 0x2015],
  [0x2018, 0x201e],
  [0x2022, 0x2022],
  [0x2026, 0x2026],
  [0x202f, 0x202f],
  [0x2030, 0x2030],
  [0x2032, 0x2033],
  [0x20ac, 0x20ac],
  [0x2116, 0x2116],
  [0x2190, 0x2193],
  [0x21b5, 0x21b5],
  [0x2212, 0x2212],
  [0x2248, 0x2248],
  [0x2260, 0x2260],
  [0x2264, 0x2265],
];

const cyrillic: readonly Range[] = [
  [0x400, 0x45f],
  [0x492, 0x493],
  [0x49a, 0x49b],
  [0x4b2, 0x4b3],
];

interface Cut {
  name: 'uz' | 'ru';
  ranges: readonly Range[];
  features: readonly string[];
}

const cuts: readonly Cut[] = [
  { name: 'uz', ranges: latin, features: ['kern', 'calt', 'tnum', 'zero', 'case', 'frac'] },
  { name: 'ru', ranges: cyrillic, features: ['kern', 'calt', 'case'] },
];

const weights = { min: 400, max: 650 };

function lettersOf(ranges: readonly Range[]): string {
  let letters = '';
  for (const [from, to] of ranges) for (let code = from; code <= to; code += 1) letters += String.fromCodePoint(code);
  return letters;
}

const hex = (code: number) => code.toString(16).toUpperCase();
const unicodeRange = (ranges: readonly Range[]) =>
  ranges.map(([from, to]) => (from === to ? `U+${hex(from)}` : `U+${hex(from)}-${hex(to)}`)).join(', ');

const require = createRequire(import.meta.url);
const packageFile = require.resolve('inter-ui/package.json');
const inPackage = (...path: string[]) => join(dirname(packageFile), ...path);

/** The faces met before Inter arrives take its measure, so that nothing moves when it does. */
const fallbackFace = `@font-face {
  font-family: 'Inter fallback';
  src: local('Segoe UI'), local('Roboto'), local('Arial'), local('Liberation Sans');
  size-adjust: 107%;
  ascent-override: 90.5%;
  descent-override: 22.6%;
  line-gap-override: 0%;
}
`;

export interface CutFonts {
  /** file with the `@font-face` rules, beside the font files */
  cssFile: string;
  files: Record<Cut['name'], string>;
}

/** Cuts the fonts unless the cache has them already. */
export async function cutFonts(): Promise<CutFonts> {
  const key = createHash('sha256')
    .update(readFileSync(fileURLToPath(import.meta.url)))
    .update(readFileSync(packageFile))
    .digest('hex')
    .slice(0, 12);
  const directory = join(cacheDirectory, `inter-${key}`);
  const fileOf = (cut: Cut['name']) => join(directory, `inter-${cut}.woff2`);
  const result: CutFonts = { cssFile: join(directory, 'inter.css'), files: { uz: fileOf('uz'), ru: fileOf('ru') } };
  if (existsSync(result.cssFile)) return result;

  mkdirSync(directory, { recursive: true });
  const whole = readFileSync(inPackage('variable', 'InterVariable.woff2'));
  let css = fallbackFace;
  for (const cut of cuts) {
    const font = await subsetFont(whole, lettersOf(cut.ranges), {
      targetFormat: 'woff2',
      keepFeatures: [...cut.features],
      variationAxes: { wght: weights, opsz: 14 },
    });
    writeFileSync(fileOf(cut.name), font);
    css += `@font-face {
  font-family: 'Inter';
  font-style: normal;
  font-weight: ${weights.min} ${weights.max};
  font-display: swap;
  src: url('./inter-${cut.name}.woff2') format('woff2');
  unicode-range: ${unicodeRange(cut.ranges)};
}
`;
  }
  writeFileSync(result.cssFile, css);
  return result;
}

const virtualId = 'virtual:fonts.css';

export function fonts(): Plugin {
  let config: ResolvedConfig;
  return {
    name: 'idora:fonts',
    enforce: 'pre',
    configResolved(resolved) {
      config = resolved;
    },
    async resolveId(id) {
      return id === virtualId ? (await cutFonts()).cssFile : undefined;
    },
    generateBundle() {
      if (config.build.ssr) return;
      this.emitFile({
        type: 'asset',
        fileName: `${config.build.assetsDir}/inter-OFL.txt`,
        source: readFileSync(inPackage('LICENSE.txt'), 'utf8'),
      });
    },
    transformIndexHtml: {
      order: 'post',
      handler(_html, context) {
        const file = Object.keys(context.bundle ?? {}).find((name) => /inter-uz[^/]*\.woff2$/.test(name));
        if (file === undefined) return [];
        return [
          {
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `${config.base}${file}` },
            injectTo: 'head-prepend',
          },
        ];
      },
    },
  };
}

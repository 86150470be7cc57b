/**
 * One build step over Blueprint's stylesheets.
 *
 * Blueprint 6 is half way to custom properties: many rules still hold literal colours of its palette and lengths in
 * pixels, so they would neither take our colours nor grow with the person's font size. This step
 *
 *  1. drops the icon-font rules (icons are components here),
 *  2. turns literal palette colours into `var(--bp-palette-*)`, transparent ones into `rgb(from var(…) r g b / a)`,
 *  3. turns every length of 3 px or more into `rem`, leaving `url()` alone,
 *  4. drops components and variants that are not used anywhere in this application,
 *  5. drops `box-sizing: inherit` (ours is `border-box` everywhere),
 *  6. puts what is left into the cascade layer `bp`, so that our own rules win without specificity contests.
 *
 * The counts are pinned by tests/build/blueprintCss.test.ts: a Blueprint upgrade that changes the stylesheet is noticed.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import postcss, { type Container, type Root, type Rule } from 'postcss';
import type { Plugin } from 'vite';

export type BlueprintSheet = 'core' | 'select' | 'datetime';

export interface BlueprintCssStats {
  iconRules: number;
  hex: number;
  rgba: number;
  lengths: number;
  componentSelectors: number;
  variantSelectors: number;
  properties: number;
}

export interface BlueprintCssResult {
  css: string;
  stats: BlueprintCssStats;
}

const here = dirname(fileURLToPath(import.meta.url));
export const cacheDirectory = resolve(here, '../node_modules/.cache/idora');
const require = createRequire(import.meta.url);

const sheets: Record<BlueprintSheet, readonly string[]> = {
  core: ['@blueprintjs/core/lib/css/blueprint.css'],
  select: ['@blueprintjs/select/lib/css/blueprint-select.css'],
  datetime: [
    '@blueprintjs/datetime/lib/css/blueprint-datetime.css',
    '@blueprintjs/datetime2/lib/css/blueprint-datetime2.css',
  ],
};

/** Components without a single use here. A selector that needs one of them (outside `:not()`) is dropped. */
const unusedComponents =
  /\.bp6-(?:tree|panel-stack2?|editable-text|file-input|file-upload|card-list|control-card|tag-input|breadcrumbs?|hotkey|navbar|html-table|running-text|section|entity-title|callout|card|compound-tag|multistep-dialog|dialog-step|rtl|list|list-unstyled|blockquote|code-block|overflow-list|resizable-input|text-large|context-menu)(?![a-z])/;

/** Variants that the look has no place for. */
const unusedVariants: readonly RegExp[] = [
  // the dark theme is the class `.bp6-dark`, not this attribute
  /data-bp-color-scheme/,
  // buttons are plain, primary or danger; solid or minimal
  /(?=.*\.bp6-(?:button|html-select|select))(?=.*\.bp6-(?:intent-(?:success|warning|default)|outlined))/,
  /(?=.*\.bp6-(?:html-select|select))(?=.*\.bp6-intent-)/,
  // fields are plain or wrong
  /(?=.*\.bp6-(?:input|form-group|text-area|control-group|numeric-input|control))(?=.*\.bp6-intent-(?:success|warning|primary))/,
  // states are shown by our own chip
  /(?=.*\.bp6-tag)(?=.*\.bp6-(?:intent-|outlined|large|round|interactive))/,
  /(?=.*\.bp6-menu-item)(?=.*\.bp6-intent-(?:success|warning|primary))/,
  /(?=.*\.bp6-(?:tooltip|slider|drawer))(?=.*\.bp6-(?:intent-|vertical))/,
  /(?=.*\.bp6-progress-bar)(?=.*\.bp6-intent-(?:success|warning|danger))/,
  /(?=.*\.bp6-button-group)(?=.*\.bp6-vertical)/,
];

const iconFont =
  /\.bp6-icon-[a-z0-9-]+::?before|\.bp6-icon(?:-standard|-large)?::?before|\.bp6-icon-(?:standard|large)|\[class\*=["']?bp6-icon-/;

function readSheet(sheet: BlueprintSheet): string {
  return sheets[sheet].map((file) => readFileSync(require.resolve(file), 'utf8')).join('\n');
}

/** hex (without #, lower case, six digits) → token, read from Blueprint's own definitions */
function readPalette(core: string): Map<string, string> {
  const palette = new Map<string, string>();
  for (const [, name, hex] of core.matchAll(/(--bp-palette-[a-z0-9-]+):\s*#([0-9a-f]{6});/gi)) {
    if (name !== undefined && hex !== undefined && !palette.has(hex.toLowerCase()))
      palette.set(hex.toLowerCase(), name);
  }
  return palette;
}

/** Applies `change` to the parts of a value that are not inside `url(…)`. */
function outsideUrls(value: string, change: (part: string) => string): string {
  return value
    .split(/(url\((?:"[^"]*"|'[^']*'|[^)]*)\))/i)
    .map((part, index) => (index % 2 === 1 ? part : change(part)))
    .join('');
}

const alphaOf = (hex: string) => String(Math.round((Number.parseInt(hex, 16) / 255) * 100) / 100);
const toHex = (...channels: string[]) => channels.map((c) => Number(c).toString(16).padStart(2, '0')).join('');

function recolour(root: Root, palette: Map<string, string>, stats: BlueprintCssStats): void {
  root.walkDecls((declaration) => {
    if (declaration.prop.startsWith('--bp-palette-')) return;
    declaration.value = outsideUrls(declaration.value, (part) =>
      part
        .replace(/#([0-9a-f]{6})([0-9a-f]{2})?\b/gi, (whole: string, hex: string, alpha: string | undefined) => {
          const token = palette.get(hex.toLowerCase());
          if (token === undefined) return whole;
          stats.hex += 1;
          return alpha === undefined ? `var(${token})` : `rgb(from var(${token}) r g b / ${alphaOf(alpha)})`;
        })
        .replace(
          /rgba\(\s*(\d+),\s*(\d+),\s*(\d+),\s*([\d.]+)\s*\)/gi,
          (whole: string, r: string, g: string, b: string, alpha: string) => {
            const token = palette.get(toHex(r, g, b));
            if (token === undefined) return whole;
            stats.rgba += 1;
            return `rgb(from var(${token}) r g b / ${alpha})`;
          },
        ),
    );
  });
}

function toRem(root: Root, stats: BlueprintCssStats): void {
  root.walkDecls((declaration) => {
    declaration.value = outsideUrls(declaration.value, (part) =>
      part.replace(/(?<![\w.#-])(-?)(\d*\.?\d+)px\b/g, (whole: string, sign: string, digits: string) => {
        const pixels = Number(digits);
        if (pixels < 3) return whole;
        stats.lengths += 1;
        return `${sign}${String(Math.round((pixels / 16) * 1e5) / 1e5).replace(/^0\./, '.')}rem`;
      }),
    );
  });
}

const withoutNegations = (selector: string) => selector.replace(/:not\((?:[^()]|\([^()]*\))*\)/g, '');

/** Drops the selectors for which `drop` is true, and rules that have none left. Returns how many selectors went. */
function dropSelectors(root: Root, drop: (selector: string) => boolean): number {
  let dropped = 0;
  root.walkRules((rule: Rule) => {
    if (rule.parent?.type === 'atrule' && 'name' in rule.parent && rule.parent.name === 'keyframes') return;
    const kept = rule.selectors.filter((selector) => !drop(withoutNegations(selector)));
    dropped += rule.selectors.length - kept.length;
    if (kept.length === 0) rule.remove();
    else if (kept.length < rule.selectors.length) rule.selectors = kept;
  });
  return dropped;
}

/** Rules that only dress a glyph of the icon font, and the font's name among the text families. */
function dropIconFont(root: Root, stats: BlueprintCssStats): void {
  root.walkDecls('font-family', (declaration) => {
    if (!/^["']?blueprint-icons/.test(declaration.value)) {
      declaration.value = declaration.value.replace(/,\s*["']?blueprint-icons-\d+["']?/g, '');
      return;
    }
    declaration.parent?.remove();
    stats.iconRules += 1;
  });
}

/** Our tokens are exact colours, so Blueprint's derivations by formula would only override the plain values above them. */
function dropFormulas(root: Root): void {
  root.walkAtRules('supports', (atRule) => {
    if (atRule.params.includes('oklch(from')) atRule.remove();
  });
}

/** Every element taking `box-sizing` from its parent keeps the browser from sharing styles: a frame of rows costs tenfold. */
function dropInheritedBoxSizing(root: Root): void {
  root.walkDecls('box-sizing', (declaration) => {
    if (declaration.value === 'inherit') declaration.remove();
  });
}

function dropRepeatedRootRules(root: Root): void {
  const seen = new Set<string>();
  root.walkRules(':root', (rule) => {
    const text = rule.toString();
    if (seen.has(text)) rule.remove();
    seen.add(text);
  });
}

function dropUnusedProperties(root: Root, stats: BlueprintCssStats): void {
  for (;;) {
    const used = new Set<string>();
    root.walkDecls((declaration) => {
      for (const [, name] of declaration.value.matchAll(/var\(\s*(--[\w-]+)/g)) if (name !== undefined) used.add(name);
    });
    let dropped = 0;
    root.walkDecls(/^--bp/, (declaration) => {
      if (used.has(declaration.prop)) return;
      declaration.remove();
      dropped += 1;
    });
    stats.properties += dropped;
    if (dropped === 0) return;
  }
}

function dropEmpty(container: Container): void {
  for (const node of [...(container.nodes ?? [])]) {
    if (node.type === 'comment') node.remove();
    else if (node.type === 'atrule' || node.type === 'rule') {
      if (node.nodes === undefined) continue;
      dropEmpty(node);
      if (node.nodes.length === 0) node.remove();
    }
  }
}

export function buildBlueprintCss(sheet: BlueprintSheet): BlueprintCssResult {
  const stats: BlueprintCssStats = {
    iconRules: 0,
    hex: 0,
    rgba: 0,
    lengths: 0,
    componentSelectors: 0,
    variantSelectors: 0,
    properties: 0,
  };
  const core = readSheet('core');
  const root = postcss.parse(sheet === 'core' ? core : readSheet(sheet));
  root.walkAtRules('charset', (atRule) => {
    atRule.remove();
  });
  stats.iconRules = dropSelectors(root, (selector) => iconFont.test(selector));
  dropIconFont(root, stats);
  recolour(root, readPalette(core), stats);
  toRem(root, stats);
  stats.componentSelectors = dropSelectors(root, (selector) => unusedComponents.test(selector));
  stats.variantSelectors = dropSelectors(root, (selector) => unusedVariants.some((variant) => variant.test(selector)));
  dropFormulas(root);
  dropInheritedBoxSizing(root);
  dropRepeatedRootRules(root);
  if (sheet === 'core') dropUnusedProperties(root, stats);
  dropEmpty(root);
  return { css: `@layer base, bp;\n@layer bp {\n${root.toString()}\n}\n`, stats };
}

const modules: Record<string, BlueprintSheet> = {
  'virtual:blueprint.css': 'core',
  'virtual:blueprint-select.css': 'select',
  'virtual:blueprint-datetime.css': 'datetime',
};

/** Writes the sheet into the cache, so that development and build read an ordinary file; the name holds the inputs. */
function writeSheet(sheet: BlueprintSheet): string {
  const key = createHash('sha256')
    .update(readFileSync(fileURLToPath(import.meta.url)))
    .update(readSheet('core'))
    .update(readSheet(sheet))
    .digest('hex')
    .slice(0, 12);
  const file = join(cacheDirectory, `blueprint-${sheet}-${key}.css`);
  if (!existsSync(file)) {
    mkdirSync(cacheDirectory, { recursive: true });
    writeFileSync(file, buildBlueprintCss(sheet).css);
  }
  return file;
}

export function blueprintCss(): Plugin {
  return {
    name: 'idora:blueprint-css',
    enforce: 'pre',
    resolveId(id) {
      const sheet = modules[id];
      return sheet === undefined ? undefined : writeSheet(sheet);
    },
  };
}

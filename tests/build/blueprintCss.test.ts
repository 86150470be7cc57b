import { describe, expect, it } from 'vitest';
import { buildBlueprintCss } from '../../build/blueprintCss.ts';

/** A Blueprint upgrade that changes its stylesheets changes these: look at the screens before you write the new ones. */
describe('Blueprint stylesheet', () => {
  const core = buildBlueprintCss('core');

  it('has the pinned counts', () => {
    expect(core.stats).toMatchInlineSnapshot(`
      {
        "componentSelectors": 957,
        "hex": 566,
        "iconRules": 1598,
        "lengths": 591,
        "properties": 148,
        "rgba": 393,
        "variantSelectors": 1792,
      }
    `);
    expect(buildBlueprintCss('select').stats).toMatchInlineSnapshot(`
      {
        "componentSelectors": 0,
        "hex": 2,
        "iconRules": 0,
        "lengths": 28,
        "properties": 0,
        "rgba": 6,
        "variantSelectors": 0,
      }
    `);
    expect(buildBlueprintCss('datetime').stats).toMatchInlineSnapshot(`
      {
        "componentSelectors": 0,
        "hex": 102,
        "iconRules": 0,
        "lengths": 76,
        "properties": 0,
        "rgba": 52,
        "variantSelectors": 0,
      }
    `);
  });

  it('keeps no icon font, no palette literal, no great length in pixels', () => {
    expect(core.css).not.toMatch(/content:\s*["']\\[ef]/);
    expect(core.css).not.toContain('blueprint-icons');
    const literal = core.css.split('\n').filter((line) => /#(?:2d72d2|5f6b7c|1c2127|abb3bf)\b/i.test(line));
    expect(literal.filter((line) => !line.includes('--bp-palette-'))).toEqual([]);
    const outside = core.css.replace(/url\((?:"[^"]*"|[^)]*)\)/g, '');
    expect([...outside.matchAll(/(?<![\w.#-])(\d*\.?\d+)px/g)].filter(([, px]) => Number(px) >= 3)).toEqual([]);
  });

  it('keeps what is used and drops what is not', () => {
    for (const used of [
      'button',
      'input',
      'menu',
      'popover',
      'dialog',
      'toast',
      'tab',
      'slider',
      'drawer',
      'tooltip',
    ]) {
      expect(core.css).toContain(`.bp6-${used}`);
    }
    for (const unused of ['tree', 'panel-stack', 'navbar', 'card-list', 'multistep-dialog', 'compound-tag']) {
      expect(core.css.replace(/:not\([^)]*\)/g, '')).not.toMatch(new RegExp(`\\.bp6-${unused}[\\s{.,:>-]`));
    }
  });

  it('lets the browser share styles between elements', () => {
    expect(core.css).not.toMatch(/box-sizing:\s*inherit/);
  });

  it('is in its own cascade layer', () => {
    expect(core.css).toMatch(/^@layer base, bp;\n@layer bp \{/);
  });
});

/** The size of the letters and the version label, as the specification gives them. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import changelog from '../../changelog.json' with { type: 'json' };
import { keepVersion, lastVersion, RELEASE, VERSION } from '../../src/app/version.ts';

beforeEach(() => vi.resetModules());

/** As in a page that has just been loaded. */
const theme = () => import('../../src/ui/theme.ts');

describe('the size of the letters', () => {
  it.each([
    [11, 12],
    [12, 12],
    [27, 27],
    [28, 28],
    [29, 28],
    [14.6, 15],
  ])('asked for %s it is %s', async (asked, got) => {
    const { chosenFontSize, setFontSize } = await theme();
    setFontSize(asked);
    expect(chosenFontSize()).toBe(got);
    expect(document.documentElement.style.fontSize).toBe(`${got}px`);
    expect(localStorage.getItem('fontSize')).toBe(String(got));
  });

  it.each([
    ['12', 12],
    ['"28"', 28],
    ['29', 16],
    ['11', 16],
    ['large', 16],
  ])('kept as %s it is %s', async (kept, got) => {
    localStorage.setItem('fontSize', kept);
    expect((await theme()).chosenFontSize()).toBe(got);
  });
});

it('the version is 1.0.1 while none is loaded, then the one that was loaded last', () => {
  localStorage.removeItem('version');
  expect(VERSION).toBe('1.0.1');
  expect(lastVersion()).toBe('1.0.1');
  keepVersion('2.3.4');
  expect(lastVersion()).toBe('2.3.4');
  localStorage.removeItem('version');
});

it('the build knows its own version: the newest of the history', () => {
  expect(RELEASE).toBe(changelog[0]?.version_name);
});

import { afterEach, expect, test, vi } from 'vitest';
import { importWhole, specifierIn, staticImports } from '../../src/app/importWhole.ts';

afterEach(() => vi.unstubAllGlobals());

test('finds the static imports of a built file, and no import() of it', () => {
  const code =
    'import{a as b}from"./base-1.js";import"./side-2.js";export*from"./more-3.js";x(()=>import(`./later-4.js`),[])';
  expect(staticImports(code)).toEqual(['./base-1.js', './side-2.js', './more-3.js']);
});

test('finds the file that a built call names, and none in a call without one', () => {
  const load = new Function('return () => import(`./later-4.js`).then((module) => module.default)')() as () => unknown;
  expect(specifierIn(load)).toBe('./later-4.js');
  expect(specifierIn(() => Promise.resolve())).toBeUndefined();
});

test('imports nothing while a file that the module needs does not come, and tries again at the next call', async () => {
  let online = false;
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    const file = address.slice(address.lastIndexOf('/') + 1);
    asked.push(file);
    if (file === 'needed-2.js' && !online) throw new TypeError('no network');
    return new Response(file === 'page-1.js' ? 'import{a}from"./needed-2.js";' : 'export const a=1;');
  });
  const lost = vi.fn();
  window.addEventListener('vite:preloadError', lost);
  const load = vi.fn(async () => 'loaded');
  load.toString = () => '()=>import("./page-1.js")';

  await expect(importWhole(load)).rejects.toThrow('no network');
  expect(load).not.toHaveBeenCalled();
  expect(lost).toHaveBeenCalledTimes(1);

  online = true;
  await expect(importWhole(load)).resolves.toBe('loaded');
  expect(asked).toEqual(['page-1.js', 'needed-2.js', 'needed-2.js']);
  window.removeEventListener('vite:preloadError', lost);
});

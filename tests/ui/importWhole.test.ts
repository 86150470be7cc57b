import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';

let module: typeof import('../../src/app/importWhole.ts');
const lost = vi.fn();

beforeAll(async () => {
  const list = document.createElement('script');
  list.type = 'application/json';
  list.id = 'chunks';
  list.textContent = JSON.stringify({ 'page-1.js': ['needed-2.js'] });
  document.head.append(list);
  module = await import('../../src/app/importWhole.ts');
});
beforeEach(() => window.addEventListener('vite:preloadError', lost));
afterEach(() => {
  window.removeEventListener('vite:preloadError', lost);
  lost.mockClear();
  vi.unstubAllGlobals();
});

const linksOf = (file: string) => [...document.head.querySelectorAll<HTMLLinkElement>(`link[href$="${file}"]`)];
const answer = (file: string, how: 'load' | 'error') => linksOf(file)[0]?.dispatchEvent(new Event(how));

test('finds the file that a built call names, and none in a call without one', () => {
  const load = new Function('return () => import(`./later-4.js`).then((module) => module.default)')() as () => unknown;
  expect(module.specifierIn(load)).toBe('./later-4.js');
  expect(module.specifierIn(() => Promise.resolve())).toBeUndefined();
});

test('imports nothing while a file that the module needs is missing, and asks for that one again at the next call', async () => {
  let online = false;
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    const file = address.slice(address.lastIndexOf('/') + 1);
    asked.push(file);
    if (file === 'needed-2.js' && !online) throw new TypeError('no network');
    return new Response('export const a=1;');
  });
  const load = vi.fn(async () => 'loaded');
  load.toString = () => '()=>import("./page-1.js")';

  await expect(module.importWhole(load)).rejects.toThrow('no network');
  expect(load).not.toHaveBeenCalled();
  expect(lost).toHaveBeenCalledTimes(1);

  online = true;
  await expect(module.importWhole(load)).resolves.toBe('loaded');
  expect(asked).toEqual(['page-1.js', 'needed-2.js', 'needed-2.js']);
  expect(lost).toHaveBeenCalledTimes(1);
});

test('a stylesheet that fails is taken out of the page and added again at the next call, then no more', async () => {
  const load = async () => 'loaded';
  const first = module.importWhole(load, ['assets/page-1.css']);
  answer('page-1.css', 'error');
  await expect(first).rejects.toThrow('page-1.css');
  expect(linksOf('page-1.css')).toHaveLength(0);

  const second = module.importWhole(load, ['assets/page-1.css']);
  answer('page-1.css', 'load');
  await expect(second).resolves.toBe('loaded');
  await expect(module.importWhole(load, ['assets/page-1.css'])).resolves.toBe('loaded');
  expect(linksOf('page-1.css')).toHaveLength(1);
});

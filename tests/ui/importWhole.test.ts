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

test('while the app starts, a file comes by a link; one that failed is fetched at the next call, and the page loaded again', async () => {
  const load = vi.fn(async () => 'loaded');
  load.toString = () => '()=>import("./first-3.js")';
  const reload = vi.fn();
  vi.stubGlobal('location', { ...window.location, reload });
  const missing = vi.fn(async () => new Response('', { status: 404 }));
  vi.stubGlobal('fetch', missing);

  const first = module.importWhole(load);
  expect(linksOf('first-3.js')[0]).toMatchObject({ rel: 'preload', as: 'script', crossOrigin: '' });
  answer('first-3.js', 'error');
  await expect(first).rejects.toThrow('first-3.js');
  expect(linksOf('first-3.js')).toHaveLength(0);
  expect(lost).toHaveBeenCalledTimes(1);

  // as long as it does not come, there is nothing to load the page again for
  await expect(module.importWhole(load)).rejects.toThrow('404');
  expect(reload).not.toHaveBeenCalled();

  vi.stubGlobal('fetch', async () => new Response('export const a=1;'));
  void module.importWhole(load);
  await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
  expect(load).not.toHaveBeenCalled();

  const other = vi.fn(async () => 'other');
  other.toString = () => '()=>import("./other-5.js")';
  const second = module.importWhole(other);
  answer('other-5.js', 'load');
  await expect(second).resolves.toBe('other');
  expect(linksOf('other-5.js')).toHaveLength(0);
});

test.each(['pointermove', 'pointerdown', 'keydown'])(
  'after a %s a failed file never loads the page again, though no page was shown yet',
  async (type) => {
    vi.resetModules();
    const used: typeof module = await import('../../src/app/importWhole.ts');
    window.dispatchEvent(new Event(type));
    const reload = vi.fn();
    vi.stubGlobal('location', { ...window.location, reload });
    const load = vi.fn(async () => 'loaded');
    load.toString = () => '()=>import("./words-6.js")';

    vi.stubGlobal('fetch', async () => new Response('', { status: 404 }));
    await expect(used.importWhole(load)).rejects.toThrow('404');
    expect(linksOf('words-6.js')).toHaveLength(0);
    vi.stubGlobal('fetch', async () => new Response('export const a=1;'));
    await expect(used.importWhole(load)).resolves.toBe('loaded');
    expect(reload).not.toHaveBeenCalled();
  },
);

test('once a page was shown, nothing is imported while a file that the module needs is missing, and that one is asked for again at the next call', async () => {
  module.endStart();
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

import { describe, expect, it } from 'vitest';
import { type BuiltChunk, keptFiles, namespacesIn } from '../../build/serviceWorker.ts';
import { offline, PATIENCE } from '../../src/offline/serve.ts';

const chunk = (fileName: string, more: Partial<BuiltChunk> = {}): BuiltChunk => ({
  fileName,
  isEntry: false,
  facade: null,
  modules: [],
  imports: [],
  dynamicImports: [],
  assets: [],
  ...more,
});

describe('the files of a release that open without a network', () => {
  const COUNTER = '/app/src/pages/counting/CounterPage.tsx';
  const code: Readonly<Record<string, string>> = {
    [COUNTER]: "const t = useText('counter'); const tm = useText('machines/counter'); t('kit:close')",
    '/app/src/app/Inside.tsx': "await loadTexts('shell', 'search')",
    '/app/src/pages/home/HomePage.tsx': "useText('home')",
  };
  const text = (language: string, name: string) =>
    chunk(`assets/${name}-${language}.js`, { facade: `/app/locales/${language}/${name}.json` });
  const chunks = [
    chunk('sw.js', { isEntry: true }),
    chunk('assets/index.js', {
      isEntry: true,
      imports: ['assets/frame.js'],
      dynamicImports: ['assets/Inside.js'],
      assets: ['assets/index.css', 'assets/inter.woff2'],
    }),
    chunk('assets/frame.js', { dynamicImports: ['assets/axios.js'] }),
    chunk('assets/axios.js', { facade: '/app/node_modules/axios/index.js' }),
    chunk('assets/Inside.js', {
      facade: '/app/src/app/Inside.tsx',
      modules: ['/app/src/app/Inside.tsx'],
      dynamicImports: ['assets/Home.js', 'assets/Counter.js', 'assets/Panel.js'],
    }),
    chunk('assets/Home.js', {
      facade: '/app/src/pages/home/HomePage.tsx',
      modules: ['/app/src/pages/home/HomePage.tsx'],
    }),
    chunk('assets/Panel.js', { facade: '/app/src/live/LivePanel.tsx' }),
    chunk('assets/Counter.js', { facade: COUNTER, modules: [COUNTER], assets: ['assets/counter.css'] }),
    ...['uz', 'ru'].flatMap((language) =>
      ['common', 'counter', 'machines/counter', 'kit', 'shell', 'search', 'home'].map((name) => text(language, name)),
    ),
  ];
  const kept = keptFiles(chunks, (id) => code[id] ?? '');

  it('are the shell and the counting screen with what they import, their styles and fonts', () => {
    expect(kept).toEqual(
      expect.arrayContaining([
        'assets/index.js',
        'assets/frame.js',
        'assets/axios.js',
        'assets/Inside.js',
        'assets/Counter.js',
        'assets/index.css',
        'assets/inter.woff2',
        'assets/counter.css',
      ]),
    );
  });

  it('have their texts in both languages', () => {
    for (const name of ['common', 'counter', 'machines/counter', 'kit', 'shell', 'search'])
      for (const language of ['uz', 'ru']) expect(kept).toContain(`assets/${name}-${language}.js`);
  });

  it('are neither other pages nor their texts nor the worker itself', () => {
    for (const file of ['assets/Home.js', 'assets/home-uz.js', 'assets/Panel.js', 'sw.js'])
      expect(kept).not.toContain(file);
  });

  it('ask for texts in every way that code does', () => {
    const asks = "useText('a'); useText('machines/b'); say('c:x.y', {}); t('d:z'); loadTexts('e', 'f/g'); t('own.key')";
    expect(namespacesIn(asks).sort()).toEqual(['a', 'c', 'd', 'e', 'f/g', 'machines/b']);
  });
});

const ORIGIN = 'https://idora.uz';
const release = (version: string, files: string[] = ['/', '/boot.js', '/assets/a.js']) => ({ version, files });

function makeWorld() {
  const stores = new Map<string, Map<string, Response>>();
  const pathOf = (key: RequestInfo | URL) =>
    new URL(typeof key === 'string' ? key : (key as Request).url, ORIGIN).pathname;
  const open = async (name: string) => {
    const store = stores.get(name) ?? new Map<string, Response>();
    stores.set(name, store);
    return {
      match: async (key: RequestInfo | URL) => store.get(pathOf(key))?.clone(),
      put: async (key: RequestInfo | URL, answer: Response) => void store.set(pathOf(key), answer),
      async addAll(requests: Request[]) {
        const answers = await Promise.all(requests.map((request) => world.fetch(request)));
        if (answers.some(({ ok }) => !ok)) throw new TypeError('not all of it came');
        for (const [at, answer] of answers.entries()) store.set(pathOf(requests[at] as Request), answer);
      },
    };
  };
  const world = {
    /** What the server has; null is a network that is gone. */
    server: new Map<string, string | number>() as Map<string, string | number> | null,
    silent: false,
    asked: [] as Request[],
    waited: [] as number[],
    origin: ORIGIN,
    async fetch(request: Request): Promise<Response> {
      world.asked.push(request);
      if (world.server === null) throw new TypeError('Failed to fetch');
      if (world.silent) return new Promise(() => {});
      const found = world.server.get(pathOf(request));
      return typeof found === 'string' ? new Response(found) : new Response('', { status: found ?? 404 });
    },
    async wait(milliseconds: number) {
      world.waited.push(milliseconds);
      // an answer that is there is earlier than any wait
      await new Promise((done) => setTimeout(done, world.silent ? 0 : 60_000).unref?.());
    },
    stores,
    caches: {
      open,
      keys: async () => [...stores.keys()],
      delete: async (name: string) => stores.delete(name),
      async match(key: RequestInfo | URL) {
        for (const name of stores.keys()) {
          const found = await (await open(name)).match(key);
          if (found !== undefined) return found;
        }
        return undefined;
      },
    } as unknown as CacheStorage,
  };
  return world;
}

const get = (path: string, more: Partial<Request> = {}) =>
  ({ url: ORIGIN + path, method: 'GET', mode: 'cors', cache: 'default', ...more }) as Request;
const open = (path: string) => get(path, { mode: 'navigate' });

async function installed() {
  const world = makeWorld();
  for (const file of ['/', '/boot.js', '/assets/a.js', '/config.json']) world.server?.set(file, `one ${file}`);
  const worker = offline(release('one'), world);
  await worker.install();
  world.asked.length = 0;
  return { world, worker };
}

const textOf = async (answer: Promise<Response> | null) => (await answer)?.text();

describe('the service worker', () => {
  it('opens every address of the app from what it kept when the network is gone', async () => {
    const { world, worker } = await installed();
    world.server = null;
    for (const path of ['/', '/repositories/act-of-counting/1/counters/2?x=1'])
      expect(await textOf(worker.answer(open(path)))).toBe('one /');
    expect(await textOf(worker.answer(get('/boot.js')))).toBe('one /boot.js');
    expect(await textOf(worker.answer(get('/config.json')))).toBe('one /config.json');
    expect(await textOf(worker.answer(get('/assets/a.js')))).toBe('one /assets/a.js');
  });

  it('asks the network first for the page, and believes no gateway that answers for a server that is gone', async () => {
    const { world, worker } = await installed();
    world.server?.set('/', 'two /');
    expect(await textOf(worker.answer(open('/')))).toBe('two /');
    world.server?.set('/', 502);
    expect(await textOf(worker.answer(open('/')))).toBe('one /');
  });

  it('does not wait for a silent network longer than it says', async () => {
    const { world, worker } = await installed();
    world.silent = true;
    expect(await textOf(worker.answer(open('/')))).toBe('one /');
    expect(world.waited).toEqual([PATIENCE]);
  });

  it('fetches a file of a release once', async () => {
    const { world, worker } = await installed();
    expect(await textOf(worker.answer(get('/assets/a.js')))).toBe('one /assets/a.js');
    expect(world.asked).toEqual([]);
  });

  it('leaves calls, what others answer, and the question whether the server is there to the browser', async () => {
    const { worker } = await installed();
    for (const request of [
      get('/warehouse/api/act_of_count/index'),
      open('/cash/api/files/7'),
      open('/openapi.json'),
      open('/healthz'),
      get('/config.json', { cache: 'no-store' }),
      get('/assets/a.js', { method: 'POST' }),
      { ...get('/'), url: 'https://elsewhere.uz/assets/a.js' } as Request,
    ])
      expect(worker.answer(request), request.url).toBeNull();
  });

  it('keeps nothing that a call answers, and the newest addresses of the hosts', async () => {
    const { world, worker } = await installed();
    world.server?.set('/config.json', 'other hosts');
    await worker.answer(get('/config.json'));
    world.server = null;
    expect(await textOf(worker.answer(get('/config.json')))).toBe('other hosts');
    expect([...(world.stores.get('idora-one')?.keys() ?? [])].sort()).toEqual([
      '/',
      '/assets/a.js',
      '/boot.js',
      '/config.json',
    ]);
  });

  it('asks past the browser’s cache for what has the same name in every release', async () => {
    const world = makeWorld();
    for (const file of ['/', '/boot.js', '/assets/a.js', '/config.json']) world.server?.set(file, file);
    await offline(release('one'), world).install();
    const asked = world.asked.map(({ url, cache }) => [new URL(url).pathname, cache]);
    expect(Object.fromEntries(asked)).toEqual({
      '/': 'no-cache',
      '/boot.js': 'no-cache',
      '/config.json': 'no-cache',
      '/assets/a.js': 'default',
    });
  });

  it('is not installed by halves', async () => {
    const world = makeWorld();
    world.server?.set('/', 'one');
    await expect(offline(release('one'), world).install()).rejects.toThrow();
  });

  it('takes over with its own page, keeps the files of the release before for pages still open, and drops older ones', async () => {
    const { world } = await installed();
    let worker = offline(release('one'), world);
    for (const version of ['two', 'three']) {
      for (const file of ['/', '/boot.js', `/assets/${version}.js`]) world.server?.set(file, `${version} ${file}`);
      worker = offline(release(version, ['/', '/boot.js', `/assets/${version}.js`]), world);
      await worker.install();
      await worker.activate();
    }
    await world.caches.open('other');
    expect([...world.stores.keys()]).toEqual(['idora-two', 'idora-three', 'other']);
    world.server = null;
    expect(await textOf(worker.answer(open('/')))).toBe('three /');
    expect(await textOf(worker.answer(get('/assets/two.js')))).toBe('two /assets/two.js');
    await expect(worker.answer(get('/assets/a.js'))).rejects.toThrow('Failed to fetch');
  });
});

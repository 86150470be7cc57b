/**
 * What the service worker answers: the files of one release, kept when it was installed, so that the app opens without a
 * network. Of the server's answers it keeps nothing but the addresses of its hosts.
 */

export interface Release {
  /** Changes with each of the files. */
  readonly version: string;
  /** Addresses of the files, the page itself as `/`. */
  readonly files: readonly string[];
}

export interface World {
  readonly caches: CacheStorage;
  readonly fetch: (request: Request) => Promise<Response>;
  readonly wait: (milliseconds: number) => Promise<void>;
  readonly origin: string;
}

/** How long the network is waited for when a kept file is there. */
export const PATIENCE = 3_000;

const PREFIX = 'idora-';
const PAGE = '/';
const CONFIG = '/config.json';
/** Beside the page itself these have no name of their own for each release. */
const UNNAMED: readonly string[] = ['/boot.js', CONFIG];
/** Addresses that the server answers and no page of the app. */
const SERVERS = /^\/\w+\/api\/|^\/(?:config|openapi)\.json$|^\/healthz$/;

export function offline({ version, files }: Release, { caches, fetch, wait, origin }: World) {
  const name = PREFIX + version;

  /** From the network; what is kept when it fails or is silent for too long. */
  async function fresh(request: Request, key: string): Promise<Response> {
    const cache = await caches.open(name);
    const coming = fetch(request);
    try {
      const answer = await Promise.race([coming, wait(PATIENCE)]);
      if (answer === undefined) return (await cache.match(key)) ?? (await coming);
      if (key === CONFIG && answer.ok) await cache.put(key, answer.clone());
      // a gateway that answers for a server that is gone is no better than none
      return answer.status < 500 ? answer : ((await cache.match(key)) ?? answer);
    } catch (error) {
      const kept = await cache.match(key);
      if (kept === undefined) throw error;
      return kept;
    }
  }

  return {
    /** All files or none: a release that is replaced meanwhile is not kept in halves. */
    async install(): Promise<void> {
      const cache = await caches.open(name);
      const named = (file: string) => file.startsWith('/assets/');
      await cache.addAll(
        [...files, CONFIG].map((file) => new Request(origin + file, { cache: named(file) ? 'default' : 'no-cache' })),
      );
    },

    /** Pages that are still open may need parts of the release before this one; what is older goes. */
    async activate(): Promise<void> {
      const kept = (await caches.keys()).filter((one) => one.startsWith(PREFIX) && one !== name);
      await Promise.all(kept.slice(0, -1).map((old) => caches.delete(old)));
    },

    /** The answer to a request, or null where the browser goes on by itself. */
    answer(request: Request): Promise<Response> | null {
      const { origin: from, pathname } = new URL(request.url);
      // whoever asks past every cache wants to know whether the server is there
      if (request.method !== 'GET' || from !== origin || request.cache === 'no-store') return null;
      if (pathname.startsWith('/assets/'))
        return caches.match(request, { ignoreVary: true }).then((kept) => kept ?? fetch(request));
      if (UNNAMED.includes(pathname)) return fresh(request, pathname);
      return request.mode === 'navigate' && !SERVERS.test(pathname) ? fresh(request, PAGE) : null;
    },
  };
}

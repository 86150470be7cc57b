/** The service worker: its events. The build writes in which files it keeps (build/serviceWorker.ts). */
import { offline, type Release } from './serve.ts';

declare const __RELEASE__: Release;

interface WorkerEvent extends Event {
  waitUntil(done: Promise<unknown>): void;
}
interface FetchEvent extends WorkerEvent {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}
interface Scope {
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: WorkerEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void;
}

const scope = globalThis as unknown as Scope;
const served = offline(__RELEASE__, {
  caches,
  fetch: (request) => globalThis.fetch(request),
  wait: (milliseconds) => new Promise((done) => setTimeout(done, milliseconds)),
  origin: location.origin,
});

// the next load is the new release's already; a page that is open keeps the files of its own
scope.addEventListener('install', (event) => event.waitUntil(served.install().then(() => scope.skipWaiting())));
scope.addEventListener('activate', (event) => event.waitUntil(served.activate()));
scope.addEventListener('fetch', (event) => {
  const answer = served.answer(event.request);
  if (answer !== null) event.respondWith(answer);
});

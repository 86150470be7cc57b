/**
 * Calls of a page held, answered or lost. Unlike Playwright's `route`, which switches the browser's cache off and sends
 * every request of the page round through the test, only the calls named here are intercepted: a load costs half.
 */
import type { CDPSession, Page } from '@playwright/test';

interface Paused {
  readonly requestId: string;
  readonly request: { readonly url: string; readonly method: string; readonly postData?: string };
}

/** A call that waits for the test. Each way of ending it is silent when the page has given it up meanwhile. */
export class HeldCall {
  /** The test has passed, answered or lost it. */
  ended = false;

  constructor(
    private readonly session: CDPSession,
    private readonly paused: Paused,
  ) {}

  get url(): URL {
    return new URL(this.paused.request.url);
  }
  get method(): string {
    return this.paused.request.method;
  }
  /** The body that the call sends. */
  body<T>(): T {
    return JSON.parse(this.paused.request.postData ?? 'null') as T;
  }

  /** On to the server, with another body where one is given. */
  async pass(body?: object): Promise<void> {
    const { requestId } = this.paused;
    const postData = body && Buffer.from(JSON.stringify(body)).toString('base64');
    await this.#end(this.session.send('Fetch.continueRequest', { requestId, ...(postData && { postData }) }));
  }

  /** An answer instead of the server's. */
  async answer(status: number, body: object): Promise<void> {
    await this.#end(
      this.session.send('Fetch.fulfillRequest', {
        requestId: this.paused.requestId,
        responseCode: status,
        responseHeaders: [{ name: 'content-type', value: 'application/json' }],
        body: Buffer.from(JSON.stringify(body)).toString('base64'),
      }),
    );
  }

  /** No answer at all. */
  async lose(): Promise<void> {
    const { requestId } = this.paused;
    await this.#end(this.session.send('Fetch.failRequest', { requestId, errorReason: 'ConnectionFailed' }));
  }

  async #end(sent: Promise<unknown>): Promise<void> {
    this.ended = true;
    await sent.catch((error: Error) => {
      if (!/Invalid InterceptionId|closed/.test(error.message)) throw error;
    });
  }
}

const sessions = new WeakMap<Page, CDPSession[]>();

export interface Interceptor {
  /** Takes a call, which waits until it is passed, answered or lost. */
  hold(call: HeldCall): unknown;
  /** The page has given up a call that still waits. */
  drop?(call: HeldCall): void;
}

/** Hands the calls of the page to `by`, until `interceptNothing`. Of the address, `*` stands for any characters. */
export async function intercept(page: Page, address: string, by: Interceptor): Promise<void> {
  const session = await page.context().newCDPSession(page);
  sessions.set(page, [...(sessions.get(page) ?? []), session]);
  const taken: HeldCall[] = [];
  session.on('Fetch.requestPaused', (paused: Paused) => {
    const call = new HeldCall(session, paused);
    taken.push(call);
    by.hold(call);
  });
  page.on('requestfailed', (request) => {
    const call = taken.find(
      ({ ended, url, method }) => !ended && url.href === request.url() && method === request.method(),
    );
    if (call === undefined) return;
    call.ended = true;
    by.drop?.(call);
  });
  await session.send('Fetch.enable', { patterns: [{ urlPattern: address }] });
}

/** The page of a worker goes on to the next test: nothing of this one may hold its calls. */
export async function interceptNothing(page: Page): Promise<void> {
  const own = sessions.get(page) ?? [];
  sessions.delete(page);
  if (!page.isClosed()) await Promise.all(own.map((session) => session.detach().catch(() => {})));
}

/**
 * `GET /cash/api/notice/stream`: an open answer that says which readings have become old, for as long as the session lasts.
 * The browser reads it by `fetch`, because an `EventSource` cannot send the token. It has topics alone; what is new is
 * asked for by the calls themselves, which check the person's rights.
 *
 * It is no call of the contract: those have an answer that ends.
 */
import type { Hono } from 'hono';
import type { Nudge } from '../db/nudges.ts';
import type { Database } from '../db/open.ts';
import { personOf, type RouterOptions, type Vars } from '../http/router.ts';

export const STREAM_PATH = '/cash/api/notice/stream';

/** Proxies end what is silent for longer, and the browser takes longer silence for a lost connection. */
export const HEARTBEAT_MS = 20_000;
/** A browser needs one. More of a token are left behind by browsers that went without a word: the oldest is ended. */
const MOST_OF_TOKEN = 4;
/** Who has not read so many lines is not there any more. */
const MOST_UNREAD_LINES = 100;

const encoder = new TextEncoder();
const HEARTBEAT = encoder.encode(':\n\n');
const line = (topic: string) => encoder.encode(`data: ${topic}\n\n`);

interface Stream {
  readonly userId: number;
  readonly tokenHash: string;
  write(bytes: Uint8Array): void;
  end(): void;
}

/** The open streams of this process. */
class Streams {
  readonly #open = new Set<Stream>();
  readonly #database: Database;
  readonly #options: RouterOptions;
  #heartbeat: NodeJS.Timeout | undefined;
  #listening = false;
  #closed = false;

  constructor(options: RouterOptions) {
    this.#database = options.database;
    this.#options = options;
  }

  open(userId: number, tokenHash: string): ReadableStream<Uint8Array> {
    let stream: Stream;
    return new ReadableStream<Uint8Array>({
      start: (controller) => {
        stream = {
          userId,
          tokenHash,
          write(bytes) {
            if ((controller.desiredSize ?? 0) < -MOST_UNREAD_LINES) this.end();
            else controller.enqueue(bytes);
          },
          end: () => {
            if (this.#remove(stream)) controller.close();
          },
        };
        this.#add(stream);
        // the headers go out with the first bytes
        stream.write(HEARTBEAT);
        if (this.#closed) stream.end();
      },
      cancel: () => void this.#remove(stream),
    });
  }

  #add(stream: Stream): void {
    const others = [...this.#open].filter(({ tokenHash }) => tokenHash === stream.tokenHash);
    for (const old of others.slice(0, Math.max(0, others.length + 1 - MOST_OF_TOKEN))) old.end();
    this.#open.add(stream);
    this.#listen();
    this.#heartbeat ??= setInterval(() => {
      for (const one of this.#open) one.write(HEARTBEAT);
      this.#endRevoked();
    }, this.#options.heartbeatMs ?? HEARTBEAT_MS).unref();
  }

  /** Commands that open no stream need no connection to listen on. */
  #listen(): void {
    if (this.#listening) return;
    this.#listening = true;
    this.#database.nudges.listen({
      onNudge: (nudge) => this.#onNudge(nudge),
      onClose: () => {
        this.#closed = true;
        this.#endAll(() => true);
      },
    });
  }

  #remove(stream: Stream): boolean {
    const known = this.#open.delete(stream);
    if (this.#open.size === 0) {
      clearInterval(this.#heartbeat);
      this.#heartbeat = undefined;
    }
    return known;
  }

  #endAll(ends: (stream: Stream) => boolean): void {
    for (const stream of this.#open) if (ends(stream)) stream.end();
  }

  #onNudge({ topic, people }: Nudge): void {
    if (topic === 'sessions') {
      this.#endRevoked(people);
      return;
    }
    if (topic === 'days') return;
    const chosen = people && new Set(people);
    const bytes = line(topic);
    for (const stream of this.#open) if (chosen?.has(stream.userId) !== false) stream.write(bytes);
  }

  /** Ends the streams whose token is valid no longer, with one question for all of them. */
  #endRevoked(people?: readonly number[]): void {
    const asked = [...this.#open].filter(({ userId }) => people?.includes(userId) !== false);
    if (asked.length === 0) return;
    this.#validOf(asked.map(({ tokenHash }) => tokenHash)).then(
      (valid) => this.#endAll((stream) => asked.includes(stream) && !valid.has(stream.tokenHash)),
      // asked again with the next heartbeat
      (error: unknown) => this.#options.log('warn', 'sessions of streams not read', { error: String(error) }),
    );
  }

  async #validOf(hashes: readonly string[]): Promise<ReadonlySet<string>> {
    const rows = await this.#database.kysely
      .selectFrom('session_token')
      .innerJoin('app_user', 'app_user.id', 'session_token.user_id')
      .select('token_hash')
      .where('token_hash', 'in', [...new Set(hashes)])
      .where('revoked_at', 'is', null)
      .where('expires_at', '>', this.#options.clock())
      .where('app_user.active', '=', true)
      .execute();
    return new Set(rows.map((row) => row.token_hash));
  }
}

export function addNoticeStream(router: Hono<Vars>, options: RouterOptions): void {
  const streams = new Streams(options);
  router.get(STREAM_PATH, async (c) => {
    const { id, tokenHash } = await personOf(c, options);
    return c.body(streams.open(id, tokenHash), 200, {
      'content-type': 'text/event-stream',
      'cache-control': 'no-store, no-transform',
      // nginx hands it on at once
      'x-accel-buffering': 'no',
    });
  });
}

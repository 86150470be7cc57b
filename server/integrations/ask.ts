/**
 * One request to an outside service: the name is resolved first, every address it has is checked, and exactly those are
 * connected to, so that a second resolution cannot lead elsewhere. Redirects are not followed, the body is not read.
 */
import { lookup } from 'node:dns/promises';
import * as http from 'node:http';
import * as https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { CheckResult, Network } from '../../contract/integrations.ts';
import { forbiddenNetwork } from './addresses.ts';

export interface Resolved {
  readonly address: string;
  readonly family: number;
}

export interface Outside {
  /** Own networks may be asked (`PRIVATE_ADDRESSES=on`). */
  readonly allowPrivate?: boolean;
  readonly resolve?: (host: string) => Promise<readonly Resolved[]>;
}

export interface Asked {
  readonly address: string;
  readonly key: string | null;
  /** Milliseconds for all of it. */
  readonly timeLimit: number;
}

export interface Found {
  readonly result: CheckResult;
  readonly status: number | null;
  readonly ms: number;
  readonly reason: Network | null;
}

type Outcome = Omit<Found, 'ms'>;

const nothing = (result: CheckResult, reason: Network | null = null): Outcome => ({ result, status: null, reason });

/** What a status says of the connection. */
export function resultOf(status: number): CheckResult {
  if (status === 401 || status === 403) return 'key_refused';
  if (status >= 400) return 'error_answer';
  return status >= 300 ? 'redirect' : 'answered';
}

/** Codes of OpenSSL have no prefix of their own. */
const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO|LEAF_SIGNATURE|ALTNAME/;

export function resultOfError({ code = '' }: { code?: string }): CheckResult {
  if (/^(ENOTFOUND|ENODATA|EAI_)/.test(code)) return 'unknown_host';
  return CERTIFICATE.test(code) ? 'bad_certificate' : 'no_connection';
}

const resolveAll = (host: string) => lookup(host, { all: true });

/** A key goes over HTTPS alone, or to a network of one's own, which nobody else reads. */
export const carriesKey = (url: URL, networks: readonly (Network | null)[]): boolean =>
  url.protocol === 'https:' || networks.every((network) => network !== null);

/** The addresses of a host; one that is written as an address is its own. */
async function addressesOf(host: string, resolve: (host: string) => Promise<readonly Resolved[]>) {
  const family = isIP(host);
  return family === 0 ? resolve(host) : [{ address: host, family }];
}

/** A lookup that knows the answer. */
const pinned =
  (addresses: readonly Resolved[]): LookupFunction =>
  (_, options, done) => {
    const [first] = addresses as [Resolved];
    if (options.all) done(null, [...addresses]);
    else done(null, first.address, first.family);
  };

function send(url: URL, host: string, addresses: readonly Resolved[], key: string | null, signal: AbortSignal) {
  const isSecure = url.protocol === 'https:';
  return new Promise<number>((resolve, reject) => {
    const request = (isSecure ? https : http).request({
      host,
      ...(url.port !== '' && { port: url.port }),
      path: `${url.pathname}${url.search}`,
      method: 'GET',
      headers: { accept: '*/*', 'user-agent': 'Idora', ...(key !== null && { authorization: `Bearer ${key}` }) },
      agent: false,
      lookup: pinned(addresses),
      signal,
    });
    request.on('response', (response) => {
      resolve(response.statusCode as number);
      // what it says may be long, and is nobody's here
      response.destroy();
    });
    request.on('error', reject);
    request.end();
  });
}

/** Asks once. Never throws. */
export async function ask({ address, key, timeLimit }: Asked, outside: Outside = {}): Promise<Found> {
  const { allowPrivate = false, resolve = resolveAll } = outside;
  const began = performance.now();
  const ended = new AbortController();
  const over = new Promise<Outcome>((done) => {
    ended.signal.addEventListener('abort', () => done(nothing('timeout')));
  });
  const timer = setTimeout(() => ended.abort(), timeLimit);

  async function outcome(): Promise<Outcome> {
    try {
      const url = new URL(address);
      const host = url.hostname.replace(/^\[|\]$/g, '');
      const addresses = await addressesOf(host, resolve);
      if (addresses.length === 0) return nothing('unknown_host');
      const networks = addresses.map((one) => forbiddenNetwork(one.address));
      const forbidden = networks.find((network) => network !== null);
      if (forbidden && !allowPrivate) return nothing('forbidden_address', forbidden);
      const status = await send(url, host, addresses, carriesKey(url, networks) ? key : null, ended.signal);
      return { result: resultOf(status), status, reason: null };
    } catch (error) {
      return nothing(ended.signal.aborted ? 'timeout' : resultOfError(error as { code?: string }));
    }
  }

  try {
    const found = await Promise.race([outcome(), over]);
    return { ...found, ms: Math.round(performance.now() - began) };
  } finally {
    clearTimeout(timer);
  }
}

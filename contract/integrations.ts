/**
 * Cash service: connections to outside services (areas 4.4 `/settings/integration-settings`, `/settings/aloqabank`) and
 * their test calls. Extensions: the specification names the pages alone.
 */
import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { dataOf, instant, Person } from './common.ts';
import { bool, date, link, oneOf, quantity, secret } from './directory/fields.ts';

/** What a test call found, the good one first. */
export const CHECK_RESULTS = [
  'answered',
  /** 401 or 403. */
  'key_refused',
  /** Another status of 400 and more. */
  'error_answer',
  /** It answers with another address, which is not asked. */
  'redirect',
  'timeout',
  'unknown_host',
  'no_connection',
  'bad_certificate',
  /** The address is of an own network: `reason` says which. */
  'forbidden_address',
] as const;
export type CheckResult = (typeof CHECK_RESULTS)[number];

/** Networks that no test call reaches. */
export const NETWORKS = ['loopback', 'link_local', 'private', 'metadata', 'reserved'] as const;
export type Network = (typeof NETWORKS)[number];

/** Time limits of a call, in milliseconds. */
const LEAST_MS = 100;
const MOST_MS = 30_000;
const MAX_KEY = 500;

/** Figures of a connection; `time_limit` in milliseconds. */
export const connection = {
  address: link(),
  time_limit: quantity({ min: LEAST_MS, max: MOST_MS }),
  enabled: bool(),
};
export const serviceKey = () => secret(MAX_KEY, { optional: true });
/** `serviceKey` where there is no connection without one. */
export const neededKey = () => secret(MAX_KEY);

/** What test calls found: the last one with its day, and how many failed in the last 24 hours where there were any. */
export const checked = {
  last_answer: oneOf(CHECK_RESULTS, { optional: true }),
  checked: date({ optional: true }),
  errors: quantity({ optional: true }),
};

/** One test call. */
export const Check = z.object({
  id: z.int(),
  at: instant(),
  by: Person,
  result: z.enum(CHECK_RESULTS),
  /** Of HTTP; null where nothing answered. */
  status: z.nullable(z.int()),
  /** Until the head of the answer, or until it was given up. */
  ms: z.int(),
  reason: z.nullable(z.enum(NETWORKS)),
});
export type Check = z.infer<typeof Check>;

/** The last test calls of what a revision is for, the newest first. */
export const LAST_CHECKS = 10;

export const integrationSettingChecks = defineCall({
  id: 'integrationSettingChecks',
  service: 'cash',
  method: 'GET',
  path: '/integration_setting/checks/{id}',
  response: dataOf(z.array(Check)),
});

export const integrationSettingCheck = defineCall({
  id: 'integrationSettingCheck',
  service: 'cash',
  method: 'POST',
  path: '/integration_setting/check/{id}',
  stale: ['integrationSettingIndex', 'integrationSettingChecks'],
  response: dataOf(Check),
});

export const aloqabankConnectionChecks = defineCall({
  id: 'aloqabankConnectionChecks',
  service: 'cash',
  method: 'GET',
  path: '/aloqabank_connection/checks/{id}',
  response: dataOf(z.array(Check)),
});

export const aloqabankConnectionCheck = defineCall({
  id: 'aloqabankConnectionCheck',
  service: 'cash',
  method: 'POST',
  path: '/aloqabank_connection/check/{id}',
  stale: ['aloqabankConnectionIndex', 'aloqabankConnectionChecks'],
  response: dataOf(Check),
});

export const integrationCalls = [
  integrationSettingChecks,
  integrationSettingCheck,
  aloqabankConnectionChecks,
  aloqabankConnectionCheck,
] as const;

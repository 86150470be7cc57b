import { beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { loadUser, signIn } from '../../contract/cash.ts';
import { actIndex, actShow, actUpdate } from '../../contract/counting/acts.ts';
import { addCommentary } from '../../contract/counting/comments.ts';
import { counterUpdate } from '../../contract/counting/counters.ts';
import { ApiError, newKey, onForbidden, onStale, onUnauthorized, request } from '../../src/api/client.ts';
import { baseOf, setHosts } from '../../src/api/config.ts';
import { keyOf, queryClient } from '../../src/api/queries.ts';
import { storeToken } from '../../src/api/token.ts';
import { loadTexts } from '../../src/i18n/index.ts';

let asked: Request[] = [];
let answers: (() => Response | Promise<Response>)[] = [];

const json = (status: number, body: unknown) => () =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } });
const refusal = (status: number, code: string) =>
  json(status, { message: 'Boʻlmadi', code, request_id: '7f3a-91c2', state: 'counting', allowed: ['act.cancel'] });

beforeAll(() => loadTexts());
beforeEach(() => {
  asked = [];
  answers = [];
  setHosts({});
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    asked.push(new Request(input, init));
    const answer = answers.shift();
    if (answer === undefined) throw new TypeError('Failed to fetch');
    return answer();
  });
});

const failureOf = async (call: Promise<unknown>): Promise<ApiError> => {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ApiError);
  return error as ApiError;
};

describe('request', () => {
  it('sends token, language, row version and key', async () => {
    storeToken('abc');
    answers = [refusal(409, 'stale')];
    const key = newKey();
    const body = { organization_id: 3, comment: 'Choraklik' };
    await failureOf(request(actUpdate, { params: { id: 7 }, body, ifMatch: 4, key }));
    const [sent] = asked;
    expect(sent?.url).toBe(`${window.location.origin}/warehouse/api/act_of_count/update/7`);
    expect(sent?.method).toBe('PUT');
    expect(sent?.headers.get('Authorization')).toBe('Bearer abc');
    expect(sent?.headers.get('Accept-Language')).toBe('uz');
    expect(sent?.headers.get('Content-Type')).toContain('application/json');
    expect(sent?.headers.get('If-Match')).toBe('4');
    expect(sent?.headers.get('Idempotency-Key')).toBe(key);
    expect(key).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(await sent?.json()).toEqual(body);
  });

  it('leaves out what is not asked for', async () => {
    answers = [refusal(403, 'forbidden')];
    await failureOf(request(actIndex, { query: { page: 2, organization_id: undefined } }));
    expect(asked[0]?.url).toMatch(/\/index\?page=2$/);
    expect(asked[0]?.headers.has('Authorization')).toBe(false);
  });

  it('sends a form where the call is one', async () => {
    answers = [refusal(413, 'too_large')];
    const file = new File(['%PDF'], 'dalolatnoma.pdf', { type: 'application/pdf' });
    await failureOf(request(addCommentary, { body: { act_of_count_id: 7, comment: 'Bor', file } }));
    expect(asked[0]?.headers.get('Content-Type')).not.toContain('application/json');
  });

  it('throws the server’s refusal whole', async () => {
    answers = [refusal(409, 'not_allowed_now')];
    const error = await failureOf(request(signIn, { body: { username: 'a', password: 'b' } }));
    expect(error).toMatchObject({ status: 409, code: 'not_allowed_now', message: 'Boʻlmadi', requestId: '7f3a-91c2' });
    expect(error.body?.allowed).toEqual(['act.cancel']);
  });

  it('reports when nobody answers, and when the answer breaks the contract', async () => {
    expect(await failureOf(request(loadUser))).toMatchObject({ status: 0, code: 'network', body: null });
    answers = [json(200, { data: { id: 'seven' } })];
    expect(await failureOf(request(loadUser))).toMatchObject({ status: 200, code: 'bad_answer' });
    answers = [() => new Response('<h1>Bad gateway</h1>', { status: 502 })];
    expect(await failureOf(request(loadUser))).toMatchObject({ status: 502, code: 'http', body: null });
  });

  it('waits for an answer as long as it takes', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const HOUR = 3_600_000;
    answers = [() => new Promise((answered) => setTimeout(() => answered(refusal(403, 'forbidden')()), HOUR))];
    const failure = failureOf(request(loadUser));
    await vi.advanceTimersByTimeAsync(HOUR - 1);
    expect(asked[0]?.signal.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(await failure).toMatchObject({ status: 403, code: 'forbidden' });
  });

  it('reports a rejected token once, and only the stored one', async () => {
    const notified = vi.fn();
    const stop = onUnauthorized(notified);
    storeToken('first');
    answers = [refusal(401, 'unauthorized'), refusal(401, 'unauthorized')];
    await Promise.all([failureOf(request(loadUser)), failureOf(request(actIndex, {}))]);
    expect(notified).toHaveBeenCalledTimes(1);
    answers = [
      () => {
        storeToken('third');
        return refusal(401, 'unauthorized')();
      },
    ];
    storeToken('second');
    await failureOf(request(loadUser));
    expect(notified).toHaveBeenCalledTimes(1);
    stop();
  });

  it('reports each answer that a right is missing, with its code', async () => {
    const notified = vi.fn();
    const stop = onForbidden(notified);
    answers = [refusal(403, 'forbidden'), refusal(403, 'password_expired'), refusal(409, 'stale')];
    for (let at = 0; at < 3; at++) await failureOf(request(actIndex, {}));
    expect(notified.mock.calls).toEqual([['forbidden'], ['password_expired']]);
    stop();
    answers = [refusal(403, 'forbidden')];
    await failureOf(request(actIndex, {}));
    expect(notified).toHaveBeenCalledTimes(2);
  });
});

describe('hosts', () => {
  it('stay at the page’s origin by default', () => {
    const { origin } = window.location;
    expect(baseOf('cash')).toBe(`${origin}/cash/api`);
    expect(baseOf('statistics')).toBe(`${origin}/statistics/api`);
  });

  it('follow config.json, but for reports', () => {
    setHosts({
      BASE_HOST: 'https://api.example.uz/',
      STATISTICS_HOST: 'https://stat.example.uz/v1',
      DELIVERY_HOST: 'https://car.example.uz',
    });
    expect(baseOf('warehouse')).toBe('https://api.example.uz/warehouse/api');
    expect(baseOf('statistics')).toBe('https://stat.example.uz/v1');
    expect(baseOf('delivery')).toBe('https://car.example.uz');
    expect(baseOf('report')).toBe(`${window.location.origin}/report/api`);
  });
});

describe('what a writing call makes stale', () => {
  const SHOWN = keyOf(actShow, { id: 7 });
  const OTHER = keyOf(loadUser);
  const update = () => request(actUpdate, { params: { id: 7 }, body: { organization_id: 3, comment: '' }, ifMatch: 4 });
  const stale = (key: readonly unknown[]) => queryClient.getQueryState(key)?.isInvalidated;

  beforeEach(() => {
    queryClient.clear();
    queryClient.setQueryData(SHOWN, {});
    queryClient.setQueryData(OTHER, {});
  });

  it.each([
    ['it was done, even if the answer cannot be read', json(200, {})],
    ['somebody else was faster', refusal(409, 'stale')],
    ['its state does not allow it any more', refusal(409, 'not_allowed_now')],
    ['it is gone', refusal(404, 'not_found')],
  ])('is read again when %s', async (_, answer) => {
    answers = [answer];
    await failureOf(update());
    expect([stale(SHOWN), stale(OTHER)]).toEqual([true, false]);
  });

  it.each([
    ['what was written is refused', refusal(422, 'invalid')],
    ['the right is missing', refusal(403, 'forbidden')],
    ['the server failed', json(500, {})],
  ])('stays when %s', async (_, answer) => {
    answers = [answer];
    await failureOf(update());
    expect(stale(SHOWN)).toBe(false);
  });

  it('stays when no answer came, and after a reading call', async () => {
    await failureOf(update());
    answers = [refusal(404, 'not_found')];
    await failureOf(request(actShow, { params: { id: 7 } }));
    expect(stale(SHOWN)).toBe(false);
  });

  it('reaches every listener until it unsubscribes, once a call', async () => {
    const heard: (readonly string[])[] = [];
    const stop = onStale((ids) => void heard.push(ids));
    answers = [refusal(409, 'stale'), refusal(409, 'stale')];
    const rename = () => request(counterUpdate, { params: { id: 1 }, body: { title: 'A', user_id: 1 }, ifMatch: 1 });
    await failureOf(rename());
    stop();
    await failureOf(rename());
    expect(heard).toEqual([counterUpdate.stale]);
  });
});

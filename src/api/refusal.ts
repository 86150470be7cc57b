/** What a machine's actor rejects with, made from the error of the server or the network. */
import { type Refusal, RefusedError } from '../../contract/refusal.ts';
import { ApiError, messageOf } from './client.ts';

export const isStale = (error: unknown): boolean => error instanceof ApiError && error.code === 'stale';

export function refusalOf<Current = never>(error: unknown, current: Current | null = null): Refusal<Current> {
  if (!(error instanceof ApiError)) {
    const message = messageOf(error);
    return { kind: 'failed', message, code: 'internal', requestId: '', errors: {}, lines: [], current };
  }
  const { status, code, message, requestId = '', body } = error;
  const noAnswer = status === 0 || status >= 500 || code === 'bad_answer' || status === 429;
  return {
    kind: code === 'stale' ? 'stale' : noAnswer ? 'failed' : 'refused',
    message,
    code,
    requestId,
    errors: body?.errors ?? {},
    lines: body?.lines ?? [],
    current,
  };
}

/**
 * Sends it; what the server or the network refused is thrown as a `RefusedError`; one that `send` throws passes.
 * @param stored what is stored now, read when somebody else was faster and before the person is asked (decision 43).
 */
export async function orRefused<T, Stored>(
  send: () => Promise<T>,
  stored?: (error: ApiError) => Stored | Promise<Stored>,
): Promise<T> {
  try {
    return await send();
  } catch (error) {
    if (error instanceof RefusedError) throw error;
    if (stored === undefined || !(error instanceof ApiError) || error.code !== 'stale')
      throw new RefusedError(refusalOf(error));
    let current: Stored;
    try {
      current = await stored(error);
    } catch (unread) {
      throw new RefusedError(refusalOf(unread));
    }
    throw new RefusedError(refusalOf(error, current));
  }
}

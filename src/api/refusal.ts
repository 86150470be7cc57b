/** What a machine's actor rejects with, made from what the server or the network said. */
import type { Refusal } from '../../contract/refusal.ts';
import { ApiError, messageOf } from './client.ts';

export const isStale = (error: unknown): boolean => error instanceof ApiError && error.code === 'stale';

export function refusalOf<Standing = never>(error: unknown, current: Standing | null = null): Refusal<Standing> {
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

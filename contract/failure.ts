/** What went wrong with a call, as much of it as a machine keeps: JSON, no error objects. */
export interface Failure {
  /** HTTP status; 0 when no answer came. */
  readonly status: number;
  readonly code: string;
  /** The server's words, or the browser's, in the person's language. */
  readonly message: string;
  readonly requestId: string | null;
  /** Messages by field. */
  readonly fields: Readonly<Record<string, readonly string[]>>;
}

interface Thrown {
  status?: unknown;
  code?: unknown;
  message?: unknown;
  requestId?: unknown;
  body?: { errors?: Record<string, string[]> } | null;
}

export function failureOf(error: unknown): Failure {
  const thrown: Thrown = typeof error === 'object' && error !== null ? error : {};
  return {
    status: typeof thrown.status === 'number' ? thrown.status : 0,
    code: typeof thrown.code === 'string' ? thrown.code : 'unexpected',
    message: typeof thrown.message === 'string' ? thrown.message : '',
    requestId: typeof thrown.requestId === 'string' ? thrown.requestId : null,
    fields: thrown.body?.errors ?? {},
  };
}

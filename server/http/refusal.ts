import type { ErrorBody, ErrorCode } from '../../contract/common.ts';

export type Status = 400 | 401 | 403 | 404 | 409 | 413 | 422 | 429 | 500 | 503 | 507;

/** Message of a field: a key of `locales` under `fields`, with its figures. */
export interface FieldFault {
  readonly key: string;
  readonly values?: Record<string, string | number>;
}

/** A line that is the matter. Its words are a number as it is, or a key of `locales` under `lines`. */
export interface FaultyLine {
  product_variant_id: number;
  title: string;
  text?: string | FieldFault | undefined;
}

export interface RefusalExtra extends Pick<ErrorBody, 'state' | 'allowed' | 'current'> {
  lines?: readonly FaultyLine[];
  fields?: Record<string, FieldFault[]>;
  values?: Record<string, string | number>;
  /** There may be more faults than `fields` has. */
  stopped?: true;
  /** Who was faster: the last change of a row that the person saw as it was before. The message ends with it. */
  changed?: { who: string; time: string };
  /** A message other than the code's own. */
  messageKey?: string;
}

/** A step as it is counted when it is refused; the state is empty where the row was not looked at. */
export interface RefusedStep {
  readonly chart: string;
  readonly state: string;
  readonly event: string;
  /** That of the document that it would have moved; without one it counts for that of the person. */
  readonly branch?: number | undefined;
}

/** A refusal with its place in the error catalogue (decision 30); everything else that is thrown is a 500. */
export class Refusal extends Error {
  readonly status: Status;
  readonly code: ErrorCode;
  readonly extra: RefusalExtra;
  /** The step of a lifecycle that it refuses: by it refusals are counted. */
  step: RefusedStep | undefined;
  constructor(status: Status, code: ErrorCode, extra: RefusalExtra = {}) {
    super(code);
    this.status = status;
    this.code = code;
    this.extra = extra;
  }
}

export const unauthorized = () => new Refusal(401, 'unauthorized');
export const notFound = () => new Refusal(404, 'not_found');
export const forbidden = (messageKey?: string) => new Refusal(403, 'forbidden', messageKey ? { messageKey } : {});
export const conflict = (code: ErrorCode, extra: RefusalExtra = {}) => new Refusal(409, code, extra);
/** @param stopped a hundred faults were found, and the rest was not checked. */
export const invalid = (fields: Record<string, FieldFault[]>, stopped = false) =>
  new Refusal(422, 'validation', stopped ? { fields, stopped: true } : { fields });
export const invalidField = (field: string, key: string, values?: Record<string, string | number>) =>
  invalid({ [field]: [values ? { key, values } : { key }] });

/** What a storekeeper does to an output: scans one after another, and steps that are sent at once. */
import { useEffect, useRef, useState } from 'react';
import type { BodyOf } from '../../../contract/bodies.ts';
import type { ResponseOf } from '../../../contract/call.ts';
import {
  type Output,
  outputCount,
  outputExplain,
  outputPick,
  outputRelease,
  outputScan,
  outputShow,
} from '../../../contract/outputs.ts';
import { type Refusal, RefusedError } from '../../../contract/refusal.ts';
import { ApiError, messageOf, newKey, request } from '../../api/client.ts';
import { showAnswer } from '../../api/queries.ts';
import { orRefused, refusalOf } from '../../api/refusal.ts';
import { useTask } from '../../app/useTask.ts';
import { play } from '../../ui/sound.ts';

/** The answer is shown without another request. */
const show = (data: Output): void => showAnswer(outputShow, { id: data.id }, { data });

/** Why a unit leaves before an older one, in one's own words or by one of the usual reasons. */
export async function explainUnit(id: number, body: BodyOf<typeof outputExplain>, key: string): Promise<void> {
  const { data } = await orRefused(() => request(outputExplain, { params: { id }, body, key }));
  show(data);
}

type Action =
  | { type: 'pick' }
  | { type: 'release'; body: BodyOf<typeof outputRelease> }
  | { type: 'count'; body: BodyOf<typeof outputCount> }
  | { type: 'explain'; body: BodyOf<typeof outputExplain> };

async function send(id: number, version: number, action: Action, key: string): Promise<void> {
  const params = { id };
  if (action.type === 'explain') return explainUnit(id, action.body, key);
  const { data } = await orRefused(() => {
    switch (action.type) {
      case 'pick':
        return request(outputPick, { params, ifMatch: version, key });
      case 'release':
        return request(outputRelease, { params, body: action.body, key });
      case 'count':
        return request(outputCount, { params, body: action.body, key });
    }
  });
  show(data);
}

interface Scan {
  code: string;
  key: string;
  at: number;
}

/** The last scan that was answered. */
interface Scanned {
  variables?: Scan;
  data: ResponseOf<typeof outputScan> | null;
  error: ApiError | null;
}

export interface Scans extends Scanned {
  take: (scan: Scan) => void;
  /** A refused scan is no longer shown: the person went on. */
  forget: () => void;
}

const asApiError = (error: unknown): ApiError =>
  error instanceof ApiError ? error : new ApiError({ status: 0, code: 'network', message: messageOf(error) });

/** Scans of one output go one after another, however fast they come; each has its own key. */
export function useScans({ id }: Output): Scans {
  const [last, setLast] = useState<Scanned>({ data: null, error: null });
  const before = useRef<Promise<void>>(Promise.resolve());
  const gone = useRef(false);
  useEffect(() => {
    gone.current = false;
    return () => {
      gone.current = true;
    };
  }, []);
  const ask = async (scan: Scan): Promise<void> => {
    const { code, key } = scan;
    const answer = await request(outputScan, { params: { id }, body: { code }, key }).then(
      (data) => ({ data, error: null }),
      (error: unknown) => ({ data: null, error: asApiError(error) }),
    );
    play(answer.error === null ? 'taken' : 'refused');
    if (answer.data !== null) show(answer.data.data);
    if (!gone.current) setLast({ variables: scan, ...answer });
  };
  return {
    ...last,
    take(scan) {
      before.current = before.current.then(() => ask(scan));
    },
    forget: () => setLast((now) => (now.error === null ? now : { data: null, error: null })),
  };
}

export const newScan = (code: string): Scan => ({ code, key: newKey(), at: Date.now() });

export interface Steps {
  act: (action: Action) => void;
  busy: boolean;
  refusal: Refusal | null;
  dismiss: () => void;
}

/** Steps without a question, any number of them; sent again each leaves what it left. */
export function useSteps({ id, version }: Output): Steps {
  const task = useTask((action: Action) => send(id, version, action, newKey()));
  const { error } = task;
  return {
    act: (action) => task.begin(action),
    busy: task.busy,
    refusal: error === null ? null : error instanceof RefusedError ? (error.refusal as Refusal) : refusalOf(error),
    dismiss: task.forget,
  };
}

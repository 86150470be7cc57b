/** The workflow of a step on money with its real actor, and what the browser keeps of it. */
import { fromPromise } from 'xstate';
import { cashDocumentConfirm, cashDocumentCreate, cashDocumentPay } from '../../../contract/cashDocuments.ts';
import {
  type MoneyAnswer,
  type MoneyRequest,
  moneyStepMachine,
} from '../../../machines/moneyStep/moneyStep.machine.ts';
import { request as send } from '../../api/client.ts';
import { orRefused } from '../../api/refusal.ts';

/** Ids and sums alone: a personal number is in no storage (decision 98). */
const KEY = 'money-step';

export interface KeptStep {
  userId: number;
  request: MoneyRequest;
  key: string;
}

/** What was sent by this person from this browser and has no answer. */
export function keptStep(userId: number): KeptStep | null {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? 'null') as Partial<KeptStep> | null;
    if (kept?.userId !== userId || typeof kept.key !== 'string' || typeof kept.request?.kind !== 'string') return null;
    return kept as KeptStep;
  } catch {
    return null;
  }
}

/** The call of each kind; its body is what the page put together for it. */
async function take({ kind, id, body }: MoneyRequest, key: string): Promise<MoneyAnswer> {
  if (kind === 'confirm') {
    const { data, message } = await send(cashDocumentConfirm, { params: { id: id ?? 0 }, body: body as never, key });
    return { document: data, message };
  }
  const call = kind === 'putAside' ? cashDocumentCreate : cashDocumentPay;
  const { data, message } = await send(call, { body: body as never, key });
  return { document: data, message };
}

export const moneyStepOf = (userId: number) =>
  moneyStepMachine.provide({
    actors: {
      send: fromPromise<MoneyAnswer, { request: MoneyRequest; key: string }>(({ input: { request, key } }) =>
        orRefused(() => take(request, key)),
      ),
    },
    actions: {
      keepRequest: ({ context: { request, key } }) =>
        localStorage.setItem(KEY, JSON.stringify({ userId, request, key })),
      forgetRequest: () => localStorage.removeItem(KEY),
    },
  });

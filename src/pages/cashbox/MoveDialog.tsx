/** Prepaid money becomes another contract's of the same client in the same organization (decision 72). */
import { HTMLSelect } from '@blueprintjs/core';
import { useMemo, useState } from 'react';
import type { PrepaidClient } from '../../../contract/cashClients.ts';
import { clientDesk, prepaidMove } from '../../../contract/cashDocuments.ts';
import { formatNumber } from '../../../contract/figures.ts';
import { owedBy, prepaidOf } from '../../../contract/sale/allocation.ts';
import { request } from '../../api/client.ts';
import { useCall } from '../../api/queries.ts';
import { orRefused } from '../../api/refusal.ts';
import { useText } from '../../i18n/index.ts';
import { Failed } from '../../ui/Failed.tsx';
import { Field } from '../../ui/Field.tsx';
import { SkeletonRows } from '../../ui/loading.tsx';
import { QuestionDialog } from '../../ui/question/QuestionDialog.tsx';
import { FRESH } from '../../ui/record/useRecordPane.ts';
import { toastSuccess } from '../../ui/toasts.ts';
import { MoneyField } from './MoneyField.tsx';
import { MovePreview } from './MovePreview.tsx';

export function MoveDialog({ from, onClose }: { from: PrepaidClient; onClose: () => void }) {
  const t = useText('cashbox');
  const read = useCall(clientDesk, { query: { client_id: from.client.id } }, FRESH);
  const desk = read.data?.data.desks.find(({ organization }) => organization.id === from.organization.id);
  const [to, setTo] = useState<number | null>(null);
  // undefined: untouched, all that can be moved; null: emptied
  const [sum, setSum] = useState<number | null | undefined>(undefined);
  const targets = (desk?.contracts ?? []).filter(({ id, over }) => !over && id !== from.contract?.id);
  const target = targets.find(({ id }) => id === to) ?? targets[0];
  const source = from.contract?.id ?? null;
  const lies = desk === undefined ? 0 : prepaidOf(desk, source);
  const room = desk === undefined || target === undefined ? 0 : owedBy(target) - prepaidOf(desk, target.id);
  const most = Math.max(0, Math.min(lies, room));
  const amount = sum === undefined ? most : (sum ?? 0);
  const fault = faultOf();
  function faultOf(): string | undefined {
    const figures = { most: formatNumber(most), from: from.contract?.number ?? t('free'), to: target?.number ?? '' };
    if (amount > most || most === 0) return t(lies <= room ? 'move.overSource' : 'move.overTarget', figures);
    if (!Number.isInteger(amount)) return t('payment.whole');
    return amount < 1 ? t('move.least') : undefined;
  }
  const kept = useMemo(
    () => ({
      ...(to !== null && { to: { id: to, title: target?.number ?? `#${to}` } }),
      ...(sum !== undefined && sum !== null && { sum }),
    }),
    [to, target?.number, sum],
  );
  return (
    <QuestionDialog
      title={t('move.title')}
      command={t('move.do', { n: formatNumber(amount) })}
      disabled={desk === undefined || target === undefined || fault !== undefined}
      barred={desk?.day === null ? t('move.noDay') : null}
      reason={`new.prepaid.${from.client.id}.${from.contract?.id ?? 0}`}
      beside={{
        fields: kept,
        labels: new Map([
          ['to', t('move.to')],
          ['sum', t('sum')],
        ]),
        onTaken(fields) {
          setTo((fields.to as { id: number } | undefined)?.id ?? null);
          setSum(fields.sum as number | undefined);
        },
      }}
      onClose={onClose}
      onDone={onClose}
      onSend={async ({ reason, key }) => {
        const { message } = await orRefused(() =>
          request(prepaidMove, {
            key,
            body: {
              ...{ client_id: from.client.id, to_contract_id: target?.id ?? 0, amount, reason, mark: desk?.mark ?? '' },
              ...(from.contract !== null && { from_contract_id: from.contract.id }),
            },
          }),
        );
        toastSuccess(message);
      }}
    >
      <p>
        {t('move.text', {
          client: from.client.fullname,
          from: from.contract?.number ?? t('free'),
          n: formatNumber(from.prepaid),
        })}
      </p>
      {desk === undefined ? (
        read.error ? (
          <Failed title={t('failed')} error={read.error} onRetry={() => void read.refetch()} />
        ) : (
          <SkeletonRows rows={2} columns={[1]} />
        )
      ) : targets.length === 0 ? (
        <p className="muted">{t('move.nowhere')}</p>
      ) : (
        <>
          <Field label={t('move.to')} error={undefined}>
            {(wiring) => (
              <HTMLSelect
                {...wiring}
                fill
                value={target?.id}
                onChange={({ target: { value } }) => {
                  setTo(Number(value));
                  setSum(undefined);
                }}
                options={targets.map(({ id, number }) => ({ value: id, label: number ?? `#${id}` }))}
              />
            )}
          </Field>
          <MoneyField
            label={t('move.sum', { most: formatNumber(most) })}
            value={sum === undefined ? most : sum}
            disabled={false}
            error={fault}
            onChange={setSum}
          />
          {desk.day !== null && fault === undefined && target !== undefined && (
            <MovePreview desk={desk} from={source} to={target.id} amount={amount} />
          )}
        </>
      )}
    </QuestionDialog>
  );
}

/** What a contract owes is given up: what of each instalment, by which decision, and what the client owes afterwards. */
import { HTMLSelect } from '@blueprintjs/core';
import { useMemo, useState } from 'react';
import { type ContractDetails, contractAttached, contractWriteOff } from '../../../contract/sale/contracts.ts';
import { request } from '../../api/client.ts';
import { useCall } from '../../api/queries.ts';
import { orRefused } from '../../api/refusal.ts';
import { formatDate } from '../../format/dates.ts';
import { formatNumber } from '../../format/numbers.ts';
import { useText } from '../../i18n/index.ts';
import { Failed } from '../../ui/Failed.tsx';
import { Field } from '../../ui/Field.tsx';
import { FittingTable } from '../../ui/FittingTable.tsx';
import { SkeletonRows } from '../../ui/loading.tsx';
import { QuestionDialog } from '../../ui/question/QuestionDialog.tsx';
import { toastSuccess } from '../../ui/toasts.ts';

interface WriteOffDialogProps {
  contract: ContractDetails;
  /** What the client owes by all contracts. */
  clientOwed: number;
  onClose: () => void;
}

export default function WriteOffDialog({ contract, clientOwed, onClose }: WriteOffDialogProps) {
  const t = useText('sale');
  const params = { id: contract.id };
  const read = useCall(contractAttached.files, { params });
  const files = read.data?.data ?? [];
  const [chosen, setChosen] = useState<number | null>(null);
  const file = files.find(({ id }) => id === chosen) ?? files[0];
  const kept = useMemo(
    () => ({ ...(chosen !== null && { file: { id: chosen, title: file?.name ?? '' } }) }),
    [chosen, file?.name],
  );
  const rows = contract.instalments.flatMap(({ number, due, amount, paid, written_off }) => {
    const left = amount - paid - written_off;
    return left > 0 ? [{ number, due, left }] : [];
  });
  return (
    <QuestionDialog
      title={t('writeOff.title', { number: contract.number ?? `#${contract.id}` })}
      command={t('writeOff.do', { sum: formatNumber(contract.owed) })}
      intent="danger"
      disabled={file === undefined}
      reason={contract.id}
      beside={{
        fields: kept,
        labels: new Map([['file', t('writeOff.file')]]),
        onTaken: (fields) => setChosen((fields.file as { id: number } | undefined)?.id ?? null),
      }}
      onSend={async ({ reason, key }) => {
        const body = { reason, file_id: file?.id ?? 0 };
        const sent = { params, body, ifMatch: contract.version, key };
        toastSuccess((await orRefused(() => request(contractWriteOff, sent))).message);
      }}
      onClose={onClose}
      onDone={onClose}
    >
      <div className="stack">
        <p>{t('writeOff.text')}</p>
        <FittingTable>
          <table className="table" data-testid="write-off-rows">
            <thead>
              <tr>
                <th>№</th>
                <th>{t('due')}</th>
                <th className="end">{t('left')}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map(({ number, due, left }) => (
                <tr key={number}>
                  <td className="num">{number}</td>
                  <td className="num">{formatDate(due)}</td>
                  <td className="end num">{formatNumber(left)}</td>
                </tr>
              ))}
            </tbody>
            <tfoot>
              <tr>
                <td colSpan={2}>{t('inAll')}</td>
                <td className="end num">{formatNumber(contract.owed)}</td>
              </tr>
            </tfoot>
          </table>
        </FittingTable>
        <p data-testid="write-off-client">
          {t('writeOff.client', {
            client: contract.client,
            before: formatNumber(clientOwed),
            after: formatNumber(clientOwed - contract.owed),
          })}
        </p>
        {read.error ? (
          <Failed title={t('writeOff.failed')} error={read.error} onRetry={() => void read.refetch()} />
        ) : read.isPending ? (
          <SkeletonRows rows={1} columns={[1]} />
        ) : (
          <Field label={t('writeOff.file')} error={undefined}>
            {(wiring) => (
              <HTMLSelect
                {...wiring}
                fill
                value={file?.id}
                onChange={({ target: { value } }) => setChosen(Number(value))}
                options={files.map(({ id, name }) => ({ value: id, label: name }))}
              />
            )}
          </Field>
        )}
      </div>
    </QuestionDialog>
  );
}

/** A copy of the client's document takes the place of MyID: which file it is, and what of the card it is compared with. */
import { HTMLSelect } from '@blueprintjs/core';
import { useState } from 'react';
import { clientFiles } from '../../../contract/clientCard.ts';
import { client } from '../../../contract/directories/client.ts';
import { clientCopyConfirm, isCopy } from '../../../contract/myid.ts';
import { request } from '../../api/client.ts';
import { useCall } from '../../api/queries.ts';
import { orRefused } from '../../api/refusal.ts';
import { formatDate } from '../../format/dates.ts';
import { useText } from '../../i18n/index.ts';
import { Failed } from '../../ui/Failed.tsx';
import { Field } from '../../ui/Field.tsx';
import { FileLink } from '../../ui/files/FileLink.tsx';
import { SkeletonRows } from '../../ui/loading.tsx';
import { QuestionDialog } from '../../ui/question/QuestionDialog.tsx';
import { FRESH } from '../../ui/record/useRecordPane.ts';
import { toastSuccess } from '../../ui/toasts.ts';

export default function CopyDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const t = useText('directories/client');
  const params = { id };
  const card = useCall(client.calls.show, { params });
  const read = useCall(clientFiles, { params }, FRESH);
  const copies = (read.data?.data ?? []).filter(isCopy);
  const [chosen, setChosen] = useState<number | null>(null);
  // of several the person says which one is the copy
  const file = copies.length === 1 ? copies[0] : copies.find((one) => one.id === chosen);
  const { fullname = '', birth_date, documents = [], version } = card.data?.data ?? {};
  const failed = card.error ?? read.error;
  return (
    <QuestionDialog
      title={t('myid.copy.title', { name: fullname })}
      command={t('myid.copy.do')}
      disabled={version === undefined || file === undefined}
      barred={read.data !== undefined && copies.length === 0 ? t('myid.copy.none') : null}
      onSend={async ({ key }) => {
        const sent = { params, body: { file_id: file?.id ?? 0 }, ifMatch: version, key };
        toastSuccess((await orRefused(() => request(clientCopyConfirm, sent))).message);
      }}
      onClose={onClose}
      onDone={onClose}
    >
      <div className="stack">
        <p>{t('myid.copy.text')}</p>
        {failed ? (
          <Failed
            title={t('myid.copy.failed')}
            error={failed}
            onRetry={() => void Promise.all([card.refetch(), read.refetch()])}
          />
        ) : card.data === undefined || read.data === undefined ? (
          <SkeletonRows rows={3} columns={[1, 2]} />
        ) : (
          <>
            <dl className="facts">
              <dt>{t('fields.fullname')}</dt>
              <dd>{fullname}</dd>
              <dt>{t('fields.birth_date')}</dt>
              <dd className="num">{birth_date !== undefined && formatDate(birth_date)}</dd>
              {documents
                .filter(({ active }) => active)
                .map((one) => [
                  <dt key={`${one.id}.number`}>{t('myid.copy.document')}</dt>,
                  <dd key={one.id} className="code">
                    {one.number}
                  </dd>,
                ])}
            </dl>
            {copies.length > 0 && (
              <Field label={t('myid.copy.file')} error={undefined}>
                {(wiring) => (
                  <HTMLSelect
                    {...wiring}
                    fill
                    value={file?.id ?? ''}
                    onChange={({ target: { value } }) => setChosen(value === '' ? null : Number(value))}
                    options={[
                      ...(copies.length > 1 ? [{ value: '', label: t('myid.copy.choose') }] : []),
                      ...copies.map((one) => ({
                        value: one.id,
                        label: `${one.name} · ${one.document.kind} ${one.document.number ?? `#${one.document.id}`}`,
                      })),
                    ]}
                  />
                )}
              </Field>
            )}
            {file !== undefined && <FileLink key={file.id} file={file} preview />}
          </>
        )}
      </div>
    </QuestionDialog>
  );
}

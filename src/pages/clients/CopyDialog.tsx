/** A copy of the client's document takes the place of MyID: which file it is, and what of the card it is compared with. */
import { HTMLSelect } from '@blueprintjs/core';
import { useState } from 'react';
import { clientDocumentFiles } from '../../../contract/clientCard.ts';
import { client } from '../../../contract/directories/client.ts';
import { clientCopyConfirm, isCopy } from '../../../contract/myid.ts';
import { request } from '../../api/client.ts';
import { useCall } from '../../api/queries.ts';
import { orRefused } from '../../api/refusal.ts';
import { useUser } from '../../app/session.ts';
import { formatDate } from '../../format/dates.ts';
import { useText } from '../../i18n/index.ts';
import { Failed } from '../../ui/Failed.tsx';
import { Field } from '../../ui/Field.tsx';
import { FileLink } from '../../ui/files/FileLink.tsx';
import { SkeletonRows } from '../../ui/loading.tsx';
import { Reason } from '../../ui/Notice.tsx';
import { QuestionDialog } from '../../ui/question/QuestionDialog.tsx';
import { FRESH } from '../../ui/record/useRecordPane.ts';
import { toastSuccess } from '../../ui/toasts.ts';

export default function CopyDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const t = useText('directories/client');
  const params = { id };
  const card = useCall(client.calls.show, { params });
  const user = useUser();
  const own = useCall(client.attached.files, { params }, FRESH);
  const read = useCall(clientDocumentFiles, { params }, FRESH);
  const named = (read.data?.data ?? []).map(({ document, ...file }) => ({
    ...file,
    of: `${document.kind} ${document.number ?? `#${document.id}`}`,
  }));
  const all = [...(own.data?.data ?? []).map((file) => ({ ...file, of: t('myid.copy.ofCard') })), ...named].filter(
    isCopy,
  );
  // who brought a file does not check it
  const copies = all.filter(({ created_by }) => created_by.id !== user.id);
  const [chosen, setChosen] = useState<number | null>(null);
  // of several the person says which one is the copy
  const file = copies.length === 1 ? copies[0] : copies.find((one) => one.id === chosen);
  const { fullname = '', birth_date, documents = [], version } = card.data?.data ?? {};
  const failed = card.error ?? own.error ?? read.error;
  const isRead = read.data !== undefined && own.data !== undefined;
  return (
    <QuestionDialog
      title={t('myid.copy.title', { name: fullname })}
      command={t('myid.copy.do')}
      disabled={version === undefined || file === undefined}
      barred={isRead && copies.length === 0 ? t('myid.copy.none') : null}
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
            onRetry={() => void Promise.all([card.refetch(), own.refetch(), read.refetch()])}
          />
        ) : card.data === undefined || !isRead ? (
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
                        label: `${one.name} · ${one.of}`,
                      })),
                    ]}
                  />
                )}
              </Field>
            )}
            {all.length > copies.length && <Reason>{t('myid.copy.yours')}</Reason>}
            {file !== undefined && <FileLink key={file.id} file={file} preview />}
          </>
        )}
      </div>
    </QuestionDialog>
  );
}

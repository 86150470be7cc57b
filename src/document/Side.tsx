/** What hangs on a document: comments, files, and who did what. */
import { Button, Tab, Tabs } from '@blueprintjs/core';
import { useState } from 'react';
import type { AnyDirectory } from '../../contract/directory/directory.ts';
import { ruleFor } from '../../contract/directory/directory.ts';
import type { Attached, DocumentComment } from '../../contract/document/document.ts';
import type { HeldFile } from '../../contract/heldFile.ts';
import { isReplayed } from '../../contract/workflows.ts';
import type { RecordView } from '../../machines/recordPane/recordPane.machine.ts';
import { ApiError, messageOf, newKey, request } from '../api/client.ts';
import { useCall } from '../api/queries.ts';
import { useAllows, useUser } from '../app/session.ts';
import type { DirectoryPane } from '../directory/pane.tsx';
import { formatDateTime } from '../format/dates.ts';
import { formatNumber } from '../format/numbers.ts';
import { useText } from '../i18n/index.ts';
import { FileList } from '../ui/document/FileList.tsx';
import { Empty } from '../ui/Empty.tsx';
import { heldFile } from '../ui/files/files.ts';
import { Form } from '../ui/form/Form.tsx';
import { AreaField } from '../ui/form/fields.tsx';
import { maxLength, required } from '../ui/form/rules.ts';
import { useForm } from '../ui/form/useForm.ts';
import { SkeletonRows } from '../ui/loading.tsx';
import { RecordHistory } from '../ui/record/RecordHistory.tsx';
import type { RecordWords } from '../ui/record/words.ts';
import { Replay } from './Replay.tsx';

interface SideProps {
  directory: AnyDirectory;
  record: RecordView;
  words: RecordWords;
  history: DirectoryPane['calls']['directory']['useHistory'];
}

const COMMENTS = 'comments';

export function Side({ directory, record, words, history }: SideProps) {
  const t = useText('document');
  const [tab, setTab] = useState(COMMENTS);
  const calls = directory.attached as unknown as Attached;
  const params = { id: record.id };
  const comments = useCall(calls.comments, { params });
  const files = useCall(calls.files, { params });
  const counted = (title: string, rows: readonly unknown[] | undefined) => (
    <>
      {title}
      {rows !== undefined && rows.length > 0 && <span className="tab-count num">{formatNumber(rows.length)}</span>}
    </>
  );
  const mayWrite = useAllows(`${ruleFor(directory, 'add')}|${ruleFor(directory, 'edit')}`);
  const machine = directory.spec.chart?.machine ?? '';
  return (
    <aside className="document-side" aria-label={t('side')}>
      <Tabs id="document-tabs" selectedTabId={tab} onChange={(key) => setTab(String(key))} renderActiveTabPanelOnly>
        <Tab
          id={COMMENTS}
          title={counted(t('comments.title'), comments.data?.data)}
          panel={
            comments.isPending ? (
              <SkeletonRows rows={4} columns={[3, 1]} />
            ) : comments.error ? (
              <Empty kind="failed" title={t('comments.failed')} text={comments.error.message} />
            ) : (
              <Comments {...{ directory, record }} comments={comments.data.data} mayWrite={mayWrite} />
            )
          }
        />
        <Tab
          id="files"
          title={counted(t('files.title'), files.data?.data)}
          panel={
            files.isPending ? (
              <SkeletonRows rows={4} columns={[3, 1]} />
            ) : files.error ? (
              <Empty kind="failed" title={t('files.failed')} text={files.error.message} />
            ) : (
              <Files calls={calls} id={record.id} files={files.data.data} mayWrite={mayWrite} />
            )
          }
        />
        <Tab
          id="history"
          title={t('records:tabs.history')}
          panel={
            <>
              {isReplayed(machine) && <Replay machine={machine} id={record.id} />}
              <RecordHistory history={history} id={record.id} words={words} />
            </>
          }
        />
      </Tabs>
    </aside>
  );
}

interface CommentsProps extends Pick<SideProps, 'directory' | 'record'> {
  comments: readonly DocumentComment[];
  mayWrite: boolean;
}

function Comments({ directory, record, comments, mayWrite }: CommentsProps) {
  const t = useText('document');
  return (
    <div className="stack">
      {mayWrite && <Composer {...{ directory, record }} />}
      {comments.length === 0 ? (
        <p className="muted">{t('comments.nothing')}</p>
      ) : (
        <ul className="commentaries" data-testid="comments">
          {comments.map(({ id, comment, created_at, created_by }) => (
            <li key={id} className="commentary">
              <div className="row">
                <b className="grow">{created_by.fullname}</b>
                <time className="muted text-xs num" dateTime={created_at}>
                  {formatDateTime(created_at)}
                </time>
              </div>
              <p className="words">{comment}</p>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Words on the document; what was written stays until it is on the server. */
function Composer({ directory, record: { id } }: Pick<SideProps, 'directory' | 'record'>) {
  const t = useText('document');
  const { comment } = directory.attached as unknown as Attached;
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<string | null>(null);
  const form = useForm<{ comment: string }>({
    draft: { form: `record.${directory.spec.name}.comment`, of: id },
    initial: { comment: '' },
    rules: { comment: [required, maxLength(2000)] },
    busy,
    async onSave(body) {
      setBusy(true);
      setFailed(null);
      try {
        await request(comment, { params: { id }, body, key: newKey() });
        form.draft.drop();
        form.reset({ comment: '' });
      } catch (error) {
        setFailed(messageOf(error));
      }
      setBusy(false);
    },
  });
  return (
    <Form form={form} label={t('comments.write')}>
      <AreaField label={t('comments.write')} maxLength={2000} {...form.field('comment')} />
      {failed !== null && (
        <p className="field-help error" role="alert">
          {failed}
        </p>
      )}
      <Button
        text={t('comments.send')}
        loading={busy}
        disabled={!form.isDirty}
        onClick={() => form.save()}
        data-testid="comment-send"
      />
    </Form>
  );
}

interface FilesProps {
  calls: Attached;
  id: number;
  files: Parameters<typeof FileList>[0]['files'];
  mayWrite: boolean;
}

function Files({ calls, id, files, mayWrite }: FilesProps) {
  const user = useUser();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  async function send(what: () => Promise<unknown>): Promise<void> {
    setBusy(true);
    setError(undefined);
    try {
      await what();
    } catch (failure) {
      const said = failure instanceof ApiError ? failure.body?.errors?.file?.[0] : undefined;
      setError(said ?? messageOf(failure));
    }
    setBusy(false);
  }
  const add = (held: HeldFile) => {
    const file = heldFile(held);
    if (file !== undefined) void send(() => request(calls.upload, { params: { id }, body: { file }, key: newKey() }));
  };
  return (
    <FileList
      files={files}
      busy={busy}
      error={error}
      {...(mayWrite && {
        onAdd: add,
        onRemove: (file: { id: number }) =>
          void send(() => request(calls.deleteFile, { params: { id: file.id }, key: newKey() })),
        mayRemove: (file: { created_by: { id: number } }) => file.created_by.id === user.id,
      })}
    />
  );
}

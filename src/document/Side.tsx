/** What hangs on a document: comments, files, and who did what. */
import { Button, Tab, Tabs } from '@blueprintjs/core';
import { type JSX, type ReactNode, useState } from 'react';
import type { Attached, DocumentComment } from '../../contract/document/attached.ts';
import { messageOf, newKey, request } from '../api/client.ts';
import { useCall } from '../api/queries.ts';
import { formatDateTime } from '../format/dates.ts';
import { formatNumber } from '../format/numbers.ts';
import { useText } from '../i18n/index.ts';
import { Empty } from '../ui/Empty.tsx';
import { Form } from '../ui/form/Form.tsx';
import { AreaField } from '../ui/form/fields.tsx';
import { maxLength, required } from '../ui/form/rules.ts';
import { useForm } from '../ui/form/useForm.ts';
import { SkeletonRows } from '../ui/loading.tsx';
import { Files } from './Files.tsx';

interface SideProps {
  /** The document as its drafts know it. */
  name: string;
  attached: Attached;
  id: number;
  /** Whether the person adds comments and files. */
  mayWrite: boolean;
  /** Who did what. */
  history: JSX.Element;
  /** What stands above the tabs. */
  children?: ReactNode;
}

const COMMENTS = 'comments';

export function Side({ name, attached, id, mayWrite, history, children }: SideProps) {
  const t = useText('document');
  const tr = useText('records');
  // come with the window: the first file would hide it while they come, and the chosen tab would lose the focus
  useText('files');
  const [tab, setTab] = useState(COMMENTS);
  const params = { id };
  const comments = useCall(attached.comments, { params });
  const files = useCall(attached.files, { params });
  const counted = (title: string, rows: readonly unknown[] | undefined) => (
    <>
      {title}
      {rows !== undefined && rows.length > 0 && <span className="tab-count num">{formatNumber(rows.length)}</span>}
    </>
  );
  return (
    <aside className="document-side" aria-label={t('side')}>
      {children}
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
              <Comments {...{ name, attached, id, mayWrite }} comments={comments.data.data} />
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
              <Files calls={attached} id={id} files={files.data.data} mayWrite={mayWrite} />
            )
          }
        />
        <Tab id="history" title={tr('tabs.history')} panel={history} />
      </Tabs>
    </aside>
  );
}

interface CommentsProps extends Pick<SideProps, 'name' | 'attached' | 'id' | 'mayWrite'> {
  comments: readonly DocumentComment[];
}

function Comments({ comments, mayWrite, ...of }: CommentsProps) {
  const t = useText('document');
  return (
    <div className="stack">
      {mayWrite && <Composer {...of} />}
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
function Composer({ name, attached: { comment }, id }: Pick<SideProps, 'name' | 'attached' | 'id'>) {
  const t = useText('document');
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<string | null>(null);
  const form = useForm<{ comment: string }>({
    draft: { form: `record.${name}.comment`, of: id },
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

import { Button, TextArea } from '@blueprintjs/core';
import { EditIcon } from '@blueprintjs/icons';
import { useSelector } from '@xstate/react';
import type { ActDetails } from '../../../../contract/counting/acts.ts';
import { type CountCommentary, commentaryIndex } from '../../../../contract/counting/comments.ts';
import { newKey } from '../../../api/client.ts';
import { useCall } from '../../../api/queries.ts';
import { type KeyGroup, useKeys } from '../../../app/keys.ts';
import { useUser } from '../../../app/session.ts';
import { formatDateTime } from '../../../format/dates.ts';
import { useText } from '../../../i18n/index.ts';
import { Empty } from '../../../ui/Empty.tsx';
import { FileLink } from '../../../ui/files/FileLink.tsx';
import { FilePicker } from '../../../ui/files/FilePicker.tsx';
import { DraftOffer } from '../../../ui/form/drafts/DraftOffer.tsx';
import { SkeletonRows } from '../../../ui/loading.tsx';
import type { CommandActor } from './actors.ts';
import { LIVE_EVERY } from './Counters.tsx';
import type { Capabilities } from './commands.ts';
import type { WrittenComment } from './useComment.ts';

interface OneProps {
  comment: CountCommentary & { product?: string | null };
  command: CommandActor;
  mayEdit: boolean;
  onProduct?: (id: number) => void;
}

export function Commentary({ comment, command, mayEdit, onProduct }: OneProps) {
  const t = useText('counting');
  const { id } = useUser();
  const product = comment.product_variant_id;
  return (
    <li className="commentary">
      <div className="row">
        <b className="grow">{comment.created_by.fullname}</b>
        <time className="muted text-xs num" dateTime={comment.created_at}>
          {formatDateTime(comment.created_at)}
        </time>
        {mayEdit && comment.created_by.id === id && (
          <Button
            variant="minimal"
            size="small"
            icon={<EditIcon size={12} />}
            aria-label={t('comments.edit')}
            onClick={() =>
              command.send({
                type: 'command.ask',
                command: { type: 'comment.edit', commentId: comment.id, comment: comment.comment },
              })
            }
          />
        )}
      </div>
      {product !== null && comment.product && (
        <button type="button" className="link text-xs" onClick={() => onProduct?.(product)}>
          {comment.product}
        </button>
      )}
      <p className="words">{comment.comment}</p>
      {comment.updated_at !== null && (
        <p className="muted text-xs">{t('comments.edited', { time: formatDateTime(comment.updated_at) })}</p>
      )}
      {comment.file !== null && <FileLink file={comment.file} preview />}
    </li>
  );
}

interface CommentsProps {
  act: ActDetails;
  capabilities: Capabilities;
  command: CommandActor;
  onProduct: (id: number) => void;
}

export function Comments({ act, capabilities, command, onProduct }: CommentsProps) {
  const t = useText('counting');
  const comments = useCall(
    commentaryIndex,
    { params: { actId: act.id } },
    { refetchInterval: capabilities.open ? LIVE_EVERY : false },
  );
  if (comments.isPending) return <SkeletonRows rows={4} columns={[3, 1]} />;
  if (comments.error) return <Empty kind="failed" title={t('comments.failed')} text={comments.error.message} />;
  if (comments.data.data.length === 0) {
    return <Empty kind="nothing" title={t('comments.nothing')} text={t('comments.nothingText')} />;
  }
  return (
    <ul className="commentaries" data-testid="comments">
      {comments.data.data.map((comment) => (
        <Commentary
          key={comment.id}
          comment={comment}
          command={command}
          mayEdit={capabilities.may('comment.edit')}
          onProduct={onProduct}
        />
      ))}
    </ul>
  );
}

const KEYS: KeyGroup = { space: 'keys', title: 'form.title', rows: [['form.save', 'Ctrl', 'Enter']] };

interface ComposerProps {
  written: WrittenComment;
  capabilities: Capabilities;
  command: CommandActor;
}

/** Words and a file on the act itself; what was written stays until it is on the server. */
export function CommentComposer({ written, capabilities, command }: ComposerProps) {
  const t = useText('counting');
  const mayAdd = capabilities.may('comment.add');
  useKeys(mayAdd ? KEYS : null);
  const { text: comment, setText: setComment, file, setFile } = written;
  const busy = useSelector(command, (snapshot) => snapshot.hasTag('busy'));
  const errors = useSelector(command, ({ context }) =>
    context.command?.type === 'comment.add' ? context.refusal?.errors : undefined,
  );
  if (!mayAdd) return null;
  const send = () => {
    if (comment.trim() === '') return;
    command.send({
      type: 'command.do',
      command: { type: 'comment.add', comment: comment.trim(), file },
      key: newKey(),
    });
  };
  return (
    <form
      className="composer"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <DraftOffer draft={written.draft} />
      <TextArea
        fill
        autoResize
        maxLength={2000}
        placeholder={t('comments.write')}
        aria-label={t('comments.write')}
        value={comment}
        onChange={(event) => setComment(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
            event.preventDefault();
            send();
          }
        }}
      />
      {errors?.comment && (
        <div className="field-help error" role="alert">
          {errors.comment[0]}
        </div>
      )}
      <div className="row wrap">
        <FilePicker value={file} onChange={setFile} disabled={busy} error={errors?.file?.[0]}>
          {t('comments.file')}
        </FilePicker>
        <Button
          type="submit"
          className="end"
          disabled={comment.trim() === '' || busy}
          text={t('comments.send')}
          data-testid="comment-send"
        />
      </div>
    </form>
  );
}

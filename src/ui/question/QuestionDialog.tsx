/** Asks before a action, with the reason in one's own words where one is needed; nothing written is lost. */
import { Button, TextArea } from '@blueprintjs/core';
import { useSelector } from '@xstate/react';
import { type ReactNode, useId, useRef } from 'react';
import { REASON_LETTERS } from '../../../contract/reason.ts';
import { newKey } from '../../api/client.ts';
import { formatNumber } from '../../format/numbers.ts';
import { useText } from '../../i18n/index.ts';
import { AskDialog } from '../AskDialog.tsx';
import { Field } from '../Field.tsx';
import { DraftOffer } from '../form/drafts/DraftOffer.tsx';
import type { DraftPlace } from '../form/drafts/forms.ts';
import { Notice, Reason } from '../Notice.tsx';
import { RefusalNotice } from '../RefusalNotice.tsx';
import { useCancel, useFocusBack } from './useCancel.ts';
import { type KeptBeside, useReasonDraft } from './useReasonDraft.ts';
import './question.css';

export interface QuestionDialogProps {
  title: string;
  /** What follows from it. */
  children: ReactNode;
  /** The button's words: the action. */
  command: string;
  intent?: 'primary' | 'danger';
  /** Nothing is chosen that could be sent. */
  disabled?: boolean;
  /** Why it cannot be sent now, whatever is written: said in place of the refusal of who tried. */
  barred?: ReactNode;
  /** What follows is a table. */
  wide?: boolean;
  /** A reason must be written; of what it is: its draft is kept under that. */
  reason?: DraftPlace['of'] | false;
  /** What is asked for in place of a reason: its name, and the words while it is missing. */
  asks?: { readonly label: string; readonly missing: string };
  /** What is asked beside it: kept in the same draft. */
  beside?: KeptBeside;
  /** Rejects with `RefusedError`. */
  onSend: (sent: { reason: string; key: string }) => Promise<void>;
  onClose: () => void;
  onDone: () => void;
}

export function QuestionDialog(props: QuestionDialogProps) {
  const {
    title,
    children,
    command,
    intent = 'primary',
    disabled = false,
    barred = null,
    wide = false,
    reason = false,
    asks: named,
    beside,
    onSend,
    onClose,
    onDone,
  } = props;
  const t = useText('question');
  const why = useId();
  const asks = reason !== false;
  const actor = useCancel({
    input: asks ? { asksReason: false } : { asksWords: false },
    send: ({ words: { text }, key }) => onSend({ reason: text.trim(), key }),
    onClose,
    onDone,
  });
  const draft = useReasonDraft(actor, asks ? reason : null, beside);
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'));
  const leaving = useSelector(actor, (snapshot) => snapshot.hasTag('leaving'));
  const sendable = useSelector(actor, (snapshot) => snapshot.hasTag('sendable'));
  const { words, refusal } = useSelector(actor, (snapshot) => snapshot.context);
  const place = useRef<HTMLTextAreaElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useFocusBack(busy || leaving, asks ? place : button);
  const close = () => actor.send({ type: 'dialog.close' });
  const said = refusal?.errors.reason?.[0];
  const isBarred = barred !== null;
  return (
    <AskDialog
      title={title}
      held={busy}
      wide={wide}
      onClose={close}
      foot={
        leaving ? (
          <>
            <Button autoFocus intent="primary" text={t('stay')} onClick={() => actor.send({ type: 'leave.stay' })} />
            <Button text={t('leave')} onClick={() => actor.send({ type: 'leave.drop' })} />
          </>
        ) : (
          <>
            <Button
              // nothing is to be written first: Enter answers, but where something is taken away
              autoFocus={!asks && intent === 'primary'}
              intent={intent}
              loading={busy}
              disabled={(!sendable || disabled || isBarred) && !busy}
              text={refusal?.kind === 'failed' ? t('common:retry') : command}
              aria-describedby={(sendable && !isBarred) || busy ? undefined : why}
              onClick={() => actor.send({ type: 'words.send', key: newKey() })}
              data-testid="question-send"
            />
            <Button ref={button} text={t('common:back')} disabled={busy} onClick={close} data-testid="question-close" />
          </>
        )
      }
    >
      <div className="reading question-text">{children}</div>
      <DraftOffer draft={draft} {...(beside && { labels: beside.labels })} />
      {asks && (
        <Field label={named?.label ?? t('reason')} error={said}>
          {(wiring) => (
            <TextArea
              {...wiring}
              inputRef={place}
              fill
              autoFocus
              rows={3}
              maxLength={500}
              disabled={busy || leaving}
              value={words.text}
              onChange={({ target }) => actor.send({ type: 'words.change', change: { text: target.value } })}
            />
          )}
        </Field>
      )}
      {asks && !sendable && !isBarred && !busy && !leaving && (
        <Reason id={why}>{named?.missing ?? t('missing', { figure: formatNumber(REASON_LETTERS) })}</Reason>
      )}
      {isBarred ? (
        <div id={why} role={refusal === null ? undefined : 'alert'} data-testid="question-barred">
          <Notice tone="bad" inset>
            {barred}
          </Notice>
        </div>
      ) : (
        refusal !== null && said === undefined && <RefusalNotice refusal={refusal} inset />
      )}
      {leaving && (
        <div role="alert">
          <Notice tone="waiting" inset>
            {t('leaving')}
          </Notice>
        </div>
      )}
    </AskDialog>
  );
}

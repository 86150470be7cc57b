import { Button, Checkbox, HTMLSelect, TextArea } from '@blueprintjs/core';
import { useSelector } from '@xstate/react';
import { useId, useRef } from 'react';
import { CANCEL_REASONS, type CancelReason } from '../../../../contract/invoices/invoice.ts';
import { newKey } from '../../../api/client.ts';
import { useText } from '../../../i18n/index.ts';
import { AskDialog } from '../../../ui/AskDialog.tsx';
import { Field } from '../../../ui/Field.tsx';
import { DraftOffer } from '../../../ui/form/drafts/DraftOffer.tsx';
import { Notice, Reason } from '../../../ui/Notice.tsx';
import { type CancelActor, useCancel, useFocusBack } from '../../../ui/question/useCancel.ts';
import { useReasonDraft } from '../../../ui/question/useReasonDraft.ts';
import { RefusalNotice } from '../../../ui/RefusalNotice.tsx';

export interface CancelWordsSent {
  canceled_commentary: string;
  canceled_commentary_type: CancelReason;
  key: string;
}

export interface CancelDialogProps {
  title: string;
  invoiceId: number;
  /** Words of the box that must be ticked before; none, no box. */
  agreement?: string | undefined;
  /** Rejects with `RefusedError`. */
  onSend: (words: CancelWordsSent) => Promise<void>;
  onClose: () => void;
  onDone: () => void;
}

/** Calls an invoice off: reason, what happened, agreement (spec 5). What was written stays until it is sent or left. */
export function CancelDialog({ title, invoiceId, agreement, onSend, onClose, onDone }: CancelDialogProps) {
  const t = useText('invoiceCancel');
  const why = useId();
  const actor = useCancel({
    input: { needsAgreement: agreement !== undefined },
    send: ({ words: { reason, text }, key }) =>
      reason === null
        ? Promise.reject(new Error('no reason is chosen'))
        : onSend({ canceled_commentary: text.trim(), canceled_commentary_type: reason, key }),
    onClose,
    onDone,
  });
  const draft = useReasonDraft(actor, `new.invoice.${invoiceId}`);
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'));
  const leaving = useSelector(actor, (snapshot) => snapshot.hasTag('leaving'));
  const sendable = useSelector(actor, (snapshot) => snapshot.hasTag('sendable'));
  const { words, refusal } = useSelector(actor, (snapshot) => snapshot.context);
  const { errors = {} } = refusal ?? {};
  const closed = busy || leaving;
  const place = useRef<HTMLTextAreaElement>(null);
  useFocusBack(closed, place);
  const said = Object.keys(errors).some((name) => name.startsWith('canceled_commentary'));
  const missing = [
    ...(words.reason === null ? ['reason'] : []),
    ...(words.text.trim() === '' ? ['description'] : []),
    ...(agreement !== undefined && !words.agreed ? ['agreement'] : []),
  ];
  return (
    <AskDialog
      title={title}
      held={busy}
      onClose={() => actor.send({ type: 'dialog.close' })}
      foot={
        leaving ? (
          <Leave actor={actor} />
        ) : (
          <>
            <Button
              intent="danger"
              loading={busy}
              disabled={!sendable && !busy}
              text={t(refusal?.kind === 'failed' ? 'common:retry' : 'do')}
              aria-describedby={missing.length > 0 ? why : undefined}
              onClick={() => actor.send({ type: 'words.send', key: newKey() })}
              data-testid="cancel-send"
            />
            <Button
              text={t('common:back')}
              disabled={busy}
              onClick={() => actor.send({ type: 'dialog.close' })}
              data-testid="cancel-close"
            />
          </>
        )
      }
    >
      <DraftOffer draft={draft} />
      <Field label={t('reason')} error={errors.canceled_commentary_type?.[0]}>
        {(wiring) => (
          <HTMLSelect
            {...wiring}
            fill
            autoFocus
            disabled={closed}
            value={words.reason ?? ''}
            onChange={({ target }) => {
              const reason = CANCEL_REASONS.find((one) => one === target.value) ?? null;
              actor.send({ type: 'words.change', change: { reason } });
            }}
            options={[
              { value: '', label: t('common:choose') },
              ...CANCEL_REASONS.map((value) => ({ value, label: t(`reasons.${value}`) })),
            ]}
          />
        )}
      </Field>
      <Field label={t('description')} error={errors.canceled_commentary?.[0]}>
        {(wiring) => (
          <TextArea
            {...wiring}
            inputRef={place}
            fill
            rows={3}
            maxLength={500}
            disabled={closed}
            value={words.text}
            onChange={({ target }) => actor.send({ type: 'words.change', change: { text: target.value } })}
          />
        )}
      </Field>
      {agreement !== undefined && (
        <Checkbox
          checked={words.agreed}
          disabled={closed}
          onChange={({ currentTarget }) =>
            actor.send({ type: 'words.change', change: { agreed: currentTarget.checked } })
          }
        >
          {agreement}
        </Checkbox>
      )}
      {missing.length > 0 && !leaving && (
        <Reason id={why}>{t('missing', { what: missing.map((one) => t(`need.${one}`)).join(', ') })}</Reason>
      )}
      {refusal !== null && !said && <RefusalNotice refusal={refusal} inset />}
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

function Leave({ actor }: { actor: CancelActor }) {
  const t = useText('invoiceCancel');
  return (
    <>
      <Button
        autoFocus
        intent="primary"
        text={t('stay')}
        onClick={() => actor.send({ type: 'leave.stay' })}
        data-testid="cancel-stay"
      />
      <Button text={t('leave')} onClick={() => actor.send({ type: 'leave.drop' })} data-testid="cancel-leave" />
    </>
  );
}

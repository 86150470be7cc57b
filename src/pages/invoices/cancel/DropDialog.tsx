import { Button } from '@blueprintjs/core';
import { useSelector } from '@xstate/react';
import { useRef } from 'react';
import { newKey } from '../../../api/client.ts';
import { useText } from '../../../i18n/index.ts';
import { AskDialog } from '../../../ui/AskDialog.tsx';
import { useCancel, useFocusBack } from '../../../ui/question/useCancel.ts';
import { RefusalNotice } from '../../../ui/RefusalNotice.tsx';

interface DropDialogProps {
  title: string;
  /** Rejects with `RefusedError`. */
  onSend: (key: string) => Promise<void>;
  onClose: () => void;
  onDone: () => void;
}

/** Asks before a draft is dropped: it cannot be brought back. */
export function DropDialog({ title, onSend, onClose, onDone }: DropDialogProps) {
  const t = useText('invoiceCancel');
  const actor = useCancel({ input: { asksWords: false }, send: ({ key }) => onSend(key), onClose, onDone });
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'));
  const refusal = useSelector(actor, (snapshot) => snapshot.context.refusal);
  const place = useRef<HTMLButtonElement>(null);
  useFocusBack(busy, place);
  const close = () => actor.send({ type: 'dialog.close' });
  return (
    <AskDialog
      title={title}
      held={busy}
      onClose={close}
      foot={
        <>
          <Button
            intent="danger"
            loading={busy}
            text={t(refusal?.kind === 'failed' ? 'common:retry' : 'drop.do')}
            onClick={() => actor.send({ type: 'words.send', key: newKey() })}
            data-testid="cancel-send"
          />
          <Button ref={place} text={t('common:back')} disabled={busy} onClick={close} data-testid="cancel-close" />
        </>
      }
    >
      <p className="reading">{t('drop.text')}</p>
      {refusal !== null && <RefusalNotice refusal={refusal} inset />}
    </AskDialog>
  );
}

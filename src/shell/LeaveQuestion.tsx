/** Asked before something typed and not saved is left. */
import { Button, DialogBody, DialogFooter } from '@blueprintjs/core';
import { navigation } from '../app/navigation.ts';
import { useText } from '../i18n/index.ts';
import { Dialog } from '../ui/Dialog.tsx';

export default function LeaveQuestion() {
  const t = useText('shell');
  const stay = () => navigation.send({ type: 'leave.cancel' });
  return (
    <Dialog isOpen onClose={stay} title={t('leave.title')} isCloseButtonShown={false} className="narrow">
      <DialogBody>{t('leave.text')}</DialogBody>
      <DialogFooter
        actions={
          <>
            <Button intent="primary" text={t('leave.stay')} autoFocus onClick={stay} />
            <Button text={t('leave.leave')} onClick={() => navigation.send({ type: 'leave.confirm' })} />
          </>
        }
      />
    </Dialog>
  );
}

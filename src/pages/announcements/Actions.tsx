/** Before an announcement is published or withdrawn: what follows from it. */
import { type Announcement, announcementPublish, announcementWithdraw } from '../../../contract/announcements.ts';
import { request } from '../../api/client.ts';
import { orRefused } from '../../api/refusal.ts';
import { formatDateTime, toMillis } from '../../format/dates.ts';
import { formatNumber } from '../../format/numbers.ts';
import { useText } from '../../i18n/index.ts';
import { QuestionDialog } from '../../ui/question/QuestionDialog.tsx';
import { toastSuccess } from '../../ui/toasts.ts';

export type AnnouncementCommand = 'publish' | 'withdraw';

async function send(
  command: AnnouncementCommand,
  { id, version }: Announcement,
  reason: string,
  key: string,
): Promise<void> {
  const options = { params: { id }, ifMatch: version, key };
  const { message } = await orRefused(() =>
    command === 'publish'
      ? request(announcementPublish, options)
      : request(announcementWithdraw, { body: { reason }, ...options }),
  );
  toastSuccess(message);
}

interface CommandDialogProps {
  command: AnnouncementCommand;
  announcement: Announcement;
  onClose: () => void;
  onDone: () => void;
}

export function CommandDialog({ command, announcement, onClose, onDone }: CommandDialogProps) {
  const t = useText('announcements');
  const { audience, from, to, must_confirm } = announcement;
  const begun = toMillis(from) <= Date.now();
  return (
    <QuestionDialog
      title={t(`ask.${command}.title`)}
      command={t(`actions.${command}`)}
      intent={command === 'withdraw' ? 'danger' : 'primary'}
      reason={command === 'withdraw' && `new.announcement.${announcement.id}`}
      onSend={({ reason, key }) => send(command, announcement, reason, key)}
      onClose={onClose}
      onDone={onDone}
    >
      {command === 'publish' ? (
        <>
          <p>
            {t(begun ? 'ask.publish.now' : 'ask.publish.later', {
              people: t('people', { count: audience, figure: formatNumber(audience) }),
              from: formatDateTime(from),
              to: formatDateTime(to),
            })}
          </p>
          {must_confirm && <p>{t('ask.publish.must')}</p>}
          <p className="muted">{t('ask.publish.after')}</p>
        </>
      ) : (
        <p>{t('ask.withdraw.text')}</p>
      )}
    </QuestionDialog>
  );
}

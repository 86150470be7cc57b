/** Before an entry is sent, taken back, decided or given up: what follows from it. */
import { type BlackListEntry, blackListCancel, blackListRefuse } from '../../../contract/blackList.ts';
import { request } from '../../api/client.ts';
import { orRefused } from '../../api/refusal.ts';
import { formatDate } from '../../format/dates.ts';
import { useText } from '../../i18n/index.ts';
import { QuestionDialog } from '../../ui/question/QuestionDialog.tsx';
import { toastSuccess } from '../../ui/toasts.ts';
import { PLAIN_STEPS } from './entries.ts';

export const COMMANDS = ['approve', 'send', 'withdraw', 'refuse', 'cancel'] as const;
export type EntryCommand = (typeof COMMANDS)[number];

const withReason = (command: EntryCommand): command is 'refuse' | 'cancel' =>
  command === 'refuse' || command === 'cancel';

interface CommandDialogProps {
  command: EntryCommand;
  entry: BlackListEntry;
  onClose: () => void;
}

export function CommandDialog({ command, entry, onClose }: CommandDialogProps) {
  const t = useText('blackList');
  const { id, version, fullname, from, to } = entry;

  async function send(reason: string, key: string): Promise<void> {
    const options = { params: { id }, ifMatch: version, key };
    const { message } = await orRefused(() =>
      withReason(command)
        ? request(command === 'refuse' ? blackListRefuse : blackListCancel, { body: { reason }, ...options })
        : request(PLAIN_STEPS[command], options),
    );
    toastSuccess(message);
  }

  return (
    <QuestionDialog
      title={t(`ask.${command}.title`, { name: fullname })}
      command={t(`actions.${command}`)}
      intent={withReason(command) ? 'danger' : 'primary'}
      reason={withReason(command) && `new.blackList.${id}`}
      onSend={({ reason, key }) => send(reason, key)}
      onClose={onClose}
      onDone={onClose}
    >
      <p>
        {command === 'approve'
          ? t(to === null ? 'ask.approve.open' : 'ask.approve.text', {
              from: formatDate(from),
              to: to === null ? '' : formatDate(to),
            })
          : t(`ask.${command}.text`)}
      </p>
    </QuestionDialog>
  );
}

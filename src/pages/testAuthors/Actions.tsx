/** Before a test is published, closed, put aside or copied: what follows from it. */
import { type AuthoredTest, testClose, testCopy, testDrop, testPublish } from '../../../contract/testAuthors.ts';
import { request } from '../../api/client.ts';
import { orRefused } from '../../api/refusal.ts';
import { formatDateTime, toMillis } from '../../format/dates.ts';
import { useText } from '../../i18n/index.ts';
import { QuestionDialog } from '../../ui/question/QuestionDialog.tsx';
import { toastSuccess } from '../../ui/toasts.ts';
import { audienceOf, minutesOf, peopleOf, titleOf } from './words.ts';

export type TestCommand = 'publish' | 'close' | 'drop' | 'copy';

async function send(command: TestCommand, { id, version }: AuthoredTest, key: string): Promise<AuthoredTest> {
  const options = { params: { id }, ifMatch: version, key };
  const { data, message } = await orRefused(() =>
    command === 'copy'
      ? request(testCopy, { params: { id }, key })
      : command === 'publish'
        ? request(testPublish, options)
        : command === 'close'
          ? request(testClose, options)
          : request(testDrop, options),
  );
  toastSuccess(message);
  return data;
}

interface CommandDialogProps {
  command: TestCommand;
  test: AuthoredTest;
  onClose: () => void;
  /** The test after the action; of a copy the new one. */
  onDone: (test: AuthoredTest) => void;
}

export function CommandDialog({ command, test, onClose, onDone }: CommandDialogProps) {
  const t = useText('testAuthors');
  const { audience, from, to, duration, pass_percent, question_count } = test;
  const begun = toMillis(from) <= Date.now();
  let after = test;
  return (
    <QuestionDialog
      title={t(`ask.${command}.title`)}
      command={t(`actions.${command}`)}
      intent={command === 'close' || command === 'drop' ? 'danger' : 'primary'}
      onSend={async ({ key }) => {
        after = await send(command, test, key);
      }}
      onClose={onClose}
      onDone={() => onDone(after)}
    >
      {command === 'publish' ? (
        <>
          <p>
            <b>{titleOf(test, t)}</b>:{' '}
            {t('ask.publish.facts', {
              questions: t('questions', { count: question_count }),
              minutes: minutesOf(duration, t),
              percent: pass_percent,
            })}
          </p>
          <p>
            {t(begun ? 'ask.publish.now' : 'ask.publish.later', {
              people: peopleOf(audience, t),
              whom: audienceOf(test, t),
              from: formatDateTime(from),
            })}{' '}
            {to === null ? t('ask.publish.endless') : t('ask.publish.until', { to: formatDateTime(to) })}
          </p>
          <p className="muted">{t('ask.publish.after')}</p>
        </>
      ) : (
        <p>{t(`ask.${command}.text`)}</p>
      )}
    </QuestionDialog>
  );
}

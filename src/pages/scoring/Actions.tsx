/** Before the sources are asked, and before a person decides: what follows from it. */
import { useMemo, useState } from 'react';
import { type ScoringRun, scoringRunRetry, scoringRunReview, scoringRunStart } from '../../../contract/scoringRuns.ts';
import { request } from '../../api/client.ts';
import { orRefused } from '../../api/refusal.ts';
import { formatNumber } from '../../format/numbers.ts';
import { useText } from '../../i18n/index.ts';
import { SumField } from '../../ui/form/fields.tsx';
import { QuestionDialog } from '../../ui/question/QuestionDialog.tsx';
import { toastSuccess } from '../../ui/toasts.ts';

export type Asked = 'start' | 'retry' | 'approve' | 'refuse';

interface RunDialogProps {
  run: ScoringRun;
  asked: Asked;
  onClose: () => void;
}

const reviews = (asked: Asked): asked is 'approve' | 'refuse' => asked === 'approve' || asked === 'refuse';

const NOTHING = {};

// texts: scoring ask.*
export function RunDialog({ run, asked, onClose }: RunDialogProps) {
  const t = useText('scoring');
  const { id, version, credit_limit } = run;
  const most = credit_limit ?? 0;
  const [limit, setLimit] = useState<number | null>(most);
  const kept = useMemo(() => (limit === most ? {} : { limit }), [limit, most]);
  const isWrong = asked === 'approve' && (limit === null || limit < 1 || limit > most);

  async function send(comment: string, key: string): Promise<void> {
    const options = { params: { id }, ifMatch: version, key };
    const { message } = await orRefused(() => {
      if (!reviews(asked)) return request(asked === 'start' ? scoringRunStart : scoringRunRetry, options);
      const approve = asked === 'approve';
      return request(scoringRunReview, { body: { approve, limit: approve ? limit : null, comment }, ...options });
    });
    toastSuccess(message);
  }

  return (
    <QuestionDialog
      title={t(`ask.${asked}.title`, { name: run.fullname })}
      command={t(asked)}
      intent={asked === 'refuse' ? 'danger' : 'primary'}
      disabled={isWrong}
      reason={reviews(asked) && `new.scoringRun.${id}`}
      beside={{
        fields: asked === 'approve' ? kept : NOTHING,
        labels: new Map([['limit', t('limit')]]),
        onTaken: (fields) => typeof fields.limit === 'number' && setLimit(fields.limit),
      }}
      onSend={({ reason, key }) => send(reason, key)}
      onClose={onClose}
      onDone={onClose}
    >
      <p>{t(`ask.${asked}.text`)}</p>
      {asked === 'approve' && (
        <SumField
          name="limit"
          label={t('limit')}
          help={t('limitMost', { sum: formatNumber(most) })}
          value={limit}
          onChange={setLimit}
          onPropose={setLimit}
          onBlur={() => {}}
          onFault={() => {}}
          error={isWrong ? t('limitMost', { sum: formatNumber(most) }) : undefined}
          disabled={false}
        />
      )}
    </QuestionDialog>
  );
}

/** The practice day of the person's own branch. */
import type { MyDay } from '../../../contract/day.ts';
import { useUser } from '../../app/session.ts';
import { formatDayMonth } from '../../format/dates.ts';
import { useLanguage, useText } from '../../i18n/index.ts';

export function PracticeDay({ practice_day }: Pick<MyDay, 'practice_day'>) {
  const t = useText('widgets');
  const ts = useText('shell');
  const language = useLanguage();
  const { organization } = useUser();
  return (
    <>
      {practice_day === null ? (
        <p>{t('none.practice_day')}</p>
      ) : (
        <p>
          <b>{formatDayMonth(practice_day.date, language)}</b>
          {practice_day.status === 'closing' && `, ${ts('practice.closing')}`}
        </p>
      )}
      <p className="muted">{organization}</p>
    </>
  );
}

/** What a run comes to in words: the smallest changes that would be approved, and what the client may hear. */
import { Button } from '@blueprintjs/core';
import { DuplicateIcon } from '@blueprintjs/icons';
import type { RunResult } from '../../../contract/questionnaires.ts';
import { formatNumber } from '../../format/numbers.ts';
import { useText } from '../../i18n/index.ts';
import { Reason } from '../../ui/Notice.tsx';
import { toastSuccess } from '../../ui/toasts.ts';
import { paragraphOf } from './words.ts';
import './scoring.css';

// texts: scoring lever.*
export function Changes({ run, stopped }: { run: RunResult; stopped: boolean }) {
  const t = useText('scoring');
  const { decision, cut, changes, reviewed_by, goods, first_payment } = run;
  if (reviewed_by !== null || (decision === 'approved' && !cut)) return null;
  const step = ({ lever, ...to }: RunResult['changes'][number]): string => {
    if (lever === 'guarantor') return t('oneGuarantor');
    if (lever === 'term') return t('months', { figure: to.term });
    const [was, now] = lever === 'goods' ? [goods, to.goods] : [first_payment, to.first_payment];
    return `${formatNumber(now - was, { plus: true })} → ${formatNumber(now)}`;
  };
  return (
    <section>
      <h2>{t('changes')}</h2>
      <p className="muted text-xs">{t('changesHow')}</p>
      {changes.length === 0 ? (
        <p>{t(stopped ? 'changesStopped' : 'changesNone')}</p>
      ) : (
        <ul className="scoring-levers" data-testid="scoring-changes">
          {changes.map((one) => (
            <li key={one.lever}>
              <span>{t(`lever.${one.lever}`)}</span>
              <span>
                <b className="num">{step(one)}</b>
                {one.with_guarantor && ` ${t('andGuarantor')}`}
                <br />
                <span className="muted text-xs">
                  {t('changeGives', {
                    score: one.score,
                    limit: formatNumber(one.limit),
                    month: formatNumber(one.month),
                  })}
                </span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

export function Paragraph({ run }: { run: RunResult }) {
  const t = useText('scoring');
  const words = paragraphOf(run, t);
  const copy = () =>
    navigator.clipboard.writeText(words).then(
      () => toastSuccess(t('copied')),
      // without a clipboard the text is there to be selected
      () => {},
    );
  return (
    <section>
      <h2>
        {t('mayHear')}
        <Button
          className="no-print"
          variant="minimal"
          icon={<DuplicateIcon size={14} title={t('copy')} />}
          onClick={() => void copy()}
        />
      </h2>
      <blockquote className="scoring-paragraph" data-testid="scoring-paragraph">
        {words}
      </blockquote>
      {run.stand_in && <Reason>{t('standInUsed')}</Reason>}
    </section>
  );
}

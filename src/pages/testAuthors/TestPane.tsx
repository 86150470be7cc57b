import { Button } from '@blueprintjs/core';
import { DuplicateIcon, EyeOpenIcon, SmallTickIcon } from '@blueprintjs/icons';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { type AuthoredTest, testShow } from '../../../contract/testAuthors.ts';
import { useCall } from '../../api/queries.ts';
import { useAllows } from '../../app/session.ts';
import { formatDateTime } from '../../format/dates.ts';
import { formatNumber, formatPercent } from '../../format/numbers.ts';
import { useText } from '../../i18n/index.ts';
import { Failed } from '../../ui/Failed.tsx';
import { Pane } from '../../ui/layout.tsx';
import { SkeletonRows } from '../../ui/loading.tsx';
import { Reason } from '../../ui/Notice.tsx';
import { CommandDialog, type TestCommand } from './Actions.tsx';
import { Preview } from './Preview.tsx';
import { resultsPath, writingPath } from './paths.ts';
import { TestChip } from './TestChip.tsx';
import { audienceOf, gapWords, minutesOf, peopleOf, periodOf, titleOf } from './words.ts';

/** One test beside the list: what it is, its questions, and what may be done with it. */
export function TestPane({ id, onClose }: { id: number; onClose: () => void }) {
  const t = useText('testAuthors');
  const [, navigate] = useLocation();
  const mayCopy = useAllows('test.add');
  const seesResults = useAllows('test_result.show');
  const read = useCall(testShow, { params: { id } });
  const [asked, setAsked] = useState<TestCommand | 'preview' | null>(null);
  const one = read.data?.data;
  if (one === undefined)
    return (
      <Pane title={t('pane.title')} onClose={onClose} closeLabel={t('common:close')}>
        {read.error ? (
          <Failed title={t('pane.failed')} error={read.error} onRetry={() => void read.refetch()} />
        ) : (
          <SkeletonRows rows={6} columns={[3, 1]} />
        )}
      </Pane>
    );
  const allowed = (command: TestCommand | 'update') => one.allowed_events.includes(`test.${command}`);
  const copies = mayCopy && one.keys;
  const foot = (allowed('update') || allowed('publish') || allowed('close') || copies) && (
    <>
      {allowed('publish') && (
        <Button
          intent="primary"
          text={t('actions.publish')}
          onClick={() => setAsked('publish')}
          data-testid="test-publish"
        />
      )}
      {allowed('update') && (
        <Link href={writingPath(id)} className="bp6-button" data-testid="test-edit">
          {t('actions.update')}
        </Link>
      )}
      {allowed('close') && (
        <Button text={t('actions.close')} onClick={() => setAsked('close')} data-testid="test-close" />
      )}
      {copies && (
        <Button
          icon={<DuplicateIcon size={14} />}
          text={t('actions.copy')}
          onClick={() => setAsked('copy')}
          data-testid="test-copy"
        />
      )}
      {allowed('drop') && (
        <span className="rare">
          <Button variant="minimal" text={t('actions.drop')} onClick={() => setAsked('drop')} data-testid="test-drop" />
        </span>
      )}
    </>
  );
  const done = (after: AuthoredTest) => {
    setAsked(null);
    if (asked === 'copy') navigate(writingPath(after.id));
  };
  return (
    <Pane title={titleOf(one, t)} onClose={onClose} closeLabel={t('common:close')} {...(foot && { foot })}>
      <div data-testid="test-pane" data-status={one.status}>
        <p className="authoring-state">
          <TestChip status={one.status} />
          {one.status !== 'draft' && one.status !== 'withdrawn' && seesResults && (
            <Link href={resultsPath(id)} data-testid="test-results">
              {t('pane.results')}
            </Link>
          )}
        </p>
        {one.status === 'draft' && one.gaps[0] !== undefined && (
          <Reason>{t('form.missing', { what: gapWords(one.gaps[0], t), count: one.gaps.length })}</Reason>
        )}
        {one.description !== '' && <p className="authoring-words">{one.description}</p>}
        <dl className="facts authoring-facts">
          <dt>{t('audience')}</dt>
          <dd>
            {audienceOf(one, t)}, <span className="num">{peopleOf(one.audience, t)}</span>
          </dd>
          <dt>{t('period')}</dt>
          <dd className="num">{periodOf(one, t)}</dd>
          <dt>{t('duration')}</dt>
          <dd className="num">{minutesOf(one.duration, t)}</dd>
          <dt>{t('percent')}</dt>
          <dd className="num">{formatPercent(one.pass_percent, 0)}</dd>
          <dt>{t('tries')}</dt>
          <dd className="num">{formatNumber(one.tries)}</dd>
          {one.status !== 'draft' && (
            <>
              <dt>{t('taken')}</dt>
              <dd className="num">
                {formatNumber(one.taken)} / {formatNumber(one.audience)}
              </dd>
              <dt>{t('passed')}</dt>
              <dd className="num">{formatNumber(one.passed)}</dd>
            </>
          )}
          <dt>{t('author')}</dt>
          <dd>
            {one.created_by.fullname}, <span className="num">{formatDateTime(one.created_at)}</span>
          </dd>
        </dl>
        <div className="authoring-heading">
          <h3 className="section-title">{t('questions', { count: one.question_count })}</h3>
          {one.questions.length > 0 && (
            <Button
              size="small"
              icon={<EyeOpenIcon size={14} />}
              text={t('actions.preview')}
              onClick={() => setAsked('preview')}
              data-testid="test-preview-open"
            />
          )}
        </div>
        {!one.keys && one.questions.length > 0 && <p className="muted text-xs">{t('pane.keysHidden')}</p>}
        <ol className="authoring-list">
          {one.questions.map((question, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: their order identifies them, and they are only read
            <li key={at}>
              <span>{question.title || t('form.blank')}</span>
              {question.type === 'text' ? (
                question.accepted.length > 0 && (
                  <span className="muted">{t('pane.accepted', { words: question.accepted.join(', ') })}</span>
                )
              ) : (
                <ul>
                  {question.options.map((option, place) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: as above
                    <li key={place} className={option.is_correct ? 'authoring-right' : undefined}>
                      {option.is_correct && <SmallTickIcon size={16} title={t('pane.right')} />}
                      <span>{option.title || '—'}</span>
                    </li>
                  ))}
                </ul>
              )}
            </li>
          ))}
        </ol>
      </div>
      {asked === 'preview' && (
        <Preview title={titleOf(one, t)} questions={one.questions} onClose={() => setAsked(null)} />
      )}
      {asked !== null && asked !== 'preview' && (
        <CommandDialog command={asked} test={one} onClose={() => setAsked(null)} onDone={done} />
      )}
    </Pane>
  );
}

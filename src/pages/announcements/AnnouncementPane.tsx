import { Button } from '@blueprintjs/core';
import { useState } from 'react';
import { Link } from 'wouter';
import { type Announcement, announcementReaders, announcementShow } from '../../../contract/announcements.ts';
import { useCall } from '../../api/queries.ts';
import { formatDateTime } from '../../format/dates.ts';
import { formatNumber } from '../../format/numbers.ts';
import { useLanguage, useText } from '../../i18n/index.ts';
import { Failed } from '../../ui/Failed.tsx';
import { FilterChips } from '../../ui/FilterChips.tsx';
import { Pane } from '../../ui/layout.tsx';
import { SkeletonRows } from '../../ui/loading.tsx';
import { Reason } from '../../ui/Notice.tsx';
import { Pager } from '../../ui/Pager.tsx';
import { type AnnouncementCommand, CommandDialog } from './Actions.tsx';
import { AnnouncementChip } from './AnnouncementChip.tsx';
import { audienceOf, missingWords, titleOf } from './words.ts';
import { writingPath } from './writingPath.ts';

/** One announcement beside the list: its text, who has read it, and what may be done with it. */
export function AnnouncementPane({ id, onClose }: { id: number; onClose: () => void }) {
  const t = useText('announcements');
  const language = useLanguage();
  const read = useCall(announcementShow, { params: { id } });
  const [asked, setAsked] = useState<AnnouncementCommand | null>(null);
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
  const allowed = (command: AnnouncementCommand | 'update') => one.allowed_events.includes(`announcement.${command}`);
  const foot = (allowed('update') || allowed('publish') || allowed('withdraw')) && (
    <>
      {allowed('publish') && (
        <Button
          intent="primary"
          text={t('actions.publish')}
          onClick={() => setAsked('publish')}
          data-testid="announcement-publish"
        />
      )}
      {allowed('update') && (
        <Link href={writingPath(id)} className="bp6-button" data-testid="announcement-edit">
          {t('actions.update')}
        </Link>
      )}
      {allowed('withdraw') && (
        <Button text={t('actions.withdraw')} onClick={() => setAsked('withdraw')} data-testid="announcement-withdraw" />
      )}
    </>
  );
  return (
    <Pane title={titleOf(one, language, t)} onClose={onClose} closeLabel={t('common:close')} {...(foot && { foot })}>
      <div data-testid="announcement-pane" data-status={one.status}>
        <p className="announcements-state">
          <AnnouncementChip status={one.status} />
          {one.must_confirm && <span className="muted">{t('pane.mustConfirm')}</span>}
        </p>
        {one.status === 'draft' && !allowed('publish') && (
          <Reason>{one.gaps.length > 0 ? missingWords(one.gaps, t) : t('form.noRight')}</Reason>
        )}
        {one.withdraw_reason !== null && <Reason>{t('pane.reason', { reason: one.withdraw_reason })}</Reason>}
        <dl className="facts announcements-facts">
          <dt>{t('audience')}</dt>
          <dd>{audienceOf(one, t)}</dd>
          <dt>{t('period')}</dt>
          <dd className="num">
            {formatDateTime(one.from)} – {formatDateTime(one.to)}
          </dd>
          <dt>{t('author')}</dt>
          <dd>
            {one.created_by.fullname}, <span className="num">{formatDateTime(one.created_at)}</span>
          </dd>
        </dl>
        {(['uz', 'ru'] as const).map((tongue) => (
          <section key={tongue} lang={tongue} className="announcements-words">
            <h3>{one[`title_${tongue}`] || t('untitled')}</h3>
            <div>{one[`body_${tongue}`] || '—'}</div>
          </section>
        ))}
        {one.status !== 'draft' && <Readers announcement={one} />}
      </div>
      {asked !== null && (
        <CommandDialog
          command={asked}
          announcement={one}
          onClose={() => setAsked(null)}
          onDone={() => setAsked(null)}
        />
      )}
    </Pane>
  );
}

type Whose = 'all' | 'unread' | 'read';

/** The audience by name, who has not read it first. */
function Readers({ announcement: { id, audience, read: done } }: { announcement: Announcement }) {
  const t = useText('announcements');
  const tk = useText('kit');
  const [whose, setWhose] = useState<Whose>('all');
  const [page, setPage] = useState(1);
  const query = { page, ...(whose !== 'all' && { status: whose }) };
  const read = useCall(announcementReaders, { params: { id }, query });
  const answer = read.data;
  return (
    <section aria-label={t('readers.title')} data-testid="announcement-readers">
      <h3 className="section-title">{t('readers.title')}</h3>
      <FilterChips<Whose>
        label={t('readers.title')}
        value={whose}
        onChange={(next) => {
          setWhose(next);
          setPage(1);
        }}
        items={[
          { key: 'all', title: t('common:all'), count: audience },
          { key: 'unread', title: t('readers.unread'), count: audience - done },
          { key: 'read', title: t('readers.read'), count: done },
        ]}
      />
      {answer === undefined ? (
        read.error ? (
          <Failed title={t('readers.failed')} error={read.error} onRetry={() => void read.refetch()} />
        ) : (
          <SkeletonRows rows={4} columns={[3, 1]} />
        )
      ) : answer.data.length === 0 ? (
        <p className="muted">{t(`readers.none.${whose}`)}</p>
      ) : (
        <ul className="announcements-readers">
          {answer.data.map((one) => (
            <li key={one.id}>
              <span>
                {one.fullname}
                <span className="muted text-xs">
                  {one.position}, {one.organization}
                </span>
              </span>
              <span className="num muted">{one.read_at === null ? t('readers.not') : formatDateTime(one.read_at)}</span>
            </li>
          ))}
        </ul>
      )}
      {answer !== undefined && (answer.meta.total ?? 0) > answer.meta.per_page && (
        <Pager
          page={page}
          perPage={answer.meta.per_page}
          total={answer.meta.total ?? undefined}
          onPage={setPage}
          labels={{
            pages: t('common:table.pager'),
            previous: t('common:table.previous'),
            next: t('common:table.next'),
            page: (number) => tk('list.page', { page: formatNumber(number) }),
          }}
        />
      )}
    </section>
  );
}

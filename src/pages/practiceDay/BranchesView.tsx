/** The day that is not closed of every branch, with what blocks it; those that can be closed are closed by one answer. */
import { Button } from '@blueprintjs/core';
import { useState } from 'react';
import { Link } from 'wouter';
import { type BranchDay, practiceDayBranches } from '../../../contract/practiceDay.ts';
import { useCall } from '../../api/queries.ts';
import { formatNumber } from '../../format/numbers.ts';
import { useText } from '../../i18n/index.ts';
import { pathOf, withQuery } from '../../routes/registry.ts';
import { ListView } from '../../ui/list/ListPage.tsx';
import { useRows } from '../../ui/list/useList.ts';
import { BlockerLink } from './BlockerLink.tsx';
import { CloseDaysDialog } from './CloseDaysDialog.tsx';
import { DayChip, dayLook } from './DayChip.tsx';

export function BranchesView() {
  const t = useText('practiceDay');
  const tm = useText('machines/practiceDay');
  const read = useCall(practiceDayBranches, {});
  const [asked, setAsked] = useState<readonly BranchDay[] | null>(null);
  const days = read.data?.data;
  const closable = days?.filter((day) => day.may_close) ?? [];
  const list = useRows<BranchDay>({
    name: 'practiceDayBranches',
    rows: days,
    error: read.error,
    retry: () => void read.refetch(),
    columns: [
      {
        key: 'organization',
        title: t('organization'),
        width: '16rem',
        value: ({ organization }) => organization.name,
        cell: ({ organization }) => (
          <Link href={withQuery(pathOf('managePracticeDay'), { organization_id: organization.id })}>
            {organization.name}
          </Link>
        ),
      },
      { key: 'date', title: t('list.date'), kind: 'date', width: '7rem', value: ({ date }) => date },
      {
        key: 'status',
        title: t('list.status'),
        kind: 'state',
        width: '9rem',
        value: ({ status }) => tm(`states.${status}.name`),
        look: ({ status }) => dayLook(status),
        cell: ({ status }) => <DayChip status={status} />,
      },
      {
        key: 'documents',
        title: t('documents'),
        kind: 'number',
        width: '6rem',
        drop: 'less',
        value: ({ documents }) => documents,
      },
      {
        key: 'blockers',
        title: t('branches.blockers'),
        width: '20rem',
        value: ({ blockers_total }) => blockers_total || null,
        cell: (day) => <Blockers day={day} />,
      },
    ],
  });
  return (
    <>
      <ListView
        list={list}
        title={t('branches.title')}
        words={{ nothing: t('branches.nothing'), nothingText: t('branches.nothingText') }}
        acts={
          closable.length > 0 && (
            <Button
              intent="primary"
              text={t('branches.close', { count: closable.length })}
              onClick={() => setAsked(closable)}
              data-testid="days-close"
            />
          )
        }
      />
      {asked !== null && <CloseDaysDialog days={asked} onGone={() => setAsked(null)} />}
    </>
  );
}

function Blockers({ day: { blockers, blockers_total } }: { day: BranchDay }) {
  const t = useText('practiceDay');
  if (blockers_total === 0) return <span className="muted">—</span>;
  return (
    <span className="day-branch-blockers">
      {blockers.map((blocker) => (
        <BlockerLink key={blocker.id} blocker={blocker} />
      ))}
      {blockers_total > blockers.length && (
        <span className="muted">{t('branches.more', { n: formatNumber(blockers_total - blockers.length) })}</span>
      )}
    </span>
  );
}

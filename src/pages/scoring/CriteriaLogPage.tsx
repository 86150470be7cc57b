/** What every criterion saw and gave, over all runs: the answer to "why was I refused" (areas 4.16). */
import { Button } from '@blueprintjs/core';
import { CrossIcon } from '@blueprintjs/icons';
import { Link } from 'wouter';
import { SOURCES } from '../../../contract/scoring/facts.ts';
import { type ScoringLogLine, scoringLogIndex } from '../../../contract/scoringRuns.ts';
import { useAllows } from '../../app/session.ts';
import { sourceOf } from '../../directory/sources.ts';
import { useText } from '../../i18n/index.ts';
import { ListPage } from '../../ui/list/ListPage.tsx';
import { useList } from '../../ui/list/useList.ts';
import { Name } from '../../ui/Name.tsx';
import { runPath } from './paths.ts';
import { seenWords } from './words.ts';
import './scoring.css';

export default function CriteriaLogPage() {
  const t = useText('scoring');
  const mayReport = useAllows('scoring_log.report');
  const mayOpen = useAllows('incomes.check');
  const readsCriteria = useAllows('scoring_criteria.show');
  const list = useList({
    name: 'criteriaLogs',
    call: scoringLogIndex,
    ...(mayOpen && { href: ({ run }: ScoringLogLine) => runPath(run.id) }),
    filters: [
      {
        kind: 'search',
        key: 'search',
        label: t('search'),
        refuse: (words) => (/\d/.test(words) ? t('searchNumber', { act: t('find.open') }) : undefined),
      },
      { kind: 'period', key: 'date', label: t('at') },
      {
        kind: 'select',
        key: 'source',
        label: t('sourceTitle'),
        empty: t('anySource'),
        options: SOURCES.map((value) => ({ value, title: t(`source.${value}`) })),
      },
      ...(readsCriteria
        ? [
            {
              kind: 'remote' as const,
              key: 'criterion_id' as const,
              label: t('criterion'),
              empty: t('anyCriterion'),
              of: sourceOf('scoringCriterion'),
            },
          ]
        : []),
      {
        kind: 'own',
        key: 'run_id',
        label: t('run'),
        side: 'left',
        read: (written) => (/^[1-9]\d{0,8}$/.test(written) ? Number(written) : null),
        words: (written) => `№ ${written}`,
        control: ({ value, set }) =>
          value && (
            <Button
              text={t('ofRun', { figure: value })}
              endIcon={<CrossIcon size={14} title={t('everyRun')} />}
              onClick={() => set(null)}
            />
          ),
      },
    ],
    columns: [
      {
        key: 'run',
        title: t('run'),
        kind: 'number',
        width: '5rem',
        value: ({ run }) => run.id,
        cell: ({ run }) => (mayOpen ? <Link href={runPath(run.id)}>№ {run.id}</Link> : `№ ${run.id}`),
      },
      {
        key: 'fullname',
        title: t('fullname'),
        width: '16rem',
        cut: 'words',
        value: ({ run }) => run.fullname,
        cell: ({ run }) => <Name>{run.fullname}</Name>,
      },
      { key: 'criterion', title: t('criterion'), width: '13rem', cut: true, value: ({ name }) => name },
      {
        key: 'input',
        title: t('seenTitle'),
        width: '9rem',
        value: (line) => seenWords(line, t),
        cell: (line) => seenWords(line, t) ?? <span className="scoring-missing">{t('missing_fact')}</span>,
      },
      {
        key: 'points',
        title: t('points'),
        kind: 'number',
        width: '5rem',
        decimals: 1,
        value: ({ points }) => points,
      },
      {
        key: 'weight',
        title: t('weight'),
        kind: 'number',
        width: '5rem',
        decimals: 1,
        drop: 'less',
        value: ({ weight }) => weight,
      },
      {
        key: 'stop',
        title: t('stopTitle'),
        width: '5.5rem',
        drop: 'less',
        value: ({ stop }) => (stop ? t('stop') : null),
        cell: ({ stop }) => stop && <b className="scoring-stop">{t('stop')}</b>,
      },
      {
        key: 'source',
        title: t('sourceTitle'),
        width: '10rem',
        cut: true,
        side: true,
        drop: 'least',
        value: ({ source }) => t(`source.${source}`),
      },
      { key: 'at', title: t('at'), kind: 'moment', sort: true, value: ({ at }) => at },
    ],
  });
  return (
    <ListPage
      list={list}
      title={t('logTitle')}
      excel={mayReport}
      words={{
        nothing: t('logNothing'),
        nothingText: t('nothingText'),
        notFound: t('notFound'),
        notFoundText: t('notFoundText'),
      }}
    />
  );
}

import { Button } from '@blueprintjs/core';
import { useActorRef, useSelector } from '@xstate/react';
import { useEffect } from 'react';
import { Link, useLocation } from 'wouter';
import type { ResponseOf } from '../../../contract/call.ts';
import { type ActInList, actIndex } from '../../../contract/counting/acts.ts';
import { ACT_STATUSES } from '../../../contract/counting/shared.ts';
import { useNews } from '../../api/news.ts';
import { useAddress } from '../../app/address.ts';
import { inspect } from '../../app/inspect.ts';
import { useAllows, useUser } from '../../app/session.ts';
import { formatDifference, formatNumber } from '../../format/numbers.ts';
import { useLanguage, useText } from '../../i18n/index.ts';
import { pathOf } from '../../routes/registry.ts';
import { useFormInAddress } from '../../ui/form/useFormInAddress.ts';
import type { ListColumn } from '../../ui/list/columns.tsx';
import { branchFilter, branchOf, stateFilter } from '../../ui/list/documentFilters.ts';
import { rowsFoot } from '../../ui/list/foot.tsx';
import { ListPage } from '../../ui/list/ListPage.tsx';
import { NewButton } from '../../ui/list/NewButton.tsx';
import { useList } from '../../ui/list/useList.ts';
import { Money } from '../../ui/Quantity.tsx';
import { RailChip } from '../../ui/RailChip.tsx';
import { Avatars, Progress } from '../../ui/small.tsx';
import { actLook, MAIN_PATH_LOOKS, placeOf } from './act/commands.ts';
import { categoryNames } from './categories.ts';
import { NewActPane } from './NewActPane.tsx';
import { newAct } from './newAct.ts';
import './act/act.css';

const namesOf = ({ counters }: ActInList): string[] => counters.map(({ user }) => user.fullname);

export default function ActListPage() {
  const t = useText('counting');
  const tm = useText('machines/countingAct');
  const language = useLanguage();
  const [, navigate] = useLocation();
  const user = useUser();
  const mayCreate = useAllows('act_of_count.add');
  const seesAll = useAllows('act_of_count.allshow');

  const opening = useActorRef(newAct, { inspect });
  const formOpen = useSelector(opening, (snapshot) => snapshot.hasTag('formOpen'));
  useEffect(() => {
    const subscription = opening.on('act.opened', ({ actId }) => navigate(pathOf('act', { actId })));
    return () => subscription.unsubscribe();
  }, [opening, navigate]);

  /** Who only counts goes straight to the own counting screen. */
  const placeOfRow = (act: ActInList): string => {
    const mine = act.counters.find((counter) => counter.mine);
    const onlyCounts = !seesAll && act.created_by.id !== user.id && act.allowed_events.length === 0;
    return mine !== undefined && onlyCounts
      ? pathOf('counter', { actId: act.id, counterId: mine.id })
      : pathOf('act', { actId: act.id });
  };

  // cancelled acts count where they are asked for alone
  const only = useAddress()[0].get('status');
  const leftOut = (cancelled: number | null | undefined) =>
    !cancelled || only !== null ? null : t('list.leftOut', { count: cancelled, figure: formatNumber(cancelled) });

  const list = useList({
    name: 'acts',
    call: actIndex,
    sort: '-created',
    href: placeOfRow,
    refetchInterval: 30_000,
    summed: {
      counts: ({ status }) => status !== 'cancelled' || only !== null,
      leftOut: ({ meta: { statuses, totals } }) => leftOut(totals && statuses?.cancelled),
      leftOutOf: (rows) => leftOut(rows.filter(({ status }) => status === 'cancelled').length),
    },
    filters: [
      stateFilter({
        label: t('list.status'),
        states: ACT_STATUSES,
        title: (one) => tm(`states.${one}.name`),
        look: actLook,
        hideEmpty: true,
      }),
      branchFilter({ label: t('list.organization'), empty: t('list.everyOrganization') }, branchOf),
      { kind: 'period', key: 'date', label: t('list.created') },
    ],
    columns: [
      {
        key: 'number',
        title: t('list.number'),
        kind: 'code',
        value: (act) => act.number,
        cell: (act) => (
          <Link href={placeOfRow(act)} className="code">
            {act.number}
          </Link>
        ),
        foot: rowsFoot,
      },
      {
        key: 'status',
        title: t('list.status'),
        kind: 'state',
        width: '13.5rem',
        value: (act) => tm(`states.${act.status}.name`),
        cell: (act) => (
          <RailChip
            look={actLook(act.status)}
            steps={MAIN_PATH_LOOKS}
            at={placeOf(act.status)}
            quiet={act.status === 'formed' || act.status === 'cancelled'}
          >
            {tm(`states.${act.status}.name`)}
          </RailChip>
        ),
      },
      { key: 'organization', title: t('list.organization'), width: '12rem', value: (act) => act.organization },
      { key: 'comment', title: t('list.comment'), cut: 'words', side: true, drop: 'less', value: (act) => act.comment },
      {
        key: 'categories',
        title: t('form.categories'),
        hidden: true,
        value: (act) => categoryNames(act.categories, language),
      },
      {
        key: 'counters',
        title: t('list.counters'),
        width: '8rem',
        drop: 'least',
        value: (act) => namesOf(act).join(', '),
        cell: (act) =>
          act.counters.length === 0 ? (
            <span className="muted">{t('list.nobody')}</span>
          ) : (
            <Avatars names={namesOf(act)} />
          ),
      },
      {
        key: 'lines',
        title: t('list.lines'),
        kind: 'number',
        hidden: true,
        value: (act) => (isWithoutFigures(act) ? null : act.lines),
      },
      {
        key: 'progress',
        title: t('list.progress'),
        kind: 'number',
        align: 'start',
        width: '10rem',
        drop: 'less',
        value: (act) => (isWithoutFigures(act) ? null : act.counted),
        cell: (act) => <ActProgress act={act} words={t('list.notLoaded')} />,
        foot: ({ meta: { totals } }) =>
          totals && t('list.counted', { count: totals.counted, figure: formatNumber(totals.counted) }),
      },
      ...SIDES.map(
        ([key, figure]): ListColumn<ActInList, Answer> => ({
          key,
          title: t(`list.${key}`),
          kind: 'sum',
          signed: true,
          // the difference has both under it
          hidden: 'screen',
          value: (act) => act[figure],
          foot: ({ meta: { totals } }) => totals && <Money value={totals[figure]} kind="difference" />,
        }),
      ),
      {
        key: 'sum',
        title: t('list.differenceSum'),
        kind: 'sum',
        signed: true,
        drop: 'less',
        value: (act) => act.difference_sum,
        cell: (act) => <NettedSum sums={act} />,
        foot: ({ meta: { totals } }) => totals && <NettedFoot sums={totals} />,
      },
      {
        key: 'created',
        title: t('list.created'),
        kind: 'moment',
        side: true,
        drop: 'least',
        sort: 'created_at',
        value: (act) => act.created_at,
      },
    ],
  });
  useNews(list.retry);

  const openForm = () => opening.send({ type: 'form.open' });
  const copyOf = useFormInAddress(formOpen, () => {
    if (mayCreate) openForm();
  });
  return (
    <ListPage
      list={list}
      title={t('list.title')}
      words={{
        nothing: t('list.nothing'),
        nothingText: t(mayCreate ? 'list.nothingText' : 'list.nothingForCounter'),
        nothingAct: mayCreate && <Button text={t('list.create')} onClick={openForm} />,
        notFound: t('list.notFound'),
        notFoundText: t('list.notFoundText'),
      }}
      acts={mayCreate && <NewButton text={t('list.create')} onClick={openForm} testId="act-create" />}
    >
      {formOpen && <NewActPane key={copyOf ?? 'new'} actor={opening} copyOf={copyOf} />}
    </ListPage>
  );
}

/** Nothing was loaded yet, or nothing was counted before the end: a dash, for there is no figure to be zero. */
const isWithoutFigures = ({ status, counted }: ActInList) =>
  status === 'created' || (status === 'cancelled' && counted === 0);

/** What is missing and what is over, before the two are netted. */
const SIDES = [
  ['shortageSum', 'shortage_sum'],
  ['surplusSum', 'surplus_sum'],
] as const;
type Answer = ResponseOf<typeof actIndex>;

type Netting = Pick<ActInList, 'shortage_sum' | 'surplus_sum' | 'difference_sum'>;

/** What was netted where both sides have something, and the difference under it. */
function NettedSum({ sums }: { sums: Netting }) {
  const t = useText('counting');
  const { shortage_sum: shortage, surplus_sum: surplus, difference_sum: difference } = sums;
  return (
    <>
      {shortage && surplus ? (
        <div className="netted" title={t('list.netted')}>
          <span className="unseen">{t('list.netted')}: </span>
          {formatDifference(shortage)} {formatDifference(surplus)}
        </div>
      ) : null}
      <Money value={difference} kind="difference" hint={t('figure.none')} />
    </>
  );
}

/** The same of a whole list, each side by its name. */
function NettedFoot({ sums }: { sums: Netting }) {
  const t = useText('counting');
  return (
    <>
      <div className="netted sides">
        {(['shortage', 'surplus'] as const).map((side) => (
          // texts: counting matrix.shortage, matrix.surplus
          <span key={side}>
            {t(`matrix.${side}`)} <Money value={sums[`${side}_sum`]} kind="difference" />
          </span>
        ))}
      </div>
      <Money value={sums.difference_sum} kind="difference" hint={t('figure.none')} />
    </>
  );
}

function ActProgress({ act, words }: { act: ActInList; words: string }) {
  if (act.status === 'created') return <span className="muted">{words}</span>;
  if (act.lines === 0 || isWithoutFigures(act)) return <span className="faint">—</span>;
  const moving = act.status === 'counting' || act.status === 'residues_loaded';
  if (moving) return <Progress value={act.counted} all={act.lines} />;
  return <span className="num">{formatNumber(act.counted)}</span>;
}

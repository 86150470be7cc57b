import { Button, TextArea } from '@blueprintjs/core';
import { ErrorIcon, PlusIcon } from '@blueprintjs/icons';
import { keepPreviousData } from '@tanstack/react-query';
import { useActorRef, useSelector } from '@xstate/react';
import { useEffect, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { PAGE_SIZE } from '../../../contract/common.ts';
import { ACT_STATUSES, type ActInList, type ActStatus, actIndex } from '../../../contract/counting.ts';
import type { Refusal } from '../../../machines/actWorkspace/actWorkspace.machine.ts';
import { newKey } from '../../api/client.ts';
import { invalidate, useCall } from '../../api/queries.ts';
import { inspect } from '../../app/inspect.ts';
import { usePageTitle } from '../../app/pageTitle.ts';
import { useAllows, useUser } from '../../app/session.ts';
import { formatDateTime } from '../../format/dates.ts';
import { formatNumber } from '../../format/numbers.ts';
import { useText } from '../../i18n/index.ts';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { Field } from '../../ui/Field.tsx';
import { FilterChips, Pane, Toolbar } from '../../ui/layout.tsx';
import { SkeletonRows, TopBar } from '../../ui/loading.tsx';
import { Pager } from '../../ui/Pager.tsx';
import { Money } from '../../ui/Quantity.tsx';
import { Rail } from '../../ui/Rail.tsx';
import { StateChip } from '../../ui/StateChip.tsx';
import { Avatars, Progress } from '../../ui/small.tsx';
import { newAct } from './act/actors.ts';
import { numberIn, useAddress } from './act/address.ts';
import { actLook, actPath, counterPath, placeOf, WAY_LOOKS } from './act/deeds.ts';
import { PeriodFilter } from './act/PeriodFilter.tsx';
import { RefusalNotice } from './act/RefusalNotice.tsx';
import { type Option, RemoteSelect } from './act/RemoteSelect.tsx';
import './act/act.css';

const statusIn = (params: URLSearchParams): ActStatus | undefined =>
  ACT_STATUSES.find((status) => status === params.get('status'));

const dateIn = (params: URLSearchParams): string | null => {
  const date = params.get('date');
  return date !== null && /^\d{4}-\d{2}-\d{2}(,\d{4}-\d{2}-\d{2})?$/.test(date) ? date : null;
};

export default function ActListPage() {
  const t = useText('counting');
  const tm = useText('machines/countingAct');
  const [params, setAddress] = useAddress();
  const [, navigate] = useLocation();
  const user = useUser();
  const mayCreate = useAllows('act_of_count.add');
  const seesAll = useAllows('act_of_count.allshow');
  const page = numberIn(params, 'page') ?? 1;
  const status = statusIn(params);
  const organizationId = numberIn(params, 'organization_id');
  const date = dateIn(params);
  const narrowed = status !== undefined || organizationId !== null || date !== null;
  const query = {
    page,
    ...(organizationId !== null && { organization_id: organizationId }),
    ...(date !== null && { date }),
    ...(status !== undefined && { status }),
  };
  const acts = useCall(actIndex, { query }, { placeholderData: keepPreviousData, refetchInterval: 30_000 });
  // the title of a chosen organization is not in the address; until a row names it, it has only its number
  const [chosen, setChosen] = useState<Option | null>(null);
  const organization =
    organizationId === null
      ? null
      : chosen?.id === organizationId
        ? chosen
        : {
            id: organizationId,
            title:
              acts.data?.data.find((act) => act.organization_id === organizationId)?.organization ??
              t('list.organizationNumber', { id: organizationId }),
          };

  const opening = useActorRef(newAct, { inspect });
  const formOpen = useSelector(opening, (snapshot) => snapshot.hasTag('formOpen'));
  useEffect(() => {
    const told = opening.on('act.opened', ({ actId }) => {
      void invalidate(actIndex);
      navigate(actPath(actId));
    });
    return () => told.unsubscribe();
  }, [opening, navigate]);

  usePageTitle(t('list.title'));

  /** Who only counts goes straight to the own counting screen. */
  const placeOfRow = (act: ActInList): string => {
    const mine = act.counters.find((counter) => counter.mine);
    const onlyCounts = !seesAll && act.created_by.id !== user.id;
    return mine !== undefined && onlyCounts ? counterPath(act.id, mine.id) : actPath(act.id);
  };

  const clear = () => setAddress({ status: null, organization_id: null, date: null, page: null }, { push: true });
  const statuses = acts.data?.meta.statuses ?? {};
  const all = Object.values(statuses).reduce((sum, count) => sum + count, 0);
  const chips = [
    { key: 'all' as const, title: t('common:all'), count: all },
    ...ACT_STATUSES.filter((one) => (statuses[one] ?? 0) > 0 || one === status).map((one) => ({
      key: one,
      title: tm(`states.${one}.name`),
      count: statuses[one] ?? 0,
      look: actLook(one),
    })),
  ];
  const total = acts.data?.meta.total ?? 0;
  const totals = acts.data?.meta.totals;

  const columns: Column<ActInList>[] = [
    {
      key: 'number',
      title: t('list.number'),
      width: '8rem',
      cell: (act) => (
        <Link href={placeOfRow(act)} className="code">
          {act.number}
        </Link>
      ),
      foot: t('list.found', { count: total, figure: formatNumber(total) }),
    },
    {
      key: 'status',
      title: t('list.status'),
      width: '13.5rem',
      cell: (act) => (
        <span className="rail-chip">
          <Rail steps={WAY_LOOKS} at={placeOf(act.status)} />
          <StateChip look={actLook(act.status)} quiet={act.status === 'formed' || act.status === 'cancelled'}>
            {tm(`states.${act.status}.name`)}
          </StateChip>
        </span>
      ),
    },
    { key: 'organization', title: t('list.organization'), width: '12rem', cell: (act) => act.organization },
    { key: 'comment', title: t('list.comment'), cut: true, side: true, drop: 'less', cell: (act) => act.comment },
    {
      key: 'counters',
      title: t('list.counters'),
      width: '8rem',
      drop: 'least',
      cell: (act) =>
        act.counters.length === 0 ? (
          <span className="muted">{t('list.nobody')}</span>
        ) : (
          <Avatars names={act.counters.map((counter) => counter.user.fullname)} />
        ),
    },
    {
      key: 'progress',
      title: t('list.progress'),
      width: '10rem',
      drop: 'less',
      cell: (act) => <ActProgress act={act} words={t('list.notLoaded')} />,
      foot:
        totals && totals.lines > 0
          ? t('list.lines', { count: totals.lines, figure: formatNumber(totals.lines) })
          : undefined,
    },
    {
      key: 'sum',
      title: t('list.differenceSum'),
      numeric: true,
      width: '8.5rem',
      drop: 'less',
      cell: (act) => <Money value={act.difference_sum} kind="difference" hint={t('figure.none')} />,
      foot: totals && <Money value={totals.difference_sum} kind="difference" />,
    },
    {
      key: 'created',
      title: t('list.created'),
      numeric: true,
      side: true,
      width: '8.5rem',
      drop: 'least',
      cell: (act) => formatDateTime(act.created_at),
    },
  ];

  return (
    <>
      {acts.isFetching && acts.isPlaceholderData && <TopBar label={t('common:loading')} />}
      <Toolbar
        label={t('list.filters')}
        acts={
          <>
            <RemoteSelect
              of="organization"
              value={organization}
              clearable
              label={t('list.organization')}
              empty={t('list.everyOrganization')}
              onChange={(option) => {
                setChosen(option);
                setAddress({ organization_id: option?.id, page: null }, { push: true });
              }}
            />
            <PeriodFilter value={date} onChange={(next) => setAddress({ date: next, page: null }, { push: true })} />
            {mayCreate && (
              <Button
                intent="primary"
                icon={<PlusIcon size={14} />}
                text={t('list.create')}
                onClick={() => opening.send({ type: 'form.open' })}
                data-testid="act-create"
              />
            )}
          </>
        }
      >
        <FilterChips
          label={t('list.status')}
          items={chips}
          value={status ?? 'all'}
          onChange={(key) => setAddress({ status: key === 'all' ? null : key, page: null }, { push: true })}
        />
      </Toolbar>
      <div className="sheet-body">
        <div className="sheet-main">
          <DataTable
            label={t('list.title')}
            columns={columns}
            rows={acts.data?.data ?? []}
            rowKey={(act) => act.id}
            stale={acts.isPlaceholderData}
            onOpen={(act) => navigate(placeOfRow(act))}
          >
            {acts.isPending ? (
              <SkeletonRows rows={PAGE_SIZE} columns={[1, 2, 2, 4, 1, 2]} />
            ) : acts.error ? (
              <Empty
                kind={acts.error.status === 403 ? 'noRight' : 'failed'}
                title={t('list.failed')}
                text={acts.error.message}
                requestId={acts.error.requestId}
                requestLabels={{ request: t('common:request'), copy: t('common:copy') }}
              >
                <Button text={t('common:retry')} onClick={() => void acts.refetch()} />
              </Empty>
            ) : narrowed || page > 1 ? (
              <Empty kind="notFound" title={t('list.notFound')} text={t('list.notFoundText')}>
                <Button text={t('list.clear')} onClick={clear} />
              </Empty>
            ) : (
              <Empty
                kind="nothing"
                title={t('list.nothing')}
                text={t(mayCreate ? 'list.nothingText' : 'list.nothingForCounter')}
              >
                {mayCreate && <Button text={t('list.create')} onClick={() => opening.send({ type: 'form.open' })} />}
              </Empty>
            )}
          </DataTable>
          <Pager
            page={page}
            perPage={PAGE_SIZE}
            total={total}
            onPage={(next) => setAddress({ page: next === 1 ? null : next }, { push: true })}
            labels={{
              pages: t('common:table.pager'),
              previous: t('common:table.previous'),
              next: t('common:table.next'),
              page: (number) => t('list.page', { page: number }),
            }}
          />
        </div>
        {formOpen && <NewActPane actor={opening} />}
      </div>
    </>
  );
}

function ActProgress({ act, words }: { act: ActInList; words: string }) {
  if (act.status === 'created') return <span className="muted">{words}</span>;
  if (act.lines === 0) return <span className="faint">—</span>;
  const moving = act.status === 'counting' || act.status === 'residues_loaded';
  if (moving) return <Progress value={act.counted} all={act.lines} />;
  return <span className="num">{formatNumber(act.counted)}</span>;
}

function NewActPane({ actor }: { actor: ReturnType<typeof useActorRef<typeof newAct>> }) {
  const t = useText('counting');
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'));
  const refusal: Refusal | null = useSelector(actor, (snapshot) => snapshot.context.refusal);
  const [organization, setOrganization] = useState<Option | null>(null);
  const [comment, setComment] = useState('');
  const [tried, setTried] = useState(false);
  const faults = {
    organization: tried && organization === null ? t('form.needOrganization') : refusal?.errors.organization_id?.[0],
    comment: tried && comment.trim() === '' ? t('form.needComment') : refusal?.errors.comment?.[0],
  };
  const wrong = Object.values(faults).filter((fault) => fault !== undefined).length;
  const close = () => actor.send({ type: 'form.close' });
  const send = () => {
    setTried(true);
    if (organization === null || comment.trim() === '') return;
    const form = { organization_id: organization.id, comment: comment.trim() };
    actor.send({ type: 'form.send', form, key: newKey() });
  };
  return (
    <Pane
      title={t('form.newAct')}
      onClose={busy ? undefined : close}
      closeLabel={t('common:close')}
      foot={
        <>
          <Button
            intent="primary"
            loading={busy}
            text={t('list.create')}
            onClick={send}
            data-testid="act-create-send"
          />
          <Button text={t('common:cancel')} disabled={busy} onClick={close} />
          {wrong > 0 && (
            <span className="error-count" role="status">
              <ErrorIcon size={12} />
              {t('form.errors', { count: wrong })}
            </span>
          )}
        </>
      }
    >
      {refusal !== null && wrong === 0 && <RefusalNotice refusal={refusal} inset />}
      <Field label={t('list.organization')} error={faults.organization}>
        {(wiring) => (
          <RemoteSelect
            of="organization"
            value={organization}
            onChange={setOrganization}
            label={t('list.organization')}
            empty={t('common:choose')}
            wiring={wiring}
            disabled={busy}
            fill
          />
        )}
      </Field>
      <Field label={t('list.comment')} help={t('form.commentHelp')} error={faults.comment}>
        {(wiring) => (
          <TextArea
            {...wiring}
            fill
            maxLength={500}
            value={comment}
            disabled={busy}
            onChange={(event) => setComment(event.target.value)}
          />
        )}
      </Field>
    </Pane>
  );
}

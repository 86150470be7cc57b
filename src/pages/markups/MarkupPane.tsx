import { Button } from '@blueprintjs/core';
import { type Markup, type MarkupOfCategory, markupRevisions } from '../../../contract/markups.ts';
import { settingRevisionMachine } from '../../../machines/settingRevision/settingRevision.machine.ts';
import { useCall } from '../../api/queries.ts';
import { formatDate, formatDateTime } from '../../format/dates.ts';
import { formatNumber } from '../../format/numbers.ts';
import { useText } from '../../i18n/index.ts';
import { Empty } from '../../ui/Empty.tsx';
import { Figures, Pane } from '../../ui/layout.tsx';
import { SkeletonRows } from '../../ui/loading.tsx';
import { isLook, type Look } from '../../ui/look.ts';
import { StateChip } from '../../ui/StateChip.tsx';
import { EXAMPLE_COST, exampleOf } from './example.ts';

function lookOf(status: Markup['status']): Look {
  const look = (settingRevisionMachine.states[status]?.meta as { look?: string } | undefined)?.look;
  return isLook(look) ? look : 'new';
}

const trimmed = (figure: number) => formatNumber(figure, { decimals: 2, trim: true });

/** One category: what holds in it, and every revision that it had. */
export function MarkupPane({ category, onClose }: { category: MarkupOfCategory; onClose: () => void }) {
  const t = useText('markups');
  const read = useCall(markupRevisions, { params: { id: category.id } });
  const { in_force: now } = category;
  return (
    <Pane kind="serials" title={category.name} onClose={onClose} closeLabel={t('common:close')}>
      <h3 className="markup-head">{t('pane.now')}</h3>
      {now === null ? (
        <p className="muted">{t('pane.noneText')}</p>
      ) : (
        <>
          <p className="muted">
            {now.organization?.name ?? t('forEvery')}
            {!now.own && `. ${t('pane.inherited', { name: now.of.name })}`}
          </p>
          <Figures
            items={[
              { key: 'noCash', label: t('noCash'), value: trimmed(now.no_cash) },
              { key: 'additional', label: t('additional'), value: trimmed(now.additional) },
              { key: 'other', label: t('other'), value: formatNumber(now.other_additional) },
            ]}
          />
        </>
      )}
      <p className="markup-example num" data-testid="markup-example">
        {t('exampleOf', { cost: formatNumber(EXAMPLE_COST), price: formatNumber(exampleOf(category)) })}
      </p>
      <h3 className="markup-head">{t('pane.history')}</h3>
      {read.data === undefined ? (
        read.error ? (
          <Empty
            kind="failed"
            title={t('pane.failed')}
            text={read.error.message}
            requestId={read.error.requestId}
            requestLabels={{ request: t('common:request'), copy: t('common:copy') }}
          >
            <Button text={t('common:retry')} onClick={() => void read.refetch()} />
          </Empty>
        ) : (
          <SkeletonRows rows={4} columns={[3, 1]} />
        )
      ) : read.data.data.length === 0 ? (
        <p className="muted">{t('pane.noHistory')}</p>
      ) : (
        <ul className="markup-revisions" data-testid="markup-revisions">
          {read.data.data.map((revision) => (
            <Revision key={revision.id} revision={revision} />
          ))}
        </ul>
      )}
    </Pane>
  );
}

function Revision({ revision }: { revision: Markup }) {
  const t = useText('markups');
  const tm = useText('machines/settingRevision');
  const { status, created_by } = revision;
  return (
    <li>
      <div className="row">
        <b>{t('plannedFrom', { date: formatDate(revision.valid_from) })}</b>
        <span className="markup-end">
          <StateChip look={lookOf(status)} quiet={status !== 'valid' && status !== 'planned'}>
            {tm(`states.${status}.name`)}
          </StateChip>
        </span>
      </div>
      <div className="num">
        {trimmed(revision.no_cash)} % · {trimmed(revision.additional)} % · {formatNumber(revision.other_additional)}
      </div>
      <div className="muted">{revision.organization?.name ?? t('forEvery')}</div>
      {created_by !== null && (
        <div className="muted text-xs">
          {t('pane.by', { name: created_by.fullname, time: formatDateTime(revision.created_at) })}
        </div>
      )}
    </li>
  );
}

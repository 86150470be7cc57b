import { Button } from '@blueprintjs/core';
import { PlusIcon } from '@blueprintjs/icons';
import { type Markup, type MarkupOfCategory, markupRevisions } from '../../../contract/markups.ts';
import { useCall } from '../../api/queries.ts';
import { formatDateTime } from '../../format/dates.ts';
import { currencyUnit, formatNumber } from '../../format/numbers.ts';
import { useLanguage, useText } from '../../i18n/index.ts';
import { RevisionItem } from '../../setting/RevisionItem.tsx';
import { Failed } from '../../ui/Failed.tsx';
import { Figures, Pane } from '../../ui/layout.tsx';
import { SkeletonRows } from '../../ui/loading.tsx';
import { EXAMPLE_COST, exampleOf } from './example.ts';

const trimmed = (figure: number) => formatNumber(figure, { decimals: 2, trim: true });

interface MarkupPaneProps {
  category: MarkupOfCategory;
  /** Begins a new revision; undefined for who may not. */
  onAdd: (() => void) | undefined;
  onOpen: (revision: Markup) => void;
  onClose: () => void;
}

/** One category: what holds in it, and every revision that it had. */
export function MarkupPane({ category, onAdd, onOpen, onClose }: MarkupPaneProps) {
  const t = useText('markups');
  const read = useCall(markupRevisions, { params: { id: category.id } });
  const { in_force: now } = category;
  return (
    <Pane
      title={category.name}
      onClose={onClose}
      closeLabel={t('common:close')}
      {...(onAdd && {
        foot: (
          <Button
            intent="primary"
            icon={<PlusIcon size={14} />}
            text={t('form.add')}
            onClick={onAdd}
            data-testid="record-add"
          />
        ),
      })}
    >
      <h3 className="revision-head">{t('pane.now')}</h3>
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
      <h3 className="revision-head">{t('pane.history')}</h3>
      {read.data === undefined ? (
        read.error ? (
          <Failed title={t('pane.failed')} error={read.error} onRetry={() => void read.refetch()} />
        ) : (
          <SkeletonRows rows={4} columns={[3, 1]} />
        )
      ) : read.data.data.length === 0 ? (
        <p className="muted">{t('pane.noHistory')}</p>
      ) : (
        <ul className="revisions" data-testid="markup-revisions">
          {read.data.data.map((revision) => (
            <Revision key={revision.id} revision={revision} onOpen={() => onOpen(revision)} />
          ))}
        </ul>
      )}
    </Pane>
  );
}

function Revision({ revision, onOpen }: { revision: Markup; onOpen: () => void }) {
  const t = useText('markups');
  const language = useLanguage();
  const { created_by } = revision;
  const sum =
    revision.other_additional > 0 && ` · ${formatNumber(revision.other_additional)} ${currencyUnit('UZS', language)}`;
  return (
    <RevisionItem
      revision={revision}
      figures={
        <>
          {trimmed(revision.no_cash)} % · {trimmed(revision.additional)} %{sum}
        </>
      }
      onOpen={onOpen}
    >
      <div className="muted">{revision.organization?.name ?? t('forEvery')}</div>
      {created_by !== null && (
        <div className="muted text-xs">
          {t('pane.by', { name: created_by.fullname, time: formatDateTime(revision.created_at) })}
        </div>
      )}
    </RevisionItem>
  );
}

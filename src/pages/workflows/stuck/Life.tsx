import type { WorkflowFigures } from '../../../../contract/workflows.ts';
import { useAddress } from '../../../app/address.ts';
import { formatNumber } from '../../../format/numbers.ts';
import { FilterChips } from '../../../ui/FilterChips.tsx';
import { FittingTable } from '../../../ui/FittingTable.tsx';
import { StateName } from '../Tables.tsx';
import type { Shared } from './figures.ts';
import { arrowsOf, type Life as Kind, LAYERS, lifeOf } from './life.ts';

const CHOICES = ['all', 'thin', 'unused'] as const satisfies readonly (Kind | 'all')[];

export function Life({ figures, entry, words, t }: Shared & { figures: WorkflowFigures }) {
  const [params, set] = useAddress();
  const arrows = arrowsOf(entry, figures.arrows);
  const choice = CHOICES.find((one) => one === params.get('life')) ?? 'all';
  const shown = arrows.filter((arrow) => choice === 'all' || lifeOf(arrow) === choice);
  const most = Math.max(1, ...arrows.map(({ count }) => count));
  const count = (key: (typeof CHOICES)[number]) =>
    key === 'all' ? arrows.length : arrows.filter((arrow) => lifeOf(arrow) === key).length;
  return (
    <div className="stuck-part" data-testid="stuck-life">
      <div className="row wrap">
        <h2 className="section-title">{t('life.title')}</h2>
        <FilterChips
          items={CHOICES.map((key) => ({ key, title: t(`life.${key}`), count: count(key) }))}
          value={choice}
          label={t('life.title')}
          onChange={(next) => set({ life: next === 'all' ? null : next })}
        />
      </div>
      <FittingTable>
        <table className="table dense times-table" aria-label={t('life.title')}>
          <thead>
            <tr>
              <th scope="col">{t('columns.event')}</th>
              <th scope="col">{t('columns.from')}</th>
              <th scope="col">{t('columns.to')}</th>
              <th scope="col">{t('columns.taken')}</th>
              <th scope="col">{t('columns.layers')}</th>
              <th scope="col">{t('columns.says')}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((arrow) => {
              const life = lifeOf(arrow);
              return (
                <tr key={arrow.key} data-arrow={arrow.key} data-life={life}>
                  <td>{words.event(arrow.event)}</td>
                  <td>
                    <StateName path={arrow.source} entry={entry} words={words} />
                  </td>
                  <td>
                    {arrow.target === arrow.source ? (
                      <span className="muted">{t('stays')}</span>
                    ) : (
                      <StateName path={arrow.target} entry={entry} words={words} />
                    )}
                  </td>
                  <td>
                    <span className="stuck-bar" aria-hidden="true">
                      <i style={{ width: `${(100 * arrow.count) / most}%` }} />
                    </span>
                    <span className="num">{formatNumber(arrow.count)}</span>
                  </td>
                  <td>{arrow.layers.map((layer) => t(`layer.${layer}`)).join(', ') || '—'}</td>
                  <td className={life === 'thin' ? 'amber' : 'muted'}>
                    {t(
                      life === undefined
                        ? `says.${arrow.layers.length === LAYERS.length ? 'every' : 'some'}`
                        : `says.${life}`,
                    )}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </FittingTable>
    </div>
  );
}

/** What the marks of a comparison mean, drawn as the picture draws them. */
import { CHANGES, type ChangeKind } from '../../../../machines/kit/release.ts';
import type { Text } from '../../../i18n/index.ts';
import { classes } from '../../../ui/look.ts';
import { Worded } from '../Diagram.tsx';

const BOX = { x: 2, y: 3, width: 20, height: 12 };

export function Legend({ t }: { t: Text }) {
  const sample = (kind: ChangeKind | 'worded') => (
    <svg className="chart" width={28} height={18} aria-hidden="true">
      <g className={classes('chart-state', `is-${kind}`)}>
        <rect className="chart-box" {...BOX} rx={3} />
        {kind === 'worded' && <Worded x={BOX.x + BOX.width} y={BOX.y + 2} r={4.5} />}
      </g>
    </svg>
  );
  return (
    <ul className="compare-legend" aria-label={t('compare.legend')} data-testid="compare-legend">
      {CHANGES.map((kind) => (
        <li key={kind}>
          {sample(kind)}
          {t(`compare.kinds.${kind}`)}
        </li>
      ))}
      <li>
        {sample('worded')}
        {t('compare.worded')}
      </li>
    </ul>
  );
}

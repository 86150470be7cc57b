import { formatNumber } from '../../../contract/figures.ts';
import { useText } from '../../i18n/index.ts';
import { classes } from '../../ui/look.ts';

/** Overdue money: amber up to thirty days, red from the thirty-first. */
export function LateSum({ sum, days }: { sum: number; days: number }) {
  const t = useText('cashbox');
  if (sum === 0) return <span className="faint">—</span>;
  return (
    <span className={classes('late-sum', days > 30 ? 'red' : 'amber')}>
      <b className="num">{formatNumber(sum)}</b>{' '}
      <span className="text-xs unbroken">{t('days', { count: days, n: formatNumber(days) })}</span>
    </span>
  );
}

/** Markups of categories: beside the figures the price that invoices make of a million. */

import { markupCategory } from '../../contract/settings/markupCategory.ts';
import type { PriceFigures } from '../../machines/invoice/sellingPrice.ts';
import { sellingPrice } from '../../machines/invoice/sellingPrice.ts';
import { formatNumber } from '../format/numbers.ts';
import { useText } from '../i18n/index.ts';
import { settingPage } from '../setting/page.tsx';
import type { Figures } from '../setting/revisions.ts';

/** What a unit costs in the example, soʻm. */
const COST = 1_000_000;
const NAMES = ['no_cash', 'additional', 'other_additional'] as const;

/** Its selling price by the rule of invoices: the cost where nobody has set a markup, null while figures make no price. */
function exampleOf(figures: Figures | null): number | null {
  if (figures === null) return COST;
  if (NAMES.some((name) => typeof figures[name] !== 'number')) return null;
  const markup = figures as unknown as Pick<PriceFigures, (typeof NAMES)[number]>;
  return sellingPrice({ value: COST, currency_change: 1, ...markup });
}

function Example({ figures }: { figures: Figures | null }) {
  const t = useText('settings/markupCategory');
  const price = exampleOf(figures);
  return (
    <p className="revision-result num" aria-live="polite" data-testid="markup-example">
      {price === null ? t('example.none') : t('example.line', { cost: formatNumber(COST), price: formatNumber(price) })}
    </p>
  );
}

export default settingPage(markupCategory, {
  columns: (t) => [
    {
      key: 'example',
      title: t('columns.example'),
      kind: 'sum',
      tint: true,
      width: '9.5rem',
      value: ({ in_force }) => exampleOf(in_force),
    },
  ],
  Result: Example,
});

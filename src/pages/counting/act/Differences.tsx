import type { ActDetails } from '../../../../contract/counting/acts.ts';
import { useText } from '../../../i18n/index.ts';
import { FittingTable } from '../../../ui/FittingTable.tsx';
import { Money, Quantity } from '../../../ui/Quantity.tsx';

const PARTS = [
  ['shortage', 'shortage', 'shortage_sum'],
  ['surplus', 'surplus', 'surplus_sum'],
  ['difference', 'difference', 'difference_sum'],
] as const;

/** What is missing and what is over, then both netted: units and money. */
export function Differences({ act }: { act: ActDetails }) {
  const t = useText('counting');
  return (
    <FittingTable>
      <table className="table dense" aria-label={t('matrix.difference')} data-testid="differences">
        <thead>
          <tr>
            <th scope="col" />
            <th scope="col" className="end">
              {t('common:pieces')}
            </th>
            <th scope="col" className="end">
              {t('matrix.som')}
            </th>
          </tr>
        </thead>
        <tbody>
          {PARTS.map(([words, units, sum]) => (
            <tr key={words}>
              <th scope="row">{t(`matrix.${words}`)}</th>
              <td className="end">
                <Quantity value={act[units]} kind="difference" />
              </td>
              <td className="end">
                <Money value={act[sum]} kind="difference" />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </FittingTable>
  );
}

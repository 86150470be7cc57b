/** Figures now and afterwards, as the rows of a preview. */
import type { ReactNode } from 'react';
import { formatNumber } from '../../../contract/figures.ts';
import { useText } from '../../i18n/index.ts';
import { FittingTable } from '../../ui/FittingTable.tsx';
import { classes } from '../../ui/look.ts';

interface WordsProps {
  name: string;
  before: string;
  after: string;
  bad?: boolean;
}

export function Words({ name, before, after, bad }: WordsProps) {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td className="end num muted">{before}</td>
      <td className={classes('end num', bad && 'red')}>
        <b>{after}</b>
      </td>
    </tr>
  );
}

interface ChangeProps {
  name: string;
  before: number;
  after: number;
  bad?: boolean;
}

export function Change({ name, before, after, bad }: ChangeProps) {
  return <Words name={name} before={formatNumber(before)} after={formatNumber(after)} bad={bad === true} />;
}

/** A table of such rows under the words of both moments. @param after the words of the later one */
export function NowAndAfter({ after, children }: { after: string; children: ReactNode }) {
  const t = useText('cashbox');
  return (
    <FittingTable>
      <table className="reversal-figures">
        <thead>
          <tr>
            <th scope="col" />
            <th scope="col" className="end">
              {t('reversal.now')}
            </th>
            <th scope="col" className="end">
              {after}
            </th>
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </FittingTable>
  );
}

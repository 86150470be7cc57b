/** A figure now and afterwards, as a row of a preview. */
import { formatNumber } from '../../../contract/figures.ts';
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
